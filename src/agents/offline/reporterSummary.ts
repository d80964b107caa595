import { firstWords, wordCount } from '../../debate/text';
import type { Debater, Point } from '../../debate/entryData';
import type { TaskInputs, TaskOutput, VisibleEntry } from '../../debate/tasks';
import type { EvidenceIndex } from './evidenceIndex';
import { countOf, joined, sentenceCase } from './grammar';
import { calledIn } from './persona';
import { fileName, sourceName } from './place';
import { answeredQuote, argumentsIn, quotesIn, spokenBy, type DebateRecord, type Quoted } from './record';
import { subjectOfQuote } from './subjectName';
import { termsIn } from './terms';

const most = 5;
const fewest = 3;
/** A debater with fewer words than this is filled up, rather than everybody else cut down to nothing. */
const leastWords = 45;
const shortestQuote = 8;
const nobody: Debater = { name: '', persona: '', starting_position: '', incentives: '', model: '' };

interface Item {
  lead: string;
  quote: string;
  seqs: number[];
}

type Subject = (quote: Quoted) => string | undefined;

export function reporterSummary(
  { brief, record }: TaskInputs['reporter/summary'],
  index: EvidenceIndex,
): TaskOutput<'reporter/summary'> {
  const topic = new Set(termsIn(brief.topic));
  const subject: Subject = (quote) => subjectOfQuote(quote, index, topic);
  const items = brief.debaters.map(({ name }) => itemsOf(record, name, subject));
  const counts = items.map((own) => own.length).filter((count) => count > 0);
  const count = Math.max(fewest, Math.min(most, ...counts));
  const kept = items.map((own, at) => filled(own.slice(0, count), brief.debaters[at] ?? nobody));
  const space = Math.min(...kept.map(wordsIn));
  return {
    key_arguments: brief.debaters.map(({ name }, at) => ({
      debater: name,
      arguments: trimmed(kept[at] ?? [], space).map(({ lead, quote, seqs }) => ({
        text: textOf({ lead, quote }),
        seqs,
      })),
    })),
    exchanges: exchanges(record, subject, brief.debaters),
    flow: flow(
      record,
      brief.debaters.map(({ name }) => name),
    ),
  };
}

/** One item an entry, the first quotation of each; where that makes too few, the further quotations too. */
function itemsOf(record: DebateRecord, name: string, subject: Subject): Item[] {
  const own = argumentsIn(record, name);
  const first = own.flatMap((entry) =>
    quotesIn(entry)
      .slice(0, 1)
      .map((quote) => item(entry, quote, subject)),
  );
  const further = own.flatMap((entry) =>
    quotesIn(entry)
      .slice(1)
      .map((quote) => item(entry, quote, subject)),
  );
  const all = first.length >= fewest ? first : [...first, ...further.slice(0, fewest - first.length)];
  return all.length <= most ? all.sort((a, b) => (a.seqs[0] ?? 0) - (b.seqs[0] ?? 0)) : spread(all);
}

/** The first and the last, and those between at even distances. */
function spread(items: readonly Item[]): Item[] {
  return Array.from({ length: most }, (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))]).filter(
    (one) => one !== undefined,
  );
}

const fileOf = (quote: Quoted): string => (quote.path === undefined ? sourceName(quote) : fileName(sourceName(quote)));

function item(entry: VisibleEntry, quote: Quoted, subject: Subject): Item {
  const file = fileOf(quote);
  const on = sentenceCase(subject(quote) ?? 'the question');
  const lead = `${on}, from ${file}:`;
  return { lead, quote: quote.quote, seqs: [entry.seq] };
}

/** A debater with little to show is presented by what it stood for, so that it has room beside the others. */
function filled(items: Item[], { starting_position, incentives, persona }: Debater): Item[] {
  const full = [...items];
  const stated = [
    [
      items.length === 0
        ? 'No argument with a source stands in the record. The position was:'
        : 'The position behind this was:',
      starting_position,
    ],
    ['What counted for it:', incentives],
    ['It spoke as:', persona],
  ] as const;
  for (const [lead, words] of stated) {
    const room = leastWords - wordsIn(full);
    if (room > 0 && words.trim() !== '') full.push({ lead, quote: firstWords(words, room), seqs: [] });
  }
  return full;
}

