import { hasStep, type DebateState } from '../debate/state';
import type { RecordView } from '../debate/view';
import { safeContent } from './contents';
import { inline, paragraphs } from './markdown';
import { seqLink, type SeqLinks } from './seqLinks';
import { escapeRegExp } from '../debate/shortText';

/** The sections that the Reporter writes, as they stand in the `document` entry. */
const sections = ['Key Arguments', 'Notable Exchanges', 'Debate Flow'] as const;
export type ReporterSection = (typeof sections)[number];
export type ReporterPart = (section: ReporterSection) => string;

/** Reads the Reporter's part of the summary. A section that is not there says why. */
export function reporterPart(view: RecordView, links: SeqLinks): ReporterPart {
  const seq = view.state.documents.get('summary.md');
  const content = seq === undefined ? undefined : view.visible(seq)?.content;
  if (content === undefined || content.trim() === '') return () => absence(view, links);
  const parts = split(content, new RegExp(`^## (${sections.join('|')})\\s*$`));
  // Written by another program, without our sections: shown whole rather than not at all.
  const whole = parts.size === 1 && parts.has('') ? content : undefined;
  return (section) => {
    const text = section === 'Key Arguments' && whole !== undefined ? whole : parts.get(section)?.trim();
    if (text === undefined || text === '') return '*The Reporter wrote no such section.*';
    return section === 'Key Arguments' ? byDebater(text, view.state, links) : safeContent(text, { links });
  };
}

/** The text below each heading that `heading` finds outside of code, by its first group; under '' what stands before. */
function split(text: string, heading: RegExp): Map<string, string> {
  const parts = new Map<string, string>();
  let key = '';
  let fence = '';
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    const found = fence === '' ? heading.exec(line)?.[1] : undefined;
    if (found !== undefined && !parts.has(found)) {
      key = found;
      parts.set(key, '');
    } else parts.set(key, `${parts.get(key) ?? ''}${line}\n`);
  }
  return parts;
}

/** In lineup order, whatever order the Reporter chose; debaters it left out are said to be missing. */
function byDebater(text: string, state: DebateState, links: SeqLinks): string {
  const names = state.debaters.map(({ name }) => name);
  const escaped = names.map(escapeRegExp);
  const parts = names.length === 0 ? undefined : split(text, new RegExp(`^### (${escaped.join('|')})\\s*$`));
  if (parts === undefined || !names.some((name) => parts.has(name))) return safeContent(text, { links });
  return paragraphs([
    safeContent(parts.get('') ?? '', { links }),
    ...names.map((name) => {
      const words = parts.get(name)?.trim() ?? '';
      return `### ${inline(name)}\n\n${words === '' ? '*The Reporter names none.*' : safeContent(words, { links })}`;
    }),
  ]);
}

function absence({ state }: RecordView, links: SeqLinks): string {
  if (state.setup === undefined) return '*The record holds no Reporter’s part.*';
  if (!hasStep(state, 'documents')) return '*The Reporter has not written this part yet.*';
  const failure = state.failures.find(({ step }) => step === 'documents');
  const where = failure === undefined ? '' : ` (${seqLink(failure.seq, links)})`;
  return `*This part is missing: the Reporter’s task failed${where}. What stands in the other sections was made by code.*`;
}
