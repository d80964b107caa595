import { seqReferences } from '../../debate/log/seqReferences';

/** A place in one line of a document; characters in UTF-16 code units, the end excluded. */
interface InLine {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface SeqMention extends InLine {
  readonly kind: 'seq';
  readonly seq: number;
}

export interface SourceMention extends InLine {
  readonly kind: 'source' | 'mark';
  /** The entries that may cite it, the likeliest first: named in the line before it, else the one it stands under. */
  readonly seqs: readonly number[];
  /** The URL where it is written out, else how documents show it: `ada.md:1–3`. Undefined for a mark without a source in its line. */
  readonly name: string | undefined;
}

export type DocumentMention = SeqMention | SourceMention;

const most = 20_000;

/**
 * It knows the lines as our reports write them and nothing of the record: whoever asks finds out which entry cites
 * what is named.
 */
export function* mentionsIn(lines: Iterable<string>): Generator<DocumentMention> {
  let under: number | undefined;
  let line = 0;
  let found = 0;
  for (const paragraph of paragraphsOf(lines)) {
    const seqs = seqsIn(paragraph, line);
    for (const text of paragraph) {
      under = entryOf(text, under);
      for (const mention of inLine(text, line, { under, seqs: seqs.get(line) ?? [] })) {
        if (++found > most) return;
        yield mention;
      }
      line += 1;
    }
  }
}

/** Lines up to a blank one, which belongs to those before it. */
function* paragraphsOf(lines: Iterable<string>): Generator<readonly string[]> {
  let paragraph: string[] = [];
  for (const line of lines) {
    paragraph.push(line);
    if (line.trim() !== '') continue;
    yield paragraph;
    paragraph = [];
  }
  yield paragraph;
}

/** By their line: a mention may go on in the next. `first`: the number of the first of these lines. */
function seqsIn(lines: readonly string[], first: number): Map<number, SeqMention[]> {
  const found = new Map<number, SeqMention[]>();
  const text = lines.join('\n');
  let [line, begin] = [0, 0];
  for (const { start, end, numbers } of seqReferences(text)) {
    const isOne = numbers.length === 1 && !text.slice(start, end).includes('\n');
    for (const number of numbers) {
      const place = isOne ? { start, end } : number;
      for (; place.start > begin + (lines[line]?.length ?? 0); line += 1) begin += (lines[line]?.length ?? 0) + 1;
      const own = found.get(first + line) ?? [];
      own.push({
        kind: 'seq',
        seq: number.seq,
        line: first + line,
        start: place.start - begin,
        end: place.end - begin,
      });
      found.set(first + line, own);
    }
  }
  return found;
}

/** The transcript puts an anchor before each entry; a heading of the document itself ends the last one. */
function entryOf(text: string, under: number | undefined): number | undefined {
  const anchor = /^<a id="seq-(\d{1,9})"><\/a>/.exec(text)?.[1];
  if (anchor !== undefined) return Number(anchor);
  return /^##? /.test(text) ? undefined : under;
}

const address = /(?<![\p{L}\p{N}])workspace:(?:\([^\s<>`()|]*\)|[^\s<>`()|])*(?<![.,;:!?\]'"”’*])/giu;
const codeSpan = /(?<!`)(`{1,9})(?!`)(.{0,300}?[^`])\1(?!`)/g;
const webLink = /\]\(<?(https?:\/\/[^\s<>|]{0,2000}?)>?\)(?=[\s,.;|)—]|$)/giu;
const mark = /[✓⚠✗?] (?:verified|quoted|unreliable|fabricated|unverified)\b/g;

interface LineContext {
  under: number | undefined;
  seqs: readonly SeqMention[];
}

function inLine(text: string, line: number, { under, seqs }: LineContext): readonly DocumentMention[] {
  // Nearly every line names nothing.
  if (!/workspace:|`|[✓⚠✗?] [vquf]/i.test(text)) return seqs;
  const sources = sourcesIn(text);
  // Each source is held against them.
  const near = seqs.filter(({ start }) => start < longestLine);
  const sourceMentions = sources.map((source) => ({
    ...source,
    kind: 'source' as const,
    line,
    seqs: seqsFor(source.start, near, under),
  }));
  const marks = [...text.slice(0, longestLine).matchAll(mark)].map((match) => {
    // A mark stands behind its source; that of a heading belongs to the entry.
    const source = sources.findLast((candidate) => candidate.start < match.index);
    const place = { line, start: match.index, end: match.index + match[0].length };
    return {
      ...place,
      kind: 'mark' as const,
      name: source?.name,
      seqs: seqsFor(source?.start ?? match.index, near, under),
    };
  });
  return [
    ...seqs,
    ...sourceMentions.filter(({ isWeb }) => !isWeb),
    ...marks.filter(({ seqs: citing }) => citing.length > 0),
  ];
}

interface FoundSource {
  start: number;
  end: number;
  name: string;
  /** The editor links it itself; it only says which source a mark belongs to. */
  isWeb: boolean;
}

/** Where sources are looked for: lines of ours are short, and a paragraph may be a megabyte. */
const longestLine = 20_000;

function sourcesIn(line: string): FoundSource[] {
  const text = line.slice(0, longestLine);
  const spans = [...text.matchAll(codeSpan)].flatMap((match) => {
    const name = (match[2] ?? '').trim();
    const start = match.index + (match[1]?.length ?? 0);
    return name === '' ? [] : [{ start, end: start + (match[2]?.length ?? 0), name, isWeb: false }];
  });
  const isInSpan = (index: number): boolean => spans.some(({ start, end }) => index >= start && index < end);
  const placeOf = (match: RegExpExecArray) => ({ start: match.index, end: match.index + match[0].length });
  const written = [...text.matchAll(address)]
    .filter(({ index }) => !isInSpan(index))
    // Documents put a backslash before what Markdown would take for its own.
    .map((match) => ({ ...placeOf(match), name: match[0].replace(/\\(?=[\p{P}\p{S}])/gu, ''), isWeb: false }));
  const web = [...text.matchAll(webLink)].map((match) => ({ ...placeOf(match), name: match[1] ?? '', isWeb: true }));
  return [...spans, ...written, ...web].sort((one, other) => one.start - other.start);
}

function seqsFor(at: number, seqs: readonly { start: number; seq: number }[], under: number | undefined): number[] {
  const before = seqs.filter(({ start }) => start < at).map(({ seq }) => seq);
  return [...new Set([...before.reverse(), ...(under === undefined ? [] : [under])])];
}
