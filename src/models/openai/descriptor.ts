import * as l10n from '@vscode/l10n';
import type { Price, ServerDescriptor } from '../descriptor';

export const openAiCompatible = {
  label: () => l10n.t('OpenAI-compatible server'),
  record: 'the agents are language models of a server that speaks the OpenAI chat API.',
  settings: { model: 'openaiCompatible.model', baseUrl: 'openaiCompatible.baseUrl' },
  mechanical: 'gpt-5.6-luna',
  /** A dated version (`-2025-08-07`) costs the same. */
  price: (model) => prices.get(model) ?? prices.get(model.replace(/-20\d\d-\d\d-\d\d$/, '')),
  // Models not matched by either pattern think only on request.
  thinks: (model) => (/^gpt-[34]/.test(model) ? false : /^(?:gpt-5\.[56]|gpt-6|o\d)/.test(model) || undefined),
  reportsUsage: true,
  keepsPrefixes: false,
  sharesWindow: true,
  flow: {
    sends: () => l10n.t('The server receives the topic, the debate and any evidence read.'),
    which: () => l10n.t('Which model of the server?'),
    noModels: () => l10n.t('The server has none. Load one there, then come back.'),
  },
  server: {
    url: 'http://localhost:11434/v1',
    isOwn: false,
    protocol: 'chat completions API',
    hint: () => l10n.t('Most base URLs of such servers end in /v1.'),
    key: { isNeeded: false, variable: 'OPENAI_API_KEY', shape: 'sk-…' },
    issuer: { name: 'OpenAI', url: 'https://api.openai.com/v1' },
    create: async (options) => (await import('./openAiProvider')).createOpenAiProvider(options),
  },
} as const satisfies ServerDescriptor;

/** Limits in tokens. */
interface ModelLimits {
  window?: number;
  output: number;
}

/**
 * Limits from OpenAI's model pages; a name with one of these beginnings is a version of that model. The most specific
 * patterns come first.
 */
const limits: readonly (readonly [RegExp, ModelLimits])[] = [
  [/^gpt-5.*-chat-latest$/, { window: 128_000, output: 16_384 }],
  [/^gpt-5(?:\.[12])?(?:-|$)/, { window: 400_000, output: 128_000 }],
  [/^gpt-[56]/, { output: 128_000 }],
  [/^gpt-4\.1/, { window: 1_047_576, output: 32_768 }],
  [/^(?:chat)?gpt-4o/, { window: 128_000, output: 16_384 }],
  [/^gpt-4-(?:turbo|0125|1106)/, { window: 128_000, output: 4_096 }],
  [/^gpt-3\.5-turbo/, { window: 16_385, output: 4_096 }],
  [/^o1-mini/, { window: 128_000, output: 65_536 }],
  [/^o1-preview/, { window: 128_000, output: 32_768 }],
  [/^o[134](?:-|$)/, { window: 200_000, output: 100_000 }],
];

/** Limits at OpenAI's own address, whose list states none; undefined for unknown models. */
export const limitsOf = (model: string): ModelLimits | undefined => limits.find(([of]) => of.test(model))?.[1];

/** Rounds to hide errors of binary fractions. */
const rounded = (dollars: number): number => Math.round(dollars * 1e6) / 1e6;

/**
 * Prices that agree in two published tables or are on OpenAI's own page: those of 2026-10 from announcements that quote
 * the page, those of 2026-02 from a copy of it, all others from two tables that quote it. gpt-5.6-sol's reduced price
 * ($4 and $20) was promised until 2026-11-21, so its list price is used. Models that charge for sound, searches or
 * pictures, and models that only one table names, have no price here.
 */
