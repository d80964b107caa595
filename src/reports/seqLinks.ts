import { type SeqReference, shownReferences } from '../debate/log/seqReferences';
import { type DebateState, headerOf, isRedacted } from '../debate/fold/state';

/** Decides how a document shows mentions of entries. */
export interface SeqLinks {
  /** Returns the link's target; undefined leaves the mention as plain text. */
  href(seq: number): string | undefined;
  /** Why the document must not name this entry; undefined if it may. */
  withheld?(seq: number): 'redacted' | 'missing' | undefined;
}

export const noLinks: SeqLinks = { href: () => undefined };

/** Links to the transcript's entries. `file`: the transcript's path from the document; empty within it. */
export const transcriptLinks = (state: DebateState, file = 'transcript.md'): SeqLinks => ({
  href: (seq) => (headerOf(state, seq) === undefined ? undefined : `${file}#seq-${seq}`),
});

/** Links for documents that name only entries that exist and are not redacted, even if the redaction came later. */
export const summaryLinks = (state: DebateState): SeqLinks => ({
  ...transcriptLinks(state),
  withheld: (seq) => withheldIn(state, seq),
});

export const withheldIn = (state: DebateState, seq: number): 'redacted' | 'missing' | undefined =>
  isRedacted(state, seq) ? 'redacted' : headerOf(state, seq) === undefined ? 'missing' : undefined;

/** Link `seq 12`, for text that code writes. */
export function seqLink(seq: number, links: SeqLinks): string {
  const withheld = links.withheld?.(seq);
  return withheld === undefined ? linked(`seq ${seq}`, links.href(seq)) : instead[withheld];
}

/** Links `seq 3, seq 4`. */
export const seqLinkList = (seqs: readonly number[], links: SeqLinks): string =>
  seqs.map((seq) => seqLink(seq, links)).join(', ');

/** Links mentions of entries in a text that is Markdown already. */
export function linkSeqs(text: string, links: SeqLinks): string {
  let out = '';
  let copied = 0;
  for (const reference of shownReferences(text)) {
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
