import { dataOf } from '../../log/codec';
import type { Draft } from '../../log/entry';
import type { Debater } from '../../log/entryData';
import { areDebatersExtractive, isExtractive, isHeld } from '../../flow/seats';
import { hasStep, type DebateState } from '../../fold/state';
import type { Step, TaskOutcome } from '../../flow/step';
import type { TaskOutput, Violation } from '../../flow/tasks';
import type { RecordView } from '../../fold/view';
import { drawn } from '../common/drawn';
import { agentStep, codeStep, isOutOfTime, timeSpentWords, whyFailed } from '../common/steps';
import { has } from '../../fold/versions';
import { briefOf, summaries, turnInput, cruxId, cruxStep, wantsCrux } from './inputs';
import { isQuotedOut, panelFacts } from './facts';
import { optionsOf, type WithOptions } from './options';
import { announcement, failureWords, listed, note, turnStep } from './turnStep';
import { agentRecord } from '../common/agentRecord';

const audienceMinutes = 2;

/** Undefined when the rounds are over. */
export function roundsPhase(state: DebateState): Step | undefined {
  if (state.factsOf(panelFacts).roundsEnded) return undefined;
  const round = Math.max(1, state.round);
  if (hasStep(state, `r${round}/go-on`)) {
    // The maximum may have been lowered since the round was judged.
    return round >= state.limits.max_rounds ? undefined : startStep(state, round + 1);
  }
  if (!hasStep(state, `r${round}/start`)) return isDealtOut(state, 0) ? undefined : startStep(state, round);
  const early = isAskedFirst(state, round) ? audienceSteps(state, round) : undefined;
  if (early !== undefined) return early;
  if (isHeld(state, 'chair') && wantsCrux(state, round) && !hasStep(state, cruxId(round))) return cruxStep(round);
  for (const debater of speakersOf(state, round)) {
    const id = `r${round}/turn/${debater.name}`;
    if (hasStep(state, id) || isQuotedOut(state, debater.name, round)) continue;
    const { name } = debater;
    return turnStep({
      id,
      name,
      phase: 'rebuttal',
      round,
      kind: 'debater/turn',
      input: (view) => turnInput(view, debater, round),
    });
  }
  if (!hasStep(state, `r${round}/relay`)) return relayStep(state, round);
  return audienceSteps(state, round) ?? goOnStep(state, round);
}

/** Undefined once the audience was heard, or where nobody listens. */
function audienceSteps(state: DebateState, round: number): Step | undefined {
  if (!isHeld(state, 'audience')) return undefined;
  if (!hasStep(state, `r${round}/audience`)) return audienceStep(round, state);
  const isChosenFrom = state.factsOf(panelFacts).askedQuestions.has(round);
  return isChosenFrom && !hasStep(state, `r${round}/questions`) ? questionsStep(round) : undefined;
}

/** Where no turn comes after the round, its audience asks before it, so that the turns can answer. */
function isAskedFirst(state: DebateState, round: number): boolean {
  if (!has(state, 'earlyAudience') || state.limits.max_rounds !== 1 || areDebatersExtractive(state)) return false;
  return !state.turns.some((turn) => turn.phase === 'rebuttal' && turn.round === round);
}

function startStep(state: DebateState, round: number): Step {
  const order = isOrdered(state) ? speakersOf(state, round).map(({ name }) => name) : undefined;
  const said = order === undefined ? '' : `\nOrder of speaking: ${listed(order)}.`;
  const content = `Round ${round} of ${state.limits.max_rounds} beginning.${said}`;
  const data = { kind: 'round_start', round, order };
  return codeStep(`r${round}/start`, 'chair', () => [announcement(content, data, 'rebuttal')]);
}

const relayedKinds: ReadonlySet<string> = new Set(['unreliable', 'challenge', 'reconsidered']);

/** Mandatory: the findings that were put before the debaters since the last relay, or none. */
function relayStep(state: DebateState, round: number): Step {
  const since = state.headers.findLast((header) => header.kind === 'relay')?.seq ?? -1;
  const rulings = state.rulings
    .filter((ruling) => ruling.seq > since && relayedKinds.has(ruling.kind))
    .map((ruling) => ({ seq: ruling.seq, target: ruling.target ?? -1, words: `${ruling.kind}: ${ruling.url ?? ''}` }));
  const redactions = [...state.redactions]
    .filter(([, redaction]) => redaction.by > since)
    .map(([target, redaction]) => ({ seq: redaction.by, target, words: 'struck as fabricated' }));
  const relayed = [...rulings, ...redactions].sort((a, b) => a.seq - b.seq);
  const words = relayed.map(({ seq, target, words: what }) => `seq ${target} ${what} (seq ${seq})`);
  const content = `Verifier findings relayed this round: ${words.length === 0 ? 'none' : words.join('; ')}.`;
  const points = relayed.map(({ seq, target, words: text }) => ({ text, seqs: [target, seq] }));
  return codeStep(`r${round}/relay`, 'chair', () => [announcement(content, { kind: 'relay', round, points })]);
}

/** Once all have spoken: the audience is told neither of the last review nor of the relay. */
export function audienceAhead(state: DebateState): Step | undefined {
  const { round } = state;
  if (round === 0 || state.factsOf(panelFacts).roundsEnded || hasStep(state, `r${round}/relay`)) return undefined;
  if (!isHeld(state, 'audience')) return undefined;
  if (hasStep(state, `r${round}/audience`)) return undefined;
  const isSpoken = speakersOf(state, round).every(({ name }) => hasStep(state, `r${round}/turn/${name}`));
  return isSpoken ? audienceStep(round, state) : undefined;
}

