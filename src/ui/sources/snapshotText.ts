import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { isLined, readLined, type LinedContent } from '../../matching/text/linedText';
import { cutText, plainLine } from '../../matching/text/shortText';
import type { PartKind, TextLayout } from '../../matching/text/sourceText';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import type { SnapshotMetadata } from '../../record/snapshots';
import { TextLines, type PositionRange } from './textSpans';

const text = z.string().transform(plainLine).optional().catch(undefined);
const factsSchema = z.looseObject({
  authors: z.array(z.string()).optional().catch(undefined),
  site: text,
  published: text,
  status: z.int().optional().catch(undefined),
  via: z.string().optional().catch(undefined),
  archived: z.looseObject({ by: z.string(), url: z.string(), date: z.string() }).optional().catch(undefined),
});

/** Pages write most of it themselves: each is one line without marks that turn text. */
type SnapshotFacts = ReturnType<typeof snapshotFacts>;

const longest = 500;
const line = (value: string): string => cutText(plainLine(value), longest);

/** Fields that a snapshot of an earlier version lacks, or that somebody spoilt, are left out. */
export function snapshotFacts(metadata: SnapshotMetadata) {
  const { authors = [], site, published, status, via, archived } = factsSchema.parse(metadata);
  return {
    title: line(metadata.title),
    authors: authors
      .map(line)
      .filter((author) => author !== '')
      .slice(0, 20),
    site: site === '' ? undefined : site,
    published: published === '' ? undefined : published,
    url: line(metadata.url),
    // Where it was found, if that is elsewhere.
    finalUrl: metadata.final_url === metadata.url ? undefined : line(metadata.final_url),
    status,
    contentType: line(metadata.content_type),
    accessed: line(metadata.accessed),
    archived: archived && { by: line(archived.by), url: line(archived.url), date: line(archived.date) },
    isProxied: via === 'proxy',
    extractor: `${line(metadata.extractor)} ${metadata.extractor_version}`,
    sha256: metadata.sha256,
  };
}

/** The archive's, where the page itself is gone. */
export function readableAddress(metadata: SnapshotMetadata, cited: string): string {
  const { archived } = snapshotFacts(metadata);
  return archived !== undefined && /^https?:\/\/\S+$/i.test(archived.url) ? archived.url : cited;
}

export interface KeptText {
  readonly metadata: SnapshotMetadata;
  readonly text: string;
  readonly layout?: TextLayout | undefined;
}

/** The text of a snapshot. Its facts stand above a page; text that is not its author's is set apart. */
export function snapshotText({ metadata, text, layout }: KeptText): ShownText {
  const isPage = parseSourceUrl(metadata.url).kind === 'web';
  const header: InsertedLines[] = isPage ? [{ at: 0, kind: 'header', text: headerText(snapshotFacts(metadata)) }] : [];
  const reading = isLined(metadata) ? readLined(text, layout) : undefined;
  const shown = (reading ?? { layout }).layout ?? {};
  const insertions = [...header, ...layoutInsertions(shown)];
  return reading === undefined ? new ShownText(text, insertions) : new ShownReading(text, reading, insertions);
}

function headerText(facts: SnapshotFacts): string {
  const { title, authors, site, published, archived } = facts;
  const about = [
    [l10n.t('Authors'), authors.join(', ')],
    [l10n.t('Site'), site],
    [l10n.t('Published'), published],
    [l10n.t('Address'), facts.url],
    [l10n.t('Found at'), facts.finalUrl],
    [l10n.t('Answer'), answer(facts)],
    [
      l10n.t('Archived copy'),
      archived &&
        l10n.t(
          'The page is gone. This is the copy that {0} took on {1}: {2}',
          archived.by,
          archived.date,
          archived.url,
        ),
    ],
    [l10n.t('Read on'), facts.accessed],
    [l10n.t('Way'), facts.isProxied ? l10n.t('It came through a proxy.') : undefined],
    [l10n.t('Text by'), facts.extractor],
    ['SHA-256', facts.sha256],
  ].filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '');
  const width = Math.max(...about.map(([name]) => name.length));
  const rows = about.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  return `${title === '' ? facts.url : title}\n\n${rows.join('\n')}\n\n${'─'.repeat(40)}\n\n`;
}

