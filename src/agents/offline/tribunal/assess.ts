import type { FactVerdict, VerificationStatus } from '../../../debate/entryData';
import type { CheckedSource, TaskInputs, TaskOutput, TaskRequest } from '../../../debate/tasks';
import type { EvidenceIndex } from '../evidenceIndex';
import { joined } from '../grammar';
import type { Voice } from '../voice';
import { contributionsOf, exchangesOf, type Contribution, type Exchange } from './exchanges';
import { endings, reasons } from './judgePhrases';
import { evaluationOf, judgesVoice, qualityOf } from './judgeTexts';
import { frameOf, scoreOf, scoreRule, sumOf, type SideScore } from './roundScore';
import type { Side } from './sides';
import { standingOf, weightOf } from './standing';

type Input = TaskInputs['judge/assess'];
type Assessment = TaskOutput<'judge/assess'>;
type Issue = Assessment['issues'][number];

/** Weighs nothing: the facts come from the Verifier, the issues from the objections, the scores from what was quoted and borne out. */
export function assess({ input, attempt }: TaskRequest<'judge/assess'>, index: EvidenceIndex): Assessment {
  const voice = judgesVoice(input, input.brief.topic);
  const contributions = contributionsOf(input);
  const exchanges = exchangesOf(contributions, input.tracker);
  const rounds = [input.round, ...input.uncovered];
  const frame = frameOf(input.brief, index);
  const judged = (side: Side) => ({
    score: scoreOf(side, rounds, { contributions, frame }),
    isMissing: !contributions.some((one) => one.side === side && rounds.includes(one.round)),
  });
  const sides = { advocate: judged('advocate'), critic: judged('critic') };
  const issues = exchanges.map((exchange) => issueOf(exchange, { voice, contributions, rounds }));
  const isIdle = attempt === 1 && input.final === undefined && isStill(input, { exchanges, issues, rounds });
  return {
    fact_check: factsOf(input, contributions, rounds),
    argument_evaluation: { advocate: evaluationOf(voice, sides.advocate), critic: evaluationOf(voice, sides.critic) },
    evidence_quality: { advocate: qualityOf(voice, sides.advocate), critic: qualityOf(voice, sides.critic) },
    issues,
    round_score: { advocate: sides.advocate.score.points, critic: sides.critic.score.points, reason: scoreReason(input, { advocate: sides.advocate.score, critic: sides.critic.score }) },
    end: isIdle,
    ...(isIdle ? { end_reason: voice.say('endings', endings) } : {}),
  };
}

/** The sums each time, the rule by which they are made the first time. */
function scoreReason({ guidance, record }: Input, scores: Record<Side, SideScore>): string {
  const sums = `Advocate: ${sumOf(scores.advocate)}. Critic: ${sumOf(scores.critic)}.`;
  const first = record.find(({ type }) => type === 'assessment');
  const rule = first === undefined ? scoreRule : `The rule is the one of seq ${first.seq}.`;
  const seqs = joined(guidance.filter(({ seq }) => seq > (record.findLast(({ type }) => type === 'assessment')?.seq ?? -1)).map(({ seq }) => `seq ${seq}`));
  return `${sums} ${rule}${seqs === '' ? '' : ` The user’s guidance at ${seqs} was read; a count cannot be guided by it.`}`;
}

const verdicts: Record<VerificationStatus, FactVerdict> = {
  verified: 'CONFIRMED',
  unreliable: 'DISPUTED',
  unverified: 'UNVERIFIABLE',
  fabricated: 'FABRICATED',
};

/** Of the contributions that are assessed here; struck ones are among them by their sources. */
function factsOf({ checked, record, round, defense, critique }: Input, contributions: readonly Contribution[], rounds: readonly number[]): Assessment['fact_check'] {
  const assessed = new Set(contributions.filter((one) => rounds.includes(one.round)).map(({ entry }) => entry.seq));
  const began = record.findLast((entry) => entry.type === 'announcement' && entry.data?.['round'] === round)?.seq ?? Infinity;
  const isMeant = ({ seq }: CheckedSource): boolean => assessed.has(seq) || seq > began || seq === defense?.seq || seq === critique?.seq;
  return checked.filter(isMeant).map(({ seq, speaker, url, title, claim = '', status, explanation }) => ({
    claim: claim.trim() === '' ? (title.trim() === '' ? url : title) : claim,
    verdict: verdicts[status],
    ...{ side: speaker, seq, url },
    // What was verified needs no more words than that.
    ...(explanation.trim() !== '' ? { explanation } : status === 'verified' ? {} : { explanation: `The Verifier left it as ${status}.` }),
  }));
}

interface Reading {
  voice: Voice;
  contributions: readonly Contribution[];
  rounds: readonly number[];
}

function issueOf(exchange: Exchange, { voice, contributions, rounds }: Reading): Issue {
  const { row, title, severity } = exchange;
  const standing = standingOf(exchange, contributions);
  const { kind, isResolved, put, answer } = standing;
  return {
    ...(row === undefined ? {} : { id: row.id }),
    ...{ title, severity: weightOf(severity, standing), status: isResolved ? 'resolved' : 'open', argued: movesIn(exchange, rounds) > 0 },
    reason: voice.say(`reason ${kind}`, reasons[kind], { put: put ?? '', answer: answer ?? '' }),
  };
}

/** What either side put on an issue in some rounds, conjecture and points given up aside. */
function movesIn({ objections, answers }: Exchange, rounds: readonly number[]): number {
  const put = objections.filter(({ round, isConjecture }) => rounds.includes(round) && !isConjecture);
  const given = answers.filter(({ round, status }) => rounds.includes(round) && status !== 'VULNERABLE');
  return put.length + given.length;
}

/** No issue is new, moved, or had a verified passage added; both sides were heard, and not for the first time. */
function isStill({ round, missing, tracker }: Input, { exchanges, issues, rounds }: { exchanges: readonly Exchange[]; issues: readonly Issue[]; rounds: readonly number[] }): boolean {
  if (round < 2 || missing.length > 0) return false;
  const isMoved = issues.some(({ id, status }) => {
    const before = tracker.find((row) => row.id === id);
    return before === undefined || (before.status === 'resolved') !== (status === 'resolved');
  });
  const isFed = exchanges.some(({ objections, answers }) =>
    [...objections.filter(({ isConjecture }) => !isConjecture), ...answers].some((move) => rounds.includes(move.round) && move.grade === 'verified'),
  );
  return !isMoved && !isFed;
}
