import { figuresIn } from '../../debate/figures';
import { argumentLimits } from '../../debate/formats/dialectic/limits';
import { notPerformed } from '../../debate/step';
import type { TaskOutput, TaskRequest } from '../../debate/tasks';
import type { DialecticInputs, KnownArgument, Toulmin } from '../../debate/tasks/dialectic';
import { firstWords, wordCount } from '../../debate/text';
import { TaskError } from '../performer';
import { undealt } from './dealing';
import { Differing } from './differing';
import type { ExtractiveEvidence } from './evidence';
import { dialecticPhrases } from './formatPhrases';
import { absent } from './panel';
import type { Passage } from './passages';
import { phrases, placeOf } from './phrases';

type Answer<K extends keyof DialecticInputs> = (request: TaskRequest<K>, evidence: ExtractiveEvidence) => TaskOutput<K> | Promise<TaskOutput<K>>;

/** The tasks of a dialectic: passages go to both sides in turn, nothing is scored, and no report is written. */
export const dialecticAnswers: { [K in keyof DialecticInputs]: Answer<K> } = {
  'side/open': async (request, evidence) => {
    const { passages, left } = await shareOf(request, evidence, argumentLimits.openings);
    return { arguments: passages.map((passage) => argumentFrom(passage, [])), passages_left: left, ...acknowledging(request.input) };
  },
  'side/rebut': async (request, evidence) => {
    const { passages, left } = await shareOf(request, evidence, 1);
    const [argument] = passages.map((passage) => argumentFrom(passage, attacksOn(request.input.opponent, passage)));
    if (argument === undefined) throw new TaskError(notPerformed, phrases.noPassage);
    return { argument, passages_left: left, ...acknowledging(request.input) };
  },
  'scorer/score': ({ input }) => ({ scores: input.arguments.map(({ label }) => ({ argument_id: label, score: 0, reasoning: dialecticPhrases.score })), rescores: [] }),
  'reporter/clash': absent(phrases.nobodyWrites),
};

/** So many passages a dialectic needs to open. */
export const fewestPassages = 2 * argumentLimits.openings;

/** What can be dealt in a debate on this topic, best first: no two with the same words. */
export async function dealable(topic: string, evidence: ExtractiveEvidence): Promise<Passage[]> {
  const known = new Set<string>();
  return (await evidence.ranked(topic)).filter(({ quote }) => {
    const key = quote.toLowerCase();
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

type SideRequest = TaskRequest<'side/open' | 'side/rebut'>;

/**
 * A side's passages of an exchange: both sides deal the same row, blind to each other, and take every other one. Where an answer was sent
 * back, the next ones.
 */
async function shareOf({ input, attempt }: SideRequest, evidence: ExtractiveEvidence, each: number): Promise<{ passages: Passage[]; left: number }> {
  const { you, side, brief } = input;
  const row = undealt(await dealable(brief.topic, evidence), input.record);
  const sides = brief.debaters.every(({ model }) => model === you.model) ? 2 : 1;
  const own = row.filter((_, at) => at % sides === (side === 'opposition' ? sides - 1 : 0));
  const passages = own.slice((attempt - 1) * each, attempt * each);
  if (passages.length < each) throw new TaskError(notPerformed, phrases.noPassage);
  return { passages, left: Math.max(0, row.length - sides * each) };
}

const acknowledging = ({ mustAcknowledge }: SideRequest['input']) => (mustAcknowledge.length === 0 ? {} : { acknowledges: mustAcknowledge.map(({ seq }) => seq) });

function argumentFrom(passage: Passage, attacks: Toulmin['attacks']): Toulmin {
  const { quote, url } = passage;
  const most = argumentLimits.title.max;
  return {
    title: wordCount(quote) <= most ? quote : firstWords(quote, most).replace(/…$/, ''),
    claim: firstWords(quote, argumentLimits.claim),
    grounds: [{ source: placeOf(passage), content: quote, relevance: dialecticPhrases.relevance, url, quote }],
    warrant: dialecticPhrases.warrant,
    ...{ attacks, defends: [] },
  };
}

/** Arguments of the other side that rest on the same terms with other figures. */
function attacksOn(opponent: readonly KnownArgument[], own: Passage): Toulmin['attacks'] {
  const differing = opponent.flatMap(({ argument, struck }) => {
    const other = struck === undefined ? argument.grounds.find((ground) => differs(own, ground)) : undefined;
    return other === undefined ? [] : [{ id: argument.id, quote: other.quote ?? '' }];
  });
  return differing.slice(-argumentLimits.attacks.max).map(({ id, quote }) => ({
    ...{ target_id: id, type: 'grounds_attack' },
    content: dialecticPhrases.attack(figures(own.quote), figures(quote), id),
  }));
}

function differs(own: Passage, { url = '', quote = '' }: KnownArgument['argument']['grounds'][number]): boolean {
  const other: Passage = { path: url, url, title: url, quote, start: 0, end: 0 };
  return new Differing([own, other]).from(own) !== undefined;
}

const mostFigures = 12;

const figures = (quote: string): string =>
  figuresIn(quote)
    .slice(0, mostFigures)
    .map(({ raw }) => `“${raw}”`)
    .join(', ');
