import type { Debater } from '../../debate/entryData';
import { parseSourceUrl } from '../../debate/sourceUrl';
import type { Violation } from '../../debate/tasks';
import type { ArguingInput } from '../../debate/tasks/common';
import { domainsOf } from './domains';
import type { EvidenceIndex, Indexed } from './evidenceIndex';
import { leaningOf, type Stance } from './leaning';
import { motionOf, type Motion } from './motion';
import type { Naming } from './place';
import { qualityOf } from './quality';
import { argumentsIn, quotesIn, spokenBy, type DebateRecord, type Quoted } from './record';
import { effectOf, helpOf, type Place } from './stance';
import { subjectOfQuote } from './subjectName';
import { Used } from './used';
import { Voice } from './voice';
import { rootOf, termsIn } from './terms';

/** All that a debater needs to speak once; made anew from the input of each task. */
export interface CaseFile {
  readonly index: EvidenceIndex;
  readonly motion: Motion;
  readonly topicTerms: ReadonlySet<string>;
  readonly you: Debater;
  readonly debaters: readonly Debater[];
  readonly record: DebateRecord;
  readonly leaning: Stance;
  readonly used: Used;
  readonly voice: Voice;
  /** Seqs that a sent-back answer named: not rebutted again. */
  readonly shunned: ReadonlySet<number>;
  /** Words of the user's guidance. */
  readonly guidance: ReadonlySet<string>;
  readonly naming: Naming;
  /** An answer was found to repeat struck words: nothing is said but what cannot have been said so before. */
  readonly isTerse: boolean;
}

export interface Ranked {
  readonly passage: Indexed;
  /** For the debater's side when positive, against it when negative; 0 throughout for a neutral one. */
  readonly help: number;
  readonly score: number;
}

/** The urls that earlier attempts cited and what was said against the last. */
export interface Rejected {
  urls: readonly string[];
  feedback: readonly Violation[];
}

export function openCase(input: ArguingInput, index: EvidenceIndex, rejected: Rejected): CaseFile {
  const { brief, record, you } = input;
  const motion = motionOf(brief.topic);
  const used = new Used(record);
  const isTerse = rejected.feedback.some(({ rule }) => rule === '19');
  const complaints = rejected.feedback.map(({ message }) => message).join('\n');
  for (const url of [...rejected.urls, ...input.standingIssues.map((issue) => issue.url)]) shun(used, url);
  return {
    ...{ index, motion, you, record, used },
    debaters: brief.debaters,
    topicTerms: new Set([
      ...termsIn(brief.topic),
      ...motion.options.flatMap((option) => [...option.terms].map(rootOf)),
    ]),
    leaning: leaningOf(you, motion),
    voice: voiceOf(input, isTerse),
    isTerse,
    shunned: new Set([...complaints.matchAll(/\bseq (\d+)\b/g)].map((found) => Number(found[1]))),
    guidance: new Set(input.guidance.flatMap(({ text }) => termsIn(text))),
    naming: {
      namesLines: !rejected.feedback.some(({ rule }) => rule === '24'),
      namesPaths: !isTerse,
    },
  };
}

function shun(used: Used, url: string): void {
  const place = parseSourceUrl(url);
  if (place.kind === 'workspace') used.addPlace(place);
}

function voiceOf({ brief, record, you }: ArguingInput, isTerse: boolean): Voice {
  return new Voice({
    topic: brief.topic,
    place: Math.max(
      0,
      brief.debaters.findIndex((debater) => debater.name === you.name),
    ),
    of: Math.max(1, brief.debaters.length),
    count: spokenBy(record, you.name).length,
    isTerse,
  });
}

/** What a text does for the debater, wherever it comes from. */
export function helpIn({ index, motion, leaning }: CaseFile, place: Place | Indexed): number {
  return helpOf('id' in place ? effectOfPassage(index, motion, place) : effectOf(place, motion), leaning);
}

/** A passage's effect depends on it and on the topic alone; it is worked out once per index. */
const effects = new WeakMap<EvidenceIndex, { topic: string; known: Map<number, Stance> }>();

function effectOfPassage(index: EvidenceIndex, motion: Motion, passage: Indexed): Stance {
  let cache = effects.get(index);
  if (cache?.topic !== motion.topic) {
    cache = { topic: motion.topic, known: new Map() };
    effects.set(index, cache);
  }
  const known = cache.known.get(passage.id);
  if (known !== undefined) return known;
  const effect = effectOf(passage, motion);
  cache.known.set(passage.id, effect);
  return effect;
}

