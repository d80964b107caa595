import { figureViolations } from '../../rules/recordFigures';
import { challengedUrl, challengeId, openChallenges } from '../../flow/duties';
import type { Draft } from '../../log/entry';
import {
  findingOn,
  hasStep,
  headerOf,
  isChecked,
  isRedacted,
  type DebateState,
  type Finding,
  type Header,
} from '../../fold/state';
import type { Step, TaskOutcome } from '../../flow/step';
import { isNearLength, lengthProblems, lengthWish } from '../../rules/violation';
import { standsIn } from '../../rules/spokenRules';
import { cutText } from '../../../matching/text/shortText';
import type { TaskOutput, Violation, VisibleEntry } from '../../flow/tasks';
import { firstWords, wordCount } from '../../../matching/text/text';
import { has } from '../../fold/versions';
import type { RecordView } from '../../fold/view';
import { isHeld } from '../../flow/seats';
import { infractionSteps } from '../common/infractions';
import { redactionOf, redactionSteps, warningSteps } from '../common/verification';
import { briefOf } from './inputs';
import { agentStep, codeStep, whyFailed } from '../common/steps';
import { debaterNamed } from '../common/brief';
import { failureWords, note, ruling } from './turnStep';
import { agentRecord } from '../common/agentRecord';

/** They come before anything else; the first is done first. */
export function urgentSteps(state: DebateState): Step[] {
  return [
    ...redactionSteps(state, 'chair'),
    ...openChallenges(state).flatMap((challenge) => challengeStep(state, challenge)),
    ...openQuestions(state).map(clarificationStep),
    ...warningSteps(state, 'chair'),
    ...infractionSteps(state, 'chair'),
  ];
}

/** Nothing while the Verifier's result is still out. */
function challengeStep(state: DebateState, challenge: Header): Step[] {
  const target = headerOf(state, challenge.target ?? -1);
  const url = challengedUrl(state, challenge);
  if (target === undefined || url === undefined || !target.urls.includes(url)) return [emptyChallengeStep(challenge)];
  const finding = findingOn(state, target.seq, url);
  if (finding === undefined || !isChecked(state, target.seq, url)) return [];
  const id = challengeId(challenge);
  const ruled = { challenge, finding, url };
  if (has(state, 'codedRulings'))
    return [codeStep(id, 'chair', () => challengeRuling(state, ruled, finding.explanation))];
  const step = agentStep(
    {
      // An answer that was asked for by an older finding is not an answer to this one.
      id: finding.again === true ? `${id}/${finding.seq}` : id,
      agent: 'chair',
      kind: 'chair/rule_on_challenge',
      input: (view) => ({
        brief: briefOf(view.state),
        challenge: shown(view, challenge.seq),
        target: shown(view, target.seq),
        url,
        claim: claimOf(shown(view, challenge.seq)),
        finding: {
          status: finding.status,
          explanation: view.mask.of(finding.check ?? finding.seq, finding.explanation),
        },
      }),
    },
    (answer, { view }) => challengeRuling(view.state, ruled, answer?.reason || finding.explanation),
  );
  return [{ ...step, id }];
}

interface RuledChallenge {
  challenge: Header;
  finding: Finding;
  url: string;
}

/** It follows from the finding. */
function challengeRuling(state: DebateState, { challenge, finding, url }: RuledChallenge, reason: string): Draft[] {
  const { target, status } = finding;
  const words = `the challenge at seq ${challenge.seq} to ${url} is ${challengeVerdicts[status]}. ${reason}`;
  const data = { kind: 'challenge', rule: '15', url, challenge: challenge.seq, status, reason };
  const ruled = ruling(target, words.trim(), data);
  const redacts = status === 'fabricated' && !isRedacted(state, target);
  return redacts ? [ruled, redactionOf(state, finding, 'chair')] : [ruled];
}

/** The challenged words; gone if their entry was redacted. */
function claimOf(challenge: VisibleEntry): string {
  const claim = challenge.data?.['claim'];
  return typeof claim === 'string' ? claim : '';
}

/** Logged past the gate by another writer: it names no source that could be looked at. */
function emptyChallengeStep(challenge: Header): Step {
  const reason = 'It names no source that the entry cites, so there is nothing to check.';
  return codeStep(challengeId(challenge), 'chair', () => [
    ruling(challenge.target, `the challenge at seq ${challenge.seq} is dismissed. ${reason}`, {
      kind: 'challenge',
      rule: '15',
      challenge: challenge.seq,
      reason,
    }),
  ]);
}

const challengeVerdicts: Record<Finding['status'], string> = {
  fabricated: 'upheld: the source is fabricated',
  unreliable: 'upheld: the source is unreliable and is to be withdrawn or replaced',
  verified: 'dismissed: the source was verified',
  unverified: 'dismissed: the source could be neither confirmed nor refuted and is never punished for that',
};

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

