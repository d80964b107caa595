import * as l10n from '@vscode/l10n';
import type { VisibleEntry } from '../../debate/tasks';
import type { DebateLog } from '../../record/debateLog';
import { marks } from '../../projections/sources';
import { readableUrl } from '../../reports/citedSources';
import { safeContent } from '../../reports/contents';
import { code, inline, link, linkLabel, paragraphs } from '../../reports/markdown';
import type { SourceLine } from '../../shared/protocol';
import { visibleAt } from './bodies';
import { sourceLinesOf } from './sourceLines';

/** Entries as Markdown for another place: who said what, and what it rests on, as anyone may see it. */
export function entriesAsMarkdown(log: DebateLog, positions: readonly number[]): string {
  const parts = positions.map((at) => {
    const entry = visibleAt(log, at);
    return entry === undefined ? undefined : entryAsMarkdown(log, at, entry);
  });
  return paragraphs(parts);
}

function entryAsMarkdown(log: DebateLog, at: number, entry: VisibleEntry): string {
  const header = log.state.headers[at];
  const { struck } = entry;
  if (struck !== undefined) {
    return paragraphs([
      heading(entry),
      `*${l10n.t('Struck from the record by seq {0}: {1}', struck.by, inline(struck.reason))}*`,
    ]);
  }
  const sources = header === undefined ? [] : sourceLinesOf(log.view, header, entry, false);
  return paragraphs([heading(entry), safeContent(entry.content), sourceList(sources)]);
}

function heading({ seq, speaker, type, timestamp, rebuttal_to_seq: to, target_seq: about }: VisibleEntry): string {
  const what = inline(type.replaceAll('_', ' '));
  const other = to ?? about;
  const words =
    other === null
      ? what
      : to === null
        ? l10n.t('{0}, about seq {1}', what, other)
        : l10n.t('{0} to seq {1}', what, other);
  return `**[seq ${seq}] ${inline(speaker)}** · ${words} · ${inline(timestamp)}`;
}

function sourceList(sources: readonly SourceLine[]): string | undefined {
  if (sources.length === 0) return undefined;
  return sources.map((source, index) => sourceItem(source, `${index + 1}. `)).join('\n');
}

function sourceItem({ url, label, place, status, words, quote }: SourceLine, marker: string): string {
  const where = place === 'web' ? link(linkLabel(label), url) : code(place === 'workspace' ? readableUrl(url) : url);
  const mark = status === 'pending' ? words : `${marks[status]} ${words}`;
  const line = `${marker}${where} — ${inline(mark)}`;
  return quote === undefined ? line : `${line}\n\n${' '.repeat(marker.length)}> “${inline(quote)}”\n`;
}
