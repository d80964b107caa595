import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/debate/entry';
import { dialectic } from '../../src/debate/formats/dialectic/dialectic';
import { panel } from '../../src/debate/formats/panel/panel';
import { tribunal } from '../../src/debate/formats/tribunal/tribunal';
import { pdfText } from '../support/pdfWords';
import { bridge, extractiveDebate, harbour, ownWords, proposal } from '../support/extractiveDebate';
import { expectGoldenDebate } from '../support/golden';

/** Records on two folders of evidence with Markdown, CSV and PDF, in all formats, held against the files by means of their own. */

const orchard = resolve(import.meta.dirname, '..', 'fixtures', 'orchard');
const folders = {
  harbour: { evidence: harbour, subject: proposal, topic: bridge },
  orchard: { evidence: join(orchard, 'evidence'), subject: join(orchard, 'proposal.md'), topic: 'Should the orchards of the valley be covered with hail nets?' },
};
const formats = { panel, tribunal, dialectic };

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What the files say, word for word; a quotation that leaves something out is held to its pieces. */
function wordsOf(folder: string, subject: string): string {
  const files = readdirSync(folder).map((name) => (name.endsWith('.pdf') ? pdfText(join(folder, name)) : readFileSync(join(folder, name), 'utf8')));
  return plain([...files, readFileSync(subject, 'utf8')].join('\n'));
}

function misquoted(entries: readonly Entry[], words: string): string[] {
  const quotes = entries.flatMap(({ content, sources }) => [
    ...(sources ?? []).map(({ quote = '' }) => quote),
    ...[...content.matchAll(/^> “(.*)”$/gm)].map(([, quote = '']) => quote),
  ]);
  return quotes.filter((quote) => plain(quote).split(' […] ').some((piece) => !words.includes(piece)));
}

const references = /\b(?:L\d+(?:–L\d+)?|seq #?\d+|I\d+|(?:pro|opp)_[0-9a-f]+|Statement \d+|page #\d+)\b/g;

/** What an entry says besides quotations: a claim and a title of a dialectic are words of the files, too. */
const ownLines = (content: string, words: string): string =>
  names(ownWords(content)).split('\n').filter((line) => !words.includes(line.replace(/^[#*:\s]+|[*…\s]+$/g, ''))).join('\n');

const names = (text: string): string => text.replace(references, '');

describe.each(Object.entries(folders))('an offline record on the evidence of %s', (name, { evidence, subject, topic }) => {
  it.each(Object.entries(formats))('quotes nothing that is not in the files, says no figure of its own, and takes no side: %s', async (kind, format) => {
    const debate = { format, topic, evidence, subject: kind === 'tribunal' ? [subject] : [], options: kind === 'dialectic' ? { exchanges: 2 } : {} };
    const { folder, entries } = await extractiveDebate(debate);
    const words = wordsOf(evidence, subject);
    expect(entries.filter(({ sources }) => (sources ?? []).length > 0).length).toBeGreaterThan(2 - Number(kind === 'tribunal'));
    expect(misquoted(entries, words)).toEqual([]);
    const seats = entries.filter(({ speaker, type }) => !['moderator', 'verifier'].includes(speaker) && !['setup', 'announcement', 'note', 'document'].includes(type));
    for (const { content, seq } of seats) {
      const own = ownLines(content, words).replaceAll(topic, '');
      expect(own.match(/\b(?:for|against|supports|contradicts|in favou?r)\b/gi) ?? [], `seq ${seq}: ${own}`).toEqual([]);
      for (const [figure] of kind === 'panel' ? own.matchAll(/\d[\d.,]*\d|\d/g) : []) expect(words, `seq ${seq}: ${own}`).toContain(figure);
    }
    await expectGoldenDebate(`extractive/${name}-${kind}`, folder, dirname(evidence));
    const again = await extractiveDebate(debate);
    const told = (those: readonly Entry[]): string => JSON.stringify(those.slice(1).map(({ type, speaker, content, sources }) => ({ type, speaker, content, sources })));
    expect(told(again.entries)).toBe(told(entries));
  });
});
