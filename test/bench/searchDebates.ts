import { appendFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serialiseEntry } from '../../src/debate/log/codec';
import type { Entry } from '../../src/debate/log/entry';
import { pathOfLog } from '../../src/record/logPath';
import { DebateSearch } from '../../src/session/library/search/debateSearch';
import { parseQuery } from '../../src/session/library/search/query';
import { median, ms, times, type Bench, type Figure } from './bench';
import { inChild } from './inChild';
import { sentence, writeLargeLog } from './largeLog';

const debates = 1_000;
const entries = 150;
/** As the view asks: so many at most, of which it shows the first ten first. */
const limit = 200;
const questions = 10;
const mostBytes = 300 * 2 ** 20;

/** A rare word, a common one, several, a phrase, one with filters. */
const queries = [
  'bakurato',
  'babake',
  'babake kebake kobake',
  '"babake kebake"',
  'kebake speaker:security type:rebuttal',
];

interface Made {
  tookMs: number;
  reports: number;
  peakBytes: number;
}

/** How long it took until the first hits were there, and all that are shown. */
interface Answered {
  firstMs: number;
  allMs: number;
}

interface Asked {
  /** By a thread that has just started. */
  started: Answered;
  again: Answered;
  total: number;
  shown: number;
  peakBytes: number;
}

/** 1,000 debates of 150 entries, from every fourth of which a turn is redacted, in one process and its thread: their indexes made, and asked by one that has just started. */
export const searchDebates: Bench = {
  name: 'search debates',
  children: {
    make: ([folder = '']) => make(folder),
    ask: ([folder = '', text = '']) => ask(folder, text),
  },
  async run(folder) {
    writeDebates(folder);
    const made = await inChild<Made>('make', folder);
    const figures = [makingFigure(made, folder)];
    for (const text of queries) figures.push(askingFigure(text, await inChild<Asked>('ask', folder, text)));
    return figures;
  },
};

function writeDebates(folder: string): void {
  for (let debate = 0; debate < debates; debate += 1) {
    const path = join(folder, 'debates', `debate-${debate}`);
    mkdirSync(path, { recursive: true });
    const words = drawnWords(debate + 1);
    writeLargeLog(pathOfLog(path), entries, {
      reword: (text) => text.replaceAll(sentence, () => words(sentence.length)),
    });
    if (debate % 4 === 0) appendFileSync(pathOfLog(path), serialiseEntry(redaction));
  }
}

/** Of the first turn: its review and its verifications are masked, too. */
const redaction: Entry = {
  seq: entries,
  timestamp: '2026-01-01T00:00:00.000Z',
  phase: 'system',
  speaker: 'chair',
  type: 'redaction',
  content: 'REDACTED: seq 2 (sre). Reason: a source is invented.',
  sources: null,
  rebuttal_to_seq: null,
  target_seq: 2,
  data: { reason: 'a source is invented' },
};

const syllables = ['ba', 'ke', 'ko', 'ku', 'lu', 'ra', 'si', 'to', 'na', 'mi', 'de', 'vo', 'pe', 'ga', 'fi', 'ho'];

/** Prose of made-up words, which are common or rare as words are. */
function drawnWords(seed: number): (length: number) => string {
  let drawn = seed * 2_654_435_761;
  const next = (): number => (drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return (length) => {
    let text = '';
    while (text.length < length) {
      // Some 5,000 different words a debate: the common ones of all, and rare ones of its own.
      const drawnRank = Math.floor(8_000 ** next());
      let rank = 255 + (drawnRank < 300 ? drawnRank : 300 + ((drawnRank + seed * 7_919) % 60_000));
      let word = '';
      for (; rank > 0; rank >>= 4) word += syllables[rank & 15] ?? '';
      text += `${word} `;
    }
    return text;
  };
}

const foldersIn = (folder: string): string[] =>
  readdirSync(join(folder, 'debates')).map((name) => join(folder, 'debates', name));
const searching = (folder: string): DebateSearch => new DebateSearch(join(folder, 'indexes'));
const { signal } = new AbortController();
const peakBytes = (): number => process.resourceUsage().maxRSS * 1_024;

async function make(folder: string): Promise<Made> {
  let reports = 0;
  const started = performance.now();
  await searching(folder).update(foldersIn(folder), { signal, onProgress: () => (reports += 1) });
  return { tookMs: performance.now() - started, reports, peakBytes: peakBytes() };
}

/** The first question has the indexes read, the others find them. */
async function ask(folder: string, text: string): Promise<Asked> {
  const search = searching(folder);
  const folders = foldersIn(folder);
  const query = parseQuery(text);
  let [total, shown] = [0, 0];
  const answered = async (): Promise<Answered> => {
    const askedAt = performance.now();
    await search.update(folders, { signal });
    let firstMs = Infinity;
    const onFound = (): number => (firstMs = Math.min(firstMs, performance.now() - askedAt));
    const answer = await search.ask(folders, query, { signal, limit, onFound });
    onFound();
    [total, shown] = [answer.total, answer.hits.length];
    return { firstMs, allMs: performance.now() - askedAt };
  };
  const started = await answered();
  const again: Answered[] = [];
  for (let index = 0; index < questions; index += 1) again.push(await answered());
  const medianOf = (what: keyof Answered): number => median(again.map((one) => one[what]));
  return {
    started,
    again: { firstMs: medianOf('firstMs'), allMs: medianOf('allMs') },
    total,
    shown,
    peakBytes: peakBytes(),
  };
}

function makingFigure({ tookMs, reports, peakBytes: peak }: Made, folder: string): Figure {
  const logBytes = foldersIn(folder).reduce((sum, debate) => sum + statSync(pathOfLog(debate)).size, 0);
  const indexes = readdirSync(join(folder, 'indexes'));
  const indexBytes = indexes.reduce((sum, name) => sum + statSync(join(folder, 'indexes', name)).size, 0);
  return {
    what: `indexes of ${debates.toLocaleString('en')} debates of ${entries} entries, made in the background; resident`,
    figure: `${ms(tookMs)}, ${reports} reports; ${megabytes(peak)}`,
    baseline: `${megabytes(logBytes)} logs, ${megabytes(indexBytes)} indexes`,
    ratio: times(indexBytes / logBytes),
    aim: '≤ 300 MB',
    isMet: peak <= mostBytes && indexes.length === debates,
  };
}

function askingFigure(text: string, { started, again, total, shown, peakBytes: peak }: Asked): Figure {
  return {
    what: `first 10 and ${shown} of ${total.toLocaleString('en')} hits of ${text}, as the view asks; resident`,
    figure: `${ms(again.firstMs)}, ${ms(again.allMs)}; ${megabytes(peak)}`,
    baseline: `${ms(started.firstMs)}, ${ms(started.allMs)} by a thread that has just started`,
    ratio: '',
    aim: 'first 10 ≤ 300 ms, ≤ 300 MB',
    isMet: again.firstMs <= 300 && peak <= mostBytes,
  };
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
