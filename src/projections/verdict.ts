import type { SourceCounts } from '../debate/fold/citations';
import { dataOf } from '../debate/log/codec';
import { maskText } from '../debate/fold/mask';
import type { EntryData, Point } from '../debate/log/entryData';
import { seqReferences } from '../debate/log/seqReferences';
import { cutText, oneLine, withFullStop } from '../matching/text/shortText';
import { headerOf, holds, isDebater, isRedacted, type DebateState, type Settlement } from '../debate/fold/state';
import { sentences } from '../matching/text/text';
import type { RecordView } from '../debate/fold/view';
import { answerOf, formatVerdictOf, type DebateAnswer } from './answer';
import type { DecidingEntry, FormatVerdict } from './formats/formatProjection';
import { type GrantedClaim, grantedIn, type LastPosition, lastPositions } from './granted';
import { type Kin, kinOf } from './kinship';
import { barredWinner, outcomeOf, type Outcome } from './outcome';
import { plainAnswerOf, type ShownPlainAnswer } from './plainAnswer';
import { sourceTally } from './sources';

/** Texts are masked; entries are named by seq. */
export interface DebateVerdict extends Omit<FormatVerdict, 'open' | 'concessions' | 'decided'> {
  answer: DebateAnswer;
  outcome: Outcome;
  /** The winner, where a source of theirs is fabricated. */
  barredWinner: string | undefined;
  /** Who granted whom what, and where each debater stood at last; empty where the answer's points say so already. */
  granted: readonly GrantedClaim[];
  positions: readonly LastPosition[];
  /** What one pass said before the debate. */
  plain: ShownPlainAnswer | undefined;
  /** Judges whose model is of a debater's family. */
  kin: readonly Kin[];
  /** The entry that concludes; undefined if none does, or it was redacted. */
  conclusion: number | undefined;
  /** Its reason, sentence by sentence, as long as it is read at a glance. */
  reason: readonly string[];
  sources: SourceCounts;
  /** What was withdrawn (`from`), and the entry that put it right (`to`). */
  corrections: readonly { from: number; to: number; kind: Settlement }[];
  /**
   * The deciding entries, at most three: what the conclusion itself refers to first, with a redaction where one
   * mattered.
   */
  decided: readonly ShownDecidingEntry[];
}

export interface ShownDecidingEntry extends DecidingEntry {
  speaker: string;
  /** A sentence of its author's. */
  text: string;
}

/** Open points for a new debate, without those that lost words to a redaction. */
export const openPoints = ({ answer }: Pick<DebateVerdict, 'answer'>): string[] =>
  answer.open.map(({ text }) => text).filter((text) => !text.includes(maskText));