function audienceStep(round: number, { limits }: DebateState): Step {
  const { audience_minutes: minutes } = limits;
  return agentStep(
    {
      id: `r${round}/audience`,
      agent: 'audience',
      kind: 'audience/questions',
      ...(minutes === undefined ? { usualMs: audienceMinutes * 60_000 } : { totalMs: minutes * 60_000 }),
      input: (view) => ({
        brief: briefOf(view.state),
        // The relay repeats rulings that are in it.
        record: agentRecord(view).filter(({ data }) => data?.['kind'] !== 'relay'),
        round,
        turns: summaries(view, round),
      }),
      check: (answer, { view }) => answer.questions.flatMap(({ to }) => unknownDebater(to, view.state)),
    },
    (answer, { outcome }) => [audienceNote(answer?.questions ?? [], outcome, round)],
  );
}

function unknownDebater(name: string, state: DebateState): Violation[] {
  if (state.debaters.some((debater) => debater.name === name)) return [];
  return [{ rule: 'structure', message: `"${name}" is no debater; ask one of the lineup by name.` }];
}

function audienceNote(
  questions: TaskOutput<'audience/questions'>['questions'],
  outcome: TaskOutcome | undefined,
  round: number,
): Draft {
  if (questions.length > 0) {
    const words = questions.map(({ to, question }) => `to ${to}: ${question}`);
    return note(`The audience asks in round ${round}: ${words.join(' | ')}`, { kind: 'asked', round, questions });
  }
  return note(`The audience has no questions in round ${round}${failureWords(outcome)}.`, {
    kind: 'no_questions',
    round,
  });
}

const askedIn = (view: RecordView, round: number): { to: string; question: string }[] =>
  dataOf(view.visible(view.state.factsOf(panelFacts).askedQuestions.get(round)), 'note')?.questions ?? [];

/** The Chair chooses; the other questions are in the note before. */
const questionsStep = (round: number): Step =>
  agentStep(
    {
      id: `r${round}/questions`,
      agent: 'chair',
      kind: 'chair/choose_questions',
      input: (view) => ({ brief: briefOf(view.state), round, questions: askedIn(view, round) }),
    },
    (answer, { outcome, view }) => {
      const asked = askedIn(view, round);
      const relayed = [...new Set(answer?.chosen)].flatMap((index) => asked[index] ?? []);
      if (relayed.length === 0) {
        const why = failureWords(outcome);
        return [
          note(`The Chair relays no audience question in round ${round}${why}.`, { kind: 'no_questions', round }),
        ];
      }
      return relayed.map(({ to, question }) => ({
        phase: 'rebuttal',
        speaker: 'audience',
        type: 'audience_question',
        content: `To ${to}: ${question}`,
        data: { to, round },
      }));
    },
  );

/** Asks the Chair whether to go on. Below the minimum the debate always does, at the maximum or out of time never. */
function goOnStep(state: DebateState, round: number): Step {
  const id = `r${round}/go-on`;
  const { min_rounds: minimum, max_rounds: maximum } = state.limits;
  const decided = (kind: 'go_on' | 'stop', content: string): Step =>
    codeStep(id, 'chair', () => [note(content, { kind, round })]);
  if (round >= maximum) return decided('stop', `Round ${round} of at most ${maximum} is complete: the rounds end.`);
  if (isDealtOut(state, round)) return decided('stop', 'No document has a passage left: the rounds end.');
  if (round < minimum) return decided('go_on', `Round ${round} of at least ${minimum} is complete: the rounds go on.`);
  if (isOutOfTime(state)) return decided('stop', `${timeSpentWords(state)}: the rounds end.`);
  if (!isHeld(state, 'chair')) return decided('go_on', `Round ${round} of at most ${maximum} is complete.`);
  return judgedGoOn(id, round);
}

/** No debater could quote anything in a further round. Earlier versions skipped every turn of a round first. */
export const isDealtOut = (state: DebateState, round: number): boolean => {
  if (
    state.debaters.length > 0 &&
    state.debaters.every(({ name }) => isExtractive(state, name) && isQuotedOut(state, name, round + 1))
  )
    return true;
  const turns = state.turns.filter((turn) => turn.phase === 'rebuttal' && turn.round === round);
  return areDebatersExtractive(state) && turns.length > 0 && turns.every(({ skipped }) => skipped);
};

const judgedGoOn = (id: string, round: number): Step =>
  agentStep(
    {
      id,
      agent: 'chair',
      kind: 'chair/go_on',
      input: (view) => ({ brief: briefOf(view.state), record: agentRecord(view), round }),
    },
    (answer, { outcome }) => {
      if (answer === undefined) {
        const why = whyFailed(outcome);
        return [note(`The Chair could not judge whether to go on (${why}); the rounds end.`, { kind: 'stop', round })];
      }
      const [kind, words] = answer.go_on ? ['go_on', 'The rounds go on'] : ['stop', 'The rounds end'];
      return [note(`${words} after round ${round}: ${answer.reason}`, { kind, round })];
    },
  );

/** 0 for the openings; closings go in their reverse. Rule 3. */
export function speakersOf(
  { setup, debaters }: WithOptions & { debaters: readonly Debater[] },
  round: number,
): Debater[] {
  const { order, seed = '' } = optionsOf({ setup });
  if (order === 'drawn') return drawn(debaters, `${seed}/${round === 0 ? 'opening' : `r${round}`}`);
  const first = order === 'rotate' && debaters.length > 0 ? round % debaters.length : 0;
  return [...debaters.slice(first), ...debaters.slice(0, first)];
}

/** Whether it is another than the lineup's, so that it has to be said. */
const isOrdered = (debate: WithOptions): boolean => (optionsOf(debate).order ?? 'lineup') !== 'lineup';
