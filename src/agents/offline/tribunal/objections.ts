import type { TaskOutput } from '../../../debate/tasks';
import type { Severity } from '../../../debate/entryData';
import { helpIn, overlap, subjectIn, type CaseFile, type Ranked } from '../caseFile';
import { counterTo, type Counter, type Relation } from '../contradiction';
import { baseName, type Indexed } from '../evidenceIndex';
import { sentenceCase } from '../grammar';
import { mentioned } from '../mentions';
import type { Quoted } from '../record';
import { answerQuote } from '../rebuttalSpeech';
import { Speech, valuesOf } from '../speechParts';
import { termsIn } from '../terms';
import { tokensOf } from '../valence';
import { flat } from './answer';
import { shortGrants } from './bridgePhrases';
import { afterLeftOut, leftOut, leftOutPlain, otherChoice, pressing, titles } from './critiquePhrases';
import { keyOf } from './points';
import { nameFor, rankedFor, type Citations, type SideCase } from './sideCase';

export type ObjectionOutput = TaskOutput<'critic/critique'>['objections'][number];
type Weight = Pick<ObjectionOutput, 'area' | 'severity'>;

/** What a relation to the quoted passage makes of an objection: `severityRule` says it in words. */
const weights: Record<Relation, Weight> = {
  opposes: { area: 'evidence and support', severity: 'Critical' },
  figures: { area: 'evidence and support', severity: 'Critical' },
  qualifies: { area: 'assumptions', severity: 'Major' },
  continues: { area: 'rhetorical weaknesses', severity: 'Major' },
};
/** From here on, on the scale of the word lists, a passage weighs heavily. */
const heavy = 1;

/** The best unused counter to any of some quotations. */
export function strongest(file: CaseFile, quotes: readonly Quoted[]): Counter | undefined {
  return quotes
    .filter(({ seq }) => !file.shunned.has(seq))
    .map((quote) => counterTo(file, quote))
    .filter((counter) => counter !== undefined)
    .reduce<Counter | undefined>((best, one) => (best === undefined || one.strength > best.strength ? one : best), undefined);
}

/** An objection to a quotation, with the passage against it. `row`: the issue that it goes on with. */
export function counterObjection(side: SideCase, counter: Counter, { citations, row }: { citations: Citations; row?: { id: string; title: string } }): ObjectionOutput {
  const { file } = side;
  const speech = new Speech();
  answerQuote(file, speech, { counter, withSupport: false, grants: citations.answered ? shortGrants : undefined });
  citations.answered = true;
  citations.add(counter.passage);
  const title = nameFor(side, row?.title ?? titleFor(side, counter.passage, titles[counter.relation]));
  return { ...weights[counter.relation], title, text: flat(speech.content), ...(row === undefined ? {} : { issue: row.id }) };
}

/** A further passage on an issue that nobody has answered. */
export function pressed(side: SideCase, row: { id: string; title: string; severity: Severity | undefined }, own: readonly Quoted[], citations: Citations): ObjectionOutput | undefined {
  const { file } = side;
  const words = new Set(own.flatMap(({ quote }) => termsIn(quote)).filter((word) => !file.topicTerms.has(word) && !/^\d/.test(word)));
  const one = rankedFor(side, [...words]).find(({ passage, help, score }) => help > 0.5 && score > 0.4 && overlap(file.index, passage, words) > 0.2);
  if (one === undefined) return undefined;
  const text = readOut(side, one, citations, file.voice.say('pressing', pressing, valuesOf(file, one.passage)));
  return { area: 'evidence and support', severity: row.severity ?? 'Major', title: nameFor(side, row.title), text, issue: row.id };
}

/** What speaks against the proposition and was not touched on: the other choice, or a subject left out. */
export function omission(side: SideCase, one: Ranked, citations: Citations): ObjectionOutput {
  const { file } = side;
  const values = { ...valuesOf(file, one.passage), subject: subjectFor(side, one.passage) ?? '' };
  const other = otherNamed(side, one.passage);
  const severity: Severity = one.help >= heavy ? 'Major' : 'Minor';
  if (other !== undefined && !isRaised(side, titles.alternative.map((title) => title.replace('{Other}', sentenceCase(other))))) {
    const title = nameFor(side, titleFor(side, one.passage, titles.alternative, other));
    const text = readOut(side, one, citations, file.voice.say('otherChoice', otherChoice, { ...values, other }), file.voice.say('afterLeftOut', afterLeftOut));
    return { area: 'alternatives', severity, title, text };
  }
  const title = nameFor(side, titleFor(side, one.passage, titles.leftOut));
  const bank = values['subject'] === '' ? leftOutPlain : leftOut;
  const text = readOut(side, one, citations, file.voice.say('leftOut', bank, values), file.voice.say('afterLeftOut', afterLeftOut));
  return { area: 'completeness', severity, title, text };
}

/** Says what comes before, reads the passage out, and says what comes after. */
function readOut({ file }: SideCase, { passage }: Pick<Ranked, 'passage'>, citations: Citations, before: string, after = ''): string {
  file.used.add(passage);
  citations.add(passage);
  return new Speech().say(before).quote(passage).say(after).content;
}

/** The option that the Critic stands for, where the passage names it and speaks well of it. */
function otherNamed({ file }: SideCase, passage: Indexed): string | undefined {
  if (file.motion.options.length < 2 || helpIn(file, passage) <= 0) return undefined;
  const [first, ...more] = mentioned(tokensOf(passage.text), file.motion);
  if (first === undefined || more.length > 0 || (file.leaning[first] ?? 0) <= 0) return undefined;
  return file.motion.options[first]?.phrase;
}

/** What a passage is about, where that is more than what the topic itself names. */
function subjectFor({ file }: SideCase, { text, path, title }: Indexed): string | undefined {
  const subject = subjectIn(file, { quote: text, path, title });
  return subject !== undefined && termsIn(subject).some((term) => !file.topicTerms.has(term)) ? subject : undefined;
}

/** A title that no issue and no objection of one's own has yet. */
function titleFor(side: SideCase, passage: Indexed, bank: readonly string[], other = ''): string {
  const { file } = side;
  const subject = subjectFor(side, passage) ?? `what ${baseName(passage.path)} says`;
  const values = { Subject: sentenceCase(subject), file: baseName(passage.path), Other: sentenceCase(other) };
  const said = file.voice.say(`title ${bank[0] ?? ''}`, bank, values);
  const title = said === '' ? values.Subject : said;
  const place = `${baseName(passage.path)}, ${passage.page === undefined ? 'line' : 'page'} ${passage.page ?? passage.startLine}`;
  const longer = title.includes(values.file) ? `${title} (${place.slice(values.file.length + 2)})` : `${title} (${place})`;
  return isRaised(side, [title]) ? longer : title;
}

function isRaised({ tracker, own, taken }: SideCase, candidates: readonly string[]): boolean {
  const keys = new Set(candidates.map(keyOf));
  const earlier = own.flatMap(({ data }) => (Array.isArray(data?.['objections']) ? (data['objections'] as { title?: string }[]) : []));
  const before = [...tracker, ...earlier].map(({ title = '' }) => keyOf(title));
  const isKnown = [...before, ...taken].some((key) => keys.has(key));
  if (!isKnown && candidates.length === 1) taken.add([...keys][0] ?? '');
  return isKnown;
}
