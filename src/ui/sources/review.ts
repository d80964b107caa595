import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { cutText } from '../../matching/text/shortText';
import { changedFiles } from '../../debate/fold/sourceChange';
import { headerOf, isRedacted } from '../../debate/fold/state';
import { readableUrl } from '../../projections/sourcePlace';
import { statusWords } from '../../projections/sourceWords';
import { changedFilesWords } from '../../projections/words';
import type { SourceRef } from '../../session/review/reviewedSource';
import type { ReviewProgress } from '../../session/review/sourceReview';
import { debateFor } from '../library/debateTarget';
import { withDebate } from '../library/openLogs';
import type { OpenDebate } from '../library/openDebate';
import { offer, showInformationMessage, showWarningMessage, showDone } from '../kit/messages';
import type { CitationTarget } from '../findings/citation';
import type { SourcePorts } from './ports';
import { isTrusted } from '../start/guards';
import { isOnWeb } from '../findings/citedUrls';
import { cancellable } from '../kit/cancellable';
import { factsOf } from '../findings/citation';
import { checkedAllWords, resultWords } from './sourceWords';

type ReviewServices = Pick<SourcePorts, 'log' | 'debates' | 'panels' | 'library' | 'summaries' | 'web' | 'models'>;

/** Another check of a source, or a user's word for it. Tells what stands in the way; never rejects. */
export class SourceReview {
  readonly #checking = new Set<string>();

  constructor(
    private readonly services: ReviewServices,
    /** A source was checked again: what is shown of it may be old. */
    private readonly onChecked: (citation: CitationTarget) => void,
  ) {}

  async checkAgain(citation: CitationTarget): Promise<void> {
    if (!isTrusted('say')) return;
    await this.#once(JSON.stringify(citation), () =>
      this.#withSource(citation, (debate) => this.#check(debate, citation)),
    );
  }

  async #check(debate: OpenDebate, citation: CitationTarget): Promise<void> {
    const { seq, url } = citation;
    const { web, models } = this.services;
    const title = l10n.t('Checking {0} again', placeOf(debate, url));
    const entry = await cancellable(title, async (signal) => {
      const { checkAgain } = await import('../../session/review/sourceReview');
      return await checkAgain(debate.log, { seq, url }, { web: await web.access(), models, signal });
    });
    if (entry === undefined) return;
    this.onChecked(citation);
    await debate.lookForChanges();
    const facts = factsOf(debate.log.view, seq, url);
    const { result = seq, changed } = facts;
    const found = l10n.t('{0} was checked again. {1}', placeOf(debate, url), resultWords(facts));
    const show = { [l10n.t('Show the Result')]: () => this.services.panels.show(citation.folder, { seq: result }) };
    if (changed === undefined) void offer(showInformationMessage, found, show);
    else void offer(showWarningMessage, l10n.t('{0}. {1}', found, checkedAsCited(changed)), show);
  }

  async vouch(citation: CitationTarget): Promise<void> {
    if (!isTrusted('say')) return;
    await this.#withSource(citation, async (debate) => {
      const { seq, url } = citation;
      const facts = factsOf(debate.log.view, seq, url);
      if (facts.status === 'verified') {
        void showInformationMessage(
          l10n.t(
            '{0} is {1}: nobody has to vouch for it.',
            placeOf(debate, url),
            statusWords(l10n, { status: 'verified', isQuoted: facts.isQuoted }),
          ),
        );
        return;
      }
      const note = await askToVouch(placeOf(debate, url), seq, resultWords({ ...facts, isVouched: false }));
      if (note === undefined) return;
      const { vouch } = await import('../../session/review/sourceReview');
      const entry = await vouch(debate.log, { seq, url }, note === '' ? {} : { note });
      showDone(l10n.t('Logged as seq {0}: you vouch for {1}.', entry.seq, placeOf(debate, url)));
    });
  }

  /** Refuses what nobody is to see any more. */
  async #withSource({ folder, seq }: CitationTarget, work: (debate: OpenDebate) => Promise<void>): Promise<void> {
    await withDebate(this.services, folder, async (debate) => {
      const { state } = debate.log;
      if (headerOf(state, seq) === undefined) {
        void showWarningMessage(l10n.t('There is no entry {0} in this debate.', seq));
      } else if (isRedacted(state, seq)) this.#showRedacted(folder, { seq, by: state.redactions.get(seq)?.by ?? seq });
      else await work(debate);
    });
  }

  #showRedacted(folder: string, { seq, by }: { seq: number; by: number }): void {
    const message = l10n.t(
      'Seq {0} is struck from the record by seq {1}, and its sources with it: nothing of it is checked.',
      seq,
      by,
    );
    void offer(showWarningMessage, message, {
      [l10n.t('Show the Ruling')]: () => this.services.panels.show(folder, { seq: by }),
    });
  }

  async #once(key: string, check: () => Promise<unknown>): Promise<void> {
    if (this.#checking.has(key)) return;
    this.#checking.add(key);
    try {
      await check();
    } finally {
      this.#checking.delete(key);
    }
  }

  /** Checks all sources again that could not be read, for example when the network is back. */
  async checkAllAgain(argument: unknown): Promise<void> {
    if (!isTrusted('say')) return;
    const folder = await debateFor(this.services, argument, { title: l10n.t('Check All Again') });
    if (folder === undefined) return;
    await this.#once(folder, () => withDebate(this.services, folder, (debate) => this.#checkAll(debate, folder)));
  }

  async #checkAll(debate: OpenDebate, folder: string): Promise<void> {
    const { checkAgainAll, unreadSources } = await import('../../session/review/sourceReview');
    const web = await this.services.web.access();
    const waiting = unreadSources(debate.log);
    await debate.lookForChanges();
    const changed = changedFilesWords(l10n, changedFiles(debate.log.view));
    if (waiting.length === 0) {
      const none = l10n.t('No source of this debate is unverified because it could not be read.');
      if (changed === '') void showInformationMessage(l10n.t('{0} There is nothing to check again.', none));
      else void showWarningMessage(`${none} ${changed}`);
    } else if (web === undefined && waiting.every(({ url }) => isOnWeb(url))) showSwitchedOff();
    else {
      const results: ReviewProgress[] = [];
      try {
        await cancellable(l10n.t('Checking all sources again that could not be read'), (signal, progress) => {
          const onProgress = (result: ReviewProgress): void => {
            results.push(result);
            progress.report({
              message: l10n.t('{0} of {1}', result.done, result.total),
              increment: 100 / result.total,
            });
          };
          progress.report({ message: l10n.t('{0} of {1}', 0, waiting.length) });
          return checkAgainAll(debate.log, { web, models: this.services.models, signal, onProgress });
        });
      } finally {
        // Stopped in the middle, or by an error that is told besides: what was logged until then stays.
        this.#showResults(debate, folder, results);
      }
    }
  }

  #showResults(debate: OpenDebate, folder: string, results: readonly ReviewProgress[]): void {
    const total = results[0]?.total;
    if (total === undefined) return;
    const changed = results.filter(({ isChanged }) => isChanged);
    for (const { seq, url } of changed) this.onChecked({ folder, seq, url });
    const first = changed.find(({ status }) => status !== 'unverified') ?? changed[0];
    const show = changed.length === 1 ? l10n.t('Show the Result') : l10n.t('Show the First Result');
    const files = changedFilesWords(l10n, changedFiles(debate.log.view));
    const words = `${checkedAllWords(results, total)} ${files}`.trim();
    const choices =
      first === undefined ? {} : { [show]: () => this.services.panels.show(folder, { seq: resultOf(debate, first) }) };
    void offer(showInformationMessage, words, choices);
  }
}

