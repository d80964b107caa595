import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { parseSourceUrl, withoutFragment } from '../../matching/text/sourceUrl';
import type { SourcePassage } from '../../shared/protocol';
import { DisposableStore, type Disposable } from '../kit/emitter';
import { setContext } from '../kit/setContext';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../kit/messages';
import type { CitationTarget } from '../findings/citation';
import type { SourcePorts } from './ports';
import type { FoundInSnapshot, Located } from './locatePassage';
import { locatedMessage, type Remedy, type Unopened } from './locatedWords';
import { openAt, openUnread, sourceEditor, workspacePaths, type OpenOptions } from './openPlace';
import { PassageDecorations, rangeOf, SnapshotDecorations } from './passageDecorations';
import { checkCommand } from './passageHover';
import { ShownPassages, PassageKeeper, SnapshotMemory } from './shownPassages';
import { PassageLenses } from './passageLenses';
import type { presentCurrentFile as PresentCurrentFile, Presentation } from './presentation';
import { snapshotScheme } from './snapshotAddress';
import { registerSnapshots, snapshotAddressOf, announceSnapshotChange } from './snapshotDocuments';
import type { SourceCommands } from './sourceCommands';
import { errorText } from '../../debate/log/objects';

const sourceCommandIds = [
  'rostrum.openSource',
  'rostrum.goToCitingEntry',
  'rostrum.showCurrentFile',
  'rostrum.compareWithFile',
  'rostrum.openSourceInBrowser',
  'rostrum.checkSourceAgain',
  'rostrum.vouchForSource',
  'rostrum.checkAllAgain',
  'rostrum.addSource',
  'rostrum.clearSourceHighlight',
] as const;
export type SourceCommand = (typeof sourceCommandIds)[number];

