import { figuresIn } from '../../debate/figures';
import { argumentLimits } from '../../debate/formats/dialectic/options';
import { notPerformed } from '../../debate/step';
import type { TaskInputs, TaskRequest } from '../../debate/tasks';
import type { DialecticInputs, KnownArgument, Toulmin } from '../../debate/tasks/dialectic';
import { firstWords, wordCount } from '../../debate/text';
import { TaskError } from '../performer';
import { type ExtractiveEvidence, undealt } from './evidence';
import { Differing } from './differing';
import { dialecticPhrases, phrases, placeOf } from './phrases';
import { absent, acknowledging } from './panel';
import type { EvidencePassage } from './passages';
import type { ExtractiveAnswers } from './extractiveAnswers';

/** Passages go to both sides in turn, nothing is scored, no report is written. */
export const dialecticAnswers: ExtractiveAnswers<keyof DialecticInputs> = {
  'side/open': async (request, evidence) => {
    const { passages, left, matching } = await shareOf(request, evidence, argumentLimits.openings);
    return {
      arguments: passages.map((passage) => argumentFrom(passage, { matching, attacks: [] })),
      passages_left: left,
      ...acknowledging(request.input.mustAcknowledge),
    };
  },
  'side/rebut': async (request, evidence) => {
    const { passages, left, matching } = await shareOf(request, evidence, 1);
    const [argument] = passages.map((passage) =>
      argumentFrom(passage, { matching, attacks: attacksOn(request.input, passage) }),
    );
    if (argument === undefined) throw new TaskError(notPerformed, phrases.noPassage[evidence.scope]);
    return { argument, passages_left: left, ...acknowledging(request.input.mustAcknowledge) };
  },
  'scorer/score': ({ input }) => ({
    scores: input.arguments.map(({ label }) => ({ argument_id: label, score: 0, reasoning: dialecticPhrases.score })),
    rescores: [],
  }),
  'reporter/clash': absent(phrases.nobodyWrites),
};

type SideRequest = TaskRequest<'side/open' | 'side/rebut'>;

interface Share {
  passages: EvidencePassage[];
  /** After both sides have got theirs. */
  left: number;
  /** Those of the evidence that share words with the topic. */
  matching: ReadonlySet<EvidencePassage>;
}

/**
 * A side's passages of an exchange: both sides deal the same row, blind to each other, every other one each. After a
 * refusal, the next ones.
 */
async function shareOf({ input, attempt }: SideRequest, evidence: ExtractiveEvidence, each: number): Promise<Share> {
  const { you, side, brief } = input;
  const row = undealt(await evidence.dealable(brief.topic), input.record);
  const sides = brief.debaters.every(({ model }) => model === you.model) ? 2 : 1;
  const own = row.filter((_, at) => at % sides === (side === 'opposition' ? sides - 1 : 0));
  const passages = own.slice((attempt - 1) * each, attempt * each);
  if (passages.length < each) throw new TaskError(notPerformed, phrases.noPassage[evidence.scope]);
  return {
    passages,
    left: Math.max(0, row.length - sides * each),
    matching: new Set(await evidence.matching(brief.topic)),
  };
}

function argumentFrom(
  passage: EvidencePassage,
  { matching, attacks }: Pick<Share, 'matching'> & Pick<Toulmin, 'attacks'>,
): Toulmin {
  const { quote, url } = passage;
  const most = argumentLimits.title.max;
  return {
    title: wordCount(quote) <= most ? quote : firstWords(quote, most).replace(/…$/, ''),
    claim: firstWords(quote, argumentLimits.claim),
    grounds: [
      {
        source: placeOf(passage),
        content: quote,
        relevance: matching.has(passage) ? dialecticPhrases.relevance : dialecticPhrases.noRelevance,
        url,
        quote,
      },
    ],
    warrant: dialecticPhrases.warrant,
    attacks,
    defends: [],
  };
}

/**
 * Arguments of the other side with the same terms and other figures than the passage now dealt, or than an earlier one
 * of this side, as an opening cannot attack. Each once.
 */
function attacksOn({ own, opponent }: TaskInputs['side/rebut'], dealt: EvidencePassage): Toulmin['attacks'] {
  const known = new Set(own.flatMap(({ argument }) => (argument.attacks ?? []).map(({ target_id: id }) => id)));
  const ours = [dealt.quote, ...inForce(own).flatMap(quotesOf)];
  const attacks = inForce(opponent).flatMap((target) => {
    const { id } = target.argument;
    const pairs = known.has(id)
      ? []
      : ours.flatMap((quote) => quotesOf(target).flatMap((other) => (differ(quote, other) ? [{ quote, other }] : [])));
    return pairs.slice(0, 1).map(({ quote, other }) => ({
      target_id: id,
      type: 'grounds_attack' as const,
      content: dialecticPhrases.attack(figuresBeside(quote, other), figuresBeside(other, quote), id),
    }));
  });
  return attacks.slice(0, argumentLimits.attacks.max);
}

const inForce = (known: readonly KnownArgument[]): KnownArgument[] =>
  known.filter(({ redacted }) => redacted === undefined);

const quotesOf = ({ argument }: KnownArgument): string[] => argument.grounds.flatMap(({ quote }) => quote ?? []);

function differ(one: string, other: string): boolean {
  const [own, theirs] = [one, other].map((quote, at): EvidencePassage => ({
    path: String(at),
    url: '',
    title: '',
    quote,
    start: 0,
    end: 0,
  }));
  return own !== undefined && theirs !== undefined && new Differing([own, theirs]).from(own) !== undefined;
}

const mostFigures = 12;

/** Those that do not stand at the same place of the other. */
const figuresBeside = (quote: string, other: string): string => {
  const those = figuresIn(other);
  return figuresIn(quote)
    .filter(({ value }, at) => value !== those[at]?.value)
    .slice(0, mostFigures)
    .map(({ raw }) => `“${raw.trim()}”`)
    .join(', ');
};
