import * as l10n from '@vscode/l10n';
import type { DebateState, Turn } from '../../debate/fold/state';
import { answerOf, type DebateAnswer } from '../../projections/answer';
import { stageOf } from '../../projections/formats/registry';
import { sourceTally } from '../../projections/sources';
import type { RecordView } from '../../debate/fold/view';
import { positionOf } from '../../projections/status';
import { reportsOf } from '../../reports/formatReports';
import type { Disposable } from '../kit/emitter';
import { entryLink, markdown, panelLinks, standingLinks, type ChatPart, plainMarkdown } from './chatPart';
import { countsText, entryLine, isTold, list } from './statusParts';
import { tallies } from '../formats/registry';
import { turnSummary } from '../../debate/formats/common/speech';
import { standingConcessions } from '../../projections/formats/declared';
import { outcomeOf } from '../../projections/outcome';
import { plainAnswerOf } from '../../projections/plainAnswer';
import { nobodyJudgedWords, outcomeWords, plainAnswerWords, unstatedWords } from '../../projections/words';
import type { SeqLinks } from '../../reports/seqLinks';

/** Characters of a document in an answer; a longer one is read in the editor. */
const longestDocument = 14_000;

const summaryName = 'summary.md';

/**
 * The summary of a finished debate, made again from the record without later redactions. If its format has none, facts
 * that code has.
 */
export function summaryParts(view: RecordView, folder: string): ChatPart[] {
  const { state } = view;
  const document = reportsOf(state)
    .documents(view)
    .find(({ name }) => name === summaryName);
  const whole = document?.build(view, standingLinks(folder, state));
  if (whole === undefined) return digestParts(view, folder);
  const text = whole.length <= longestDocument ? whole : beginningOf(whole);
  const rest = text === whole ? [] : [markdown(`\n\n*${l10n.t('The summary goes on in its document.')}*\n`)];
  return [
    { kind: 'markdown', text, folder },
    ...rest,
    {
      kind: 'button',
      title: l10n.t('Open Summary'),
      command: 'rostrum.openDocument',
      argument: { folder, name: summaryName },
    },
  ];
}

/** Takes as many whole sections as fit; of a longer section, whole paragraphs. */
function beginningOf(text: string): string {
  const room = text.slice(0, longestDocument);
  const ends = ['\n## ', '\n\n', '\n'].map((mark) => room.lastIndexOf(mark));
  return room.slice(
    0,
    ends.find((end) => end > longestDocument / 2),
  );
}

/** Facts of a running debate that code has. */
export function digestParts(view: RecordView, folder: string): ChatPart[] {
  const { state } = view;
  const links = panelLinks(folder, state);
  const found = answerOf(view);
  const topic = plainMarkdown(found.question ?? l10n.t('topic not recorded'), links);
  const ending = outcomeOf(state);
  const words = plainMarkdown(view.mask.text(outcomeWords(l10n, ending)));
  const plain = plainAnswerOf(view);
  const outcome = state.conclusion === undefined ? words : `${words} (${entryLink(folder, state.conclusion.seq)})`;
  const sections = [
    `**${topic}**`,
    ...answerSections(found, links),
    state.debaters.length === 0 ? '' : list(state.debaters.map(({ name }) => debaterLine(view, folder, name))),
    list([
      ending.code === 'result' ? l10n.t('Scores: {0}', outcome) : l10n.t('Outcome: {0}', outcome),
      ...(plain === undefined ? [] : [plainMarkdown(plainAnswerWords(l10n, plain))]),
      ...tallies(state),
      l10n.t('Sources: {0}', countsText(sourceTally(view))),
    ]),
  ];
  return [markdown(`${sections.filter((section) => section !== '').join('\n\n')}\n`)];
}

const withUnstated = ({ text, unstated }: NonNullable<DebateAnswer['given']>): string =>
  unstated.length === 0 ? text : `${text} ${unstatedWords(l10n, unstated)}`;

