import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SourcePassage } from '../../shared/protocol';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../kit/messages';
import type { CitationTarget } from '../findings/citation';
import type { PanelPorts } from './ports';
import { withoutIcons } from '../sources/sourceWords';
import { debateLink } from '../kit/debateLink';
import type { PageEditor, SavedFile } from './pageSession';
import { errorText } from '../../debate/log/objects';

const shownMs = 3_000;

export class VscodeEditor implements PageEditor {
  constructor(
    private readonly services: PanelPorts,
    private readonly panel: vscode.WebviewPanel,
  ) {}

  get isTrusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  run(command: string, argument?: unknown): void {
    this.#go(() => vscode.commands.executeCommand(command, ...(argument === undefined ? [] : [argument])));
  }

  openSource(citation: CitationTarget, isFollowed: boolean): void {
    this.#go(() => this.services.sources.open(citation, { keepsFocus: !isFollowed }));
  }

  passageOf(citation: CitationTarget): Promise<SourcePassage | undefined> {
    return this.services.sources.passageOf(citation);
  }

  /** As a string: a parsed address would be encoded again, which breaks links to a passage. The editor asks where it must. */
  openWeb(url: string): void {
    this.#do(() => vscode.commands.executeCommand('vscode.open', url));
  }

  openPaper(name: string, heading: string): void {
    const paper = vscode.Uri.joinPath(this.services.context.extensionUri, 'docs', name).with({ fragment: heading });
    this.#go(() => vscode.commands.executeCommand('markdown.showPreview', paper));
  }

  copy(text: string, said: string): void {
    this.#do(async () => {
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(`$(check) ${said}`, shownMs);
    });
  }

  linkTo(target: { folder: string; seq?: number | undefined }): string {
    return debateLink(vscode.env.uriScheme, target);
  }

  async save({ path, text, label, kinds }: SavedFile): Promise<void> {
    const chosen = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.file(path),
      saveLabel: label,
      filters: kinds,
    });
    if (chosen === undefined) return;
    try {
      await vscode.workspace.fs.writeFile(chosen, new TextEncoder().encode(text));
      this.inform(l10n.t('Written: {0}', vscode.workspace.asRelativePath(chosen)));
    } catch (error) {
      // Said as it is, and the panel stays as it was: only the file is missing.
      const reason = errorText(error);
      this.fail(new Error(l10n.t('{0} could not be written: {1} Choose another place.', chosen.fsPath, reason)));
    }
  }

  async confirmDisclosure(seq: number): Promise<boolean> {
    const show = l10n.t('Show the Struck Text');
    const detail = l10n.t(
      'It was struck from the record by a ruling, and may be false. It is shown on this page only, until the page is closed; nobody else is told.',
    );
    const chosen = await showWarningMessage(l10n.t('Show the text of seq {0}?', seq), { modal: true, detail }, show);
    if (chosen === show) this.services.log.info(`The struck text of seq ${seq} was shown on request.`);
    return chosen === show;
  }

  async choose(question: string, texts: readonly string[]): Promise<string | undefined> {
    const items = texts.map((text) => ({ label: withoutIcons(text), text }));
    return (await vscode.window.showQuickPick(items, { placeHolder: question }))?.text;
  }

  inform(message: string): void {
    void showInformationMessage(message);
  }

  warn(message: string): void {
    this.services.log.warn(message);
  }

  fail(error: unknown): void {
    const message = errorText(error);
    this.services.log.error(error instanceof Error ? error : message);
    void showErrorMessage(message);
  }

  #go(open: () => PromiseLike<unknown>): void {
    this.#do(() => this.services.panels.wayBack.follow(this.panel, open));
  }

  #do(work: () => PromiseLike<unknown>): void {
    void (async () => {
      try {
        await work();
      } catch (error) {
        this.fail(error);
      }
    })();
  }
}
