import { type SeqReference, seqReferences } from '../debate/seqReferences';
import { type DebateState, headerOf, isRedacted } from '../debate/state';

/** What becomes of a mention of an entry in a document's prose. */
export interface SeqLinks {
  /** Where the entry is to be found; undefined leaves the mention as plain text. */
  href(seq: number): string | undefined;
  /** Why the document must not name this entry; undefined if it may. */
  withheld?(seq: number): 'redacted' | 'missing' | undefined;
}

export const noLinks: SeqLinks = { href: () => undefined };

/** Links inside the transcript, to the anchors of its entries. */
export function transcriptLinks(state: DebateState): SeqLinks {
  return { href: (seq) => (headerOf(state, seq) === undefined ? undefined : `#seq-${seq}`) };
}

/** Links from another document into the transcript. */
export function linksToTranscript(state: DebateState): SeqLinks {
  return { href: (seq) => (headerOf(state, seq) === undefined ? undefined : `transcript.md#seq-${seq}`) };
}

/** For the summary, which names only entries that exist and are not redacted, even if the redaction came after it. */
export function summaryLinks(state: DebateState): SeqLinks {
  return {
    ...linksToTranscript(state),
    withheld: (seq) => withheldIn(state, seq),
  };
}

export const withheldIn = (state: DebateState, seq: number): 'redacted' | 'missing' | undefined =>
  isRedacted(state, seq) ? 'redacted' : headerOf(state, seq) === undefined ? 'missing' : undefined;

/** `seq 12` as a link, for text that code writes. */
export function seqLink(seq: number, links: SeqLinks): string {
  const withheld = links.withheld?.(seq);
  return withheld === undefined ? linked(`seq ${seq}`, links.href(seq)) : instead[withheld];
}

/** `seq 3, seq 4`. */
export const seqLinkList = (seqs: readonly number[], links: SeqLinks): string =>
  seqs.map((seq) => seqLink(seq, links)).join(', ');

/** Plain text with its mentions of entries turned into links. The text is taken for Markdown already. */
export function linkSeqs(text: string, links: SeqLinks): string {
  let out = '';
  let copied = 0;
  for (const reference of seqReferences(text)) {
    out += text.slice(copied, reference.start) + linkedReference(text, reference, links);
    copied = reference.end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

const instead = { redacted: 'an entry that was struck', missing: 'an entry that does not exist' };

function linkedReference(text: string, { start, end, numbers }: SeqReference, links: SeqLinks): string {
  const [only, ...others] = numbers;
  if (only !== undefined && others.length === 0) {
    const withheld = links.withheld?.(only.seq);
    return withheld === undefined ? linked(text.slice(start, end), links.href(only.seq)) : instead[withheld];
  }
  let out = '';
  let copied = start;
  for (const number of numbers) {
    const shown = text.slice(number.start, number.end);
    const withheld = links.withheld?.(number.seq);
    const made =
      withheld === undefined
        ? linked(shown, links.href(number.seq))
        : `(${withheld === 'redacted' ? 'struck' : withheld})`;
    out += text.slice(copied, number.start) + made;
    copied = number.end;
  }
  return out + text.slice(copied, end);
}

const linked = (label: string, href: string | undefined): string =>
  href === undefined ? label : `[${label}](${href})`;

/** Links from a document in a folder of its own into the transcript. */
export function linksFromSubfolder(state: DebateState): SeqLinks {
  return { href: (seq) => (headerOf(state, seq) === undefined ? undefined : `../transcript.md#seq-${seq}`) };
}
