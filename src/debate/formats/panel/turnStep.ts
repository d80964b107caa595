import { ignoredIn } from '../../flow/duties';
import type { Draft, Entry, Phase } from '../../log/entry';
import { correctionsOf, type Point } from '../../log/entryData';
import { declaredOf } from '../../log/data/declared';
import {
  conjectureLabel,
  loggedCorrections,
  madeIn,
  startsLikeCorrection,
  withCorrectionLines,
} from '../../rules/spokenRules';
import { mendedField } from '../../rules/mending';
import { acknowledgedBy, isSaidBefore, turnViolations, type EntryViolation, type TurnPhase } from './turnGate';
import { type CommitContext, type Step, type TaskFailure, type TaskOutcome, notPerformed } from '../../flow/step';
import type { TaskInputs, Violation } from '../../flow/tasks';
import type { FallenRider, SpokenEntry, TurnOutput } from '../../flow/tasks/debater';
import { memoDrafts, type RecordView } from '../../fold/view';
import { datedSources } from '../common/arguing';
import { noticesOf, seqList } from '../common/notices';
import {
  agentStep,
  citedSources,
  failureReason,
  ignoresIn,
  leftOut,
  leftOutBy,
  leftOutIn,
  reasonsIn,
  refusedAnswer,
  whyFailed,
} from '../common/steps';

type TurnKind = 'debater/opening' | 'debater/turn' | 'debater/closing';

interface TurnSpec<K extends TurnKind> {
  id: string;
  name: string;
  phase: TurnPhase;
  round: number;
  kind: K;
  input: (view: RecordView) => TaskInputs[K];
}

/** Gated by the rules, sent back at most twice, then logged as conjecture, or skipped with a ruling. */
export function turnStep<K extends TurnKind>(spec: TurnSpec<K>): Step {
  const { id, name, phase, kind, input } = spec;
  return agentStep(
    {
      id,
      agent: name,
      kind,
      input,
      check: (output, context) => turnViolations(output, { name, phase }, context),
      cites: (output) => output.entries.flatMap(citedSources),
    },
    (answer, context) => commitTurn(answer, spec, context),
    { lineage: 'debater' },
  );
}

function commitTurn(
  answer: TurnOutput | undefined,
  spec: TurnPlace,
  context: CommitContext & { outcome: TaskOutcome | undefined },
): Draft[] {
  const { outcome, view } = context;
  const turn = answer ?? mended(outcome, spec, view);
  if (turn === undefined) return outcome?.ok === false ? [skipRuling(outcome, spec)] : [];
  const { name, phase } = spec;
  // Nobody speaks after a closing.
  const memo = phase === 'closing' ? undefined : turn.memo;
  const [first, ...others] = turn.entries.map((entry) => spokenDraft(entry, spec, context));
  const ignored = ignoredIn(outcome);
  return [
    ...(first === undefined ? [] : [{ ...first, data: { ...first.data, ...ignored } }]),
    ...others,
    ...(turn.fallen ?? []).map((fallen) => fallenNote(fallen, spec)),
    ...memoDrafts('chair', name, memo),
  ];
}

type TurnPlace = Pick<TurnSpec<TurnKind>, 'name' | 'phase' | 'round' | 'kind'>;

interface RefusedEntry {
  entry: SpokenEntry;
  violations: readonly EntryViolation[];
}

/** The last answer when what is left against it may stand: what the debater insists on, and what a label cures. Left out are sources that nobody could read, a rider with a fault, and what the turn had said. Anything else, and any opening or closing with it, is not logged. */
function mended(
  outcome: TaskOutcome | undefined,
  { kind, name, phase }: TurnPlace,
  view: RecordView,
): TurnOutput | undefined {
  const refused = refusedAnswer(outcome, kind);
  if (refused === undefined) return undefined;
  const { entries, memo }: TurnOutput = refused.answer;
  const violations: readonly EntryViolation[] = refused.violations;
  if (violations.some((violation) => violation.entry === undefined)) return undefined;
  const kept = entries
    .map((entry, index) => ({ entry, violations: violations.filter((violation) => violation.entry === index) }))
    .filter(
      (one, index) => !isSaidBefore(entries, index) && (!isRider(one.entry) || one.violations.every(mayBeInsistedOn)),
    )
    .map(withoutUnread);
  if (!kept.every(({ entry, violations: left }) => left.every((violation) => mayStand(violation, entry))))
    return undefined;
  const context = { view, sources: new Map(), isInFlight: true };
  const without = kept.map(({ entry }) => entry);
  const after = turnViolations({ entries: without }, { name, phase }, context).filter(
    ({ toldOnce }) => toldOnce !== true,
  );
  const isCured = (index: number): boolean =>
    [...(kept[index]?.violations ?? []), ...after.filter(({ entry }) => entry === index)].some(isCurable);
  if (!after.every((violation) => mayStand(violation, without[violation.entry ?? -1]))) return undefined;
  const fallen = entries.flatMap((entry, index) => {
    const against = violations.filter((violation) => violation.entry === index && !mayBeInsistedOn(violation));
    return isRider(entry) && against.length > 0 ? [{ type: entry.type, reason: reasonsIn(against) }] : [];
  });
  return {
    entries: without.map((entry, index) => (isCured(index) ? asConjecture(entry) : entry)),
    memo,
    ...(fallen.length > 0 && { fallen }),
  };
}