/** Which of the two was checked: what was kept when it was cited. */
const checkedAsCited = (changed: string): string =>
  l10n.t('What was checked is its snapshot, not the file as it is now. {0}', changed);

const longestShown = 120;
const placeOf = ({ log }: OpenDebate, url: string): string =>
  cutText(log.view.mask.text(readableUrl(url)), longestShown);

/** The user's note, empty where there is none; undefined where the user would rather not. */
async function askToVouch(place: string, seq: number, status: string): Promise<string | undefined> {
  const yes = l10n.t('I Read It');
  const withNote = l10n.t('I Read It, with a Note…');
  const detail = l10n.t(
    'You say that you opened this source yourself and found what seq {0} cites from it. The record gets an entry in the user’s name that vouches for it; it cannot be taken back. The status stays as it is: {1}.',
    seq,
    status,
  );
  const chosen = await showWarningMessage(l10n.t('Vouch for {0}?', place), { modal: true, detail }, yes, withNote);
  if (chosen === yes) return '';
  if (chosen !== withNote) return undefined;
  return await vscode.window.showInputBox({
    title: l10n.t('Vouch for {0}', place),
    prompt: l10n.t('What did you find there? The note is logged for everybody to read.'),
    ignoreFocusOut: true,
  });
}

/** The entry with the result, else the one that cites. */
const resultOf = ({ log }: OpenDebate, { seq, url }: SourceRef): number => factsOf(log.view, seq, url).result ?? seq;

function showSwitchedOff(): void {
  const message = l10n.t(
    'Reading web pages is switched off (rostrum.research.web), so no source that could not be read can be checked again. Switch it on first.',
  );
  void offer(showWarningMessage, message, {
    [l10n.t('Open Settings')]: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', 'rostrum.research.web'),
  });
}