export class OpenedSources implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #passages = this.#owned.add(new ShownPassages());
  readonly #memory: SnapshotMemory;
  #latest = 0;

  constructor(private readonly services: SourcePorts) {
    const passages = this.#passages;
    this.#memory = new SnapshotMemory(services.context.workspaceState);
    this.#owned.add(registerSnapshots());
    const failed = (folder: string, error: unknown): void =>
      services.log.warn(`${folder} cannot be followed: what is shown of its sources may be old.`, String(error));
    this.#owned.add(new PassageKeeper(passages, services.debates, failed));
    this.#owned.add(new PassageDecorations(passages));
    this.#owned.add(new PassageLenses(passages));
    this.#owned.add(
      new SnapshotDecorations((error) => services.log.debug('A snapshot could not be marked.', String(error))),
    );
    this.#owned.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
        passages.edit(document.uri.toString(), contentChanges),
      ),
    );
    this.#owned.add(vscode.workspace.onDidOpenTextDocument((document) => this.#check(document)));
    this.#owned.add(vscode.window.onDidChangeVisibleTextEditors((editors) => this.#restore(editors)));
    this.#registerCommands();
    this.#owned.add(followActive(passages));
    this.#owned.add(registerDocumentLinks(services));
    this.#restore(vscode.window.visibleTextEditors);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** What they do is loaded with the first that is called. */
  #registerCommands(): void {
    const { services } = this;
    let loading: Promise<SourceCommands> | undefined;
    const load = async (): Promise<SourceCommands> => {
      const { sourceCommands } = await import('./sourceCommands');
      return sourceCommands(this, { passages: this.#passages, services });
    };
    for (const id of sourceCommandIds) {
      const run = async (argument: unknown): Promise<void> => {
        const { showingFailures } = await import('../library/openLogs');
        await showingFailures(services, async () => (await (loading ??= load()))[id](argument));
      };
      this.#owned.add(vscode.commands.registerCommand(id, run));
    }
  }

  /** Tells the user what stands in the way, if anything does; never rejects. */
  async open(citation: CitationTarget, options: OpenOptions = {}): Promise<void> {
    const order = ++this.#latest;
    const title = l10n.t('Opening source…');
    await this.#showingFailures(async () => {
      const located = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
        this.#locate(citation),
      );
      // Another source was asked for meanwhile: that one is wanted now.
      if (order === this.#latest) await this.#show(citation, located, options);
    });
  }

  /** What the source says there; undefined where it cannot be read here. Never rejects. */
  async passageOf(citation: CitationTarget): Promise<SourcePassage | undefined> {
    try {
      const { sourcePassage } = await import('./locatePassage');
      return sourcePassage(await this.#locate(citation));
    } catch (error) {
      this.services.log.warn(`What ${citation.url} says could not be looked up.`, String(error));
      return undefined;
    }
  }

  /** The file as it is now, at what looks like the passage. */
  async openCurrent(citation: CitationTarget): Promise<void> {
    await this.#showingFailures(async () => {
      const located = await this.#locate(citation);
      if (located.kind !== 'snapshot') await this.#show(citation, located);
      else if (located.file !== undefined) await this.#presentCurrent(citation, located, located.file);
      else if (located.address !== undefined) await openInBrowser(located.address);
      else showGone();
    });
  }

  /** What was cited beside the file as it is now. */
  async compareWithFile(citation: CitationTarget): Promise<void> {
    await this.#showingFailures(async () => {
      const located = await this.#locate(citation);
      if (located.kind === 'file' || (located.kind === 'snapshot' && located.why === 'extracted'))
        void showInformationMessage(l10n.t('The file has not changed since it was cited.'));
      else if (located.kind !== 'snapshot') await this.#show(citation, located);
      else if (located.file === undefined) showGone();
      else await this.#showDifference(citation, located, vscode.Uri.file(located.file));
    });
  }

  async #showDifference(citation: CitationTarget, located: FoundInSnapshot, file: vscode.Uri): Promise<void> {
    const { presentSnapshot } = await import('./presentation');
    const { uri, expected } = presentSnapshot(citation, located);
    const title = l10n.t('{0}: as cited, and as it is now', basename(file.fsPath));
    const options: vscode.TextDocumentShowOptions = { selection: rangeOf(expected.span), preview: true };
    await vscode.commands.executeCommand('vscode.diff', uri, file, title, options);
  }

  /** The page at the quotation; of one that is gone, the archive's copy that was read. */
  async openInBrowser(citation: CitationTarget): Promise<void> {
    await this.#showingFailures(async () => {
      const located = await this.#locate(citation);
      const address = located.kind === 'snapshot' || located.kind === 'unfetched' ? located.address : undefined;
      if (address !== undefined) await openInBrowser(address);
      else if (located.kind === 'file' || located.kind === 'snapshot') {
        void showInformationMessage(
          l10n.t('This source is a file of the evidence: there is no page to be opened in a browser.'),
        );
      } else this.#showUnopened(citation, located);
    });
  }

  /** What is kept of the source may be another text now. */
  async refresh({ folder, url }: CitationTarget): Promise<void> {
    const shows = (document: string): boolean => {
      const address = snapshotAddressOf(vscode.Uri.parse(document));
      return address?.folder === folder && address.url === withoutFragment(url);
    };
    const documents = this.#passages.documents.filter(shows);
    announceSnapshotChange(documents.map((document) => vscode.Uri.parse(document)));
    for (const document of documents) {
      for (const { citation } of this.#passages.in(document))
        await this.#showingFailures(() => this.#restoreOne(document, citation));
    }
  }

  async clear(document: string): Promise<void> {
    this.#passages.clear(document);
    await this.#memory.forget(document);
  }

  async #showingFailures(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.services.log.error(error instanceof Error ? error : String(error));
      const reason = errorText(error);
      void showErrorMessage(l10n.t('The source could not be opened. {0}', reason));
    }
  }

  async #locate({ folder, seq, url }: CitationTarget): Promise<Located> {
    const { locatePassage } = await import('./locatePassage');
    const { SnapshotStore } = await import('../../record/snapshots');
    return await this.services.debates.with(folder, async (debate) => {
      const { view } = debate.log;
      const workspaceFolders = workspacePaths();
      return await locatePassage({ seq, url }, { view, snapshots: new SnapshotStore(folder), workspaceFolders });
    });
  }

  async #presentCurrent(...shown: Parameters<typeof PresentCurrentFile>): Promise<void> {
    const { presentCurrentFile } = await import('./presentation');
    await this.#present(presentCurrentFile(...shown));
  }

  async #show(citation: CitationTarget, located: Located, options?: OpenOptions): Promise<void> {
    const { presentFile, presentSnapshot } = await import('./presentation');
    if (located.kind === 'file') await this.#present(presentFile(citation, located), options);
    else if (located.kind === 'snapshot') {
      const presentation = presentSnapshot(citation, located);
      await this.#present(presentation, options);
      await this.#memory.remember(presentation.uri.toString(), citation);
    } else this.#showUnopened(citation, located);
  }

  /** Waits for nobody: the message may stand there for long. */
  #showUnopened(citation: CitationTarget, located: Unopened): void {
    const { message, remedies } = locatedMessage(located);
    const labels = remedies.map(({ label }) => label);
    void this.#showingFailures(async () => {
      const picked = await (located.kind === 'unfetched' ? showInformationMessage : showWarningMessage)(
        message,
        ...labels,
      );
      const remedy = remedies.find(({ label }) => label === picked);
      if (remedy !== undefined) await this.#help(remedy, citation, located);
    });
  }

  async #help(remedy: Remedy, citation: CitationTarget, located: Unopened): Promise<void> {
    switch (remedy.kind) {
      case 'entry':
        await this.services.panels.show(citation.folder, { seq: remedy.seq });
        return;
      case 'browser':
        await openInBrowser(remedy.address);
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(remedy.address);
        return;
      case 'check':
        await vscode.commands.executeCommand(checkCommand, citation);
        return;
      case 'file':
        if (located.kind === 'changed') await this.#presentCurrent(citation, located, located.file);
    }
  }

  async #present(presentation: Presentation, options?: OpenOptions): Promise<void> {
    const { uri, expected } = presentation;
    const editor = await openAt(uri, (text) => presentation.shownIn(text).span, options);
    if (editor !== undefined) {
      this.#passages.add(uri.toString(), presentation.shownIn(editor.document.getText()));
      return;
    }
    await openUnread(uri, expected.span, options);
    void showInformationMessage(
      l10n.t(
        'This file is too large, or no text, for a passage to be highlighted in it. It is opened at the lines that were cited.',
      ),
    );
  }

  #check(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (this.#passages.in(key).length > 0) this.#passages.check(key, document.getText());
  }

  /** After a reload the editor shows the snapshots again: so do their highlights. */
  #restore(editors: readonly vscode.TextEditor[]): void {
    for (const { document } of editors) {
      const key = document.uri.toString();
      if (document.uri.scheme !== snapshotScheme || this.#passages.in(key).length > 0) continue;
      for (const citation of this.#memory.take(key)) void this.#showingFailures(() => this.#restoreOne(key, citation));
    }
  }

  async #restoreOne(key: string, citation: CitationTarget): Promise<void> {
    const located = await this.#locate(citation);
    if (located.kind !== 'snapshot') return;
    const [{ presentSnapshot }, { snapshotText }] = await Promise.all([
      import('./presentation'),
      import('./snapshotText'),
    ]);
    this.#passages.add(key, presentSnapshot(citation, located).shownIn(snapshotText(located.snapshot).text));
  }
}

