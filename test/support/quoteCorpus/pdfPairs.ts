import { isSpaced, pageText, sentencesOf, type CorpusPage } from './corpusPage';
import type { CorpusPair } from './corpusPair';

interface Layout {
  readonly width: number;
  /** Hyphen at the end of a line within a word; none if words are kept whole. */
  readonly hyphen?: string;
  readonly lineEnd: string;
}

const layouts: Readonly<Record<string, Layout>> = {
  'narrow column, hyphenated': { width: 28, hyphen: '-', lineEnd: '\n' },
  'column, hyphenated': { width: 44, hyphen: '-', lineEnd: '\n' },
  'page, hyphenated, CRLF': { width: 61, hyphen: '-', lineEnd: '\r\n' },
  'soft hyphens at line ends': { width: 37, hyphen: '\u00ad', lineEnd: '\n' },
  'Unicode hyphens at line ends': { width: 33, hyphen: '\u2010', lineEnd: '\n' },
  'indented lines': { width: 50, hyphen: '-', lineEnd: '\n    ' },
  'space before the line end': { width: 47, hyphen: '-', lineEnd: ' \n' },
  'whole words': { width: 40, lineEnd: '\n' },
};

/** Page and quotation, one of them with a PDF's line breaks. */
export function pdfPairs(page: CorpusPage): CorpusPair[] {
  const clean = pageText(page);
  return Object.entries(layouts).flatMap(([how, layout]) => {
    const source = page.paragraphs
      .map((sentences) => laidOut(sentences.join(isSpaced(page) ? ' ' : ''), layout))
      .join('\n\n');
    return sentencesOf(page).flatMap((sentence, index): CorpusPair[] => {
      const inSource: CorpusPair = { kind: 'pdf', how, source, quote: sentence };
      const quote = laidOut(sentence, layout);
      return index % 2 === 0 && quote !== sentence
        ? [inSource, { kind: 'pdf', how: `${how}, in the quotation`, source: clean, quote }]
        : [inSource];
    });
  });
}

function laidOut(text: string, { width, hyphen, lineEnd }: Layout): string {
  const pieces = /\p{sc=Han}/u.test(text) ? (text.match(/\d+|\D/gu) ?? []) : text.split(' ');
  const space = /\p{sc=Han}/u.test(text) ? '' : ' ';
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    const longer = line === '' ? piece : line + space + piece;
    if (longer.length <= width || line === '') line = longer;
    else {
      const [head, tail] = hyphen === undefined ? ['', piece] : broken(piece, width - line.length - 1, hyphen);
      lines.push(head === '' ? line : `${line}${space}${head}`);
      line = tail;
    }
  }
  return [...lines, line].join(lineEnd);
}

/** Breaks a compound at its own hyphen, any other word between letters; numbers and short words stay whole. */
function broken(word: string, room: number, hyphen: string): [string, string] {
  const own = word.indexOf('-');
  if (own > 1 && own < room && /^\p{L}/u.test(word.slice(own + 1)))
    return [word.slice(0, own + 1), word.slice(own + 1)];
  const at = Math.min(room - 1, word.length - 3);
  const [head, tail] = [word.slice(0, at), word.slice(at)];
  return at > 2 && /\p{L}{3}$/u.test(head) && /^\p{Ll}{3}/u.test(tail) ? [head + hyphen, tail] : ['', word];
}
