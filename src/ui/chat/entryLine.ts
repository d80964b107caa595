import * as l10n from '@vscode/l10n';
import { headerOf } from '../../debate/state';
import { firstWords } from '../../debate/text';
import type { RecordView } from '../../debate/view';
import { entryLink, panelLinks, plainMarkdown } from './chatPart';
import { spaced } from '../../debate/shortText';
import { withPlaces } from '../../projections/sourcePlace';

const shownWords = 40;

/** `seq 12 **sre**, rebuttal to seq 9: its first words…` as Markdown, with links to the panel. Struck words never stand in it. */
export function entryLine(view: RecordView, folder: string, seq: number): string {
  const entry = view.visible(seq);
  if (entry === undefined) return entryLink(folder, seq);
  const links = panelLinks(folder, view.state);
  const type = plainMarkdown(spaced(entry.type));
  const about = entry.rebuttal_to_seq ?? entry.target_seq;
  const isKnown = about !== null && headerOf(view.state, about) !== undefined;
  const what = isKnown ? l10n.t('{0} on {1}', type, entryLink(folder, about)) : type;
  return `${entryLink(folder, seq)} **${plainMarkdown(entry.speaker)}**, ${what}: ${plainMarkdown(firstWords(bare(withPlaces(l10n, entry.content)), shownWords), links)}`;
}

/** Without the marks of headings, lists, emphasis and code, which would be escaped and shown. */
const bare = (content: string): string =>
  content.replace(/\*+|__|`+/g, '').replace(/^[ \t]*(?:#{1,6}|[-+>])[ \t]+/gm, '');

/** The entries that tell how a debate goes: not the officials' notes, nor that a source is as it should be. */
export function isTold(view: RecordView, position: number): boolean {
  const header = view.state.headers[position];
  if (header === undefined || untold.has(header.type)) return false;
  if (header.type !== 'verification_result') return true;
  const status = view.visible(header.seq)?.data?.['status'];
  return status === 'unreliable' || status === 'fabricated';
}

const untold: ReadonlySet<string> = new Set(['setup', 'note', 'document']);

/** The positions of the newest of them, oldest first. */
export function latest(view: RecordView, count: number): number[] {
  const found: number[] = [];
  for (let at = view.state.headers.length - 1; at >= 0 && found.length < count; at -= 1)
    if (isTold(view, at)) found.unshift(at);
  return found;
}
