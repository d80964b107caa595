import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathOfLog } from '../../src/record/logPath';
import { DebateSearch } from '../../src/session/search/debateSearch';
import { parseQuery } from '../../src/session/search/query';
import { median, ms, times, type Bench, type Figure } from './bench';
import { inChild } from './inChild';
import { sentence, writeLargeLog } from './largeLog';

const debates = 1_000;
const entries = 150;
const questions = 20;
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

interface Asked {
  firstMs: number;
  againMs: number;
  total: number;
  shown: number;
  peakBytes: number;
}

/** 1,000 debates of 150 entries in one process and its thread: their indexes made, and asked by one that has just started. */
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
    for (const text of queries) figures.push(...askingFigures(text, await inChild<Asked>('ask', folder, text)));
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
  }
}

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
  const started = performance.now();
  await search.update(folders, { signal });
  const { total, hits } = await search.ask(folders, query, { signal, limit: 10 });
  const firstMs = performance.now() - started;
  const again: number[] = [];
  for (let index = 0; index < questions; index += 1) {
    const askedAt = performance.now();
    await search.ask(folders, query, { signal, limit: 10 });
    again.push(performance.now() - askedAt);
  }
  return { firstMs, againMs: median(again), total, shown: hits.length, peakBytes: peakBytes() };
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

function askingFigures(text: string, { firstMs, againMs, total, shown, peakBytes: peak }: Asked): Figure[] {
  const what = `first ${shown} of ${total.toLocaleString('en')} hits of ${text}`;
  return [
    {
      what: `${what}; resident`,
      figure: `${ms(againMs)}; ${megabytes(peak)}`,
      baseline: `${ms(firstMs)} by a thread that has just started`,
      ratio: '',
      aim: '≤ 300 ms, ≤ 300 MB',
      isMet: againMs <= 300 && peak <= mostBytes,
    },
  ];
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