function answerSections({ given, agreed, open, unjudged }: DebateAnswer, links: SeqLinks): string[] {
  const instead = unjudged === undefined ? '' : nobodyJudgedWords(l10n, unjudged);
  const accepted = agreed.map(({ text }) => plainMarkdown(text, links));
  const left = open.map(({ text, settle = '' }) =>
    plainMarkdown(settle === '' ? text : `${text} ${l10n.t('What would settle it: {0}', settle)}`, links),
  );
  return [
    plainMarkdown(given === undefined ? instead : withUnstated(given), links),
    accepted.length === 0 ? '' : `${l10n.t('Accepted by both sides:')}\n\n${list(accepted)}`,
    left.length === 0 ? '' : `${l10n.t('Left open:')}\n\n${list(left)}`,
  ];
}

function debaterLine(view: RecordView, folder: string, name: string): string {
  const { state } = view;
  const turns = state.turns.filter((turn) => turn.debater === name && !turn.skipped);
  const own = standingConcessions(state).filter(({ by }) => by === name);
  const conceded = new Set(own.map(({ at }) => at));
  const gaveWay =
    conceded.size === 0
      ? ''
      : ` ${l10n.t('Gave way in {0}.', [...conceded].map((at) => entryLink(folder, at)).join(', '))}`;
  const last = turns.at(-1);
  if (last === undefined) return `**${plainMarkdown(name)}** ${l10n.t('has not spoken yet.')}${gaveWay}`;
  return `${turnText(view, folder, last)}${gaveWay}`;
}

/** Summary of a turn; without one, the beginning of its first entry. */
function turnText(view: RecordView, folder: string, turn: Turn): string {
  const [seq = 0] = turn.seqs;
  const words = turnSummary(view, turn);
  if (words === undefined) return entryLine(view, folder, seq);
  return `${entryLink(folder, seq)} **${plainMarkdown(turn.debater)}**: ${plainMarkdown(words, panelLinks(folder, view.state))}`;
}

interface Followed {
  /** The current view; another one if the log was replaced. */
  readonly view: () => RecordView;
  readonly isRunning: () => boolean;
  readonly refresh: () => Promise<unknown>;
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface FollowOptions {
  /** Position in the log. */
  from: number;
  /** Number of entries after which the panel has to show the rest. */
  most: number;
  signal: AbortSignal;
  onEntry: (position: number) => void;
}

/** Why following ended. */
export type FollowEnd = 'round' | 'enough' | 'paused' | 'done' | 'cancelled';

/** Reports entries as they are logged, to the end of the current round or phase. Cancelling it stops nothing else. */
export async function followEntries(
  followed: Followed,
  { from, most, signal, onEntry }: FollowOptions,
): Promise<FollowEnd> {
  const started = stageKey(followed.view().state);
  let next = from;
  let sent = 0;
  for (let isLast = false; ;) {
    const view = followed.view();
    // A log that was replaced by a shorter one has no more entries to report.
    next = Math.min(next, view.state.headers.length);
    for (; next < view.state.headers.length && sent < most && !signal.aborted; next += 1) {
      if (!isTold(view, next)) continue;
      onEntry(next);
      sent += 1;
    }
    if (signal.aborted) return 'cancelled';
    if (sent >= most) return 'enough';
    const stage = stageKey(view.state);
    if (stage === 'done') return 'done';
    if (stage !== started) return 'round';
    if (isLast) return 'paused';
    if (followed.isRunning()) await somethingNew(followed, signal);
    else {
      // The last entries may have been written just before the run ended.
      isLast = true;
      await followed.refresh();
    }
  }
}

/** Key of the stage; getting ready and the openings are one stage. */
function stageKey(state: DebateState): string {
  const position = positionOf(state);
  if (position.isOver) return 'done';
  const { code, number = '' } = stageOf({ format: state.setup?.format, ...position }) ?? { code: 'setup' };
  return code === 'setup' ? 'opening' : `${code} ${number}`.trim();
}

function somethingNew({ onDidChange }: Followed, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      listening.dispose();
      resolve();
    };
    const listening = onDidChange(done);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
}
