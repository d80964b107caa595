import * as l10n from '@vscode/l10n';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { checkDocuments } from '../../citations/checkDocuments';
import { documentFiles } from '../../citations/documentFiles';
import { type CheckReport, reportOf } from '../../citations/findings';
import { CitedPages } from '../../citations/pages';
import { Emitter } from '../kit/emitter';
import type { CitationPorts } from './ports';
import { ShownCitations, type ShownCitation } from './shownCitations';

const maxAgeMs = 7 * 24 * 60 * 60_000;

export const citationCache = ({ context }: Pick<CitationPorts, 'context'>): string =>
  join(context.globalStorageUri.fsPath, 'citations');

/** What was checked in this window, by document. Checks nothing by itself. */
export class CitationChecks implements vscode.Disposable {
  readonly #shown = new Map<string, ShownCitations>();
  readonly #changed = new Emitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #edits = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const shown = this.#shown.get(document.uri.toString());
    if (shown === undefined || contentChanges.length === 0) return;
    shown.apply(contentChanges);
    this.#changed.fire(document.uri);
  });

  constructor(private readonly services: CitationPorts) {}

  of(uri: vscode.Uri): ShownCitations | undefined {
    return this.#shown.get(uri.toString());
  }

  dispose(): void {
    this.#edits.dispose();
    this.#changed.dispose();
    this.#shown.clear();
  }

  /** Checks documents, and the Markdown files of folders, as the editor has them. */
  async check(
    paths: readonly string[],
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<CheckReport & { unreadable: readonly string[] }> {
    const folder = citationCache(this.services);
    const web = await this.services.web.access();
    const pages = new CitedPages({ folder, web, maxAgeMs, now: () => Date.now() });
    const files = await documentFiles(paths, signal);
    const versions = new Map(openDocuments().map((document) => [document.uri.fsPath, document.version]));
    const unsaved = new Map(openDocuments().map((document) => [document.uri.fsPath, document.getText()]));
    const checked = await checkDocuments(files, { cacheFolder: folder, pages, signal, onProgress, unsaved });
    for (const document of checked.documents) {
      const uri = vscode.Uri.file(document.file);
      const open = openDocuments().find((one) => one.uri.fsPath === uri.fsPath);
      // What was typed meanwhile has moved the places.
      if (open !== undefined && versions.get(uri.fsPath) !== open.version && versions.has(uri.fsPath)) continue;
      this.#shown.set(uri.toString(), new ShownCitations(document));
      this.#changed.fire(uri);
    }
    const unreadable = checked.unreadable.map(({ file, reason }) =>
      l10n.t('{0} could not be read: {1}.', basename(file), reason),
    );
    return { ...reportOf(checked), unreadable };
  }
}

const openDocuments = (): vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter(({ uri, isClosed }) => uri.scheme === 'file' && !isClosed);

/** The range of a citation in its document. */
export const rangeIn = (document: vscode.TextDocument, { start, end }: ShownCitation): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));
