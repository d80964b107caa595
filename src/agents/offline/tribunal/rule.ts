import { outcomeOf } from '../../../debate/formats/tribunal/outcome';
import type { RulingVerdict } from '../../../debate/formats/tribunal/outcome';
import type { TaskInputs, TaskOutput, TaskRequest } from '../../../debate/tasks';
import type { EvidenceIndex } from '../evidenceIndex';
import { countOf, inWords } from '../grammar';
import { motionOf } from '../motion';
import type { Voice } from '../voice';
import { contributionsOf, exchangesOf, type Exchange } from './exchanges';
import { accepted, acceptedEmpty, rejected, revision, revisionUnmet, verdictRule } from './judgePhrases';
import { judgesVoice, qualityOn } from './judgeTexts';
import { frameOf } from './roundScore';
import { coverageOf, verdictOf, type Coverage } from './coverage';
import { propositionOf } from './sides';
import { agreementsIn, concessionsIn, dismissedIn, unresolvedIn } from './synthesis';

type Input = TaskInputs['judge/rule'];
type Verdict = TaskOutput<'judge/rule'>['verdicts'][number];

/** A verdict for each issue of the tracker, by what was put, what was answered, and what of both was verified. */
export function rule({ input }: TaskRequest<'judge/rule'>, index: EvidenceIndex): TaskOutput<'judge/rule'> {
  const voice = judgesVoice(input, input.brief.topic);
  const contributions = contributionsOf(input);
  const exchanges = exchangesOf(contributions, input.tracker).filter(({ row }) => row !== undefined);
  const frame = frameOf(input.brief, index);
  const verdicts = exchanges.map((exchange) => verdictOn(exchange, coverageOf(exchange, contributions, frame), voice));
  return {
    verdicts,
    agreements: agreementsIn(contributions),
    concessions: concessionsIn(exchanges, contributions),
    dismissed: dismissedIn(input, exchanges, contributions),
    unresolved: unresolvedIn(exchanges, verdicts),
    overall: overall(input, verdicts, contributions.some(({ side }) => side === 'advocate')),
  };
}

function verdictOn(exchange: Exchange, coverage: Coverage, voice: Voice): Verdict {
  const verdict = verdictOf(coverage, exchange.severity);
  const banks: Record<RulingVerdict, readonly string[]> = {
    'ACCEPTED': coverage.put === 0 ? acceptedEmpty : accepted,
    'REJECTED': rejected,
    'REVISION REQUIRED': coverage.met === 0 ? revisionUnmet : revision,
  };
  const quotes = [...exchange.objections, ...exchange.answers].flatMap((move) => move.quotes);
  const distinct = [...new Map(quotes.map((quote) => [quote.quote, quote])).values()];
  return {
    issue: exchange.row?.id ?? exchange.title,
    verdict,
    reason: voice.say(`verdict ${verdict} ${coverage.put === 0} ${coverage.met === 0}`, banks[verdict], { counts: countsOf(coverage) }),
    evidence_quality: qualityOn(distinct),
  };
}

function countsOf({ put, met, aside, late }: Coverage): string {
  const parts = [`${countOf(put, 'objection')} that ${put === 1 ? 'counts' : 'count'}, ${met === put ? (put === 1 ? 'and it is met' : 'all met') : met === 0 ? 'none met' : `${inWords(met)} met`}`];
  if (aside > 0) parts.push(`${met === aside ? (aside === 1 && put === 1 ? 'by a passage' : 'each by a passage') : `${inWords(aside)} of these by a passage`} that speaks of something else`);
  if (late > 0) parts.push(`${late === 1 ? 'one was' : `${inWords(late)} were`} put when the Advocate could no longer answer`);
  return parts.join('; ');
}

const occasions: Record<Input['occasion'], string> = {
  final: '',
  early: 'The rounds ended early, because nothing moved any more. ',
  concluded: 'The rounds were ended before their time, by the user or because the time was spent; what was still to be answered is judged as it stands. ',
};

function overall({ brief, occasion, metrics }: Input, verdicts: readonly Verdict[], hasCase: boolean): string {
  const outcome = outcomeOf(verdicts.map(({ verdict }) => verdict), { hasCase });
  const count = (wanted: RulingVerdict): number => verdicts.filter(({ verdict }) => verdict === wanted).length;
  const proposition = propositionOf(motionOf(brief.topic), 1);
  const result = {
    accepted: 'The proposition stands as far as it was tested',
    rejected: 'The proposition does not stand',
    revision_required: 'The proposition cannot stand as it is worded and needs revision',
    mixed: 'The proposition stands in part and fails in part',
    undecided: 'Nobody weighed the proposition',
  }[outcome];
  const counted =
    verdicts.length === 0
      ? hasCase ? 'No issue was raised against the case.' : 'No case was made, and there is nothing that could be accepted.'
      : `Of ${countOf(verdicts.length, 'issue')}, the position holds on ${inWords(count('ACCEPTED'))}, needs revision on ${inWords(count('REVISION REQUIRED'))} and fails on ${inWords(count('REJECTED'))}.`;
  const { confirmed, disputed, unverifiable, fabricated } = metrics.citations;
  const citations = `Citations checked: ${confirmed + disputed + unverifiable + fabricated}, of which ${confirmed} confirmed.`;
  // The first sentence is what lists and the panel show of a ruling.
  return `${result}: “${proposition}” ${occasions[occasion]}${counted} ${citations}\n\n${verdictRule}\n\nThis ruling was made offline, without a language model: it counts what was quoted, verified and answered, and does not judge how good an argument is.`;
}
