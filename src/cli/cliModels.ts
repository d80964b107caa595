import { checkedBaseUrl, type BaseUrl, type KeyOwner, type KeyStore } from '../models/keys';
import { modelProviderNames, type ModelProvider, type ModelProviderName } from '../models/provider';
import type { ResearchTool } from '../research/tool';
import type { ModelAccess, Reach } from '../session/modelAccess';
import { PlanError } from '../session/plan';
import { webTools, type SearchChoice } from '../session/webTools';
import { UsageError } from './usage';

const anthropicUrl = 'https://api.anthropic.com';

/** The variables that keys of the command line come from. No other variable of an SDK is honoured. */
const keyVariables: Readonly<Record<KeyOwner, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  'openai-compatible': 'OPENAI_API_KEY',
  brave: 'BRAVE_API_KEY',
  tavily: 'TAVILY_API_KEY',
};

/** The environment is the user's own, so that the key is meant for whatever address the command line names. */
export const environmentKeys = (environment: NodeJS.ProcessEnv): KeyStore => ({
  get: (owner) => Promise.resolve(environment[keyVariables[owner]]?.trim() || undefined),
});

/** `URL`, for the provider at hand, or `provider=URL,…` for lineups that mix them. @throws UsageError */
export function baseUrlsFrom(flag: string | undefined, provider: string): Partial<Record<ModelProviderName, BaseUrl>> {
  const found: Partial<Record<ModelProviderName, BaseUrl>> = { anthropic: checkedBaseUrl(anthropicUrl) };
  for (const part of (flag ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')) {
    const named = modelProviderNames.find((name) => part.startsWith(`${name}=`));
    const owner = named ?? modelProviderNames.find((name) => name === provider);
    if (owner === undefined || owner === 'vscode')
      throw new UsageError(`--base-url ${part}: the provider "${provider}" has no address of its own.`);
    found[owner] = urlFrom(named === undefined ? part : part.slice(named.length + 1));
  }
  return found;
}

function urlFrom(text: string): BaseUrl {
  try {
    return checkedBaseUrl(text);
  } catch (error) {
    throw new UsageError(`--base-url: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export interface CliModelOptions {
  baseUrls: Partial<Record<ModelProviderName, BaseUrl>>;
  keys: KeyStore;
  /** `--search`: none, brave, tavily, or searxng=URL. */
  search: string | undefined;
  /** False with `--no-web`. */
  isWebAllowed: boolean;
}

/** What the command line reaches models through. The SDKs are loaded when they are first needed. */
export class CliModels implements ModelAccess {
  readonly #providers = new Map<ModelProviderName, Promise<ModelProvider>>();

  constructor(private readonly options: CliModelOptions) {}

  provider(name: ModelProviderName): Promise<ModelProvider> {
    const known = this.#providers.get(name) ?? this.#made(name);
    this.#providers.set(name, known);
    return known;
  }

  researchTools({ known, web }: Reach): Promise<readonly ResearchTool[]> {
    const { search, keys } = this.options;
    return Promise.resolve(webTools({ fetch: web?.fetch, search: searchFrom(search), keys, known }));
  }

  /** Left out, `--search` leaves the search to models that have one; `none` is meant for them too. */
  mayUseServerTools(): boolean {
    const { search, isWebAllowed } = this.options;
    return isWebAllowed && search !== 'none';
  }

  async #made(name: ModelProviderName): Promise<ModelProvider> {
    if (name === 'vscode')
      throw new PlanError(
        'provider',
        'The editor’s models can be reached from the editor only. Open the debate there and resume it.',
      );
    const baseUrl = this.options.baseUrls[name];
    if (baseUrl === undefined) {
      throw new PlanError(
        'base_url_missing',
        'Where is the server? Give --base-url, for example --base-url http://localhost:11434/v1.',
      );
    }
    const key = (): Promise<string | undefined> => this.options.keys.get(name, baseUrl.origin);
    if (name === 'anthropic') {
      const { createAnthropicProvider } = await import('../models/anthropic/anthropicProvider');
      return createAnthropicProvider({ baseUrl, key });
    }
    const { createOpenAiProvider } = await import('../models/openai/openAiProvider');
    return createOpenAiProvider({ baseUrl, key });
  }
}

/** @throws UsageError */
export function searchFrom(flag: string | undefined): SearchChoice {
  if (flag === undefined || flag === 'none') return { service: 'none' };
  if (flag === 'brave' || flag === 'tavily') return { service: flag };
  if (flag.startsWith('searxng=')) return { service: 'searxng', url: urlFrom(flag.slice('searxng='.length)).url };
  throw new UsageError(`--search ${flag} is unknown; there are none, brave, tavily and searxng=URL.`);
}

/** What `--search` says, and whether it can work at all. @throws UsageError */
export function checkSearch(flag: string | undefined, environment: NodeJS.ProcessEnv): void {
  const { service } = searchFrom(flag);
  if (service !== 'brave' && service !== 'tavily') return;
  const variable = keyVariables[service];
  if ((environment[variable]?.trim() ?? '') === '')
    throw new UsageError(`--search ${service} needs a key in the environment variable ${variable}.`);
}
