import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { headerOf } from '../../debate/fold/state';
import type { DebateLog } from '../../record/debateLog';
import { pathOfLog } from '../../record/logPath';
import { recordErrorFrom } from '../../record/recordError';
import { showInformationMessage, showWarningMessage } from '../kit/messages';
import { plainMessage } from '../kit/plainMessage';
import type { CommandPorts } from './ports';
import { largestSynced, openAt } from '../sources/openPlace';
import { countIn, targetIn, textIn } from '../library/debateTarget';
import { withDebate } from '../library/openLogs';
import { typeName } from '../../projections/typeName';

export async function openLog(services: CommandPorts, folder: string): Promise<void> {
  if (await isTooLarge(folder)) {
    await showPanelInstead(services, folder);
    return;
  }
  await vscode.window.showTextDocument(vscode.Uri.file(pathOfLog(folder)), { preview: false });
}

/**
 * Takes `{folder, seq}`, or `{folder, line}` for a line that is not an entry. A click in a list or the panel keeps the
 * focus there.
 */
export async function revealEntryInLog(services: CommandPorts, argument: unknown): Promise<void> {
  const target = targetIn(argument);
  if (target === undefined) return;
  const { folder, seq } = target;
  if (await isTooLarge(folder)) {
    await showPanelInstead(services, folder, seq);
    return;
  }
  const found =
    lineIn(argument) ??
    (await withDebate(services, folder, ({ log }) =>
      Promise.resolve({ line: seq === undefined ? undefined : log.lineOf(seq) }),
    ));
  // The user has already been told why the log cannot be read.
  if (found === undefined) return;
  if (found.line === undefined) {
    void showWarningMessage(l10n.t('seq {0} is not in the log.', seq ?? '?'));
    return;
  }
  // Lines count from 1 here, as the editor shows them.
  const place = { line: found.line - 1, character: 0 };
  const keepsFocus = textIn(argument, 'click') !== undefined;
  await openAt(vscode.Uri.file(pathOfLog(folder)), () => ({ start: place, end: place }), { keepsFocus });
}

function lineIn(argument: unknown): { line: number } | undefined {
  const line = countIn(argument, 'line');
  return line === undefined || line === 0 ? undefined : { line };
}

async function isTooLarge(folder: string): Promise<boolean> {
  const path = pathOfLog(folder);
  try {
    return (await stat(path)).size > largestSynced;
  } catch (error) {
    throw recordErrorFrom(error, 'open', path);
  }
}

async function showPanelInstead({ panels }: CommandPorts, folder: string, seq?: number): Promise<void> {
  await panels.show(folder, { seq });
  void showInformationMessage(
    l10n.t(
      'The log is over 50 MB, which the editor shows without links or colours. It is open in the panel instead, where everything works.',
    ),
  );
}

export async function goToEntry(services: CommandPorts, folder: string): Promise<void> {
  const seq = await withDebate(services, folder, ({ log }) => askForSeq(log));
  if (seq !== undefined) await services.panels.show(folder, { seq });
}

async function askForSeq(log: DebateLog): Promise<number | undefined> {
  const last = log.state.headers.at(-1)?.seq;
  if (last === undefined) {
    void showInformationMessage(l10n.t('This debate has no entries yet.'));
    return undefined;
  }
  const typed = await vscode.window.showInputBox({
    title: l10n.t('Go to Entry'),
    prompt: l10n.t('The seq of an entry, from {0} to {1}', log.state.headers[0]?.seq ?? 0, last),
    validateInput: (text) => judged(log, text),
  });
  return typed === undefined ? undefined : seqIn(typed);
}

/** Reads `12`, and the forms used elsewhere: `seq 12`, `#12`. */
const seqIn = (text: string): number | undefined => {
  const digits = /^\s*(?:seq\s*|#)?(\d{1,15})\s*$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

function judged({ state }: DebateLog, text: string): string | vscode.InputBoxValidationMessage | undefined {
  if (text.trim() === '') return undefined;
  const seq = seqIn(text);
  const last = state.headers.at(-1)?.seq ?? 0;
  if (seq === undefined) return l10n.t('Type a number: the seq of an entry.');
  const header = headerOf(state, seq);
  if (header === undefined) return l10n.t('There is no seq {0}; the last is {1}.', seq, last);
  const message = plainMessage(l10n.t('{0}: {1}', header.speaker, typeName(l10n, header.type)));
  return { message, severity: vscode.InputBoxValidationSeverity.Info };
}
