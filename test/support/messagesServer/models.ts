import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';

export const effortLevels = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type EffortLevel = (typeof effortLevels)[number];

/** Features and limits of a model. {@link currentModel} fills in what today's models share. */
export interface ModelEntry {
  id: string;
  /** Other ids of the model. */
  aliases: readonly string[];
  name: string;
  line: 'haiku' | 'sonnet' | 'opus' | 'fable' | 'mythos';
  createdAt: string;
  maxInputTokens: number;
  maxOutputTokens: number;
  /** Tokens; shorter prefixes are silently not cached. */
  minCacheTokens: number;
  thinking: {
    /** Whether the model thinks by itself; requests do not change it. */
    isOn: boolean;
    /** Whether a replayed block must match the model and the exact prior conversation. */
    isBound: boolean;
    /** The part of the cache that a change of effort loses. The API says "model-specific"; all lose the messages. */
    breaks: 'messages' | 'all';
  };
  /** Efforts; if empty, `effort` is refused. */
  efforts: readonly EffortLevel[];
  defaultEffort: EffortLevel;
  structuredOutputs: boolean;
  /** Whether web search and fetch exist. */
  webTools: boolean;
}

type Given = Pick<ModelEntry, 'id' | 'name' | 'line'> &
  Partial<Omit<ModelEntry, 'thinking'>> & { thinking?: Partial<ModelEntry['thinking']> };

/** A model like the newest ones, except for the given values. */
export const currentModel = ({ thinking, ...given }: Given): ModelEntry => ({
  aliases: [],
  createdAt: '2026-09-01T00:00:00Z',
  maxInputTokens: 1_000_000,
  maxOutputTokens: 128_000,
  minCacheTokens: 512,
  efforts: effortLevels,
  defaultEffort: 'high',
  structuredOutputs: true,
  webTools: true,
  ...given,
  thinking: { isOn: true, isBound: false, breaks: 'messages', ...thinking },
});

/** The server's models by default, the newest first. Figures are from the models' own pages. */
export const defaultModels: readonly ModelEntry[] = [
  currentModel({
    id: 'claude-haiku-5-5',
    name: 'Claude Haiku 5.5',
    line: 'haiku',
    createdAt: '2026-10-07T00:00:00Z',
    defaultEffort: 'medium',
  }),
  currentModel({
    id: 'claude-sonnet-5-5',
    name: 'Claude Sonnet 5.5',
    line: 'sonnet',
    createdAt: '2026-09-22T00:00:00Z',
    thinking: { isBound: true },
  }),
  currentModel({
    id: 'claude-opus-5-5',
    name: 'Claude Opus 5.5',
    line: 'opus',
    createdAt: '2026-08-27T00:00:00Z',
    defaultEffort: 'medium',
  }),
  currentModel({
    id: 'claude-fable-5-1',
    name: 'Claude Fable 5.1',
    line: 'fable',
    createdAt: '2026-08-11T00:00:00Z',
  }),
  currentModel({
    id: 'claude-sonnet-5',
    name: 'Claude Sonnet 5',
    line: 'sonnet',
    createdAt: '2026-06-24T00:00:00Z',
    minCacheTokens: 1_024,
  }),
  currentModel({
    id: 'claude-opus-5',
    name: 'Claude Opus 5',
    line: 'opus',
    createdAt: '2026-06-03T00:00:00Z',
  }),
  currentModel({
    id: 'claude-opus-4-8',
    name: 'Claude Opus 4.8',
    line: 'opus',
    createdAt: '2026-04-29T00:00:00Z',
    minCacheTokens: 1_024,
    thinking: { isOn: false },
  }),
  currentModel({
    id: 'claude-opus-4-7',
    name: 'Claude Opus 4.7',
    line: 'opus',
    createdAt: '2026-03-25T00:00:00Z',
    minCacheTokens: 2_048,
    thinking: { isOn: false },
  }),
  currentModel({
    id: 'claude-sonnet-4-6',
    name: 'Claude Sonnet 4.6',
    line: 'sonnet',
    createdAt: '2026-02-17T00:00:00Z',
    minCacheTokens: 1_024,
    efforts: ['low', 'medium', 'high', 'max'],
    thinking: { isOn: false },
  }),
  currentModel({
    id: 'claude-haiku-4-5-20251001',
    aliases: ['claude-haiku-4-5'],
    name: 'Claude Haiku 4.5',
    line: 'haiku',
    createdAt: '2025-10-15T00:00:00Z',
    maxInputTokens: 200_000,
    maxOutputTokens: 64_000,
    minCacheTokens: 4_096,
    efforts: [],
    thinking: { isOn: false },
  }),
];

const supported = (value: boolean): { supported: boolean } => ({ supported: value });

type Capabilities = Pick<NonNullable<ModelInfo['capabilities']>, 'effort' | 'server_tools' | 'structured_outputs'>;

const capabilities = (model: ModelEntry): Capabilities => {
  const hasEffort = (level: EffortLevel) => supported(model.efforts.includes(level));
  return {
    effort: {
      supported: model.efforts.length > 0,
      low: hasEffort('low'),
      medium: hasEffort('medium'),
      high: hasEffort('high'),
      xhigh: hasEffort('xhigh'),
      max: hasEffort('max'),
    },
    server_tools: {
      supported: model.webTools,
      web_search: supported(model.webTools),
      code_execution: supported(true),
    },
    structured_outputs: supported(model.structuredOutputs),
  };
};

export type ToldModel = Omit<ModelInfo, 'capabilities'> & { capabilities: Capabilities };

/** The model as in `GET /v1/models`, with the capabilities that the client reads. */
export const modelInfo = (model: ModelEntry): ToldModel => ({
  type: 'model',
  id: model.id,
  display_name: model.name,
  created_at: model.createdAt,
  line: model.line,
  lifecycle: 'active',
  deprecated_at: null,
  retires_at: null,
  max_input_tokens: model.maxInputTokens,
  max_tokens: model.maxOutputTokens,
  capabilities: capabilities(model),
});
