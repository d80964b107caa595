import type { AnsweredCitation } from '../../src/citations/checkDocuments';

export const faultKinds = [
  'number',
  'negation',
  'name',
  'half sentence',
  'dead link',
  'wrong line',
  'moved file',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A change of a document's text at one citation. */
export interface Fault {
  kind: FaultKind;
  edits: { start: number; end: number; text: string }[];
  /** Files that the changed document cites, by their paths below the root. */
  files: Record<string, string>;
}

interface FaultContext {
  document: string;
  checked: AnsweredCitation;
  /** Another quotation of the documents. */
  other: string;
  /** Numbers from 0 to 1. */
  random: () => number;
  /** Names the file of a citation that is made one of a file. */
  name: string;
}

/** What a check has to answer to each kind. */
export const expectedOf = (kind: FaultKind): 'missing' | 'gone' =>
  kind === 'dead link' || kind === 'moved file' ? 'gone' : 'missing';

/** Plants a fault of this kind; undefined if the citation has nothing that it could change. */
export function plantedFault(kind: FaultKind, context: FaultContext): Fault | undefined {
  const { document, checked } = context;
  const { start, end, quote = '' } = checked.citation;
  // Words with markup or over several lines would need more than one change.
  if (document.slice(start, end) !== quote || quote.includes('\n') || quote.split(' ').length < 5) return undefined;
  const words = alteredWords(kind, context);
  if (words !== undefined)
    return words === quote ? undefined : { kind, edits: [{ start, end, text: words }], files: {} };
  return alteredAddress(kind, context);
}

function alteredWords(kind: FaultKind, { checked, other, random }: FaultContext): string | undefined {
  const quote = checked.citation.quote ?? '';
  const words = quote.split(' ');
  switch (kind) {
    case 'number': {
      const digits = [...quote.matchAll(/(?<![\p{L}\d.-])\d+(?![\p{L}\d.-])/gu)];
      const digit = digits[Math.floor(random() * digits.length)];
      if (digit === undefined) return quote;
      return `${quote.slice(0, digit.index)}${Number(digit[0]) + 1 + Math.floor(8 * random())}${quote.slice(digit.index + digit[0].length)}`;
    }
    case 'negation': {
      const at = words.findIndex((word) => /^(?:is|are|was|were|can|will|should|must|does|do|has|have)$/.test(word));
      return at < 0 || words[at + 1] === 'not' ? quote : words.toSpliced(at + 1, 0, 'not').join(' ');
    }
    case 'name': {
      const at = words.findIndex((word, index) => index > 0 && /^\p{Lu}\p{Ll}{3,}$/u.test(word));
      return at < 0 ? quote : words.with(at, 'Marlowe').join(' ');
    }
    case 'half sentence': {
      const tail = other.split(' ');
      if (words.length < 8 || tail.length < 8 || other === quote) return quote;
      return [...words.slice(0, words.length >> 1), ...tail.slice(tail.length >> 1)].join(' ');
    }
    default:
      return undefined;
  }
}

function isTwiceInBlock(document: string, { citation: { target, block } }: AnsweredCitation): boolean {
  const lines = document.split(/\r\n|\n|\r/).slice(block.first - 1, block.last);
  return lines.join('\n').split(target).length !== 2;
}

function alteredAddress(kind: FaultKind, { document, checked, random, name }: FaultContext): Fault | undefined {
  const { target, end, quote = '' } = checked.citation;
  const at = document.indexOf(target, end);
  // Only then it is certain which link is the citation's own.
  if (at < 0 || document.indexOf('](', end) !== at - 2 || isTwiceInBlock(document, checked)) return undefined;
  const edit = (text: string) => [{ start: at, end: at + target.length, text }];
  if (kind === 'dead link') {
    if (!/^https?:/.test(target)) return undefined;
    return {
      kind,
      edits: edit(`${target.replace(/[?#].*$/s, '').replace(/\/$/, '')}/nobody-wrote-${Math.floor(1e6 * random())}`),
      files: {},
    };
  }
  const path = `truth-sources/${name}.md`;
  const lines = ['# Notes', '', 'Nothing of it stands in this line.', '', `${quote}.`, ''];
  if (kind === 'wrong line') return { kind, edits: edit(`/${path}#L3`), files: { [path]: lines.join('\n') } };
  return { kind, edits: edit(`/truth-sources/${name}-moved.md`), files: { [path]: lines.join('\n') } };
}