const fallenKind = 'fallen';

/** A challenge or question that failed its gate falls alone, and whoever reads the record learns why. */
function fallenNote({ type, reason }: FallenRider, { name, phase, round }: TurnPlace): Draft {
  const where = phase === 'rebuttal' ? ` in round ${round}` : ` (${phase})`;
  const what = type === 'source_challenge' ? 'source challenge' : 'question to the Chair';
  return note(`The ${what} of ${name}${where} is left out; the turn stands. ${reason}`, {
    kind: fallenKind,
    debater: name,
    type,
    reason,
  });
}

/** What such a note was made of. */
export function fallenIn({ type, data }: Pick<Entry, 'type' | 'data'>): FallenRider | undefined {
  const { kind, type: rider, reason } = type === 'note' ? (data ?? {}) : {};
  return kind === fallenKind && typeof rider === 'string' && typeof reason === 'string'
    ? { type: rider, reason }
    : undefined;
}

const isRider = ({ type }: SpokenEntry): boolean => type === 'source_challenge' || type === 'clarification_request';
const mayBeInsistedOn = ({ insistable }: Violation): boolean => insistable === true;
const isCurable = ({ curedBy }: Violation): boolean => curedBy === 'conjecture';
const mayStand = (violation: Violation, entry: SpokenEntry | undefined): boolean =>
  mayBeInsistedOn(violation) || (isCurable(violation) && canBeConjecture(entry));

function withoutUnread({ entry, violations }: RefusedEntry): RefusedEntry {
  const unread = leftOutBy(violations);
  if (unread.length === 0) return { entry, violations };
  const sources = (entry.sources ?? []).filter(({ url }) => !unread.some((source) => source.url === url));
  return { entry: { ...entry, sources, ...leftOut(unread) }, violations };
}

/** An entry that opens with a source correction cannot take the label before it: the wording of rule 17 comes first. */
function canBeConjecture(entry: SpokenEntry | undefined): boolean {
  if (entry === undefined || correctionsOf(entry).length > 0 || startsLikeCorrection(entry.content)) return false;
  return entry.type === 'new_point' || entry.type === 'rebuttal' || entry.type === 'conjecture';
}

/** Only the label is added; the words stay the debater's. */
function asConjecture(entry: SpokenEntry): SpokenEntry {
  const isLabelled = entry.content.trimStart().startsWith(conjectureLabel);
  const content = isLabelled ? entry.content : `${conjectureLabel} ${entry.content}`;
  return { ...entry, type: 'conjecture', content };
}

function spokenDraft(given: SpokenEntry, { name, phase }: TurnPlace, { view, today }: CommitContext): Draft {
  const entry = withCorrectionLines(given, view.state);
  const acknowledges = acknowledgedBy(entry, name, view.state);
  const challenge = entry.type === 'source_challenge' ? { url: entry.url, claim: entry.claim } : {};
  const target = entry.type === 'source_challenge' || entry.type === 'clarification_request' ? entry.target_seq : null;
  return {
    phase: phase satisfies Phase,
    speaker: name,
    type: entry.type,
    content: entry.content,
    sources: datedSources(entry.sources ?? [], today),
    rebuttal_to_seq: entry.type === 'rebuttal' ? entry.rebuttal_to_seq : null,
    target_seq: target ?? null,
    data: {
      ...declaredOf({
        ...entry,
        acknowledges: acknowledges.length === 0 ? entry.acknowledges : acknowledges,
        correction: undefined,
        corrections: undefined,
        ...loggedCorrections(madeIn(entry, view.state)),
      }),
      ...ignoresIn(entry),
      ...leftOutIn(entry),
      ...(typeof entry['passages_left'] === 'number' ? { passages_left: entry['passages_left'] } : {}),
      ...mendedField(entry),
      ...challenge,
    },
  };
}

function skipRuling(failure: TaskFailure, { name, phase, round }: TurnPlace): Draft {
  const reason = failureReason(failure);
  const rule = failure.last?.violations[0]?.rule ?? failure.rule;
  const where = phase === 'rebuttal' ? `in round ${round}` : `(${phase})`;
  return ruling(null, `The turn of ${name} ${where} is skipped. ${reason}`, {
    kind: 'skipped',
    debater: name,
    phase,
    round,
    reason,
    attempts: failure.attempt,
    rule,
  });
}

export { listed, seqList } from '../common/notices';

export const { absentNote, announcement, note, ruling } = noticesOf('chair');

export function missingNote(what: string, outcome: TaskOutcome | undefined, consequence: string): Draft {
  if (outcome?.ok === false && outcome.code === notPerformed) return absentNote(what, outcome.message);
  return noticesOf('chair').failureNote(what, whyFailed(outcome), consequence);
}

/** Why there is nothing, behind words that say so; nothing where nobody failed. */
export const failureWords = (outcome: TaskOutcome | undefined): string =>
  outcome?.ok === false ? ` (${outcome.message})` : '';

/** Points with the entries where they stand, one a line. */
export const pointLines = (points: readonly Point[]): string =>
  points
    .map(({ text, seqs }, index) => `${index + 1}. ${text}${seqs.length > 0 ? ` (${seqList(seqs)})` : ''}`)
    .join('\n');
