import { figureViolations } from '../../rules/recordFigures';
import { stringsIn } from '../../log/objects';
import { has } from '../../fold/versions';
import { lastSpoke } from '../../flow/duties';
import type { Debater } from '../../log/entryData';
import { cruxProblems } from '../../rules/cruxGate';
import { structure } from '../../rules/violation';
import { withdrawnViolations } from '../../rules/documentGate';
import { isRedacted, type DebateState, type Turn } from '../../fold/state';
import type { Step } from '../../flow/step';
import type { PanelBrief, ClosingInput, OpeningInput, SpeakerInput, TurnInput } from '../../flow/tasks/debater';
import type { RecordView } from '../../fold/view';
import { arguingInput } from '../common/arguing';
import { briefOf as sharedBrief } from '../common/brief';
import { agentStep } from '../common/steps';
import { namedBeforeClosings, speechFacts, turnSummary } from '../common/speech';
import { isSealed, optionsOf } from './options';
import { unansweredOf } from './ledger';
import { pendingFrameworks } from './turnGate';
import { announcement, missingNote, pointLines } from './turnStep';
import { agentRecord } from '../common/agentRecord';

export const briefOf = (state: DebateState): PanelBrief => ({
  ...sharedBrief(state),
  minRounds: state.limits.min_rounds,
  maxRounds: state.limits.max_rounds,
});

function speakerInput(view: RecordView, you: Debater): SpeakerInput {
  const { state, mask } = view;
  const since = lastSpoke(state, you.name);
  return {
    ...arguingInput(view, you),
    brief: briefOf(state),
    guidance: state.guidance.filter(({ seq }) => seq > since),
    frameworks: pendingFrameworks(state, you.name).map((framework) => ({
      ...framework,
      description: mask.text(framework.description),
    })),
  };
}

const spokenTurns = (state: DebateState, phase: string, round: number): Turn[] =>
  state.turns.filter((turn) => turn.phase === phase && turn.round === round && !turn.skipped);

export function openingInput(view: RecordView, you: Debater): OpeningInput {
  if (isSealed(view.state)) return { ...speakerInput(view, you), record: recordBeforeOpenings(view), priorOpeners: [] };
  const prior = spokenTurns(view.state, 'opening', 0).map(({ debater, seqs }) => ({ name: debater, seqs }));
  return { ...speakerInput(view, you), priorOpeners: prior };
}

/** Only what the user sends to all may have come since. */
function recordBeforeOpenings(view: RecordView): OpeningInput['record'] {
  const [first] = view.state.turns;
  const end = first?.seqs[0] ?? Infinity;
  return agentRecord(view).filter(({ seq, type }) => seq < end || type === 'intervention');
}

export function turnInput(view: RecordView, you: Debater, round: number): TurnInput {
  return { ...speakerInput(view, you), ...heldBy(view, you.name), round, spokenThisRound: summaries(view, round) };
}

/** Arguments of the others that wait for an answer, and what this debater has granted. */
function heldBy({ state, mask }: RecordView, name: string): Pick<TurnInput, 'unanswered' | 'granted'> {
  const granted = state
    .factsOf(speechFacts)
    .concessions.filter(({ by, at, seq }) => by === name && !isRedacted(state, at) && !isRedacted(state, seq))
    .map(({ at, claim }) => ({ seq: at, claim: mask.text(claim) }));
  return { unanswered: unansweredOf(state, name), granted };
}

export function closingInput(view: RecordView, you: Debater): ClosingInput {
  const prior = spokenTurns(view.state, 'closing', 0).map(({ debater, seqs }) => ({ name: debater, seqs }));
  const { unresolved, agreed } = namedBeforeClosings(view);
  return { ...speakerInput(view, you), ...heldBy(view, you.name), unresolved, agreed, priorClosers: prior };
}

/** Turns of the round with the Chair's summaries, which are absent if the turn was redacted. */
export function summaries(view: RecordView, round: number): TurnInput['spokenThisRound'] {
  return spokenTurns(view.state, 'rebuttal', round).map((turn) => {
    // A summary of a turn that lost an entry may paraphrase it.
    const isRedactedInPart = turn.seqs.some((seq) => isRedacted(view.state, seq));
    const summary = isRedactedInPart ? 'Struck from the record.' : (turnSummary(view, turn) ?? '');
    return { name: turn.debater, seqs: turn.seqs, summary };
  });
}

/**
 * Whether the crux is asked for before this round's turns: if the option is on, in records whose version knows it, and
 * once there are entries to base it on.
 */
export const wantsCrux = (state: DebateState, round: number): boolean =>
  round > 1 && has(state, 'crux') && optionsOf(state).crux === true;

export const cruxId = (round: number): string => `r${round}/crux`;

/** The points on which the outcome depends, by entries of both sides; if the Chair cannot name them, the round goes on. */
export const cruxStep = (round: number): Step =>
  agentStep(
    {
      id: cruxId(round),
      agent: 'chair',
      kind: 'chair/name_crux',
      input: (view) => ({ brief: briefOf(view.state), record: agentRecord(view), round }),
      check: ({ points }, { view }) => [
        ...cruxProblems(points, view.state, {
          before: Infinity,
          isRedacted: (seq) => isRedacted(view.state, seq),
          read: (seq) => view.visible(seq),
        }).map(structure),
        ...withdrawnViolations('The crux', points.map(({ text }) => text).join('\n'), view.state),
        ...figureViolations('The crux', stringsIn(points), view),
      ],
    },
    (answer, { outcome }) => {
      if (answer === undefined)
        return [missingNote(`The crux of round ${round}`, outcome, 'The round goes on without it.')];
      const { points } = answer;
      const content = `Crux before round ${round}. As the entries of both sides show, the outcome hangs on:\n${pointLines(points)}`;
      return [announcement(content, { kind: 'crux', round, points })];
    },
    // Nobody else needs a larger window for it.
    { forgives: (outcome) => !outcome.ok && outcome.code === 'context_window' },
  );
