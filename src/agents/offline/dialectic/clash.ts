import { wordCount } from '../../../debate/text';
import { sides, type Side } from '../../../debate/entryData';
import type { TaskInputs, TaskOutput } from '../../../debate/tasks';
import type { KnownArgument } from '../../../debate/tasks/dialectic';
import type { EvidenceIndex } from '../evidenceIndex';
import { asSentence, countOf, joined, lowerFirst, sentenceCase } from '../grammar';
import { motionOf } from '../motion';
import { subjectOfQuote } from '../subjectName';
import { termsIn } from '../terms';
import { filled } from './filled';
import { sideNames, type Subject } from './naming';
import { isTerrain, withArticle } from './reasons';
import { historyOf } from './scoreHistory';
import { quotesOf } from './sideFile';
import { standOf } from './stand';
import { turningPoints } from './turningPoints';
import { verdictOf } from './verdict';

/**
 * The report's prose, counted from the record: who argued from what, who met whom, what moved the scores. It praises and blames nobody,
 * and quotes nothing, for whoever quotes chooses.
 */

type Input = TaskInputs['reporter/clash'];
type Output = TaskOutput<'reporter/clash'>;

/** Words are counted differently by different programs: neither limit is touched. */
const margin = 8;

export function clash(input: Input, index: EvidenceIndex): Output {
  const standing = input.arguments.filter(({ struck }) => struck === undefined);
  const subject = subjectsOf(input, index);
  const history = historyOf(input.record, input.arguments);
  const parts = {
    question: questionOf(input),
    clash: clashOf(input, { standing, subject }),
    turning_points: turningPoints({ known: input.arguments, history, subject }),
    verdict: verdictOf(input, { standing, subject, history }),
  };
  const most = Math.max(120, input.wordLimits.max - margin);
  return filled(fitted(parts, most), standing, { min: Math.min(most, input.wordLimits.min + margin), max: most });
}

function subjectsOf({ motion, brief }: Input, index: EvidenceIndex): Subject {
  const topic = new Set([...termsIn(motion.text), ...termsIn(brief.topic)]);
  return (one) => {
    const found = quotesOf(one)
      .map((quote) => subjectOfQuote(quote, index, topic))
      .find((name) => name !== undefined && isTerrain(name, topic));
    return found === undefined ? `what ${one.argument.id} quotes` : withArticle(found);
  };
}

/** Sentences, the dispensable ones last. */
function questionOf({ motion }: Input): string[] {
  const read = motionOf(motion.text);
  const isClear = read.kind === 'change' && wordCount(motion.text) <= 40;
  const defined = motion.definitions.slice(0, 2).map(({ term, meaning }) => `By “${term}” is meant ${lowerFirst(meaning.replace(/[.\s]+$/, ''))}.`);
  return [
    `The motion reads: “${motion.text.replace(/\s+/g, ' ').trim()}”`,
    ...(isClear ? [`The Proposition held that ${standOf('proposition', read).position}; the Opposition held that ${standOf('opposition', read).position}.`] : ['The Proposition argued for it, the Opposition against it.']),
    'What was at issue is how far the sources that both sides cite bear the one answer or the other.',
    ...(motion.scope === undefined ? [] : [asSentence(`The scope was set beforehand: ${lowerFirst(motion.scope)}`)]),
    ...defined,
  ];
}

interface Standing {
  standing: readonly KnownArgument[];
  subject: Subject;
}

function clashOf({ arguments: all }: Input, { standing, subject }: Standing): string[] {
  const exchanges = countOf(new Set(all.map(({ argument }) => argument.exchange)).size, 'exchange');
  const [own, theirs] = sides.map((side) => countOf(ofSide(all, side).length, 'argument'));
  return [
    own === theirs
      ? `In ${exchanges} each side brought ${own ?? ''}.${basisOf(standing)}`
      : `In ${exchanges} the Proposition brought ${own ?? ''} and the Opposition ${theirs ?? ''}.${basisOf(standing)}`,
    ...sides.flatMap((side) => grounds(side, { standing, subject })),
    ...meetings(standing, subject),
    ...checks(all),
    ...tally(standing),
  ];
}

