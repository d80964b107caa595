import type { defenceStatuses } from '../../../debate/entryData';
import { overlap, serves, type CaseFile } from '../caseFile';
import { counterTo, type Counter } from '../contradiction';
import type { Indexed } from '../evidenceIndex';
import { answerQuote } from '../rebuttalSpeech';
import { Speech, valuesOf } from '../speechParts';
import { termsIn } from '../terms';
import { shortGrants } from './bridgePhrases';
import { unanswered, unansweredGap, weaker, weakerAfter } from './defencePhrases';
import type { Point } from './points';
import { cited, rankedFor, type Citations, type SideCase } from './sideCase';

export type DefenceStatus = (typeof defenceStatuses)[number];

/** How the Advocate met one point. */
export interface Answer {
  readonly point: Point;
  readonly status: DefenceStatus;
  readonly passage: Indexed | undefined;
  readonly counter: Counter | undefined;
  /** The paragraph of the argument. */
  readonly text: string;
}

/** By what the Advocate labels its answers. It stands in the research log, which the Critic never sees, as the labels are. */
export const statusRule =
  'The labels go by this rule. DEFENDED: an unquoted passage shares the subject of what the critic quoted and speaks for the proposition, or against a gap comes from where the gap was. NEEDS TIGHTENING: only a passage that limits the point or lies near it. VULNERABLE: none.';

/** So much of a point's telling words a passage needs to lie near it. */
const nearness = 0.2;

export function answerPoint(side: SideCase, point: Point, citations: Citations): Answer {
  const { file } = side;
  const best = citations.room > 0 ? bestCounter(file, point) : undefined;
  if (best !== undefined) return countered(file, { point, counter: best, citations });
  const near = citations.room > 0 ? nearTo(side, point, citations) : undefined;
  const speech = new Speech();
  if (near === undefined) {
    const text = speech.say(file.isTerse ? '' : isGap(point) ? file.voice.say('unansweredGap', unansweredGap) : file.voice.say('unanswered', unanswered)).content;
    return { point, status: 'VULNERABLE', passage: undefined, counter: undefined, text };
  }
  take(file, near, citations);
  speech.say(file.voice.say('weaker', weaker, valuesOf(file, near))).quote(near).say(file.voice.say('weakerAfter', weakerAfter));
  return { point, status: closesGap(side, point, near) ? 'DEFENDED' : 'NEEDS TIGHTENING', passage: near, counter: undefined, text: speech.content };
}

function bestCounter(file: CaseFile, { quotes, seq }: Point): Counter | undefined {
  // Of quotations of one strength the newest: it has not been answered before.
  return quotes
    .map((quote) => counterTo(file, { ...quote, seq: quote.seq === -1 ? seq : quote.seq }))
    .filter((counter) => counter !== undefined)
    .reduce<Counter | undefined>((best, one) => (best === undefined || one.strength > best.strength ? one : best), undefined);
}

function countered(file: CaseFile, { point, counter, citations }: { point: Point; counter: Counter; citations: Citations }): Answer {
  const speech = new Speech();
  answerQuote(file, speech, { counter, withSupport: false, grants: citations.answered ? shortGrants : undefined });
  citations.answered = true;
  citations.add(counter.passage);
  const isDirect = counter.relation === 'opposes' || counter.relation === 'figures';
  return {
    ...{ point, counter, passage: counter.passage, status: isDirect ? 'DEFENDED' : 'NEEDS TIGHTENING' },
    text: flat(speech.content),
  };
}

/** An unused passage for the proposition that lies near the point: by its quotations, or by its words where it quotes nothing. */
function nearTo(side: SideCase, point: Point, citations: Citations): Indexed | undefined {
  const { file } = side;
  const words = new Set(
    termsIn(point.quotes[0]?.quote ?? point.title).filter((word) => !file.topicTerms.has(word) && !/^\d/.test(word)),
  );
  const taken = new Set(citations.passages.map(({ path }) => path));
  const candidates = rankedFor(side, [...words]).filter((one) => serves(one) && one.help > 0);
  if (isGap(point)) return candidates.find(({ passage }) => closesGap(side, point, passage) && !taken.has(passage.path))?.passage;
  return candidates.find(({ passage }) => overlap(file.index, passage, words) >= nearness)?.passage;
}

/** An objection without a quotation: to what the case rests on, such as one file only. */
const isGap = ({ quotes }: Point): boolean => quotes.length === 0;

/** A page from elsewhere: no file that the Advocate quoted before, nor the subject itself. */
function closesGap({ own, subject }: SideCase, point: Point, { path }: Indexed): boolean {
  if (!isGap(point) || subject.has(path)) return false;
  return !own.some((entry) => (entry.sources ?? []).some(({ url }) => url.includes(encodeURI(path))));
}

function take(file: CaseFile, passage: Indexed, citations: Citations): void {
  file.used.add(passage);
  citations.add(passage);
}

export const flat = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** What the Advocate itself makes of its answer, for the Judge. */
export function assessmentText({ status, passage, counter }: Answer): string {
  if (passage === undefined) return 'No unquoted passage answers it.';
  if (counter === undefined)
    return status === 'DEFENDED' ? `Met by ${cited(passage)}, from a file that was not quoted before.` : `Only narrowed, by ${cited(passage)}.`;
  const how = {
    figures: 'which has other figures on the same subject',
    opposes: 'which speaks for the proposition on the same subject',
    qualifies: 'which limits what was quoted',
    continues: 'the next sentence of the same file, which takes something back',
  }[counter.relation];
  return `Answered with ${cited(passage)}, ${how}.`;
}
