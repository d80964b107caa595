import { formatWorkspaceUrl } from '../../debate/sourceUrl';
import type { CitedSource } from '../../debate/tasks';
import type { Indexed } from './evidenceIndex';
import { givesOrders } from './instructions';
import type { Passage } from './passages';

/** How a passage is cited and how its place is named in prose. */

export function sourceOf({ path, title, text, startLine, endLine, page }: Indexed): CitedSource {
  const url = formatWorkspaceUrl(page === undefined ? { path, lines: { start: startLine, end: endLine } } : { path, page });
  return { url, title, quote: text, claim: text };
}

/** The quotation as a sentence of its own. */
export function quoted(text: string): string {
  return /[.…。]["'”’»›)\]*_]*$/u.test(text) ? `“${text}”` : `“${text}”.`;
}

export function fileName(path: string): string {
  return `\`${path.replaceAll('`', "'")}\``;
}

/** How the source of somebody else's quotation is named: short, for a long name would be a run of that entry's words. */
export function sourceName({ path, title }: { path: string | undefined; title: string }): string {
  const name = path === undefined ? title.replace(/\s+/g, ' ') : path.slice(path.lastIndexOf('/') + 1);
  return name.length <= 34 ? name : `${name.slice(0, 16)}…${name.slice(-14)}`;
}

export function linesOf({ startLine, endLine, page }: Pick<Passage, 'startLine' | 'endLine' | 'page'>): string {
  if (page !== undefined) return `page ${page}`;
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}

export interface Naming {
  /** False once figures in the prose were objected to. */
  namesLines: boolean;
  /** False once the prose was found to repeat struck words, of which a long path may be one. */
  namesPaths: boolean;
  /** A place leads to where it is, as a link; absent where the record's list of sources does that. */
  links?: boolean;
}

/** The words as a link to the passage. */
export function linked(words: string, passage: Indexed): string {
  const { url } = sourceOf(passage);
  return `[${words}](${/[()<>]/.test(url) ? `<${url}>` : url})`;
}

/** "`load-test-report.md` under *Latency*, at lines 37–38". */
export function placeOf(passage: Passage, { namesLines, namesPaths }: Naming): string {
  const heading = namesPaths ? headingOf(passage) : undefined;
  const section = heading === undefined ? '' : ` under *${heading}*`;
  const file = fileName(namesPaths ? passage.path : sourceName(passage));
  return `${file}${section}${namesLines ? `${section === '' ? '' : ','} ${passage.page === undefined ? 'at' : 'on'} ${linesOf(passage)}` : ''}`;
}

/** A section's name that can stand in prose: short, without figures and markup, as it stands. */
export function headingOf({ heading, title }: Pick<Passage, 'heading' | 'title'>): string | undefined {
  if (heading === undefined || heading === title || heading.length > 48 || /[\d*_`[\]<>|#“”"]/.test(heading))
    return undefined;
  if (givesOrders(heading)) return undefined;
  // In capitals throughout nobody can tell which words are names.
  return heading === heading.toUpperCase() && /\p{Lu}{4}/u.test(heading) ? undefined : heading;
}
