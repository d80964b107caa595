import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { FindingKind } from '../../src/citations/answer';
import { type AnsweredCitation, type CheckedDocuments, checkDocuments } from '../../src/citations/checkDocuments';
import { type DocumentCitation, citationsIn } from '../../src/citations/markdown/citationsIn';
import { CitedPages } from '../../src/citations/pages';
import { seeded } from '../support/seeded';
import { documentWeb } from './documentWeb';
import { expectedOf, type Fault, faultKinds, plantedFault } from './faults';

/*
 * npm run truth -- documents FOLDER [SEED]: how often `rostrum check` finds faults that are planted in real documents, and how often it accuses
 * what is right. FOLDER holds repositories with their Markdown files; it is no part of this project, and nothing is written into it. A cited page
 * is made of the paragraphs that cite it, as another Markdown renderer shows them, and is served on this machine under its own name.
 */

const mostDocuments = 30;
const mostFaults = 120;
/** A block has at most one fault at a time. */
const rounds = 4;
const signal = new AbortController().signal;

interface RealDocument {
  root: string;
  file: string;
  text: string;
  citations: readonly DocumentCitation[];
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => join(folder, path));

/** The documents with the most quotations. */
function documentsIn(folder: string): RealDocument[] {
  const roots = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const all = roots.flatMap(({ name }) =>
    filesIn(join(folder, name)).map((file): RealDocument => {
      const text = readFileSync(file, 'utf8');
      return { root: join(folder, name), file, text, citations: citationsIn(text).citations };
    }),
  );
  const quotations = ({ citations }: RealDocument): number =>
    citations.filter(({ quote }) => quote !== undefined).length;
  return all
    .filter((document) => quotations(document) > 0)
    .sort((one, other) => quotations(other) - quotations(one) || (one.file < other.file ? -1 : 1))
    .slice(0, mostDocuments);
}

/** A page of a few lines proves nothing against anybody. */
const linesAround = 30;
const renderer = new MarkdownIt({ linkify: true });

