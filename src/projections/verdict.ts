import type { SourceCounts } from '../debate/fold/citations';
import { dataOf } from '../debate/log/codec';
import { maskText } from '../debate/fold/mask';
import { seqReferences } from '../debate/log/seqReferences';
import { cutText, oneLine } from '../matching/text/shortText';
import { headerOf, holds, isDebater, isRedacted, type DebateState, type Settlement } from '../debate/fold/state';
import { sentences } from '../matching/text/text';
import type { RecordView } from '../debate/fold/view';
import type { DecidingEntry, FormatVerdict } from './formats/formatProjection';
import { projectionIn } from './formats/registry';
import { barredWinner, outcomeOf, type Outcome } from './outcome';
import { sourceTally } from './sources';

/** Texts are masked; entries are named by seq. */
export interface DebateVerdict extends FormatVerdict {
  outcome: Outcome;
  /** The winner, where a source of theirs is fabricated. */
  barredWinner: string | undefined;
  /** The entry that concludes; undefined if none does, or it was redacted. */
  conclusion: number | undefined;
  /** Its reason, sentence by sentence, as long as it is read at a glance. */
  reason: readonly string[];
  sources: SourceCounts;
  /** What was withdrawn (`from`), and the entry that put it right (`to`). */
  corrections: readonly { from: number; to: number; kind: Settlement }[];
  /** At most three: what the conclusion itself refers to first, with a redaction where one mattered. */
  decided: readonly DecidingEntry[];
}

/** For a new debate: not what lost words to a redaction. */
export const openPoints = ({ open }: Pick<DebateVerdict, 'open'>): string[] =>
  open.map(({ text }) => text).filter((text) => !text.includes(maskText));

export function verdictOf(view: RecordView): DebateVerdict {
  const { state } = view;
  const { conclusion } = state;
  const seq = conclusion === undefined || isRedacted(state, conclusion.seq) ? undefined : conclusion.seq;
  const barred = barredWinner(state);
  const own = projectionIn(state).verdict?.(view) ?? { judging: { role: 'chair', by: [] }, open: [] };
  return {
    ...own,
    outcome: maskedOutcome(view),
    barredWinner: barred === undefined ? undefined : view.mask.text(barred),
    conclusion: seq,
    reason: seq === undefined ? [] : reasonOf(view),
    sources: sourceTally(view),
    corrections: correctionsIn(state),
    decided: (own.decided ?? referredTo(view)).slice(0, mostDecided),
  };
}

/** Each pair of entries once. */
function correctionsIn(state: DebateState): DebateVerdict['corrections'] {
  const kindOf = (newUrl: string | undefined): Settlement => (newUrl === undefined ? 'withdrawn' : 'corrected');
  const pairs = state.corrections
    .filter((correction) => holds(state, correction))
    .map(({ by, seq: from, newUrl }) => [`${from} ${by}`, { from, to: by, kind: kindOf(newUrl) }] as const);
  return [...new Map(pairs).values()];
}

const mostDecided = 3;
const mostSentences = 3;
const longestSentence = 320;

function maskedOutcome({ state, mask }: RecordView): Outcome {
  const outcome = outcomeOf(state);
  if ('winner' in outcome) return { ...outcome, winner: mask.text(outcome.winner) };
  return 'words' in outcome ? { ...outcome, words: mask.text(outcome.words) } : outcome;
}

function reasonOf({ state, mask }: RecordView): string[] {
  const whole = oneLine(mask.text(state.conclusion?.reason ?? ''));
  const found = sentences(whole).map(({ text }) => text.trim());
  return (found.length === 0 ? [whole] : found)
    .filter((text) => text !== '')
    .slice(0, mostSentences)
    .map((text) => cutText(text, longestSentence));
}

/** Those of the reason first. A redaction replaces what was redacted since. */
function referredTo(view: RecordView): DecidingEntry[] {
  const { state, mask } = view;
  const { conclusion } = state;
  const entry = view.visible(conclusion?.seq);
  if (conclusion === undefined || entry === undefined || entry.redacted !== undefined) return [];
  if (conclusion.undecided === 'nobody_weighed') return [];
  const evaluations = JSON.stringify(dataOf(entry, 'conclusion')?.evaluations ?? []);
  const texts = [mask.text(conclusion.reason), entry.content, evaluations];
  const named = texts.flatMap((text) => seqReferences(text).flatMap(({ seqs }) => seqs));
  const inForce = named
    .filter((seq) => seq < conclusion.seq)
    .map((seq) => state.redactions.get(seq)?.by ?? seq)
    .filter((seq) => isWeighed(state, seq));
  const own = [...new Set(inForce)];
  const redaction = own.some((seq) => headerOf(state, seq)?.type === 'redaction')
    ? undefined
    : weighty(state, conclusion.seq);
  const shown = redaction === undefined ? own : [...own.slice(0, mostDecided - 1), redaction];
  return shown.map((seq) => ({ seq }));
}

/** Debaters' words and their redactions: the rest decides nothing by itself. */
function isWeighed(state: DebateState, seq: number): boolean {
  const header = headerOf(state, seq);
  return header !== undefined && (header.type === 'redaction' || isDebater(state, header.speaker));
}

/** The last redaction before the conclusion of what a debater said, if it stands: such a debater cannot win. */
function weighty(state: DebateState, concluded: number): number | undefined {
  const inForce = [...state.redactions].filter(
    ([target, { by, overturned }]) =>
      by < concluded && overturned === undefined && isDebater(state, headerOf(state, target)?.speaker ?? ''),
  );
  return inForce.at(-1)?.[1].by;
}
