import type { Draft, Phase, Source } from '../../entry';
import { correctionIn, startsLikeCorrection } from '../../rules/correction';
import { conjectureLabel } from '../../rules/spokenRules';
import { turnViolations, type EntryViolation, type TurnPhase } from '../../rules/turnGate';
import type { AgentTask, CommitContext, Step, TaskFailure, TaskOutcome } from '../../step';
import type { SpokenEntry, TaskInputs, TurnOutput } from '../../tasks';
import type { RecordView } from '../../view';
import { answerTo, refusedAnswer } from '../common/steps';
import { ruling } from './notices';

type TurnKind = 'debater/opening' | 'debater/turn' | 'debater/closing';

export interface TurnSpec<K extends TurnKind> {
  id: string;
  name: string;
  phase: TurnPhase;
  round: number;
  kind: K;
  input: (view: RecordView) => TaskInputs[K];
}

/** A debater's turn: gated by the rules, sent back at most twice, then logged as conjecture, or skipped with a ruling. */
export function turnStep<K extends TurnKind>(spec: TurnSpec<K>): Step {
  const { id, name, phase, kind, input } = spec;
  const task: AgentTask<K> = {
    id,
    agent: name,
    kind,
    input,
    check: (output, context) => turnViolations(output, { name, phase }, context),
    cites: (output) => output.entries.flatMap((entry) => (entry.sources ?? []).map((s) => s.url)),
  };
  return {
    id,
    lane: 'main',
    tasks: [task],
    onFailure: 'commit',
    visibility: 'all',
    lineage: 'debater',
    commit: ([outcome], context) => (outcome === undefined ? [] : commitTurn(outcome, spec, context)),
  };
}

function commitTurn(
  outcome: TaskOutcome,
  spec: Pick<TurnSpec<TurnKind>, 'name' | 'phase' | 'round' | 'kind'>,
  context: CommitContext,
): Draft[] {
  const turn = answerTo(outcome, spec.kind) ?? mended(outcome, spec.kind);
  if (turn !== undefined) return turn.entries.map((entry) => spokenDraft(entry, spec, context.today));
  return outcome.ok ? [] : [skipRuling(outcome, spec)];
}

/**
 * The last answer when what is left against it may stand: uncaptured sources that the debater insists on (the Verifier
 * decides), and what a label cures. Anything else, and any opening or closing with it, is not logged.
 */
function mended(outcome: TaskOutcome, kind: TurnKind): TurnOutput | undefined {
  const refused = refusedAnswer(outcome, kind);
  if (refused === undefined) return undefined;
  const turn: TurnOutput = refused.answer;
  const violations: readonly EntryViolation[] = refused.violations;
  const isMendable = violations.every(
    (violation) =>
      violation.insistable === true ||
      (violation.curedBy === 'conjecture' && canBeConjecture(turn.entries[violation.entry ?? -1])),
  );
  if (!isMendable) return undefined;
  const cured = new Set(violations.filter((v) => v.curedBy === 'conjecture').map((v) => v.entry));
  return { entries: turn.entries.map((entry, index) => (cured.has(index) ? asConjecture(entry) : entry)) };
}

/** An entry that opens with a source correction cannot take the label before it: the wording of rule 17 comes first. */
function canBeConjecture(entry: SpokenEntry | undefined): boolean {
  if (entry === undefined || entry.correction !== undefined || startsLikeCorrection(entry.content)) return false;
  return entry.type === 'new_point' || entry.type === 'rebuttal' || entry.type === 'conjecture';
}

/** Only the label is added; the words stay the debater's. */
function asConjecture(entry: SpokenEntry): SpokenEntry {
  const isLabelled = entry.content.trimStart().startsWith(conjectureLabel);
  const content = isLabelled ? entry.content : `${conjectureLabel} ${entry.content}`;
  return { ...entry, type: 'conjecture', content };
}

function spokenDraft(entry: SpokenEntry, { name, phase }: { name: string; phase: TurnPhase }, today: string): Draft {
  const { introduces, acknowledges, concedes } = entry;
  const correction = entry.correction ?? correctionIn(entry.content);
  const challenge = entry.type === 'source_challenge' ? { url: entry.url, claim: entry.claim } : {};
  const target = entry.type === 'source_challenge' || entry.type === 'clarification_request' ? entry.target_seq : null;
  return {
    phase: phase satisfies Phase,
    speaker: name,
    type: entry.type,
    content: entry.content,
    sources: (entry.sources ?? []).length === 0 ? null : (entry.sources ?? []).map((s) => asSource(s, today)),
    rebuttal_to_seq: entry.type === 'rebuttal' ? entry.rebuttal_to_seq : null,
    target_seq: target ?? null,
    data: {
      ...(introduces === undefined ? {} : { introduces }),
      ...(acknowledges === undefined ? {} : { acknowledges }),
      ...(concedes === undefined ? {} : { concedes }),
      ...(correction === undefined ? {} : { correction }),
      ...challenge,
    },
  };
}

function asSource(source: NonNullable<SpokenEntry['sources']>[number], today: string): Source {
  const { url, title, quote, claim } = source;
  return {
    url,
    title,
    accessed: today,
    ...(quote === undefined ? {} : { quote }),
    ...(claim === undefined ? {} : { claim }),
  };
}

function skipRuling(
  failure: TaskFailure,
  { name, phase, round }: Pick<TurnSpec<TurnKind>, 'name' | 'phase' | 'round'>,
): Draft {
  const violations = failure.last?.violations ?? [];
  const reasons = violations.map((violation) => `rule ${violation.rule}: ${violation.message}`);
  const reason = reasons.length > 0 ? reasons.join(' ') : failure.message;
  const rule = violations[0]?.rule ?? failure.rule;
  const where = phase === 'rebuttal' ? `in round ${round}` : `(${phase})`;
  return ruling(null, `The turn of ${name} ${where} is skipped. ${reason}`, {
    kind: 'skipped',
    debater: name,
    phase,
    round,
    reason,
    attempts: failure.attempt,
    ...(rule === undefined ? {} : { rule }),
  });
}