/** What finds the links is loaded with the first document that is opened. */
function registerDocumentLinks(services: SourcePorts): vscode.Disposable {
  const names = 'transcript,summary,blog-post,verifier-report,assessor-report';
  return vscode.languages.registerDocumentLinkProvider(
    { scheme: 'file', pattern: `**/{${names}}.md` },
    {
      provideDocumentLinks: async (document, token) =>
        (await import('./sourceLinks')).linksIn(document, services, token),
    },
  );
}

function showGone(): void {
  void showInformationMessage(
    l10n.t(
      'The file is no longer there: the snapshot is all that is left of it. Open the folder that holds it and try again.',
    ),
  );
}

/** As a string: the editor's `Uri` would encode the text fragment again. */
async function openInBrowser(address: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', address);
}

/** Keeps `rostrum.sourceShown` and `rostrum.pageShown` (a snapshot of a page) as the editor of the source is. */
function followActive(passages: ShownPassages): vscode.Disposable {
  const look = (): void => {
    const uri = sourceEditor(passages)?.document.uri;
    const address = uri && snapshotAddressOf(uri);
    const isShown = address !== undefined || (uri !== undefined && passages.in(uri.toString()).length > 0);
    void setContext('sourceShown', isShown);
    void setContext('pageShown', address !== undefined && parseSourceUrl(address.url).kind === 'web');
  };
  look();
  const { onDidChangeActiveTextEditor, onDidChangeVisibleTextEditors } = vscode.window;
  return vscode.Disposable.from(
    onDidChangeActiveTextEditor(look),
    onDidChangeVisibleTextEditors(look),
    passages.onDidChange(look),
  );
}
