import { challengedUrl, challengeId, openChallenges } from '../../duties';
import type { Draft } from '../../entry';
import {
  findingOn,
  hasStep,
  headerOf,
  isChecked,
  isRedacted,
  type DebateState,
  type Finding,
  type Header,
} from '../../state';
import type { AgentTask, Step, TaskOutcome } from '../../step';
import type { VisibleEntry } from '../../tasks';
import { firstWords, wordCount } from '../../text';
import type { RecordView } from '../../view';
import { redactionOf, redactionSteps, warningSteps } from '../common/verification';
import { briefOf } from './inputs';
import { answerTo } from '../common/steps';
import { note, ruling } from './turnStep';

/**
 * What interrupts the main lane: findings, challenges, questions to the Chair, and the review of a turn.
 * All of it comes before the next main step.
 */

const base = { lane: 'main', onFailure: 'commit', visibility: 'all', lineage: 'chair' } as const;

/** Steps of the Chair that come before anything else; the first is done first. */
export function urgentSteps(state: DebateState): Step[] {
  return [
    ...redactionSteps(state, 'chair'),
    ...openChallenges(state).flatMap((challenge) => challengeStep(state, challenge)),
    ...openQuestions(state).map(clarificationStep),
    ...warningSteps(state, 'chair'),
  ];
}

/** The Verifier has decided; the Chair words the ruling. Nothing while the result is still out. */
function challengeStep(state: DebateState, challenge: Header): Step[] {
  const target = headerOf(state, challenge.target ?? -1);
  const url = challengedUrl(state, challenge);
  if (target === undefined || url === undefined || !target.urls.includes(url)) return [emptyChallengeStep(challenge)];
  const finding = findingOn(state, target.seq, url);
  if (finding === undefined || !isChecked(state, target.seq, url)) return [];
  const id = challengeId(challenge);
  // An answer that was asked for by an older finding is not an answer to this one.
  const task: AgentTask<'chair/rule_on_challenge'> = {
    id: finding.again === true ? `${id}/${finding.seq}` : id,
    agent: 'chair',
    kind: 'chair/rule_on_challenge',
    input: (view) => ({
      brief: briefOf(view.state),
      challenge: shown(view, challenge.seq),
      target: shown(view, target.seq),
      url,
      claim: claimOf(shown(view, challenge.seq)),
      finding: { status: finding.status, explanation: view.mask.of(finding.check ?? finding.seq, finding.explanation) },
    }),
  };
  return [
    {
      ...base,
      id,
      tasks: [task],
      commit: ([outcome], { view }) => {
        const reason = answerTo(outcome, 'chair/rule_on_challenge')?.reason ?? '';
        const verdict = challengeVerdict(finding, reason);
        const ruled = ruling(target.seq, `the challenge at seq ${challenge.seq} to ${url} is ${verdict}`, {
          kind: 'challenge',
          rule: '15',
          url,
          challenge: challenge.seq,
          status: finding.status,
          reason: reason === '' ? finding.explanation : reason,
        });
        const redacts = finding.status === 'fabricated' && !isRedacted(view.state, target.seq);
        return redacts ? [ruled, redactionOf(view.state, finding, 'chair')] : [ruled];
      },
    },
  ];
}

/** The challenged words; gone if their entry was redacted. */
function claimOf(challenge: VisibleEntry): string {
  const claim = challenge.data?.['claim'];
  return typeof claim === 'string' ? claim : '';
}

/** Logged past the gate by another writer: it names no source that could be looked at. */
function emptyChallengeStep(challenge: Header): Step {
  const reason = 'It names no source that the entry cites, so there is nothing to check.';
  return {
    ...base,
    id: challengeId(challenge),
    tasks: [],
    commit: () => [
      ruling(challenge.target, `the challenge at seq ${challenge.seq} is dismissed. ${reason}`, {
        kind: 'challenge',
        rule: '15',
        challenge: challenge.seq,
        reason,
      }),
    ],
  };
}

function challengeVerdict({ status, explanation }: Finding, reason: string): string {
  const words = reason === '' ? explanation : reason;
  switch (status) {
    case 'fabricated':
      return `upheld: the source is fabricated. ${words}`;
    case 'unreliable':
      return `upheld: the source is unreliable and is to be withdrawn or replaced. ${words}`;
    case 'verified':
      return `dismissed: the source was verified. ${words}`;
    case 'unverified':
      return `dismissed: the source could be neither confirmed nor refuted and is never punished for that. ${words}`;
  }
}