const prices: ReadonlyMap<string, Price> = new Map([
  ...family('2026-10', { cacheWrite: 1.25, isLongDearer: true }, [
    ['gpt-6-astra', 10, 50, 0.1],
    ['gpt-6.1-sol', 2, 10, 0.05],
    ['gpt-6-sol', 2, 10, 0.1],
    ['gpt-6-luna', 0.1, 0.5, 0.1],
  ]),
  ...family('2026-08', { cacheWrite: 1.25, isLongDearer: true }, [
    ['gpt-5.6', 5, 30, 0.1],
    ['gpt-5.6-sol', 5, 30, 0.1],
    ['gpt-5.6-terra', 2, 12, 0.1],
    ['gpt-5.6-luna', 0.2, 1.2, 0.1],
  ]),
  ...family('2026-08', { isLongDearer: true }, [
    ['gpt-5.5', 5, 30, 0.1],
    ['gpt-5.4', 2.5, 15, 0.1],
  ]),
  ...family('2026-08', {}, [
    ['gpt-5.4-mini', 0.75, 4.5, 0.1],
    ['gpt-5.4-nano', 0.2, 1.25, 0.1],
    ['gpt-5.3-chat-latest', 1.75, 14, 0.1],
    ['gpt-5.2', 1.75, 14, 0.1],
    ['gpt-5.2-chat-latest', 1.75, 14, 0.1],
    ['gpt-5.2-pro', 21, 168, 1],
    ['gpt-5.1', 1.25, 10, 0.1],
    ['gpt-5.1-codex', 1.25, 10, 0.1],
    ['gpt-5.1-chat-latest', 1.25, 10, 0.1],
    ['gpt-5', 1.25, 10, 0.1],
    ['gpt-5-chat-latest', 1.25, 10, 0.1],
    ['gpt-5-mini', 0.25, 2, 0.1],
    ['gpt-5-nano', 0.05, 0.4, 0.1],
    ['gpt-4.1', 2, 8, 0.25],
    ['gpt-4.1-mini', 0.4, 1.6, 0.25],
    ['gpt-4.1-nano', 0.1, 0.4, 0.25],
    ['gpt-4o', 2.5, 10, 0.5],
    ['gpt-4o-2024-05-13', 5, 15, 1],
    ['gpt-4o-mini', 0.15, 0.6, 0.5],
    ['chatgpt-4o-latest', 5, 15, 1],
    ['o4-mini', 1.1, 4.4, 0.25],
    ['o3', 2, 8, 0.25],
    ['o3-mini', 1.1, 4.4, 0.5],
    ['o1', 15, 60, 0.5],
    ['o1-preview', 15, 60, 0.5],
    ['o1-mini', 1.1, 4.4, 0.5],
    ['gpt-4-turbo', 10, 30, 1],
    ['gpt-4-turbo-preview', 10, 30, 1],
    ['gpt-4-0125-preview', 10, 30, 1],
    ['gpt-4-1106-preview', 10, 30, 1],
    ['gpt-4', 30, 60, 1],
    ['gpt-4-0314', 30, 60, 1],
    ['gpt-4-0613', 30, 60, 1],
    ['gpt-3.5-turbo', 0.5, 1.5, 1],
    ['gpt-3.5-turbo-0125', 0.5, 1.5, 1],
    ['gpt-3.5-turbo-1106', 1, 2, 1],
    ['gpt-3.5-turbo-16k', 3, 4, 1],
  ]),
  ...family('2026-02', {}, [
    ['gpt-5-codex', 1.25, 10, 0.1],
    ['gpt-5.1-codex-max', 1.25, 10, 0.1],
    ['gpt-5-pro', 15, 120, 1],
    ['codex-mini-latest', 1.5, 6, 0.25],
    ['computer-use-preview', 3, 12, 1],
    ['o3-pro', 20, 80, 1],
    ['o1-pro', 150, 600, 1],
  ]),
  ...family('2024-06', {}, [
    ['gpt-4-32k', 60, 120, 1],
    ['gpt-4-32k-0314', 60, 120, 1],
    ['gpt-4-32k-0613', 60, 120, 1],
    ['gpt-3.5-turbo-0613', 1.5, 2, 1],
    ['gpt-3.5-turbo-16k-0613', 3, 4, 1],
  ]),
]);

/** `readShare`: price of a cache read as a share of the input's price. */
type PriceRow = readonly [model: string, input: number, output: number, readShare: number];

function family(
  date: string,
  { cacheWrite = 1, isLongDearer = false }: { cacheWrite?: number; isLongDearer?: boolean },
  rows: readonly PriceRow[],
): (readonly [string, Price])[] {
  const longPrompt = isLongDearer ? { longPrompt: { above: 272_000, factor: 2, outputFactor: 1.5 } } : {};
  return rows.map(([model, input, output, readShare]) => {
    const caching = { cacheWrite: rounded(input * cacheWrite), cacheRead: rounded(input * readShare) };
    return [model, { input, output, ...caching, searches: 0, date, ...longPrompt }];
  });
}