const answer = ({ status, contentType }: SnapshotFacts): string =>
  status === undefined ? contentType : l10n.t('HTTP {0}, {1}', status, contentType);

const partHeadings = (): Record<Exclude<PartKind, 'body'>, string> => ({
  beside: l10n.t('Beside the article — not its own words'),
  navigation: l10n.t('Navigation — not the page’s own words'),
  notice: l10n.t('Notices — not the page’s own words'),
  comments: l10n.t('Comments of readers — not the page’s own words'),
  bibliography: l10n.t('Bibliography — not the page’s own words'),
});

export interface InsertedLines {
  /** Where it stands: in UTF-16 code units of the snapshot's text, before the unit there. */
  readonly at: number;
  readonly kind: 'header' | 'part' | 'page';
  /** Whole lines, each with its line end. */
  readonly text: string;
}

/**
 * The text, with lines put in that say what it is. Passages count the snapshot's own text; this is the one place
 * that knows where each unit of it stands in the document.
 */
export class ShownText {
  readonly text: string;
  readonly #insertions: readonly InsertedLines[];

  constructor(
    readonly own: string,
    insertions: readonly InsertedLines[],
  ) {
    const ordered = insertions.filter(({ at }) => at <= own.length).sort((one, other) => one.at - other.at);
    // A line that is put in begins a line, also where a part begins in the midst of one.
    this.#insertions = ordered.map((insertion, index) => {
      const isAtStart = insertion.at === 0 || own[insertion.at - 1] === '\n' || ordered[index - 1]?.at === insertion.at;
      return isAtStart ? insertion : { ...insertion, text: `\n${insertion.text}` };
    });
    let text = '';
    let copied = 0;
    for (const { at, text: put } of this.#insertions) {
      text += own.slice(copied, at) + put;
      copied = at;
    }
    this.text = text + own.slice(copied);
  }

  offsetOf(own: number): number {
    return this.#insertions.reduce((sum, { at, text }) => (at <= own ? sum + text.length : sum), own);
  }

  /** Line ends left out. */
  get marks(): { kind: InsertedLines['kind']; span: PositionRange }[] {
    const lines = new TextLines(this.text);
    let before = 0;
    return this.#insertions.map(({ at, kind, text }) => {
      const start = at + before + (text.length - text.trimStart().length);
      before += text.length;
      return { kind, span: lines.span(start, at + before - (text.length - text.trimEnd().length)) };
    });
  }

  span(own: PositionRange): PositionRange {
    if (this.#insertions.length === 0) return own;
    const lines = new TextLines(this.own);
    const [start, end] = [lines.offsetOf(own.start), lines.offsetOf(own.end)];
    // The end is behind the last unit: what is put in there is no part of the span.
    const shownEnd = end > start ? this.offsetOf(end - 1) + 1 : this.offsetOf(start);
    return new TextLines(this.text).span(this.offsetOf(start), shownEnd);
  }
}

/** A lined text without what stands in for markup. Passages count the lined text, as they do in the record. */
class ShownReading extends ShownText {
  constructor(
    private readonly lined: string,
    private readonly reading: LinedContent,
    insertions: readonly InsertedLines[],
  ) {
    super(reading.text, insertions);
  }

  override span(own: PositionRange): PositionRange {
    const lines = new TextLines(this.lined);
    const { body, others } = this.reading.fromLined({ start: lines.offsetOf(own.start), end: lines.offsetOf(own.end) });
    const { start, end } = body.start < body.end ? body : others;
    return super.span(new TextLines(this.reading.text).span(start, end));
  }
}

function layoutInsertions({ parts = [], pages = [] }: TextLayout): InsertedLines[] {
  const headings = parts.flatMap(({ kind, start, end }): InsertedLines[] =>
    kind === 'body' || start >= end ? [] : [{ at: start, kind: 'part', text: `\n${partHeadings()[kind]}\n\n` }],
  );
  const numbers = pages.map(({ page, start }): InsertedLines => ({
    at: start,
    kind: 'page',
    text: `${l10n.t('— Page {0} —', page)}\n`,
  }));
  return [...numbers, ...headings];
}