export function verdictOf(view: RecordView): DebateVerdict {
  const { state } = view;
  const { conclusion } = state;
  const seq = conclusion === undefined || isRedacted(state, conclusion.seq) ? undefined : conclusion.seq;
  const barred = barredWinner(state);
  const { decided, judging, issues, ...own } = formatVerdictOf(view);
  const answer = answerOf(view, { ...own, judging });
  return {
    judging,
    ...(issues === undefined ? {} : { issues }),
    answer,
    outcome: maskedOutcome(view),
    barredWinner: barred === undefined ? undefined : view.mask.text(barred),
    // The concessions are what both sides agree on where there is no answer.
    granted: answer.given === undefined ? [] : grantedIn(view),
    positions: lastPositions(view),
    plain: plainAnswerOf(view),
    kin: kinOf(state).map(({ judge, debaters }) => ({ judge, debaters: debaters.map((name) => view.mask.text(name)) })),
    conclusion: seq,
    reason: seq === undefined ? [] : reasonOf(view),
    sources: sourceTally(view),
    corrections: correctionsIn(state),
    decided: (namedByJudges(view) ?? decided ?? referredTo(view))
      .slice(0, mostDecided)
      .map((entry) => ({ ...entry, ...saidIn(view, entry.seq) })),
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

/**
 * Entries that the reasons of the deciding verdicts name, those first that most reasons name, the shorter of equals. Undefined where no
 * judges sat, and where no verdict is the outcome.
 */
function namedByJudges(view: RecordView): DecidingEntry[] | undefined {
  const { state } = view;
  const { conclusion } = state;
  if (conclusion?.tally === undefined || isRedacted(state, conclusion.seq)) return undefined;
  const reasons = conclusion.tally.seqs.flatMap((seq) => decidingReasons(view, dataOf(view.visible(seq), 'verdict')));
  const counts = new Map<number, number>();
  for (const { seqs } of reasons)
    for (const seq of new Set(inForce(state, seqs, conclusion.seq))) counts.set(seq, (counts.get(seq) ?? 0) + 1);
  const length = (seq: number): number => view.visible(seq)?.content.length ?? 0;
  const named = [...counts].sort(([a, most], [b, other]) => other - most || length(a) - length(b) || a - b);
  return named.length === 0
    ? undefined
    : withRedaction(
        state,
        named.map(([seq]) => seq),
        conclusion.seq,
      );
}

/** Reasons of a verdict that the outcome follows: of all, or of the issues that were ruled on alike. */
function decidingReasons(view: RecordView, given: EntryData['verdict'] | undefined): readonly Point[] {
  const { conclusion } = view.state;
  const { choice, reasons = [], issues = [] } = given ?? {};
  if (choice !== undefined) return choice === conclusion?.outcome ? reasons : [];
  const ruled = new Map(
    dataOf(view.visible(conclusion?.seq), 'judges_ruling')?.verdicts?.map(({ issue, verdict }) => [issue, verdict]),
  );
  return issues.flatMap((one) => (ruled.get(one.issue) === one.verdict ? one.reasons : []));
}

/** What debaters said before the end; a redaction stands for what it struck. */
const inForce = (state: DebateState, seqs: readonly number[], before: number): number[] =>
  seqs
    .filter((seq) => seq < before)
    .map((seq) => state.redactions.get(seq)?.by ?? seq)
    .filter((seq) => isWeighed(state, seq));

/** The entries, with the redaction that mattered where none of them is one. */
function withRedaction(state: DebateState, seqs: readonly number[], concluded: number): DecidingEntry[] {
  const redaction = seqs.some((seq) => headerOf(state, seq)?.type === 'redaction')
    ? undefined
    : weighty(state, concluded);
  const shown = redaction === undefined ? seqs : [...seqs.slice(0, mostDecided - 1), redaction];
  return shown.map((seq) => ({ seq }));
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
  return withRedaction(state, [...new Set(inForce(state, named, conclusion.seq))], conclusion.seq);
}

/** A redaction says why; a scored argument says its claim; any other entry its first sentence. */
function saidIn(view: RecordView, seq: number): Pick<ShownDecidingEntry, 'speaker' | 'text'> {
  const entry = view.visible(seq);
  if (entry === undefined) return { speaker: '', text: '' };
  const words = dataOf(entry, 'argument')?.argument.claim ?? dataOf(entry, 'redaction')?.reason ?? entry.content;
  const found = sentences(words).map(({ text }) => text);
  const first = found.find((text) => withFullStop(text) === text) ?? found[0] ?? words;
  return { speaker: entry.speaker, text: cutText(oneLine(first.replace(/\*+|__|`/g, '')), longestSaid) };
}

const longestSaid = 160;

/** Debaters' words and their redactions: the rest decides nothing by itself. */
function isWeighed(state: DebateState, seq: number): boolean {
  const header = headerOf(state, seq);
  return header !== undefined && (header.type === 'redaction' || isDebater(state, header.speaker));
}

/** The last redaction before the conclusion of what a debater said, if it stands: such a debater cannot win. */
function weighty(state: DebateState, concluded: number): number | undefined {
  const standing = [...state.redactions].filter(
    ([target, { by, overturned }]) =>
      by < concluded && overturned === undefined && isDebater(state, headerOf(state, target)?.speaker ?? ''),
  );
  return standing.at(-1)?.[1].by;
}
