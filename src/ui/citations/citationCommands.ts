import * as l10n from '@vscode/l10n';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { reportOf } from '../../citations/findings';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import { cancellable } from '../kit/cancellable';
import { DisposableStore } from '../kit/emitter';
import { offer, showInformationMessage, showWarningMessage } from '../kit/messages';
import { setContext } from '../kit/setContext';
import { wordsFor } from '../kit/wordsFor';
import { isReal } from '../kit/workspaceFolders';
import { openAt } from '../sources/openPlace';
import { TextLines } from '../sources/textSpans';
import { CitationChecks, citationCache } from './citationChecks';
import { reportWords } from './citationWords';
import { PageDocuments, pageScheme, pageUri } from './pageDocuments';
import type { CitationPorts } from './ports';
import { showCitations } from './citationProblems';
import type { ShownCitation } from './shownCitations';

/** The check of citations in the editor. It begins with the user's first command, and never by itself. */
export class CitationCommands implements vscode.Disposable {
  readonly #owned = new DisposableStore();
  readonly checks: CitationChecks;

  constructor(private readonly services: CitationPorts) {
    this.checks = this.#owned.add(new CitationChecks(services));
    this.#owned.add(showCitations(this.checks));
    const pages = new PageDocuments(citationCache(services));
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(pageScheme, pages));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async check(uris: readonly vscode.Uri[]): Promise<void> {
    if (!isTrusted()) return;
    const real = uris.filter(isReal);
    const [first] = real;
    if (first === undefined) {
      void showWarningMessage(
        l10n.t('No document is open. Open a Markdown document, or choose files in the Explorer.'),
      );
      return;
    }
    const title =
      real.length === 1
        ? l10n.t('Checking the citations of {0} …', basename(first.path))
        : l10n.t('Checking the citations of {0} documents …', real.length);
    try {
      const report = await cancellable(title, (signal, progress) =>
        this.checks.check(
          real.map(({ fsPath }) => fsPath),
          signal,
          (done, total) => progress.report({ message: `${done} / ${total}` }),
        ),
      );
      if (report === undefined) return;
      setContext('citationsChecked', true);
      const words = [reportWords(report), ...report.unreadable].join(' ');
      if (report.findings.length === 0) void showInformationMessage(words);
      else
        void offer(showInformationMessage, words, {
          [l10n.t('Show Problems')]: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
        });
    } catch (error) {
      this.services.log.warn('The citations could not be checked.', wordsFor(error));
      void showWarningMessage(l10n.t('The citations could not be checked: {0}', wordsFor(error)));
    }
  }

  /** Opens the source of the citation that is named, or of the one at the cursor. */
  async show(argument: unknown): Promise<void> {
    const shown = this.#citationOf(argument);
    if (shown === undefined) {
      void showWarningMessage(l10n.t('No checked citation stands here. Run “Check Citations” first.'));
      return;
    }
    const { url, answer } = shown.checked;
    const parsed = parseSourceUrl(url);
    if (answer.kind === 'gone' || answer.kind === 'unread' || parsed.kind === 'invalid') {
      void showWarningMessage(answer.words);
      return;
    }
    const { lines, passage } = answer;
    if (parsed.kind === 'web') {
      await openAt(pageUri(parsed.url), (text) => new TextLines(text).span(passage?.start ?? 0, passage?.end ?? 0));
      return;
    }
    const cited = lines ?? parsed.lines ?? { start: 1, end: 1 };
    const file = vscode.Uri.file(join(shown.document.root, ...parsed.path.split('/')));
    await openAt(file, (text) => new TextLines(text).lines(cited).span);
  }

  #citationOf(argument: unknown): ShownCitation | undefined {
    const named = z.object({ document: z.string(), offset: z.number() }).safeParse(argument).data;
    if (named !== undefined) return this.checks.of(vscode.Uri.parse(named.document))?.at(named.offset);
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return undefined;
    return this.checks.of(editor.document.uri)?.at(editor.document.offsetAt(editor.selection.active));
  }

  /** Sets up a debate about the document, with what was found of its citations as evidence. */
  async debate(uris: readonly vscode.Uri[]): Promise<unknown> {
    if (!isTrusted()) return undefined;
    const [uri] = uris;
    const shown = uri === undefined ? undefined : this.checks.of(uri);
    const findings =
      shown === undefined
        ? undefined
        : { name: `citations-of-${basename(uri?.path ?? '')}`, text: findingsText(shown.document) };
    return await vscode.commands.executeCommand('rostrum.debateThisFile', uri, undefined, findings);
  }
}

/** What was found, as a text that debaters can quote. */
function findingsText(document: ShownCitation['document']): string {
  const { findings, citations, counts } = reportOf({ documents: [document] });
  const listed = findings.map(
    ({ line, kind, looked_for: lookedFor, stands_there: standsThere, place, words }) =>
      `Line ${line}, ${kind}. The document says: “${lookedFor}”. It cites ${place}. ${words}${standsThere === null ? '' : ` There stands: “${standsThere}”.`}`,
  );
  const sum = `${citations} citations of ${document.path} were checked by code: ${counts.quoted} stand in their source.`;
  return `${[`# Citations of ${document.path}`, sum, ...listed].join('\n\n')}\n`;
}

function isTrusted(): boolean {
  if (vscode.workspace.isTrusted) return true;
  const message = l10n.t(
    'This workspace is in Restricted Mode. To check citations, trust it first: its files and the pages that they cite are read.',
  );
  void offer(showWarningMessage, message, {
    [l10n.t('Manage Workspace Trust')]: () => vscode.commands.executeCommand('workbench.trust.manage'),
  });
  return false;
}