const shown = (view: RecordView, seq: number): VisibleEntry => {
  const entry = view.visible(seq);
  if (entry === undefined) throw new Error(`seq ${seq} is in the state but not in the log`);
  return entry;
};

function openQuestions(state: DebateState): Header[] {
  return state.headers.filter(
    (header) => header.type === 'clarification_request' && !hasStep(state, `clarification/${header.seq}`),
  );
}

function clarificationStep(request: Header): Step {
  const id = `clarification/${request.seq}`;
  const task: AgentTask<'chair/answer_clarification'> = {
    id,
    agent: 'chair',
    kind: 'chair/answer_clarification',
    input: (view) => ({ brief: briefOf(view.state), record: view.all(), request: shown(view, request.seq) }),
  };
  return {
    ...base,
    id,
    tasks: [task],
    commit: ([outcome]) => {
      const why = outcome?.ok === false ? ` (${outcome.message})` : '';
      const answer =
        answerTo(outcome, 'chair/answer_clarification')?.answer ??
        `no answer could be given${why}; the rules stand as they are and the turn order goes on.`;
      return [ruling(request.seq, answer, { kind: 'clarification', reason: answer })];
    },
  };
}

const summaryWords = 30;

/** The Chair's only review of the first turn without one: summary, frameworks, rules 6, 7 and 11. */
export function reviewStep(state: DebateState): Step | undefined {
  const turn = state.turns.find(
    (candidate) => !candidate.skipped && hasStep(state, candidate.id) && !hasStep(state, `${candidate.id}/review`),
  );
  const first = turn?.seqs[0];
  if (turn === undefined || first === undefined) return undefined;
  const id = `${turn.id}/review`;
  const inForce = turn.seqs.filter((seq) => !isRedacted(state, seq));
  if (inForce.length === 0) {
    const redacted = note(
      'The turn was struck from the record; there is nothing to review.',
      { kind: 'review' },
      first,
    );
    return { ...base, id, tasks: [], commit: () => [redacted] };
  }
  const task: AgentTask<'chair/review_turn'> = {
    id,
    agent: 'chair',
    kind: 'chair/review_turn',
    input: (view) => ({
      brief: briefOf(view.state),
      speaker: view.state.debaters.find((debater) => debater.name === turn.debater) ?? anonymous(turn.debater),
      entries: inForce.map((seq) => shown(view, seq)),
    }),
    check: (answer) => {
      const words = wordCount(answer.summary);
      const message = `The summary has ${words} words; at most ${summaryWords} are allowed.`;
      return words <= summaryWords ? [] : [{ rule: 'length', message }];
    },
  };
  return {
    ...base,
    id,
    tasks: [task],
    commit: ([outcome], { view }) => reviewEntries(outcome, { first, debater: turn.debater, inForce }, view),
  };
}

const anonymous = (name: string) => ({ name, persona: '', starting_position: '', incentives: '', model: '' });

function reviewEntries(
  outcome: TaskOutcome | undefined,
  turn: { first: number; debater: string; inForce: readonly number[] },
  view: RecordView,
): Draft[] {
  const review = answerTo(outcome, 'chair/review_turn');
  if (review === undefined) {
    const why = outcome?.ok === false ? outcome.message : 'no answer.';
    const summary = firstWords(turn.inForce.map((seq) => shown(view, seq).content).join(' '), summaryWords - 1);
    const failed = note(
      `The Chair's review of seq ${turn.first} failed: ${why} The summary is the turn's own first words: ${summary}`,
      { kind: 'review', summary, failed: why },
      turn.first,
    );
    return [failed];
  }
  const frameworks = review.frameworks.map(({ name, description }) => ({ name, description }));
  const named = frameworks.length === 0 ? '' : ` Frameworks: ${frameworks.map((f) => f.name).join('; ')}.`;
  const data = { kind: 'review', summary: review.summary, ...(frameworks.length === 0 ? {} : { frameworks }) };
  const isSourced = turn.inForce.some((seq) => (headerOf(view.state, seq)?.urls.length ?? 0) > 0);
  const unsourced = isSourced ? '' : ' It cites no source: there is nothing to verify.';
  return [
    note(`Review of seq ${turn.first} (${turn.debater}): ${review.summary}${named}${unsourced}`, data, turn.first),
    ...review.infractions.map(({ rule, reason }) =>
      ruling(turn.first, `infraction of rule ${rule} by ${turn.debater}. ${reason}`, {
        kind: 'infraction',
        rule,
        reason,
        debater: turn.debater,
      }),
    ),
  ];
}
