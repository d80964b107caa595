import { modelProviderNames } from '../debate/flow/seats';
import { type BaseUrl, checkedBaseUrl } from '../models/wire';
import { isServer, type KeyOwner, type KeyStore, providers, serverNames } from '../models/providers';
import { modelProvider, type ModelProvider, type ModelProviderName, parseModelRef } from '../models/provider';
import type { ResearchTool } from '../research/tool';
import type { ModelAccess, Participants, Reach } from '../session/plan/modelAccess';
import { PlanError } from '../session/plan/planError';
import { type SearchChoice, webTools } from '../session/plan/webAccess';
import { partsOf, type PassingFlags, webFrom } from './options';
import { modelProxy } from './modelProxy';
import { UsageError } from './usage';
import { errorText } from '../debate/log/objects';

const searchVariables = { brave: 'BRAVE_API_KEY', tavily: 'TAVILY_API_KEY' } as const;

/** Environment variable of a key; no other variable of an SDK is used. */
export const keyVariable = (owner: KeyOwner): string =>
  isServer(owner) ? providers[owner].server.key.variable : searchVariables[owner];

/** Keys from the environment, which is the user's own: they are meant for the address that the command line names. */
export const environmentKeys = (environment: NodeJS.ProcessEnv): KeyStore => ({
  get: (owner) => Promise.resolve(environment[keyVariable(owner)]?.trim() || undefined),
});

export const withoutKey = (environment: NodeJS.ProcessEnv, provider: string): NodeJS.ProcessEnv =>
  isServer(provider) ? { ...environment, [keyVariable(provider)]: undefined } : environment;

/** Parses `URL`, for the chosen provider, or `provider=URL,…` for lineups that mix them. @throws UsageError */
export function baseUrlsFrom(flag: string | undefined, provider: string): BaseUrls {
  const found: BaseUrls = {};
  for (const name of serverNames) {
    const { url, isOwn } = providers[name].server;
    if (isOwn) found[name] = checkedBaseUrl(url);
  }
  for (const part of partsOf(flag)) {
    const named = modelProviderNames.find((name) => part.startsWith(`${name}=`));
    const owner = named ?? modelProvider(provider);
    if (owner === undefined || !isServer(owner))
      throw new UsageError(`--base-url ${part}: the provider "${provider}" has no address of its own.`);
    found[owner] = urlFrom(named === undefined ? part : part.slice(named.length + 1));
  }
  return found;
}

/** Origins of requests, by provider. */
export const originsOf = (baseUrls: BaseUrls): Record<string, string> =>
  Object.fromEntries(Object.entries(baseUrls).map(([name, { origin }]) => [name, origin]));

function urlFrom(text: string): BaseUrl {
  try {
    return checkedBaseUrl(text);
  } catch (error) {
    throw new UsageError(`--base-url: ${errorText(error)}`);
  }
}

interface CliModelOptions {
  baseUrls: BaseUrls;
  keys: KeyStore;
  /** Environment, which may name proxies. */
  environment?: NodeJS.ProcessEnv;
  /** Called once, before the first request, with the proxy through which a server is reached. */
  onProxy?: ((notice: string) => void) | undefined;
  search: string | undefined;
  isWebAllowed: boolean;
}

/** Models for the command line. SDKs are loaded at their first use. */
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

  /** Whether models may use their own search: yes without `--search`; `none` applies to them too. */
  mayUseServerTools(): boolean {
    const { search, isWebAllowed } = this.options;
    return isWebAllowed && search !== 'none';
  }

  async #made(name: ModelProviderName): Promise<ModelProvider> {
    if (!isServer(name))
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
    const proxy = modelProxy(baseUrl, this.options.environment ?? {});
    if (proxy !== undefined) this.options.onProxy?.(proxy.notice);
    return await providers[name].server.create({ baseUrl, key, proxy: proxy?.proxyFor });
  }
}

interface ParticipantContext {
  baseUrls: BaseUrls;
  environment: NodeJS.ProcessEnv;
  prompts: Participants['prompts'];
  onProxy: CliModelOptions['onProxy'];
}

/**
 * Addresses come from the command line and never from the record: a debate from another person must not choose where a
 * key goes. @throws UsageError
 */
export function participantsFrom(values: PassingFlags, { prompts, ...context }: ParticipantContext): Participants {
  checkSearch(values.search, context.environment);
  const keys = environmentKeys(context.environment);
  const models = new CliModels({ ...context, keys, search: values.search, isWebAllowed: !values['no-web'] });
  const web = webFrom(values);
  return { models, web, prompts };
}

function searchFrom(flag: string | undefined): SearchChoice {
  if (flag === undefined || flag === 'none') return { service: 'none' };
  if (flag === 'brave' || flag === 'tavily') return { service: flag };
  if (flag.startsWith('searxng=')) return { service: 'searxng', url: urlFrom(flag.slice('searxng='.length)).url };
  throw new UsageError(`--search ${flag} is unknown; there are none, brave, tavily and searxng=URL.`);
}

function checkSearch(flag: string | undefined, environment: NodeJS.ProcessEnv): void {
  const { service } = searchFrom(flag);
  if (service !== 'brave' && service !== 'tavily') return;
  const variable = keyVariable(service);
  if ((environment[variable]?.trim() ?? '') === '')
    throw new UsageError(`--search ${service} needs a key in the environment variable ${variable}.`);
}

type BaseUrls = Partial<Record<ModelProviderName, BaseUrl>>;

/**
 * Checks that seats can be reached, as far as possible without a request. @throws UsageError naming the seat and the
 * flag that helps; PlanError `proxy`.
 */
export function checkReachable(
  seats: Readonly<Record<string, string>>,
  { baseUrls, environment }: Pick<ParticipantContext, 'baseUrls' | 'environment'>,
): void {
  for (const [seat, text] of Object.entries(seats)) {
    const ref = parseModelRef(text);
    if (ref?.kind !== 'model') continue;
    const { provider } = ref;
    if (!isServer(provider))
      throw new UsageError(
        `${seat} is to be ${text}, but the editor’s models can be reached from the editor only. Name another model with --models ${seat}=ID.`,
      );
    const baseUrl = baseUrls[provider];
    if (baseUrl !== undefined) {
      modelProxy(baseUrl, environment);
      continue;
    }
    throw new UsageError(
      `${seat} is to be ${text}, but where is that server? Give --base-url ${provider}=URL, for example --base-url ${provider}=http://localhost:11434/v1.`,
    );
  }
}
