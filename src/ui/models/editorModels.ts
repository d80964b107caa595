import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { withDeadline } from '../../async/deadline';
import { ModelError } from '../../models/modelError';
import { formatEditorModelId, parseEditorModelId, vendorsIn } from './vendors';
import { errorText } from '../../debate/log/objects';

const answerLimitMs = 15_000;

interface EditorModelsOptions {
  log: Pick<vscode.LogOutputChannel, 'debug' | 'warn'>;
  /** Vendors that the user names, for example in a setting. */
  named?: () => readonly string[];
  /** Called when the models have changed. */
  onDidChange?: () => void;
}

export class EditorModels implements vscode.Disposable {
  readonly #known = new Map<string, vscode.LanguageModelChat>();
  readonly #listening: vscode.Disposable;

  constructor(private readonly options: EditorModelsOptions) {
    this.#listening = vscode.lm.onDidChangeChatModels(() => {
      this.#known.clear();
      options.onDidChange?.();
    });
  }

  /** Models of all vendors that answer in time. */
  async all(signal: AbortSignal): Promise<vscode.LanguageModelChat[]> {
    const manifests = vscode.extensions.all.map(({ packageJSON }) => packageJSON as unknown);
    const vendors = vendorsIn(manifests, this.options.named?.());
    const found = await Promise.all(vendors.map((vendor) => this.#answered(vendor, signal)));
    return found.flat();
  }

  /** Finds a model. @throws ModelError `unreachable` when the editor gives no answer. */
  async find(model: string, signal: AbortSignal): Promise<vscode.LanguageModelChat | undefined> {
    const known = this.#known.get(model);
    if (known !== undefined) return known;
    const parsed = parseEditorModelId(model);
    if (parsed === undefined) return undefined;
    const found = await this.#of(parsed.vendor, signal);
    return found.find(({ id }) => id === parsed.id);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#known.clear();
  }

  async #answered(vendor: string, signal: AbortSignal): Promise<vscode.LanguageModelChat[]> {
    try {
      return await this.#of(vendor, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.options.log.warn(`The models of the vendor "${vendor}" are not known.`, errorText(error));
      return [];
    }
  }

  /**
   * Asks one vendor. Without a vendor, the editor would wait for all extensions with models, even for those that wait
   * for a sign-in.
   */
  async #of(vendor: string, signal: AbortSignal): Promise<vscode.LanguageModelChat[]> {
    const late = (): Error =>
      new ModelError(
        'unreachable',
        l10n.t(
          'The editor does not say which models “{0}” has. Check that you are signed in there, and try again.',
          vendor,
        ),
        { provider: 'vscode' },
      );
    // The editor's promises ignore signals, and some never settle.
    const found = await withDeadline({ signal, ms: answerLimitMs, late }, vscode.lm.selectChatModels({ vendor }));
    for (const model of found) this.#known.set(formatEditorModelId(model), model);
    return found;
  }
}
