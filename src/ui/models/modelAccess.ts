import type * as vscode from 'vscode';
import type { BaseUrl } from '../../models/wire';
import { isServer, providers, type KeyOwner, type ServerName } from '../../models/providers';
import type { ModelProvider, ModelProviderName } from '../../models/provider';
import type { ResearchTool } from '../../research/tool';
import type { ModelAccess, Reach } from '../../session/plan/modelAccess';
import type { SearchChoice } from '../../session/plan/webAccess';
import type { Settings } from '../kit/settings';
import { addressOf, searchBy } from './addresses';
import { EditorModels } from './editorModels';
import { EditorTools } from './editorTools';
import { KnownModels } from './knownModels';
import { SecretKeyStore } from './secretKeyStore';
import { parseEditorModelId } from './vendors';

interface ModelAccessParts {
  context: Pick<vscode.ExtensionContext, 'secrets' | 'languageModelAccessInformation'>;
  log: vscode.LogOutputChannel;
  settings: Settings;
}

/**
 * Models, keys and tools of the editor. Addresses and keys come from the user's settings and secrets, never from a
 * workspace.
 */
export class EditorModelAccess implements ModelAccess, vscode.Disposable {
  readonly keys: SecretKeyStore;
  readonly hostTools: EditorTools;
  readonly known: KnownModels;
  readonly #editor: EditorModels;
  readonly #providers = new Map<string, Promise<ModelProvider>>();

  constructor(private readonly parts: ModelAccessParts) {
    const { context, log, settings } = parts;
    this.keys = new SecretKeyStore(context.secrets);
    this.hostTools = new EditorTools(() => settings.get('tools.editor'));
    this.#editor = new EditorModels({
      log,
      named: () => vendorsNamed(settings),
      onDidChange: () => this.known.forget(),
    });
    this.known = new KnownModels({
      provider: (name) => this.provider(name),
      failed: (name, reason) => log.warn(`The models of ${name} could not be listed.`, reason),
    });
  }

  /** Address for this owner's requests by the current settings. @throws PlanError `base_url` */
  addressOf(owner: KeyOwner): BaseUrl {
    return addressOf(owner, (name) => this.parts.settings.get(name));
  }

  async provider(name: ModelProviderName): Promise<ModelProvider> {
    if (!isServer(name)) return await this.#once(name, () => this.#vscode());
    const baseUrl = this.addressOf(name);
    return await this.#once(`${name} ${baseUrl.url}`, () => this.#made(name, baseUrl));
  }

  async researchTools({ known, web }: Reach): Promise<readonly ResearchTool[]> {
    const { keys, hostTools } = this;
    const { webTools } = await import('../../session/plan/webAccess');
    return webTools({ fetch: web?.fetch, search: await this.#search(), keys, hostTools, known });
  }

  /** A search service in place of the model's own is still a search; only `none` forbids searching. */
  mayUseServerTools(): boolean {
    const { settings } = this.parts;
    return settings.get('research.web') && settings.get('search.service') !== 'none';
  }

  dispose(): void {
    this.#editor.dispose();
  }

  async #search(): Promise<SearchChoice> {
    const { settings } = this.parts;
    const baseUrl = settings.get('search.baseUrl');
    return await searchBy(
      { service: settings.get('search.service'), baseUrl },
      async (owner) => (await this.keys.get(owner, this.addressOf(owner).origin)) !== undefined,
    );
  }

  async #vscode(): Promise<ModelProvider> {
    const { VscodeProvider } = await import('./vscodeProvider');
    return new VscodeProvider({ models: this.#editor, access: this.parts.context.languageModelAccessInformation });
  }

  /** Makes a provider with the key of this origin only; another base URL makes another provider with another key. */
  async #made(name: ServerName, baseUrl: BaseUrl): Promise<ModelProvider> {
    return await providers[name].server.create({ baseUrl, key: () => this.keys.get(name, baseUrl.origin) });
  }

  /** Makes a provider once; after a failure, the next call tries again. */
  #once(key: string, make: () => Promise<ModelProvider>): Promise<ModelProvider> {
    const known = this.#providers.get(key);
    if (known !== undefined) return known;
    const made = make().catch((error: unknown) => {
      this.#providers.delete(key);
      throw error;
    });
    this.#providers.set(key, made);
    return made;
  }
}

/** Vendors of the models that the settings name, because their extension may not declare them. */
function vendorsNamed(settings: Settings): string[] {
  const references = Object.values(settings.get('models')).flatMap((text) => /^\s*vscode:(.*)$/s.exec(text)?.[1] ?? []);
  return [settings.get('vscode.model'), ...references].flatMap((text) => parseEditorModelId(text)?.vendor ?? []);
}
