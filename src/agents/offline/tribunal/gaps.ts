import { missingFigures } from '../../../debate/figures';
import type { objectionAreas, Severity } from '../../../debate/entryData';
import type { VisibleEntry } from '../../../debate/tasks';
import { sentences } from '../../../debate/text';
import { shortened } from '../grammar';
import { fileName } from '../place';
import { quotesIn } from '../record';
import { keyOf } from './points';
import { quotesOf, type SideCase } from './sideCase';

export type Gap = {
  title: string;
  text: string;
  area: (typeof objectionAreas)[number];
  severity: Severity;
};

/** What code can see that a case lacks, the gravest first; nothing that was objected to before. */
export function gapsOf(side: SideCase, news: readonly VisibleEntry[]): Gap[] {
  if (news.length === 0) return [];
  const raised = new Set([...side.tracker.map(({ title }) => keyOf(title)), ...side.own.flatMap(titlesOf)]);
  return [closedBook(side), unsourced(side, news), oneFile(side)].filter((gap): gap is Gap => gap !== undefined && !raised.has(keyOf(gap.title)));
}

function titlesOf({ data }: VisibleEntry): string[] {
  const objections = data?.['objections'];
  return Array.isArray(objections) ? objections.map(({ title }: { title?: unknown }) => keyOf(typeof title === 'string' ? title : '')) : [];
}

/** Whatever was quoted stems from the subject material. */
function closedBook({ theirs, subject }: SideCase): Gap | undefined {
  const paths = quotesOf(theirs).map(({ path }) => path);
  if (paths.length === 0 || !paths.every((path) => path !== undefined && subject.has(path))) return undefined;
  return {
    title: 'Argued with a closed book',
    text: 'Every passage of the case is taken from the subject material. What is to be tested cannot be its own witness, and nothing from outside it has been quoted.',
    ...{ area: 'evidence and support', severity: 'Critical' },
  };
}

/** A measured figure in a sentence of its own words, without a quotation or a link. */
function unsourced({ input }: SideCase, news: readonly VisibleEntry[]): Gap | undefined {
  for (const entry of news) {
    const argument = entry.data?.['argument'];
    // The topic's own figures need no source.
    const backed = [input.brief.topic, ...quotesIn(entry).map(({ quote }) => quote)].join('\n\n');
    const bare = sentences(typeof argument === 'string' ? argument : '').find(
      ({ text }) => !/[“”"`[\]]/.test(text) && missingFigures(text, backed).some(({ kind, measure }) => measure !== undefined && kind !== 'date'),
    );
    if (bare === undefined) continue;
    return {
      title: 'A figure without a source',
      text: `At seq ${entry.seq} a figure stands in the advocate’s own words, and no passage is quoted for it: ${shortened(bare.text, 120)}`,
      ...{ area: 'evidence and support', severity: 'Major' },
    };
  }
  return undefined;
}

function oneFile({ theirs, file }: SideCase): Gap | undefined {
  const paths = [...new Set(quotesOf(theirs).map(({ path }) => path))];
  const all = new Set(file.index.passages.map(({ path }) => path)).size;
  const [only] = paths;
  if (paths.length !== 1 || only === undefined || all < 2) return undefined;
  return {
    title: 'A single witness',
    text: `All that the case quotes comes from ${fileName(only)}, though the evidence has other files. One file that errs would take the whole case with it.`,
    ...{ area: 'completeness', severity: 'Minor' },
  };
}
