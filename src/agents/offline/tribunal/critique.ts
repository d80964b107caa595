import { conjectureLabel } from '../../../debate/rules/spokenRules';
import type { TaskOutput, VisibleEntry } from '../../../debate/tasks';
import type { TrackerRow } from '../../../debate/tasks/tribunal';
import { joined } from '../grammar';
import { positionSentence } from '../persona';
import { quotesIn, type Quoted } from '../record';
import { Speech } from '../speechParts';
import { duties } from '../spokenDuties';
import { sharedWeight } from '../contradiction';
import { nothingAtAll, nothingNew, nothingQuoted, rests, severityRule, testing, testingInVain, testingLater, testingOn } from './critiquePhrases';
import { questions } from './defence';
import { gapsOf } from './gaps';
import { counterObjection, omission, pressed, strongest, type ObjectionOutput } from './objections';
import { bySeverity, pressedIn, rowOf } from './points';
import { quotesWithin } from './quotations';
import { researchLog } from './researchLog';
import { Citations, citationsOf, mostSources, news, quotesOf, rankedFor, type SideCase } from './sideCase';

/** New objections in the first critique, and in each later one. */
const mostAtFirst = 3;
const mostLater = 1;

/** Open issues first, then what is new; never more points at once than the other side can answer with a source each. */
export function critique(side: SideCase): TaskOutput<'critic/critique'> {
  const { file, input } = side;
  const citations = new Citations();
  const owed = duties(file, { ...input, record: file.record, you: file.you, frameworks: [] });
  const pending = side.tracker.filter(({ status }) => status !== 'resolved');
  const open = pending.map((row) => exchangeOn(side, row)).sort((a, b) => bySeverity({ severity: a.row.severity ?? 'Major' }, { severity: b.row.severity ?? 'Major' }));
  const space = Math.max(1, mostSources - unansweredCount(side));
  const { objections, rested } = goingOn(side, open, { citations, space });
  objections.push(...fresh(side, { citations, space: space - objections.length, isFirst: side.own.length === 0 }));
  // A second passage on what nobody has answered, where nothing else is new.
  if (objections.length === 0) objections.push(...unansweredFirst(side, open, citations));
  const speech = argument(side, owed.sentences, { rested, hasFound: objections.length > 0 });
  questions(side, speech, citations);
  if (objections.length === 0) objections.push(nothingLeft(side, open));
  return {
    research_log: researchLog(side, citations.passages, { answered: quotesOf(news(side)), rule: '' }),
    argument: argumentText(side, speech, citations),
    sources: citationsOf(side, citations.passages),
    ...owed.fields,
    objections: objections.sort(bySeverity),
  };
}

/** Where an issue stands between the two: what was quoted on it last, and whether that waits for the Critic. */
interface Exchange {
  row: TrackerRow;
  own: readonly Quoted[];
  ownSeq: number;
  answer: readonly Quoted[];
  isAnswered: boolean;
  /** The Advocate has spoken since. */
  wasHeard: boolean;
}

function exchangeOn(side: SideCase, row: TrackerRow): Exchange {
  const mine = side.own.flatMap((entry) =>
    pressedIn(entry)
      .filter((one) => rowOf(side.tracker, one.issue, one.title) === row)
      .map((one) => ({ seq: one.seq, quotes: quotesWithin(entry, one.text) })),
  );
  const ownSeq = mine.at(-1)?.seq ?? -1;
  const since = side.theirs.filter(({ seq }) => seq > ownSeq);
  const own = mine.flatMap(({ quotes }) => quotes);
  const answer = since.flatMap((entry) => answersIn(side, entry, { row, own }));
  return { row, own, ownSeq, answer, isAnswered: answer.length > 0, wasHeard: since.length > 0 };
}

/** The quotations of a defence that answer an issue: those in the paragraph under its name, else those on its subject. */
function answersIn({ file }: SideCase, entry: VisibleEntry, { row, own }: { row: TrackerRow; own: readonly Quoted[] }): Quoted[] {
  const texts = [entry.data?.['argument'], entry.content].filter((text) => typeof text === 'string');
  const named = texts
    .flatMap((text) => text.split(/\n{2,}/))
    .filter((text) => text.includes(row.title) || new RegExp(`\\b${row.id.replace(/\W/g, '\\$&')}\\b`).test(text));
  const quotes = quotesIn(entry);
  const under = quotes.filter(({ quote }) => named.some((text) => text.replace(/\s+/g, ' ').includes(quote)));
  if (under.length > 0 || named.length > 0) return under;
  return quotes.filter(({ quote }) => own.some((one) => {
    const { share, count } = sharedWeight(file, one.quote, { text: quote });
    return share >= 0.3 && count >= 2;
  }));
}

