import * as l10n from '@vscode/l10n';
import type { Price, ServerDescriptor } from '../descriptor';

export const anthropic = {
  label: () => 'Anthropic',
  record: 'the agents are language models, reached through the Anthropic Messages API.',
  settings: { model: 'anthropic.model', chair: 'anthropic.chairModel', baseUrl: 'anthropic.baseUrl' },
  standard: { standard: 'claude-sonnet-5-5', chair: 'claude-opus-5-5' },
  mechanical: 'claude-haiku-5-5',
  /** Short names that configuration files of earlier tools use. */
  aliases: { opus: 'claude-opus-5-5', sonnet: 'claude-sonnet-5-5', haiku: 'claude-haiku-5-5' },
  /** A dated version (`-20261001`) costs the same. */
  price: (model) => prices[model.replace(/-20\d{6}$/, '')],
  // Models 4.x think only on request, and no request here asks for it.
  thinks: (model) => !/-4-\d(?:-20\d{6})?$/.test(model),
  reportsUsage: true,
  keepsPrefixes: true,
  flow: {
    sends: (origin) => l10n.t('Paid with your key. {0} gets the topic, debate and evidence read.', origin),
  },
  server: {
    url: 'https://api.anthropic.com',
    isOwn: true,
    protocol: 'Messages API',
    key: { isNeeded: true, variable: 'ANTHROPIC_API_KEY', shape: 'sk-ant-…' },
    issuer: { name: 'Anthropic', url: 'https://api.anthropic.com' },
    create: async (options) => (await import('./anthropicProvider')).createAnthropicProvider(options),
  },
} as const satisfies ServerDescriptor;

/** Month of the copied model pages, and of pages that quote them. */
const date = '2026-10';

const prices: Readonly<Record<string, Price>> = {
  'claude-opus-5-5': price(4, 20, 0.05),
  'claude-sonnet-5-5': price(2, 10, 0.05),
  'claude-opus-5': price(5, 25, 0.1),
  'claude-haiku-5-5': price(0.1, 0.5, 0.1, { above: 100_000, factor: 5 }),
  'claude-fable-5-1': price(10, 50, 0.025),
  'claude-mythos-5-1': price(10, 50, 0.025),
  'claude-fable-5': price(10, 50, 0.1),
  'claude-mythos-5': price(10, 50, 0.1),
  'claude-mythos-preview': price(25, 125, 0.1),
  'claude-sonnet-5': price(2, 10, 0.1),
  'claude-opus-4-8': price(5, 25, 0.1),
  'claude-opus-4-7': price(5, 25, 0.1),
  'claude-opus-4-6': price(5, 25, 0.1),
  'claude-opus-4-5': price(5, 25, 0.1),
  'claude-sonnet-4-6': price(3, 15, 0.1),
  'claude-sonnet-4-5': price(3, 15, 0.1),
  'claude-haiku-4-5': price(1, 5, 0.1),
};

/**
 * A cache write costs 1.25 times the input, or twice the input for an hour; `readShare` is a read's share of the
 * input's price.
 */
function price(input: number, output: number, readShare: number, longPrompt?: Price['longPrompt']): Price {
  const caching = { cacheWrite: input * 1.25, cacheWriteHour: input * 2, cacheRead: input * readShare };
  return { input, output, ...caching, searches: 10, date, longPrompt };
}
