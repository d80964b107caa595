import { readdir } from 'node:fs/promises';
import { resolve, join } from 'node:path';
import { counted } from '../matching/text/shortText';
import { readableUrl } from '../projections/sourcePlace';
import { cacheFolder } from '../research/fileCache';
import { newestFirst } from '../session/library/newestFirst';
import { DebateSearch } from '../session/library/search/debateSearch';
import {
  filterNames,
  type FilterName,
  parseQuery,
  patternQuery,
  QueryError,
  type SearchQuery,
  unknownWords,
  writtenFilter,
} from '../session/library/search/query';
import type { SearchAnswer, DebateHit } from '../session/library/search/debateHit';
import { SummaryReader } from '../session/library/summary';
import { type Command, parsed, wholeFlag } from './options';
import type { Output } from './output';
import { UsageError } from './usage';
import { isFolder, logFileName } from '../record/logPath';
import { typeName } from '../projections/typeName';
import { english } from '../projections/vocabulary';

const standardLimit = 20;

const filterFlags = {
  speaker: { type: 'string', multiple: true },
  type: { type: 'string', multiple: true },
  status: { type: 'string', multiple: true },
  format: { type: 'string', multiple: true },
  in: { type: 'string', multiple: true },
  after: { type: 'string' },
  before: { type: 'string' },
} as const;

type FilterValues = Partial<Record<FilterName, string | string[]>>;

export const search: Command = async (args, output) => {
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const without = options.find((arg) => /^-[^-]/.test(arg));
  if (without !== undefined)
    throw new UsageError(
      `${without} is no option. To leave out what holds a word, write it into the query: search "school -pupils".`,
    );
  const { values, positionals } = parsed(args, {
    regex: { type: 'boolean', default: false },
    limit: { type: 'string' },
    ...filterFlags,
  });
  const { regex: isPattern, limit: most, json, ...filters } = values;
  const { text, folder } = await asked(positionals, filters);
  const query = queryFrom({ text, filters: filtersText(filters), isPattern });
  const limit = wholeFlag('limit', most) ?? standardLimit;
  if (limit < 1) throw new UsageError(`--limit must be 1 or more, not ${limit}.`);
  const out = output(json);
  const folders = await debatesBelow(resolve(folder));
  const printHits = hitPrinter(out);
  // Hits of an expression are printed as they are found.
  const onFound = json || query.pattern === undefined ? {} : { onFound: printHits };
  const answer = await answered(folders, query, { limit, out, ...onFound });
  out.live([]);
  if (answer.total === 0) for (const line of unknownWords(english, query)) out.print(line);
  if (json) {
    out.json(asJson(answer));
    return 0;
  }
  printHits(answer);
  for (const line of summaryLines(answer, { folders, folder })) out.print(line);
  return 0;
};

function hitPrinter(out: Output): (answer: SearchAnswer) => void {
  let printed = 0;
  return ({ hits }) => {
    for (const line of hits.slice(printed).flatMap((hit) => hitLines(hit, out))) out.print(line);
    printed = hits.length;
  };
}

/** Query and folder. With filters the words may be missing: a single folder is then the folder. */
async function asked(positionals: readonly string[], filters: FilterValues): Promise<{ text: string; folder: string }> {
  const [first = '', second, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`search takes a query and a folder, but got also: ${rest.join(' ')}`);
  const isFiltered = filtersText(filters) !== '';
  if (first === '' && !isFiltered) throw new UsageError('search needs a query: words, a "phrase" or filters.');
  if (second === undefined && isFiltered && (await isFolder(first))) return { text: '', folder: first };
  const folder = second ?? '.';
  if (!(await isFolder(folder))) throw new UsageError(`${folder} is no folder. Name one that holds debates.`);
  return { text: first, folder };
}

function queryFrom({ text, filters, isPattern }: { text: string; filters: string; isPattern: boolean }): SearchQuery {
  try {
    return isPattern ? patternQuery(text, filters) : parseQuery(text, filters);
  } catch (error) {
    throw error instanceof QueryError ? new UsageError(error.message) : error;
  }
}

const filtersText = (filters: FilterValues): string =>
  filterNames.flatMap((name) => [filters[name] ?? []].flat().map((value) => writtenFilter(name, value))).join(' ');