/** Pages by their addresses: what cites them, rendered, among other paragraphs of the document. */
function pagesFor(documents: readonly RealDocument[]): Map<string, string> {
  const parts = new Map<string, string[]>();
  for (const { text, citations } of documents) {
    const lines = text.split(/\r\n|\n|\r/);
    for (const { target, block } of citations) {
      if (!/^https?:\/\//.test(target)) continue;
      // As paragraphs: a page of list items is no article.
      const paragraphs = (from: number, to: number): string =>
        renderer.render(
          lines
            .slice(Math.max(0, from), to)
            .join('\n')
            .replace(/^[ \t]*(?:[-*+]|\d+\.)[ \t]+/gm, '\n\n'),
        );
      const [first, last] = [block.first - 1, block.last];
      const url = target.replace(/#.*/s, '');
      const own = [
        paragraphs(first, last),
        paragraphs(last, last + linesAround),
        paragraphs(first - linesAround, first),
      ];
      parts.set(url, [...(parts.get(url) ?? []), ...own]);
    }
  }
  const page = (body: readonly string[]): string =>
    `<!doctype html><html><head><meta charset="utf-8"><title>Page</title></head><body><article><h1>Page</h1>${body.join('\n')}</article></body></html>`;
  return new Map([...parts].map(([url, body]) => [url, page(body)]));
}

type Access = Awaited<ReturnType<typeof documentWeb>>['access'];

/** Checks the documents of a copy, each root by itself. */
async function checked(copy: string, documents: readonly RealDocument[], folder: string, access: Access) {
  const cacheFolder = mkdtempSync(join(copy, 'cache-'));
  const pages = new CitedPages({ folder: cacheFolder, web: access, maxAgeMs: 1e9, now: () => Date.now() });
  const found: CheckedDocuments['documents'][number][] = [];
  for (const root of new Set(documents.map((document) => document.root))) {
    const files = documents.filter((one) => one.root === root).map(({ file }) => join(copy, relative(folder, file)));
    const own = join(copy, relative(folder, root));
    found.push(...(await checkDocuments(files, { root: own, cacheFolder, pages, signal })).documents);
  }
  return found;
}

interface PlantedFault extends Fault {
  document: RealDocument;
  citation: DocumentCitation;
}

/** Faults for several rounds; each citation has each kind of fault at most once. */
function faultsFor(
  documents: readonly RealDocument[],
  quoted: ReadonlyMap<RealDocument, readonly AnsweredCitation[]>,
  seed: number,
): PlantedFault[][] {
  const random = seeded(seed);
  const pool = documents
    .flatMap((document) => (quoted.get(document) ?? []).map((one) => ({ document, one, order: random() })))
    .sort((one, other) => one.order - other.order);
  const quotes = pool.map(({ one }) => one.citation.quote ?? '').filter((quote) => !quote.includes('\n'));
  const used = new Set<string>();
  return Array.from({ length: rounds }, (_, round) => {
    const blocks = new Set<string>();
    const faults: PlantedFault[] = [];
    for (let turn = round, idle = 0; faults.length < mostFaults / rounds && idle < faultKinds.length; turn += 1) {
      const kind = faultKinds[turn % faultKinds.length] ?? 'number';
      const planted = firstOf(pool, ({ document, one }) => {
        const { block, start } = one.citation;
        const keys = { block: `${document.file} ${block.first}`, use: `${document.file} ${start} ${kind}` };
        if (blocks.has(keys.block) || used.has(keys.use)) return undefined;
        const other = quotes[Math.floor(random() * quotes.length)] ?? '';
        const name = `note-${round}-${faults.length}`;
        const fault = plantedFault(kind, { document: document.text, checked: one, other, random, name });
        return fault === undefined ? undefined : { ...fault, document, citation: one.citation, keys };
      });
      idle = planted === undefined ? idle + 1 : 0;
      if (planted === undefined) continue;
      blocks.add(planted.keys.block);
      used.add(planted.keys.use);
      faults.push(planted);
    }
    return faults;
  });
}

function firstOf<T, R>(values: readonly T[], test: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = test(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Writes the changed documents; edits of one document go from its end to its beginning. */
function plant(copy: string, folder: string, faults: readonly PlantedFault[]): void {
  for (const document of new Set(faults.map((fault) => fault.document))) {
    const own = faults.filter((fault) => fault.document === document);
    const edits = own.flatMap((fault) => fault.edits).sort((one, other) => other.start - one.start);
    const text = edits.reduce(
      (changed, { start, end, text: words }) => changed.slice(0, start) + words + changed.slice(end),
      document.text,
    );
    writeFileSync(join(copy, relative(folder, document.file)), text);
    for (const [path, content] of own.flatMap(({ files }) => Object.entries(files))) {
      const file = join(copy, relative(folder, document.root), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

/** Where a citation stands after the edits before it. */
function placeAfter(faults: readonly PlantedFault[], document: RealDocument, start: number): number {
  const before = faults.filter((one) => one.document === document).flatMap(({ edits }) => edits);
  return before
    .filter((edit) => edit.start < start)
    .reduce((at, edit) => at + edit.text.length - (edit.end - edit.start), start);
}

interface RoundResult {
  faults: { fault: PlantedFault; kind: string; isFound: boolean }[];
  others: number;
  accused: number;
}

/** What became of the planted faults, and of all other citations. */
function resultOf(
  faults: readonly PlantedFault[],
  again: CheckedDocuments['documents'],
  byFile: ReadonlyMap<string, RealDocument>,
): RoundResult {
  const placeOf = (fault: PlantedFault): string =>
    `${fault.document.file} ${placeAfter(faults, fault.document, fault.citation.start)}`;
  const answers = new Map<string, string>(
    again.flatMap(({ file, citations }) =>
      citations.map(
        ({ citation, answer }) => [`${byFile.get(file)?.file ?? ''} ${citation.start}`, answer.kind] as const,
      ),
    ),
  );
  const planted = new Set(faults.map(placeOf));
  const others = [...answers].filter(([place]) => !planted.has(place));
  return {
    faults: faults.map((fault) => {
      const kind = answers.get(placeOf(fault)) ?? 'no citation';
      return { fault, kind, isFound: kind === expectedOf(fault.kind) };
    }),
    others: others.length,
    accused: others.filter(([, kind]) => kind === 'missing' || kind === 'gone').length,
  };
}

function tell(results: readonly RoundResult[], folder: string): void {
  const faults = results.flatMap((result) => result.faults);
  console.log('\n| planted | faults | found | share |\n|---|---|---|---|');
  for (const kind of [...faultKinds, 'all']) {
    const own = faults.filter(({ fault }) => kind === 'all' || fault.kind === kind);
    const found = own.filter(({ isFound }) => isFound).length;
    console.log(`| ${kind} | ${own.length} | ${found} | ${percent(found, own.length)} |`);
  }
  const [others, accused] = [sum(results.map((one) => one.others)), sum(results.map((one) => one.accused))];
  console.log(
    `\nOf ${others} citations beside the planted faults ${accused} are called missing or gone (${percent(accused, others)}).`,
  );
  for (const { fault, kind, isFound } of faults)
    if (!isFound)
      console.log(
        `- not found: ${fault.kind}, ${relative(folder, fault.document.file)}:${fault.citation.line}, ${kind}: ${fault.edits[0]?.text.slice(0, 160) ?? ''}`,
      );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

function copyOf(folder: string, copy: string): void {
  for (const file of filesIn(folder)) {
    const to = join(copy, relative(folder, file));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(file, to);
  }
}

async function main(folder: string, seed: number): Promise<void> {
  const documents = documentsIn(folder);
  const copy = mkdtempSync(join(tmpdir(), 'rostrum-truth-'));
  const web = await documentWeb(pagesFor(documents));
  try {
    copyOf(folder, copy);
    const byFile = new Map(documents.map((document) => [join(copy, relative(folder, document.file)), document]));
    const clean = await checked(copy, documents, folder, web.access);
    const all = clean.flatMap(({ citations }) => citations);
    const counts = (kind: string): number => all.filter(({ answer }) => answer.kind === kind).length;
    console.log(
      `${documents.length} documents, ${all.length} citations (${all.filter(({ citation }) => citation.quote !== undefined).length} quotations), seed ${seed}\n`,
    );
    const alarms: readonly FindingKind[] = ['missing', 'gone', 'figure', 'approximate'];
    console.log('| as they are | citations | share |\n|---|---|---|');
    for (const kind of ['quoted', ...alarms, 'unread', 'uncheckable'])
      console.log(`| ${kind} | ${counts(kind)} | ${percent(counts(kind), all.length)} |`);
    console.log('\nWhat was not quoted:');
    for (const { path, citations } of clean)
      for (const { citation, url, answer } of citations)
        if (answer.kind !== 'quoted')
          console.log(
            `- ${answer.kind} ${path}:${citation.line} ${url.slice(0, 80)} | ${(citation.quote ?? citation.statement).slice(0, 120).replaceAll('\n', ' ')} | ${answer.words.slice(0, 160)}`,
          );

    const quoted = new Map(
      clean.map((one) => [
        byFile.get(one.file) as RealDocument,
        one.citations.filter(({ answer, citation }) => answer.kind === 'quoted' && citation.quote !== undefined),
      ]),
    );
    const results: RoundResult[] = [];
    for (const faults of faultsFor(documents, quoted, seed)) {
      copyOf(folder, copy);
      plant(copy, folder, faults);
      results.push(resultOf(faults, await checked(copy, documents, folder, web.access), byFile));
    }
    tell(results, folder);
  } finally {
    await web.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

const [folder = '', seed = '1'] = process.argv.slice(2);
if (!existsSync(folder)) {
  console.error('npm run truth -- documents FOLDER [SEED]: a folder of repositories with Markdown files.');
  process.exitCode = 2;
} else
  void main(folder, Number(seed)).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
