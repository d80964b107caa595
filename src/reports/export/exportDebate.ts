import type { DebateLog } from '../../record/debateLog';
import { SnapshotStore } from '../../record/snapshots';
import { aif } from './aif';
import { argdown } from './argdown';
import { cslJson } from './cslJson';
import { html } from './html';
import { mermaid } from './mermaid';
import { oneMarkdown } from './oneMarkdown';

export const exportFormats = ['html', 'mermaid', 'argdown', 'aif', 'csl-json', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** How the files are named, behind the dot. */
export const exportExtensions: Readonly<Record<ExportFormat, string>> = {
  ...{ html: 'html', mermaid: 'mmd', argdown: 'argdown', aif: 'aif.json', 'csl-json': 'csl.json', markdown: 'md' },
};

/** The debate in another form: the text of one file, made from the record as anyone may see it. Struck text is in none of them. */
export async function exportDebate({ view, folder }: Pick<DebateLog, 'view' | 'folder'>, format: ExportFormat): Promise<string> {
  switch (format) {
    case 'html':
      return html(view);
    case 'mermaid':
      return mermaid(view);
    case 'argdown':
      return argdown(view);
    case 'aif':
      return aif(view);
    case 'csl-json': {
      const snapshots = new SnapshotStore(folder);
      return await cslJson(view, async (url) => (await snapshots.find(url).catch(() => undefined))?.metadata);
    }
    case 'markdown':
      return oneMarkdown(view);
  }
}
