import { passagesOf } from '../../../src/agents/documents/passages';
import { figureFindings } from '../../../src/matching/figures/figureFindings';
import { isLined } from '../../../src/matching/text/linedText';
import { refuseContent, refuseText } from '../../../src/research/admission';
import { extractPage } from '../../../src/research/extract/extractPage';
import { fileText } from '../../../src/research/fileText';
import { checkQuote } from '../../../src/matching/quote/quoteCheck';
import { parseSourceUrl } from '../../../src/matching/text/sourceUrl';
import { ReadSource } from '../../../src/verify/readSource';
import type { ReaderName } from './shapes';

const files = { htmlFile: 'html', text: 'txt', markdown: 'md', json: 'json', csv: 'csv' } as const;

const isFile = (reader: ReaderName): reader is keyof typeof files => reader in files;

/** Reads a page or a file and does everything that follows; returns why it was not read, or undefined. */
export async function readHostile(reader: ReaderName, text: string): Promise<string | undefined> {
  const read = isFile(reader)
    ? await ofFile(reader, text)
    : await extractPage({ kind: reader, text, body: new Uint8Array(), finalUrl: 'https://example.org/x' });
  if ('reason' in read) return `${read.reason}: ${read.detail}`;
  if ('unread' in read) return `${read.unread.reason}: ${read.unread.detail}`;
  const kept = { text: read.text, layout: read.layout, isLined: isLined({ extractor: read.extractor?.name }) };
  const source = new ReadSource(parseSourceUrl('workspace:x'), { ...kept, title: '', sha256: '' });
  const quote = 'A sentence that stands 12 times in it … and costs $5 million';
  const quotes = [quote, longQuote(source.text), nearQuote(source.text)];
  for (const quoted of quotes) checkQuote(quoted, source);
  figureFindings(['It costs $5 million in 2001, 12 % more.', 'About 1 of 12 in 2002.'], source.text);
  return undefined;
}

/** Reads a PDF document as one from the web and as evidence. */
export async function readHostilePdf(body: Uint8Array): Promise<string | undefined> {
  const read = await fileText('x.pdf', body);
  return read.ok ? undefined : `${read.reason}: ${read.detail}`;
}

async function ofFile(reader: keyof typeof files, text: string): ReturnType<typeof fileText> {
  const body = Buffer.from(text);
  const read = await fileText(`x.${files[reader]}`, body);
  if (!read.ok) return read;
  if (reader === 'htmlFile') refuseContent(body);
  else refuseText(read);
  const path = `x.${files[reader]}`;
  await passagesOf(
    { files: [{ path }], text: () => Promise.resolve(read.text), document: () => Promise.resolve(read) },
    path,
  );
  return read;
}

/** Ten thousand characters of the text, with words that it does not contain. */
function longQuote(text: string): string {
  const piece = text.slice(0, 2_500);
  return `${piece} and nothing ${piece} of the kind ${piece}`;
}

/** Half of the text with a changed digit in its middle, which searches compare longest if a text repeats itself. */
function nearQuote(text: string): string {
  const piece = text.slice(0, text.length / 4);
  return `${piece}7${piece}`;
}
