import type { AnsweredCitation, CheckedDocument } from '../../citations/checkDocuments';
import { type CitationFinding, findingOf } from '../../citations/findings';

/** A checked citation with its place in the document as it is now. */
export interface ShownCitation {
  readonly checked: AnsweredCitation;
  readonly document: CheckedDocument;
  /** Undefined if it holds. */
  readonly finding: CitationFinding | undefined;
  /** Offsets in UTF-16 code units. */
  start: number;
  end: number;
}

export interface TextChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** The checked citations of one document, which move with its text. */
export class ShownCitations {
  #citations: ShownCitation[];

  constructor(readonly document: CheckedDocument) {
    this.#citations = document.citations.map((checked) => ({
      checked,
      document,
      finding: findingOf(document, checked),
      start: checked.citation.start,
      end: checked.citation.end,
    }));
  }

  get all(): readonly ShownCitation[] {
    return this.#citations;
  }

  at(offset: number): ShownCitation | undefined {
    return this.#citations.find(({ start, end }) => offset >= start && offset <= end);
  }

  touching(start: number, end: number): ShownCitation[] {
    return this.#citations.filter((citation) => citation.start <= end && citation.end >= start);
  }

  /** A citation whose words change is no longer the one that was checked. */
  apply(changes: readonly TextChange[]): void {
    // Offsets of all changes count the text before them, so the last one comes first.
    const ordered = [...changes].sort((one, other) => other.rangeOffset - one.rangeOffset);
    for (const { rangeOffset, rangeLength, text } of ordered) {
      const end = rangeOffset + rangeLength;
      this.#citations = this.#citations.filter((one) => one.end <= rangeOffset || one.start >= end);
      for (const citation of this.#citations) {
        if (citation.start < end || citation.end <= rangeOffset) continue;
        citation.start += text.length - rangeLength;
        citation.end += text.length - rangeLength;
      }
    }
  }
}

const markup = /[\\`*_[\]<>|~]/g;

/**
 * The source's words in place of the quotation; undefined if the quotation does not differ from one near passage, or if
 * the document writes it over several lines or with markup, which the words would lose.
 */
export function replacementFor({ checked, finding }: ShownCitation, written: string): string | undefined {
  const { nearest } = checked.answer;
  if (finding?.kind !== 'missing' || nearest === undefined || written !== checked.citation.quote) return undefined;
  if (/[\r\n]/.test(written)) return undefined;
  const words = nearest.replace(/\s+/g, ' ').trim();
  return words === '' ? undefined : words.replace(markup, (sign) => `\\${sign}`);
}