async function answered(
  folders: readonly string[],
  query: SearchQuery,
  { limit, out, ...onFound }: { limit: number; out: Output; onFound?: (answer: SearchAnswer) => void },
): Promise<SearchAnswer> {
  const { signal } = new AbortController();
  const searching = new DebateSearch(cacheFolder(process.env, 'search'));
  const onProgress = ({ done, total }: { done: number; total: number }): void =>
    out.live([`${query.pattern === undefined ? 'Reading' : 'Searching'}: ${done} of ${counted(total, 'debate')}`]);
  if (query.pattern === undefined) await searching.update(folders, { signal, onProgress });
  const ordered = query.pattern === undefined ? folders : await sorted(folders);
  return await searching.ask(ordered, query, { limit, signal, onProgress, ...onFound });
}

async function sorted(folders: readonly string[]): Promise<string[]> {
  const summaries = await new SummaryReader().summariesOf(folders);
  return summaries.sort(newestFirst).map(({ folder }) => folder);
}

function asJson({ hits, total, debates, isLoose, left, partly, isCut }: SearchAnswer): object {
  return {
    hits: hits.map(({ folder, topic, seq, speaker, type, kind, time, passage, url, status }) => ({
      dir: folder,
      topic,
      seq,
      speaker,
      type,
      kind,
      timestamp: new Date(time).toISOString(),
      passage: passage.text,
      ranges: passage.ranges.map(({ start, end }) => [start, end]),
      url,
      status,
    })),
    total,
    debates,
    some_words: isLoose,
    more: isCut,
    left_out: left.length,
    ...(partly === 0 ? {} : { partly_read: partly }),
  };
}

const mostNamed = 10;

function summaryLines(
  answer: SearchAnswer,
  { folders, folder }: { folders: readonly string[]; folder: string },
): string[] {
  if (folders.length === 0) return [`There is no debate in ${folder} or below it.`];
  const { hits, total, debates, isLoose, isCut, left, partly } = answer;
  const found = counted(total, 'hit');
  const first = total === 1 ? 'The first hit' : `The first ${found}`;
  const printed = !isCut ? found : total > hits.length ? `${hits.length} of ${found}` : first;
  const searched = folders.length - left.length;
  return [
    ...(isLoose ? ['Nothing holds all of these words. What was found holds some of them.'] : []),
    ...(total > 0 ? [`${printed} in ${counted(debates, 'debate')}.`] : []),
    ...(total === 0 && searched > 0 ? [`Nothing was found in ${counted(searched, 'debate')}.`] : []),
    ...(left.length === 0
      ? []
      : [
          `! ${counted(left.length, 'debate')} could not be searched: too large, too slow for the expression, or not to be read.`,
          ...left.slice(0, mostNamed).map((one) => `  ${one}`),
          ...(left.length > mostNamed ? [`  and ${left.length - mostNamed} more`] : []),
        ]),
    ...(partly === 0
      ? []
      : [`! Lines that cannot be read were left out in ${counted(partly, 'debate')}; rostrum lint names them.`]),
  ];
}

function hitLines({ folder, topic, seq, speaker, type, passage, url, status }: DebateHit, out: Output): string[] {
  const source = url === undefined ? '' : `, ${readableUrl(url)}${status === undefined ? '' : ` (${status})`}`;
  return [
    `${out.paint('bold', topic === '' ? folder : topic)}  ${out.paint('dim', folder)}`,
    `  seq ${seq}, ${speaker}, ${typeName(english, type)}${source}`,
    `  ${marked(passage, out)}`,
    '',
  ];
}

function marked({ text, ranges }: DebateHit['passage'], out: Output): string {
  let line = '';
  let at = 0;
  for (const { start, end } of ranges) {
    line += text.slice(at, start) + out.paint('yellow', text.slice(start, end));
    at = end;
  }
  return line + text.slice(at);
}

/** Folders that hold no debates, and many other files. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git']);
/** Name of a debate that is being made; see `createDebateFolder`. */
const isBeingMade = /^\.new-debate-/;

/** All debates below a folder, itself included. Links are not followed; unreadable folders are skipped. */
async function debatesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some((entry) => entry.name === logFileName && !entry.isDirectory())) return [folder];
  const folders = entries.filter((entry) => entry.isDirectory() && !isPassedOver(entry.name));
  const found: string[] = [];
  for (const { name } of folders) found.push(...(await debatesBelow(join(folder, name))));
  return found;
}

const isPassedOver = (name: string): boolean => passedOver.has(name) || isBeingMade.test(name);
