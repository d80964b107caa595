import { helpIn, overlap, ranked, selection, type Ranked } from '../caseFile';
import { counterTo } from '../contradiction';
import type { Indexed } from '../evidenceIndex';
import { countOf, inWords, joined, sentenceCase } from '../grammar';
import { mentioned } from '../mentions';
import type { Motion } from '../motion';
import { fileName, placeOf, sourceOf } from '../place';
import { qualityOf } from '../quality';
import { Speech, valuesOf } from '../speechParts';
import { tokensOf } from '../valence';
import type { Answer } from './answer';
import {
  assumesFigures,
  assumesHere,
  assumesOneFile,
  closedBook,
  expected,
  expectedBare,
  nothingExpected,
  scope,
  scopeLater,
  strengthened,
} from './defencePhrases';
import { leans } from './sides';
import { rankedFor, type Citations, type SideCase } from './sideCase';

/** The parts of a defence beside the argument. */

/** So many of the strongest passages of the other side are looked through for one that can be answered in advance. */
const lookedThrough = 12;

/** What is likely to be objected, answered before it is. */
export function expectations(side: SideCase, citations: Citations): string[] {
  const { file } = side;
  if (file.isTerse) return [];
  const against = strongestAgainst(side);
  const [first] = against;
  if (first === undefined) return [file.voice.say('nothingExpected', nothingExpected)];
  for (const passage of citations.room > 0 ? against : []) {
    const counter = counterTo(file, { ...sourceOf(passage), ...{ seq: -1, speaker: 'critic', quote: passage.text, path: passage.path, lines: undefined } });
    if (counter === undefined || counter.relation === 'continues') continue;
    file.used.add(counter.passage);
    citations.add(counter.passage);
    const values = { ...valuesOf(file, counter.passage), opposed: opposed(side, passage) };
    return [new Speech().say(file.voice.say('expected', expected, values)).quote(counter.passage).content];
  }
  return [file.voice.say('expectedBare', expectedBare, { opposed: opposed(side, first) })];
}

const opposed = ({ file }: SideCase, passage: Indexed): string => placeOf(passage, file.naming);

function strongestAgainst({ file }: SideCase): Indexed[] {
  const turned = ({ passage, help, score }: Ranked): number => score - 2.2 * Math.tanh(help / 1.5) + 0.5 * qualityOf(passage.text);
  return ranked(file)
    .filter(({ help }) => leans(-help))
    .sort((a, b) => turned(b) - turned(a) || a.passage.id - b.passage.id)
    .slice(0, lookedThrough)
    .map(({ passage }) => passage);
}

/** One more passage for something quoted here, from another file. */
export function strengthening(side: SideCase, citations: Citations): string[] {
  const { file } = side;
  const [main] = citations.passages;
  if (main === undefined || citations.room === 0 || file.isTerse) return [];
  const words = new Set([...file.index.termsOf(main)].filter((word) => !file.topicTerms.has(word)));
  const candidates = rankedFor(side, [...words]).filter(
    ({ passage, help }) => help > 0.6 && passage.path !== main.path && overlap(file.index, passage, words) > 0.15,
  );
  const [one] = selection(file, candidates, 1);
  if (one === undefined) return [];
  citations.add(one.passage);
  return [new Speech().say(file.voice.say('strengthened', strengthened, valuesOf(file, one.passage))).quote(one.passage).content];
}

export function assumptions(side: SideCase, passages: readonly Indexed[], answers: readonly Answer[]): string[] {
  const { file } = side;
  if (file.isTerse || passages.length === 0) return [];
  const figures = answers.flatMap(({ counter }) =>
    counter?.relation === 'figures' && counter.target.path !== undefined ? [fileName(counter.target.path), fileName(counter.passage.path)] : [],
  );
  const pairs = [...new Set(figures)];
  if (pairs.length > 1) return [file.voice.say('assumesFigures', assumesFigures, { files: joined(pairs) })];
  return side.own.length === 0 ? carriedOver(side, passages) : [];
}

function carriedOver({ file }: SideCase, passages: readonly Indexed[]): string[] {
  const files = [...new Set(passages.map(({ path }) => fileName(path)))];
  const naming = passages.filter((passage) => mentioned(tokensOf(passage.text), file.motion).length > 0).length;
  const named = namedSentence(naming, passages.length);
  const here = file.voice.say('assumesHere', assumesHere, { files: files.length === 1 ? (files[0] ?? '') : `what is said in ${joined(files)}`, named });
  return files.length === 1 ? [here, assumesOneFile.replace('{file}', files[0] ?? '')] : [here];
}

function namedSentence(naming: number, all: number): string {
  if (naming === 0) return `${all === 1 ? 'The passage does not name' : 'None of the passages names'} what the question is about; I read ${all === 1 ? 'it' : 'them'} from where ${all === 1 ? 'it stands' : 'they stand'}.`;
  if (naming === all) return all === 1 ? 'The passage names what the question is about.' : 'Each of the passages names what the question is about.';
  return `${sentenceCase(inWords(naming))} of the ${inWords(all)} passages ${naming === 1 ? 'names' : 'name'} what the question is about; the rest I read from where they stand.`;
}

export function scopeOf(side: SideCase, passages: readonly Indexed[]): string {
  const { file, subject } = side;
  if (file.isTerse) return 'As before.';
  const helps = file.index.passages.map((passage) => ({ passage, help: helpIn(file, passage) }));
  const left = helps.filter(({ passage, help }) => leans(help) && !file.used.has(passage)).length;
  const values = {
    question: questionOf(file.motion),
    all: countOf(helps.length, 'passage'),
    files: countOf(new Set(file.index.passages.map(({ path }) => path)).size, 'file'),
    pro: inWords(helps.filter(({ help }) => leans(help)).length),
    contra: inWords(helps.filter(({ help }) => leans(-help)).length),
    left: left === 0 ? 'nothing' : countOf(left, 'passage'),
  };
  const isClosed = passages.length > 0 && passages.every(({ path }) => subject.has(path));
  const words = side.own.length === 0 ? file.voice.say('scope', scope, values) : file.voice.say('scopeLater', scopeLater, values);
  return isClosed ? `${words} ${closedBook}` : words;
}

/** What the topic asks, as a phrase. */
function questionOf({ kind, options, topic }: Motion): string {
  const phrases = options.map(({ phrase }) => phrase);
  if (kind === 'change' && options.length === 2) return `whether to go from ${phrases[0] ?? ''} to ${phrases[1] ?? ''}`;
  if (kind === 'choice') return `which to choose of ${joined(phrases)}, and I defend the first`;
  return kind === 'change' ? `what speaks for and against ${phrases[0] ?? ''}` : `“${topic.replace(/[“”"]/g, '')}”, taken as a claim`;
}
