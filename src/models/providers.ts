import { modelProviderNames } from '../debate/flow/seats';
import * as l10n from '@vscode/l10n';
import { anthropic } from './anthropic/descriptor';
import type { EditorDescriptor, Price, ProviderDescriptor } from './descriptor';
import { openAiCompatible } from './openai/descriptor';
import { isModelProvider, type ModelProviderName, type TokenUsage } from './provider';

/** The editor's models; the code that calls them is in `ui/`. */
const editor = {
  label: () => l10n.t('Models of this editor'),
  place: () => l10n.t('the editor, and whoever brings its model'),
  record: 'the agents are language models of the editor.',
  settings: { model: 'vscode.model' },
  /** Ids contain the vendor: `copilot/gpt-5.2`. */
  id: /^[^/\s]+\/\S/,
  reportsUsage: false,
  keepsPrefixes: false,
  flow: {
    hint: () => l10n.t('such as those of GitHub Copilot; needs a sign-in there'),
    sends: () => l10n.t('Uses your plan. Its provider receives the topic, the debate and any evidence read.'),
    which: () => l10n.t('Which model of the editor?'),
    noModels: () => l10n.t('Sign in to GitHub Copilot, or install an extension that brings models.'),
  },
} as const satisfies EditorDescriptor;

/** Providers by the names that settings and records use. */
export const providers = {
  anthropic,
  vscode: editor,
  'openai-compatible': openAiCompatible,
} as const satisfies Record<ModelProviderName, ProviderDescriptor>;

type Providers = typeof providers;

/** Providers with an address and keys of their own. */
export type ServerName = {
  [K in ModelProviderName]: Providers[K] extends { server: object } ? K : never;
}[ModelProviderName];

export const descriptorOf = (name: ModelProviderName): ProviderDescriptor => providers[name];

export const isServer = (name: string): name is ServerName =>
  isModelProvider(name) && descriptorOf(name).server !== undefined;

export const serverNames: readonly ServerName[] = modelProviderNames.filter(isServer);

/** Provider for people's own servers. */
export const localProvider: ServerName = 'openai-compatible';

/** Providers that exist only in the editor. */
export const editorProviders: readonly ModelProviderName[] = modelProviderNames.filter((name) => !isServer(name));

const searchServices = ['brave', 'tavily'] as const;

/** Owners of keys; search services have keys, too. */
export type KeyOwner = ServerName | (typeof searchServices)[number];
export const keyOwners: readonly KeyOwner[] = [...serverNames, ...searchServices];

/** Keys in the editor's SecretStorage or the command line's environment; never in files or settings. */
export interface KeyStore {
  /** Returns the key for exactly this origin (`https://api.anthropic.com`). */
  get(owner: KeyOwner, origin: string): Promise<string | undefined>;
}

/**
 * Price in the table, if requests go to the keys' issuer. If it is undefined, only tokens are reported and a budget in
 * money cannot hold.
 */
export function priceOf(provider: ModelProviderName, model: string, origin: string | undefined): Price | undefined {
  const descriptor = descriptorOf(provider);
  const isIssuer = descriptor.server !== undefined && originOf(descriptor.server.issuer.url) === origin;
  return isIssuer ? descriptor.price?.(model) : undefined;
}

/** Returns undefined if the user must give an address. */
export function standardOrigin(provider: ModelProviderName): string | undefined {
  const { server } = descriptorOf(provider);
  return server?.isOwn === true ? originOf(server.url) : undefined;
}

const originOf = (url: string): string => new URL(url).origin;

/** Cost of one request in US dollars. */
export function costOf(usage: TokenUsage, price: Price): number {
  const { input, cache_write, cache_write_1h: hour = 0, cache_read, output, searches = 0 } = usage;
  const prompt = input + cache_write + cache_read;
  const long = price.longPrompt !== undefined && prompt > price.longPrompt.above ? price.longPrompt : undefined;
  const { factor = 1, outputFactor = factor } = long ?? {};
  const written = (cache_write - hour) * price.cacheWrite + hour * (price.cacheWriteHour ?? price.cacheWrite);
  const sent = input * price.input + written + cache_read * price.cacheRead;
  const tokens = sent * factor + output * price.output * outputFactor;
  return tokens / 1_000_000 + (searches * price.searches) / 1_000;
}
