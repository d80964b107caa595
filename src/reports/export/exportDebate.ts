import type { DebateLog } from '../../record/debateLog';
import { withoutTurns } from '../../matching/text/shortText';
import { SnapshotStore } from '../../record/snapshots';

export const exportFormats = ['html', 'mermaid', 'argdown', 'aif', 'csl-json', 'markdown', 'madr'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** File extensions, without the dot. */
export const exportExtensions: Readonly<Record<ExportFormat, string>> = {
  html: 'html',
  mermaid: 'mmd',
  argdown: 'argdown',
  aif: 'aif.json',
  'csl-json': 'csl.json',
  markdown: 'md',
  madr: 'madr.md',
};

/**
 * The debate in another form, as the text of one file. No form contains redacted text, or characters that change the
 * direction of text around them.
 */
export const exportDebate = async (log: Pick<DebateLog, 'view' | 'folder'>, format: ExportFormat): Promise<string> =>
  withoutTurns(await written(log, format));

async function written({ view, folder }: Pick<DebateLog, 'view' | 'folder'>, format: ExportFormat): Promise<string> {
  switch (format) {
    case 'html':
      return (await import('./html')).html(view);
    case 'mermaid':
      return (await import('./discussion')).mermaid(view);
    case 'argdown':
      return (await import('./discussion')).argdown(view);
    case 'aif':
      return (await import('./discussion')).aif(view);
    case 'csl-json': {
      const snapshots = new SnapshotStore(folder);
      return await (
        await import('./cslJson')
      ).cslJson(view, async (url) => (await snapshots.find(url).catch(() => undefined))?.metadata);
    }
    case 'madr':
      return (await import('../decisionBrief')).madr(view);
    case 'markdown':
      return (await import('./oneMarkdown')).oneMarkdown(view);
  }
}