const textOf = ({ lead, quote }: Pick<Item, 'lead' | 'quote'>): string => `${lead} “${quote}”`;
const wordsIn = (items: readonly Item[]): number => items.reduce((sum, one) => sum + wordCount(textOf(one)), 0);

/** Cuts the longest quotation, word by word, until the items fit; rather than leave stumps it drops the last item. */
function trimmed(items: readonly Item[], space: number): Item[] {
  const cut = items.map((one) => ({ ...one }));
  while (wordsIn(cut) > space * 1.1) {
    const longest = cut.reduce((a, b) => (wordCount(b.quote) > wordCount(a.quote) ? b : a));
    const words = wordCount(longest.quote);
    if (words > shortestQuote) longest.quote = firstWords(longest.quote, words - 1);
    else if (cut.length > 1) cut.pop();
    else break;
  }
  return cut;
}

type Debaters = TaskInputs['reporter/summary']['brief']['debaters'];

function exchanges(record: DebateRecord, subject: Subject, debaters: Debaters): Point[] {
  const called = (name: string): string =>
    calledIn(debaters.find((debater) => debater.name === name) ?? { name, persona: '' });
  const answered = argumentsIn(record).flatMap((entry): Point[] => {
    const target = record.find(({ seq, struck }) => seq === entry.rebuttal_to_seq && struck === undefined);
    const [quote] = quotesIn(entry);
    if (entry.type !== 'rebuttal' || target === undefined || quote === undefined) return [];
    const answered = answeredQuote(target, entry);
    const on = (answered === undefined ? undefined : subject(answered)) ?? 'the point';
    const from = fileOf(quote);
    const text = `${sentenceCase(called(entry.speaker))} answered ${called(target.speaker)} on ${on} (seq ${target.seq}) with a passage from ${from} (seq ${entry.seq}).`;
    return [{ text, seqs: [target.seq, entry.seq] }];
  });
  return [...rulings(record), ...answered.slice(0, most)];
}

const sourceRulings: ReadonlyMap<string, string> = new Map([
  ['challenge', 'ruled on a challenged source'],
  ['unreliable', 'warned over an unreliable source'],
  ['reconsidered', 'reconsidered a source that was checked again'],
]);

/** What the Chair ruled on sources, without repeating what was struck. */
function rulings(record: DebateRecord): Point[] {
  return record.flatMap((entry): Point[] => {
    const kind = entry.data?.['kind'];
    if (entry.type === 'redaction')
      return [{ text: `The Chair struck an entry over its source (seq ${entry.seq}).`, seqs: [entry.seq] }];
    const what = typeof kind === 'string' && entry.type === 'ruling' ? sourceRulings.get(kind) : undefined;
    if (what === undefined) return [];
    return [{ text: `The Chair ${what} (seq ${entry.seq}).`, seqs: [entry.seq] }];
  });
}

function flow(record: DebateRecord, names: readonly string[]): string {
  const count = (type: string): number =>
    record.filter((entry) => entry.type === type && entry.struck === undefined).length;
  const rounds = record.filter((entry) => entry.data?.['kind'] === 'round_start').length;
  const said = [
    countOf(count('opening_statement'), 'opening statement'),
    countOf(count('new_point'), 'new point'),
    countOf(count('rebuttal'), 'rebuttal'),
    countOf(count('conjecture'), 'conjecture'),
    countOf(count('closing_statement'), 'closing statement'),
  ];
  const shares = names.map((name) => `${name} with ${countOf(spokenBy(record, name).length, 'entry', 'entries')}`);
  const questions = count('audience_question');
  const asked =
    questions === 0
      ? 'The audience asked nothing that was relayed.'
      : `The Chair relayed ${countOf(questions, 'question')} of the audience.`;
  const files = new Set(argumentsIn(record).flatMap((entry) => quotesIn(entry).map(({ path, url }) => path ?? url)));
  return `The exchange ran through ${countOf(rounds, 'round')} and brought ${joined(said)}, spoken by ${joined(shares)}. ${asked} Between them the debaters quoted from ${countOf(files.size, 'file')}; no passage was quoted twice.`;
}