function basisOf(standing: readonly KnownArgument[]): string {
  const quotes = standing.flatMap(quotesOf);
  if (quotes.length === 0) return '';
  const files = new Set(quotes.map(({ url, path }) => path ?? url.replace(/#.*$/, '')));
  return ` They rest on ${countOf(quotes.length, 'quotation')} from ${countOf(files.size, 'source')}.`;
}

const ofSide = (known: readonly KnownArgument[], side: Side): KnownArgument[] => known.filter(({ argument }) => argument.side === side);

/** On which subjects a side stood, each with its first argument. */
function grounds(side: Side, { standing, subject }: Standing): string[] {
  const bySubject = new Map<string, string>();
  for (const one of ofSide(standing, side)) if (!bySubject.has(subject(one))) bySubject.set(subject(one), one.argument.id);
  const named = [...bySubject].slice(0, 5).map(([name, id]) => (name.includes(id) ? name : `${name} (${id})`));
  const rest = bySubject.size > named.length ? ', among other things' : '';
  if (named.length === 0) return [`Of ${sideNames[side]} no argument stands.`];
  return [`${sentenceCase(sideNames[side])} ${side === 'proposition' ? 'argued' : 'drew its case'} from ${joined(named)}${rest}.`];
}

/** Attacks on the arguments that were attacked most, the newest first where they are equal. */
function meetings(standing: readonly KnownArgument[], subject: Subject): string[] {
  const ids = new Map(standing.map((one) => [one.argument.id, one]));
  const attacks = standing.flatMap(({ argument }) => (argument.attacks ?? []).map(({ target_id: to, type }) => ({ from: argument.id, to, type })));
  const targets = [...new Set(attacks.map(({ to }) => to))]
    .flatMap((to) => ids.get(to) ?? [])
    .map((target) => ({ target, against: attacks.filter(({ to }) => to === target.argument.id) }))
    .sort((a, b) => b.against.length - a.against.length || a.target.seq - b.target.seq);
  if (targets.length === 0) return ['The arguments stand side by side: none of them attacks another.'];
  return targets.slice(0, 3).map(({ target, against }, at) => {
    const parts = [...new Set(against.map(({ type }) => type))].map((type) => {
      const by = against.filter((attack) => attack.type === type).map(({ from }) => from);
      return `on its ${type.replace('_attack', '')} by ${joined(by.slice(0, 3))}`;
    });
    const opening = meetingOpenings[at % meetingOpenings.length] ?? '';
    return `${opening.replace('{subject}', subject(target)).replace('{id}', target.argument.id)} ${joined(parts)}.`;
  });
}

const meetingOpenings = [
  'The sides met above all on {subject}, where {id} was attacked',
  'On {subject}, {id} was attacked',
  'They met again on {subject}: {id} was attacked',
];

function checks(all: readonly KnownArgument[]): string[] {
  const found = all.flatMap((one) => one.checks);
  const of = (status: string): number => found.filter((check) => check.status === status).length;
  const struck = all.filter((one) => one.struck !== undefined);
  if (found.length === 0 && struck.length === 0) return [];
  const bad = of('unreliable') + of('fabricated');
  const rest = [...(bad === 0 ? [] : [`${countedAs(bad)} did not hold`]), ...(of('unverified') === 0 ? [] : [`${countedAs(of('unverified'))} could be neither confirmed nor refuted`])];
  return [
    `Of ${countOf(found.length, 'citation')} that the Verifier looked up, ${of('verified') === found.length ? 'all' : countedAs(of('verified'))} ${found.length === 1 ? 'was' : 'were'} confirmed${rest.length === 0 ? '' : `; ${joined(rest)}`}.`,
    ...(struck.length === 0 ? [] : [`Struck from the record ${struck.length === 1 ? 'is' : 'are'} ${joined(struck.map(({ argument }) => argument.id))}.`]),
  ];
}

const countedAs = (count: number): string => countOf(count, '', '').trim();

function tally(standing: readonly KnownArgument[]): string[] {
  const attacks = standing.flatMap(({ argument }) => argument.attacks ?? []);
  const defences = standing.flatMap(({ argument }) => argument.defends ?? []);
  if (attacks.length + defences.length === 0) return [];
  const met = new Set([...attacks, ...defences].map(({ target_id: id }) => id));
  const alone = standing.filter(({ argument }) => !met.has(argument.id)).map(({ argument }) => argument.id);
  const rest = alone.length === 0 || alone.length > 6 ? '' : ` Nobody came back to ${joined(alone)}.`;
  const kinds = (['grounds', 'claim', 'warrant', 'backing'] as const).flatMap((part) => {
    const count = attacks.filter(({ type }) => type === `${part}_attack`).length;
    return count === 0 ? [] : [`${countedAs(count)} on ${part === 'claim' || part === 'warrant' ? `${part}s` : part}`];
  });
  const split = attacks.length < 2 ? '' : `, ${joined(kinds)},`;
  return [`In all the sides made ${countOf(attacks.length, 'attack')}${split} and ${countOf(defences.length, 'defence')}.${rest}`];
}

interface Parts {
  question: string[];
  clash: string[];
  turning_points: Output['turning_points'];
  verdict: string[];
}

/** Shortened from the back of the longest part until all fits; the first two sentences of each stay. */
function fitted(parts: Parts, most: number): Output {
  const cut: Parts = { ...parts, question: [...parts.question], clash: [...parts.clash], verdict: [...parts.verdict], turning_points: [...parts.turning_points] };
  const words = (sentences: readonly string[]): number => wordCount(sentences.join(' '));
  const all = (): number => words([...cut.question, ...cut.clash, ...cut.verdict, ...cut.turning_points.flatMap(({ title, text }) => [title, text])]);
  while (all() > most) {
    const longest = [cut.clash, cut.verdict, cut.question].filter(({ length }) => length > 2).sort((a, b) => words(b) - words(a))[0];
    if (longest !== undefined) longest.pop();
    else if (cut.turning_points.length > 1) cut.turning_points.pop();
    else break;
  }
  return { question: cut.question.join(' '), clash: paragraphs(cut.clash), turning_points: cut.turning_points, verdict: cut.verdict.join(' ') };
}

/** Who stood on what, then who met whom. */
function paragraphs(sentences: readonly string[]): string {
  return [sentences.slice(0, 3), sentences.slice(3)].filter(({ length }) => length > 0).map((some) => some.join(' ')).join('\n\n');
}
