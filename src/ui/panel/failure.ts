import { existsSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import type { ToHost } from '../../shared/protocol';
import { PageSession, type Change, type PageEditor, type PagePort } from './pageSession';
import { cutText } from '../../matching/text/shortText';
import { errorText } from '../../debate/log/objects';

export type Failure = Extract<Change, { kind: 'failed' }>;

/** The commands of the one button; the page sends them back. */
export const failureCommands = { retry: 'retry', openFolder: 'openFolder', start: 'start', list: 'list' } as const;

const failed = (title: string, message: string, label: string, command: string): Failure => ({
  kind: 'failed',
  title,
  message,
  button: { label, command },
});

const retried = (title: string, message: string): Failure =>
  failed(title, message, l10n.t('Try Again'), failureCommands.retry);

/** It is looked for again by itself. */
export function absence(folder: string): Failure {
  return existsSync(folder)
    ? failed(
        l10n.t('There is no debate in this folder'),
        l10n.t(
          '{0} holds no debate-log.jsonl. If the debate was moved, open the folder that holds it now. If the log was renamed, name it debate-log.jsonl again.',
          folder,
        ),
        l10n.t('Open Debate Folder…'),
        failureCommands.openFolder,
      )
    : failed(
        l10n.t('The folder of this debate is gone'),
        l10n.t('{0} is not there. If it was moved or renamed, open it where it is now.', folder),
        l10n.t('Open Debate Folder…'),
        failureCommands.openFolder,
      );
}

export const unreadable = (error: unknown): Failure =>
  retried(
    l10n.t('The log cannot be read'),
    l10n.t('{0} It is tried again by itself every few seconds.', errorText(error)),
  );

const longestMessage = 500;

/** What nobody foresaw; the output channel has the details. */
export const unshowable = (error: unknown): Failure =>
  retried(
    l10n.t('This could not be shown'),
    l10n.t(
      '{0} Nothing is lost. Try again; if it stays so, the log is still there for the text editor.',
      cutText(errorText(error), longestMessage),
    ),
  );

export const draftGone = (): Failure =>
  failed(
    l10n.t('This lineup is no longer there'),
    l10n.t('It was started or discarded in another window, or its window was closed long ago. Begin a new debate.'),
    l10n.t('Start Debate'),
    failureCommands.start,
  );

/** A window that dies right after a panel was opened keeps the panel and not yet what it showed. */
export const nothingKept = (): Failure =>
  failed(
    l10n.t('Which debate was shown here is no longer known'),
    l10n.t(
      'The window ended before the editor could keep it. Nothing of a debate is lost: open it again from the list.',
    ),
    l10n.t('Show Debates'),
    failureCommands.list,
  );

/** A log that is looked at through the editor's own file systems: of a commit, of a virtual workspace. */
export const notOnDisk = (): Failure =>
  failed(
    l10n.t('This log is not on a disk'),
    l10n.t(
      'Rostrum reads debates from folders of this machine, or of one you are connected to. The text editor can show this log.',
    ),
    l10n.t('Open Debate Folder…'),
    failureCommands.openFolder,
  );

export function missingEntry(seq: number, last: number | undefined): string {
  return last === undefined
    ? l10n.t('There is no seq {0} in this debate: it has no entries yet.', seq)
    : l10n.t('There is no seq {0} in this debate; the last is {1}.', seq, last);
}

export class FailedSession extends PageSession {
  #isDue = true;

  constructor(
    private readonly failure: Failure,
    port: PagePort,
    private readonly editor: PageEditor,
  ) {
    super(port);
  }

  override receive(message: ToHost): void {
    if (message.kind === 'ready') {
      this.#isDue = true;
      this.wake();
    } else if (message.kind === 'button') {
      this.editor.run(commandOf(message.command));
    }
  }

  protected override next(): Failure | undefined {
    if (!this.#isDue) return undefined;
    this.#isDue = false;
    return this.failure;
  }

  protected override failed(): Failure {
    return this.failure;
  }
}

function commandOf(button: string): string {
  if (button === failureCommands.start) return 'rostrum.startDebate';
  return button === failureCommands.list ? 'rostrum.debates.focus' : 'rostrum.openDebateFolder';
}
