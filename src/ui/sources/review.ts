import * as vscode from 'vscode';
import { headerOf, isStruck } from '../../debate/state';
import { readableUrl } from '../../projections/sourcePlace';
import type { OpenDebate } from '../debates/openDebate';
import { withDebate } from '../commands/openLogs';
import { tellDone } from '../commands/tellDone';
import { showInformationMessage, showWarningMessage } from '../messages';
import type { CitationTarget, Services } from '../services';
import { isTrusted } from '../start/guards';
import { cancellable } from './cancellable';
import { factsOf } from './citation';
import { resultWords } from './sourceWords';
import { cutText } from '../../debate/shortText';

type ReviewServices = Pick<Services, 'log' | 'debates' | 'panels' | 'web' | 'models'>;

/** What a user adds to the record about one source: another check, or a word for it. Tells what stands in the way; never rejects. */
export class SourceReview {
  /** Checks that are under way: a second wish for the same is fulfilled by the first. */
  readonly #checking = new Set<string>();

  constructor(
    private readonly services: ReviewServices,
    /** A source was checked again: what is shown of it may be old. */
    private readonly onChecked: (citation: CitationTarget) => void,
  ) {}

  async checkAgain(citation: CitationTarget): Promise<void> {
    const key = JSON.stringify(citation);
    if (this.#checking.has(key) || !isTrusted('say')) return;
    this.#checking.add(key);
    try {
      await this.#withSource(citation, (debate) => this.#check(debate, citation));
    } finally {
      this.#checking.delete(key);
    }
  }

  async #check(debate: OpenDebate, citation: CitationTarget): Promise<void> {
    const { seq, url } = citation;
    const { web, models } = this.services;
    const title = vscode.l10n.t('Checking {0} again', placeOf(debate, url));
    const entry = await cancellable(title, async (signal) => {
      const { checkAgain } = await import('../../session/sourceReview');
      return await checkAgain(debate.log, { seq, url }, { web: await web.access(), models, signal });
    });
    if (entry === undefined) return;
    this.onChecked(citation);
    await debate.lookForChanges();
    const facts = factsOf(debate.log.view, seq, url);
    const show = vscode.l10n.t('Show the Result');
    const { result = seq, changed } = facts;
    const found = vscode.l10n.t('{0} was checked again. {1}', placeOf(debate, url), resultWords(facts));
    const told =
      changed === undefined
        ? showInformationMessage(found, show)
        : showWarningMessage(vscode.l10n.t('{0}. {1}', found, checkedAsCited(changed)), show);
    void told.then((chosen) => {
      if (chosen === show) void this.services.panels.show(citation.folder, { seq: result });
    });
  }

  /** The user has read the source, and says so for the record. */
  async vouch(citation: CitationTarget): Promise<void> {
    if (!isTrusted('say')) return;
    await this.#withSource(citation, async (debate) => {
      const { seq, url } = citation;
      const facts = factsOf(debate.log.view, seq, url);
      if (facts.status === 'verified') {
        void showInformationMessage(
          vscode.l10n.t('{0} is verified: nobody has to vouch for it.', placeOf(debate, url)),
        );
        return;
      }
      const note = await askToVouch(placeOf(debate, url), seq, resultWords({ ...facts, isVouched: false }));
      if (note === undefined) return;
      const { vouch } = await import('../../session/sourceReview');
      const entry = await vouch(debate.log, { seq, url }, note === '' ? {} : { note });
      tellDone(vscode.l10n.t('Logged as seq {0}: you vouch for {1}.', entry.seq, placeOf(debate, url)));
    });
  }

  /** Refuses what nobody is to see any more. */
  async #withSource({ folder, seq }: CitationTarget, work: (debate: OpenDebate) => Promise<void>): Promise<void> {
    await withDebate(this.services, folder, async (debate) => {
      const { state } = debate.log;
      if (headerOf(state, seq) === undefined) {
        void showWarningMessage(vscode.l10n.t('There is no entry {0} in this debate.', seq));
      } else if (isStruck(state, seq)) this.#tellStruck(folder, { seq, by: state.redactions.get(seq)?.by ?? seq });
      else await work(debate);
    });
  }

  #tellStruck(folder: string, { seq, by }: { seq: number; by: number }): void {
    const show = vscode.l10n.t('Show the Ruling');
    const message = vscode.l10n.t(
      'Seq {0} is struck from the record by seq {1}, and its sources with it: nothing of it is checked.',
      seq,
      by,
    );
    void showWarningMessage(message, show).then((chosen) => {
      if (chosen === show) void this.services.panels.show(folder, { seq: by });
    });
  }
}

/** Which of the two was checked: what was kept when it was cited. */
const checkedAsCited = (changed: string): string =>
  vscode.l10n.t('What was checked is its snapshot, not the file as it is now. {0}', changed);

const placeOf = ({ log }: OpenDebate, url: string): string => shortened(log.view.mask.text(readableUrl(url)));

const longestShown = 120;
const shortened = (text: string): string => cutText(text, longestShown);

/** The user's note, empty where there is none; undefined where the user would rather not. */
async function askToVouch(place: string, seq: number, status: string): Promise<string | undefined> {
  const yes = vscode.l10n.t('I Read It');
  const withNote = vscode.l10n.t('I Read It, with a Note…');
  const detail = vscode.l10n.t(
    'You say that you opened this source yourself and found what seq {0} cites from it. The record gets an entry in the user’s name that vouches for it; it cannot be taken back. The status stays as it is: {1}.',
    seq,
    status,
  );
  const chosen = await showWarningMessage(
    vscode.l10n.t('Vouch for {0}?', place),
    { modal: true, detail },
    yes,
    withNote,
  );
  if (chosen === yes) return '';
  if (chosen !== withNote) return undefined;
  return await vscode.window.showInputBox({
    title: vscode.l10n.t('Vouch for {0}', place),
    prompt: vscode.l10n.t('What did you find there? The note is logged for everybody to read.'),
    ignoreFocusOut: true,
  });
}
