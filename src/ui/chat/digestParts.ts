import * as l10n from '@vscode/l10n';
import type { DebateState, Turn } from '../../debate/fold/state';
import { stageOf } from '../../projections/formats/registry';
import { sourceTally } from '../../projections/sources';
import type { RecordView } from '../../debate/fold/view';
import { positionOf } from '../../projections/status';
import { reportsOf } from '../../reports/formatReports';
import type { Disposable } from '../kit/emitter';
import { entryLink, markdown, panelLinks, standingLinks, type ChatPart, plainMarkdown } from './chatPart';
import { countsText, entryLine, isTold, list } from './statusParts';
import { tallies } from '../formats/registry';
import { turnSummary, unresolvedIn } from '../../debate/formats/common/speech';
import { standingConcessions } from '../../projections/formats/declared';
import { outcomeOf } from '../../projections/outcome';
import { topicOf } from '../../projections/topic';
import { outcomeWords } from '../../projections/words';

/** More of a document than this is read in the editor. */
const longestDocument = 14_000;

const summaryName = 'summary.md';

/**
 * The summary of a finished debate, made again from the record: without what was redacted since it was written. Where its format has
 * none, what code can say.
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

/** Takes as many whole sections as have room; of a section that is longer than that, whole paragraphs. */
function beginningOf(text: string): string {
  const room = text.slice(0, longestDocument);
  const ends = ['\n## ', '\n\n', '\n'].map((mark) => room.lastIndexOf(mark));
  return room.slice(
    0,
    ends.find((end) => end > longestDocument / 2),
  );
}

/** What code can say of a debate that goes on. */
export function digestParts(view: RecordView, folder: string): ChatPart[] {
  const { state } = view;
  const links = panelLinks(folder, state);
  const topic = plainMarkdown(topicOf(view) ?? l10n.t('topic not recorded'), links);
  const found = outcomeOf(state);
  const words = plainMarkdown(view.mask.text(outcomeWords(l10n, found)));
  const outcome = state.conclusion === undefined ? words : `${words} (${entryLink(folder, state.conclusion.seq)})`;
  const points = unresolvedIn(view).map(({ text }) => plainMarkdown(text, links));
  const sections = [
    `**${topic}**`,
    state.debaters.length === 0 ? '' : list(state.debaters.map(({ name }) => debaterLine(view, folder, name))),
    points.length === 0 ? '' : `${l10n.t('Left open:')}\n\n${list(points)}`,
    list([
      found.code === 'result' ? l10n.t('Scores: {0}', outcome) : l10n.t('Outcome: {0}', outcome),
      ...tallies(state),
      l10n.t('Sources: {0}', countsText(sourceTally(view))),
    ]),
  ];
  return [markdown(`${sections.filter((section) => section !== '').join('\n\n')}\n`)];
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

/** Where nobody has summed the turn up, its first entry speaks for itself. */
function turnText(view: RecordView, folder: string, turn: Turn): string {
  const [seq = 0] = turn.seqs;
  const words = turnSummary(view, turn);
  if (words === undefined) return entryLine(view, folder, seq);
  return `${entryLink(folder, seq)} **${plainMarkdown(turn.debater)}**: ${plainMarkdown(words, panelLinks(folder, view.state))}`;
}

interface Followed {
  /** What is read of it now; another one where the log was replaced. */
  readonly view: () => RecordView;
  readonly isRunning: () => boolean;
  readonly refresh: () => Promise<unknown>;
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface FollowOptions {
  /** A position of the log. */
  from: number;
  /** Entries after which the rest is left to the panel. */
  most: number;
  signal: AbortSignal;
  onEntry: (position: number) => void;
}

/** Why it was not followed any further. */
export type FollowEnd = 'round' | 'enough' | 'paused' | 'done' | 'cancelled';

/** Tells entries as they are logged, to the end of the round or phase that runs. Whoever stops listening stops nothing else. */
export async function followEntries(
  followed: Followed,
  { from, most, signal, onEntry }: FollowOptions,
): Promise<FollowEnd> {
  const started = stageKey(followed.view().state);
  let next = from;
  let sent = 0;
  for (let isLast = false; ;) {
    const view = followed.view();
    // A log that was replaced by a shorter one has told what it had.
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
      // Its last entries may have been written a moment before it came to rest.
      isLast = true;
      await followed.refresh();
    }
  }
}

/** Getting ready and the openings are one. */
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