/** Objections that still wait for the Advocate to speak. */
function unansweredCount({ own, theirs }: SideCase): number {
  const heard = theirs.at(-1)?.seq ?? -1;
  return own.filter(({ seq }) => seq > heard).reduce((sum, entry) => sum + pressedIn(entry).length, 0);
}

interface Space {
  citations: Citations;
  space: number;
}

/** Comes back to what was answered, where the files have something against the answer; the rest rests. */
function goingOn(side: SideCase, open: readonly Exchange[], { citations, space }: Space): { objections: ObjectionOutput[]; rested: TrackerRow[] } {
  const objections: ObjectionOutput[] = [];
  const rested: TrackerRow[] = [];
  for (const { row, answer, isAnswered } of open) {
    if (!isAnswered || objections.length >= space || citations.room === 0) continue;
    const counter = strongest(side.file, answer);
    if (counter === undefined) rested.push(row);
    else objections.push(counterObjection(side, counter, { citations, row }));
  }
  return { objections, rested };
}

/** New objections: to quotations that were not objected to yet, then to what the case leaves out, then to its gaps. */
function fresh(side: SideCase, { citations, space, isFirst }: Space & { isFirst: boolean }): ObjectionOutput[] {
  const wanted = Math.min(space, isFirst ? mostAtFirst : mostLater);
  const found: ObjectionOutput[] = [];
  const targets = quotesOf(isFirst ? side.theirs : news(side));
  const [gap] = gapsOf(side, news(side));
  if (gap !== undefined && gap.severity !== 'Minor' && wanted > 0) found.push(gap);
  while (found.length < wanted && citations.room > 0) {
    const left = targets.filter(({ quote }) => !found.some(({ text }) => text.includes(quote)));
    const counter = strongest(side.file, left);
    const one = counter === undefined ? leftOutNext(side, citations) : counterObjection(side, counter, { citations });
    if (one === undefined) break;
    if (counter !== undefined) targets.splice(targets.indexOf(counter.target), 1);
    found.push(one);
  }
  if (gap?.severity === 'Minor' && found.length < wanted) found.push(gap);
  return found;
}

function leftOutNext(side: SideCase, citations: Citations): ObjectionOutput | undefined {
  const one = rankedFor(side).find(({ help, score }) => help > 0.5 && score > 0);
  return one === undefined ? undefined : omission(side, one, citations);
}

function unansweredFirst(side: SideCase, open: readonly Exchange[], citations: Citations): ObjectionOutput[] {
  for (const { row, own, isAnswered } of open) {
    const one = isAnswered ? undefined : pressed(side, row, own, citations);
    if (one !== undefined) return [one];
  }
  return [];
}

/** Nothing is left to quote: the gravest open issue stands as it was put, or nothing does. */
function nothingLeft({ file }: SideCase, open: readonly Exchange[]): ObjectionOutput {
  const standing = open.find(({ isAnswered, ownSeq }) => !isAnswered && ownSeq >= 0);
  if (file.isTerse) return { area: 'completeness', severity: 'Minor', title: 'Nothing further', text: `${conjectureLabel} No passage is left.` };
  if (standing === undefined) return { area: 'completeness', severity: 'Minor', title: 'Nothing further', text: file.voice.say('nothingAtAll', nothingAtAll) };
  const { row, ownSeq } = standing;
  const text = file.voice.say('nothingNew', nothingNew, { seq: ownSeq });
  return { area: 'completeness', severity: row.severity ?? 'Minor', title: row.title, text, issue: row.id };
}

function argument(side: SideCase, owed: readonly string[], { rested, hasFound }: { rested: readonly TrackerRow[]; hasFound: boolean }): Speech {
  const { file } = side;
  const speech = new Speech().say(...owed).paragraph();
  const position = positionSentence(file.you) ?? file.you.starting_position;
  if (!hasFound) speech.say(side.own.length === 0 ? file.voice.say('testingInVain', testingInVain, { position }) : '');
  else if (side.own.length === 0) speech.say(file.voice.say('testing', testing, { position }));
  else if (news(side).length === 0) speech.say(file.voice.say('testingOn', testingOn));
  else speech.say(file.voice.say('testingLater', testingLater));
  const points = joined(rested.map(({ id, title }) => `${id} (${title})`));
  if (points !== '') speech.paragraph().say(file.voice.say('rests', rests, { points }));
  return speech.paragraph().say(hasFound && side.own.length === 0 ? file.voice.say('severityRule', severityRule) : '');
}

function argumentText({ file }: SideCase, speech: Speech, { passages }: Citations): string {
  const text = speech.content;
  if (passages.length > 0 && text !== '') return text;
  if (passages.length > 0) return 'My objections follow.';
  return `${conjectureLabel} ${file.isTerse ? 'Nothing is quoted here.' : file.voice.say('nothingQuoted', nothingQuoted)}${text === '' ? '' : `\n\n${text}`}`;
}
