import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { changedFiles } from '../../debate/sourceChange';
import { changedFilesWords } from '../../projections/words';
import type { SourceRef } from '../../session/reviewedSource';
import type { ReviewProgress } from '../../session/sourceReview';
import { debateFor } from '../commands/debateTarget';
import { withDebate } from '../commands/openLogs';
import type { OpenDebate } from '../debates/openDebate';
import { showInformationMessage, showWarningMessage } from '../messages';
import type { CitationTarget, Services } from '../services';
import { isTrusted } from '../start/guards';
import { isOnWeb } from '../views/citedUrls';
import { cancellable } from './cancellable';
import { checkedAllWords } from './checkedAllWords';
import { factsOf } from './citation';

type BulkReviewServices = Pick<Services, 'log' | 'debates' | 'panels' | 'library' | 'summaries' | 'web' | 'models'>;

/** Checks all sources of a debate again that could not be read, as when the network is back. Tells what stands in the way; never rejects. */
export class ReviewOfAll {
  /** Debates whose sources are being checked: a second wish for the same is fulfilled by the first. */
  readonly #checking = new Set<string>();

  constructor(
    private readonly services: BulkReviewServices,
    /** A source came to something else than before: what is shown of it may be old. */
    private readonly onChecked: (citation: CitationTarget) => void,
  ) {}

  async checkAllAgain(argument: unknown): Promise<void> {
    if (!isTrusted('say')) return;
    const title = vscode.l10n.t('Check All Again');
    const folder = await debateFor(this.services, argument, {
      title,
    });
    if (folder === undefined || this.#checking.has(folder)) return;
    this.#checking.add(folder);
    try {
      await withDebate(this.services, folder, (debate) => this.#check(debate, folder));
    } finally {
      this.#checking.delete(folder);
    }
  }

  async #check(debate: OpenDebate, folder: string): Promise<void> {
    const { checkAgainAll, unreadSources } = await import('../../session/sourceReview');
    const web = await this.services.web.access();
    const waiting = unreadSources(debate.log);
    await debate.lookForChanges();
    const changed = changedFilesWords(l10n, changedFiles(debate.log.view));
    if (waiting.length === 0) {
      const none = vscode.l10n.t('No source of this debate is unverified because it could not be read.');
      if (changed === '') void showInformationMessage(vscode.l10n.t('{0} There is nothing to check again.', none));
      else void showWarningMessage(`${none} ${changed}`);
    } else if (web === undefined && waiting.every(({ url }) => isOnWeb(url))) tellSwitchedOff();
    else {
      const results: ReviewProgress[] = [];
      try {
        await cancellable(vscode.l10n.t('Checking all sources again that could not be read'), (signal, progress) => {
          const onProgress = (result: ReviewProgress): void => {
            results.push(result);
            progress.report({
              message: vscode.l10n.t('{0} of {1}', result.done, result.total),
              increment: 100 / result.total,
            });
          };
          progress.report({ message: vscode.l10n.t('{0} of {1}', 0, waiting.length) });
          return checkAgainAll(debate.log, { web, models: this.services.models, signal, onProgress });
        });
      } finally {
        // Stopped in the middle, or by an error that is told besides: what was logged until then stays.
        this.#tell(debate, folder, results);
      }
    }
  }

  #tell(debate: OpenDebate, folder: string, results: readonly ReviewProgress[]): void {
    const total = results[0]?.total;
    if (total === undefined) return;
    const changed = results.filter(({ isChanged }) => isChanged);
    for (const { seq, url } of changed) this.onChecked({ folder, seq, url });
    const first = changed.find(({ status }) => status !== 'unverified') ?? changed[0];
    const show = changed.length === 1 ? vscode.l10n.t('Show the Result') : vscode.l10n.t('Show the First Result');
    const files = changedFilesWords(l10n, changedFiles(debate.log.view));
    const words = `${checkedAllWords(results, total)} ${files}`.trim();
    void showInformationMessage(words, ...(first === undefined ? [] : [show])).then((chosen) => {
      if (chosen === show && first !== undefined)
        void this.services.panels.show(folder, { seq: resultOf(debate, first) });
    });
  }
}

/** The entry with the result, else the one that cites. */
const resultOf = ({ log }: OpenDebate, { seq, url }: SourceRef): number => factsOf(log.view, seq, url).result ?? seq;

function tellSwitchedOff(): void {
  const open = vscode.l10n.t('Open Settings');
  const message = vscode.l10n.t(
    'Reading web pages is switched off (rostrum.research.web), so no source that could not be read can be checked again. Switch it on first.',
  );
  void showWarningMessage(message, open).then((chosen) => {
    if (chosen === open) void vscode.commands.executeCommand('workbench.action.openSettings', 'rostrum.research.web');
  });
}