/** What a quotation of the record does for the debater, in its context where the evidence has it. */
export function helpOfQuote(file: CaseFile, { quote, path, title }: Quoted): number {
  return helpIn(file, file.index.find(quote, path) ?? { text: quote, heading: undefined, title });
}

export function subjectIn(file: CaseFile, quote: Pick<Quoted, 'quote' | 'path' | 'title'>): string | undefined {
  return subjectOfQuote(quote, file.index, file.topicTerms);
}

const widest = 400;

/** Unused passages, the most useful to this debater first. `extra` words weigh most: a question, an opponent's words. */
export function ranked(file: CaseFile, extra: readonly string[] = []): Ranked[] {
  const hits = withTheRest(file.index, file.index.search(queryOf(file, extra), widest));
  const top = hits[0]?.score ?? 1;
  const fatigue = fileFatigue(file);
  const wanted = new Set([...extra, ...file.guidance]);
  return hits
    .filter(({ passage }) => !file.used.has(passage))
    .map(({ passage, score }) => {
      const help = helpIn(file, passage);
      const total =
        (0.8 * score) / top +
        1.1 * Math.tanh(help / 1.5) +
        qualityOf(passage.text) +
        0.8 * overlap(file.index, passage, wanted) -
        (fatigue.get(passage.path) ?? 0);
      return { passage, help, score: total };
    })
    .sort((a, b) => b.score - a.score || a.passage.id - b.passage.id);
}

/** Little evidence is looked through whole: what matches no word may still bear on the question. */
function withTheRest(index: EvidenceIndex, hits: { passage: Indexed; score: number }[]) {
  if (index.passages.length > widest) return hits;
  const found = new Set(hits.map(({ passage }) => passage));
  return [
    ...hits,
    ...index.passages.filter((passage) => !found.has(passage)).map((passage) => ({ passage, score: 0 })),
  ];
}

/** The terms by which passages are ranked, with their weights. */
export function queryOf({ you, motion, topicTerms, guidance }: CaseFile, extra: readonly string[] = []): Map<string, number> {
  const query = new Map<string, number>();
  const add = (terms: Iterable<string>, weight: number): void => {
    for (const term of terms) query.set(term, Math.max(weight, query.get(term) ?? 0));
  };
  add(topicTerms, 1);
  add(termsIn(motion.setting), 0.6);
  add(termsIn(you.starting_position), 1);
  add(termsIn(you.persona), 0.8);
  for (const domain of domainsOf(`${you.incentives} ${you.persona}`).slice(0, 3)) add(termsIn(domain.words), 0.8);
  add(termsIn(you.incentives), 1.6);
  add(guidance, 3);
  add(extra, 3);
  return query;
}

/** A file that was quoted before is quoted less gladly, above all by the same debater. */
function fileFatigue({ record, you }: CaseFile): Map<string, number> {
  const fatigue = new Map<string, number>();
  for (const entry of argumentsIn(record)) {
    for (const { path } of quotesIn(entry)) {
      if (path !== undefined) fatigue.set(path, (fatigue.get(path) ?? 0) + (entry.speaker === you.name ? 0.12 : 0.03));
    }
  }
  return fatigue;
}

/** How much of the telling weight of some words a passage has, from 0 to 1. */
export function overlap(index: EvidenceIndex, passage: Indexed, words: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  const terms = index.termsOf(passage);
  let all = 0;
  let shared = 0;
  for (const word of words) {
    // A word that stands nowhere in the evidence asks for nothing that could be given.
    const weight = index.weightOf(word);
    all += weight;
    if (terms.has(word)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
}

/** For the debater's side, or neutral; a passage that plainly hurts is not quoted in one's own cause. */
export const serves = ({ help }: Pick<Ranked, 'help'>): boolean => help > -0.3;

/** The best passages that go together: from different files and not saying the same twice. */
export function selection(file: CaseFile, candidates: readonly Ranked[], count: number): Ranked[] {
  const chosen: Ranked[] = [];
  let rest = candidates.slice(0, 120);
  while (chosen.length < count && rest.length > 0) {
    const scored = rest.map((candidate) => ({
      candidate,
      score: candidate.score - repetition(file, candidate, chosen),
    }));
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a)).candidate;
    chosen.push(best);
    file.used.add(best.passage);
    rest = rest.filter((candidate) => candidate !== best && !file.used.has(candidate.passage));
  }
  return chosen;
}

function repetition({ index }: CaseFile, { passage }: Ranked, chosen: readonly Ranked[]): number {
  let penalty = 0;
  for (const other of chosen) {
    if (other.passage.path === passage.path) penalty += 0.6;
    penalty += 0.6 * overlap(index, passage, index.termsOf(other.passage));
  }
  return penalty;
}