const clarificationStep = ({ seq }: Header): Step =>
  agentStep(
    {
      id: `clarification/${seq}`,
      agent: 'chair',
      kind: 'chair/answer_clarification',
      input: (view) => ({ brief: briefOf(view.state), record: agentRecord(view), request: shown(view, seq) }),
    },
    (given, { outcome }) => {
      const answer =
        given?.answer ??
        `no answer could be given${failureWords(outcome)}; the rules stand as they are and the turn order goes on.`;
      return [ruling(seq, answer, { kind: 'clarification', reason: answer })];
    },
  );

const summaryWords = 30;

/** Reviews the first turn without a review: summary, frameworks, rules 6, 7 and 11. */
export function reviewStep(state: DebateState): Step | undefined {
  if (!isHeld(state, 'chair')) return undefined;
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
    return codeStep(id, 'chair', () => [redacted]);
  }
  return agentStep(
    {
      id,
      agent: 'chair',
      kind: 'chair/review_turn',
      input: (view) => ({
        brief: briefOf(view.state),
        speaker: debaterNamed(view.state, turn.debater),
        entries: inForce.map((seq) => shown(view, seq)),
      }),
      check: (answer, { view }) => {
        const [words, limits] = [wordCount(answer.summary), { max: summaryWords }];
        const length = isNearLength(words, limits) ? [] : lengthProblems('summary', words, limits);
        return [
          ...length.map((message) => lengthWish(view.state, message)),
          ...figureViolations('summary', [answer.summary], view),
          ...(answer.granted ?? [])
            .filter((grant) => placeOf(grant, inForce, view) === undefined)
            .map(({ words }): Violation => ({
              rule: 'structure',
              message: `“${cutText(words, 120)}” stands nowhere in the turn; copy the words in which it grants something, exactly, or leave them out.`,
              toldOnce: true,
            })),
        ];
      },
    },
    (review, { outcome, view }) => {
      const reviewed = { first, debater: turn.debater, inForce };
      return review === undefined ? [unreviewed(outcome, reviewed, view)] : reviewEntries(review, reviewed, view);
    },
  );
}

interface ReviewedTurn {
  first: number;
  debater: string;
  inForce: readonly number[];
}

function unreviewed(outcome: TaskOutcome | undefined, { first, inForce }: ReviewedTurn, view: RecordView): Draft {
  const why = whyFailed(outcome);
  const summary = firstWords(inForce.map((seq) => shown(view, seq).content).join(' '), summaryWords - 1);
  return note(
    `The Chair's review of seq ${first} failed: ${why} The summary is the turn's own first words: ${summary}`,
    { kind: 'review', summary, failed: why },
    first,
  );
}

/** The entry of the turn in which the words stand; that which the Chair names first. */
function placeOf(
  { seq, words }: { seq: number; words: string },
  inForce: readonly number[],
  view: RecordView,
): number | undefined {
  return [...inForce]
    .sort((one, other) => Number(other === seq) - Number(one === seq))
    .find((at) => standsIn(shown(view, at).content, words));
}

function reviewEntries(
  review: TaskOutput<'chair/review_turn'>,
  { first, debater, inForce }: ReviewedTurn,
  view: RecordView,
): Draft[] {
  const granted = (has(view.state, 'grants') ? (review.granted ?? []) : []).flatMap(({ words, ...grant }) => {
    const seq = placeOf({ words, ...grant }, inForce, view);
    return seq === undefined ? [] : [{ seq, words }];
  });
  const said = granted.map(({ seq, words }) => `“${words}” (seq ${seq})`);
  const frameworks = review.frameworks.map(({ name, description }) => ({ name, description }));
  const named = frameworks.length === 0 ? '' : ` Frameworks: ${frameworks.map((f) => f.name).join('; ')}.`;
  const data = {
    kind: 'review',
    summary: review.summary,
    frameworks: frameworks.length === 0 ? undefined : frameworks,
    granted: granted.length === 0 ? undefined : granted,
  };
  const isSourced = inForce.some((seq) => (headerOf(view.state, seq)?.urls.length ?? 0) > 0);
  const unsourced = isSourced ? '' : ' It cites no source: there is nothing to verify.';
  return [
    note(
      `Review of seq ${first} (${debater}): ${review.summary}${named}${said.length === 0 ? '' : ` It grants: ${said.join('; ')}.`}${unsourced}`,
      data,
      first,
    ),
    ...review.infractions.map(({ rule, reason }) =>
      ruling(first, `infraction of rule ${rule} by ${debater}. ${reason}`, {
        kind: 'infraction',
        rule,
        reason,
        debater,
      }),
    ),
  ];
}
