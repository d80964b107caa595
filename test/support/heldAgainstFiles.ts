import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../../src/debate/entry';
import { pdfText } from './pdfWords';

/**
 * What an offline record says, held against the files by means of its own: every quotation stands in them word for word, every figure
 * outside of quotations is one of theirs or counts something of the record, and outside of quotations no side is taken.
 */

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
const figure = /\d[\d.,]*\d|\d/g;
const side = /\b(?:for|against|supports|contradicts|in favou?r)\b/gi;
/** Places, and numbers that name an entry, a statement, an issue, a round or an argument. */
const reference =
  /\b(?:L\d+(?:[–-]L?\d+)?|seq #?\d+|I\d+|(?:prop|opp)_[0-9a-z]+|(?:Statement|[Rr]ound|[Ee]xchange) \d+|page[ #=]*\d+)\b|^#+ \d+\.|\]\(workspace:[^)]*\)/gm;

/** All that the files say; of a quotation that leaves something out its pieces are looked for. */
function wordsOf(evidence: string, subject: string): string {
  const files = readdirSync(evidence).map((name) =>
    name.endsWith('.pdf') ? pdfText(join(evidence, name)) : readFileSync(join(evidence, name), 'utf8'),
  );
  return plain([...files, readFileSync(subject, 'utf8')].join('\n'));
}

/** What an entry says besides quotations; lines of a dialectic that are the files' own words are some. */
function ownWords(content: string, words: string, topic: string): string {
  const said = content
    .replaceAll(topic, '')
    .replace(/^\s*>.*$/gm, '')
    .replace(/“[^“”]*”/g, '')
    .replace(reference, '');
  return said
    .split('\n')
    .filter((line) => !words.includes(line.replace(/^[#*:\s]+|[*…\s]+$/g, '')) || line.trim() === '')
    .join('\n');
}

export function faultsOf(
  entries: readonly Entry[],
  { evidence, subject, topic }: { evidence: string; subject: string; topic: string },
): string[] {
  const words = wordsOf(evidence, subject);
  const figures = new Set(
    [...readdirSync(evidence).join(' ').matchAll(figure), ...words.matchAll(figure)].map(([found]) => found),
  );
  const isCount = (found: string): boolean => /^\d+$/.test(found) && Number(found) <= entries.length;
  const unheld = (quote: string): boolean =>
    plain(quote)
      .split(' […] ')
      .some((piece) => !words.includes(piece.replace(/…$/, '')));
  return entries.flatMap(({ seq, speaker, type, content, sources }) => {
    const quotes = [
      ...(sources ?? []).map(({ quote = '' }) => quote),
      ...[...content.matchAll(/^\s*> “(.*)”$/gm)].map(([, quote = '']) => quote),
    ];
    const wrong = quotes.filter(unheld).map((quote) => `seq ${seq} quotes what no file says: ${quote}`);
    if (['moderator', 'verifier'].includes(speaker) || ['setup', 'announcement', 'note', 'document'].includes(type))
      return wrong;
    const own = ownWords(content, words, topic);
    // Where nobody weighed, every score is nothing.
    const invented = [...own.replace(/(?<![\d.])0\.00(?!\d)/g, '').matchAll(figure)].filter(
      ([found]) => !figures.has(found) && !isCount(found),
    );
    return [
      ...wrong,
      ...invented.map(([found]) => `seq ${seq} has a figure of its own: ${found}`),
      ...[...own.matchAll(side)].map(([word]) => `seq ${seq} takes a side: ${word}`),
    ];
  });
}
