import type { Source } from '../../../debate/entry';
import type { VisibleEntry } from '../../../debate/tasks';
import { wordCount } from '../../../debate/text';
import type { EvidenceIndex } from '../evidenceIndex';
import { sourceOf } from '../place';
import { quotesIn, type Quoted } from '../record';

/** Shorter ones are words in inverted commas, not quotations. */
const fewestWords = 6;

/** What stands between quotation marks, in order; of quotations within quotations the outer one. */
export function quotationsIn(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '“' && depth++ === 0) start = at + 1;
    if (text[at] === '”' && depth > 0 && --depth === 0) found.push(text.slice(start, at));
  }
  for (const [, straight = ''] of text.replace(/“[^”]*”/g, '').matchAll(/"([^"\n]{20,600})"/g)) found.push(straight);
  return found.map((quote) => quote.replace(/\s+/g, ' ').trim()).filter((quote) => wordCount(quote) >= fewestWords);
}

/**
 * The entry with the sources that its text quotes, where its list of sources was kept back: what one side is shown of the
 * other is the argument alone, and its quotations are found again in the evidence.
 */
export function withQuotations(entry: VisibleEntry, index: EvidenceIndex): VisibleEntry {
  const isTold = (entry.sources?.length ?? 0) > 0 || entry.struck !== undefined;
  if (isTold || (entry.type !== 'defense' && entry.type !== 'critique')) return entry;
  const text = [entry.content, ...textsIn(entry.data)].join('\n\n');
  const sources = [...new Set(quotationsIn(text))].map((quote): Source => {
    const passage = index.find(quote, undefined);
    const source = passage === undefined ? { url: '', title: '', quote } : sourceOf(passage);
    return { ...source, accessed: '' };
  });
  return sources.length === 0 ? entry : { ...entry, sources };
}

/** Every text in some data, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The quotations of an entry that stand in a part of its text. */
export function quotesWithin(entry: VisibleEntry, text: string): Quoted[] {
  const flat = text.replace(/\s+/g, ' ');
  return quotesIn(entry).filter(({ quote }) => flat.includes(quote));
}
