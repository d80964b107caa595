import { modelProviderNames, type ModelProviderName } from './provider';

/** Who performs for an agent: no model, a person, or a provider's model. */
export type ModelRef =
  { kind: 'offline' | 'scripted' | 'human' } | { kind: 'model'; provider: ModelProviderName; model: string };

const bare = ['offline', 'scripted', 'human'] as const;

/**
 * Reads `anthropic:claude-sonnet-5-5`, `offline`, `human`. A model without a provider is one of `standard`'s; an id may
 * hold colons of its own (`llama3:8b`). Undefined if there is no model to name.
 */
export function parseModelRef(text: string, standard?: ModelProviderName): ModelRef | undefined {
  const trimmed = text.trim();
  const plain = bare.find((name) => name === trimmed);
  if (plain !== undefined) return { kind: plain };
  const provider = modelProviderNames.find((name) => trimmed.startsWith(`${name}:`));
  const model = provider === undefined ? trimmed : trimmed.slice(provider.length + 1).trim();
  const of = provider ?? standard;
  // Ids appear in messages and terminals: none has control characters.
  const isId = model !== '' && !/\p{Cc}/u.test(model);
  return isId && of !== undefined ? { kind: 'model', provider: of, model } : undefined;
}

/** As in the setup: always with its provider. */
export const formatModelRef = (ref: ModelRef): string =>
  ref.kind === 'model' ? `${ref.provider}:${ref.model}` : ref.kind;
