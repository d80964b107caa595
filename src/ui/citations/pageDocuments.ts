import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { CitedPages } from '../../citations/pages';

export const pageScheme = 'rostrum-cited-page';

/** Address of a cited page's text as it was read. */
export function pageUri(url: string): vscode.Uri {
  const { authority, path } = vscode.Uri.parse(url);
  const name = path.split('/').findLast((segment) => segment !== '') ?? '';
  return vscode.Uri.from({
    scheme: pageScheme,
    path: `/${authority} ${name}`.trimEnd(),
    query: url.replace(/#.*/s, ''),
  });
}

/** Gives the texts of pages that were read; fetches nothing. */
export class PageDocuments implements vscode.TextDocumentContentProvider {
  constructor(private readonly folder: string) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const read = await readKept(this.folder, uri.query);
    return read ?? l10n.t('The page is no longer kept. Check the citations again.');
  }
}

async function readKept(folder: string, url: string): Promise<string | undefined> {
  const pages = new CitedPages({ folder, web: undefined, maxAgeMs: 0, now: () => Date.now() });
  const read = await (await pages.find(url, new AbortController().signal))?.read();
  return read?.outcome === 'read' ? read.text : undefined;
}
