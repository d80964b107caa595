import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';

export const effortLevels = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type EffortLevel = (typeof effortLevels)[number];

/** Taken always, never, or only up to high effort. */
export type Taken = boolean | 'up to high effort';

/** What a model takes and refuses. {@link currentModel} fills in what today's models have in common. */
export interface ModelEntry {
  id: string;
  /** Other ids under which it is asked for. */
  aliases: readonly string[];
  name: string;
  line: 'haiku' | 'sonnet' | 'opus' | 'fable' | 'mythos';
  createdAt: string;
  lifecycle: 'active' | 'deprecated' | 'retired';
  maxInputTokens: number;
  maxOutputTokens: number;
  /** Prefixes below this are silently not cached. */
  minCacheTokens: number;
  thinking: {
    /** What it does when the request says nothing. */
    default: 'adaptive' | 'disabled';
    adaptive: Taken;
    disabled: Taken;
    betweenTools: Taken;
    /** With `budget_tokens`. */
    enabled: Taken;
    /** What is shown of it unless the request says otherwise. */
    display: 'omitted' | 'summarized';
    /** Thinking of earlier turns stays in the prompt; older models strip it when the user speaks. */
    isKept: boolean;
    /** A replayed block is held to model and exact prior conversation. */
    isBound: boolean;
    /** What of the cache is lost when thinking or effort change. The API says "model-specific"; all lose the messages. */
    breaks: 'messages' | 'all';
  };
  /** None: `effort` is refused. */
  efforts: readonly EffortLevel[];
  defaultEffort: EffortLevel;
  /** Takes `temperature` and its like, and then only under the API version of 2023. */
  sampling: boolean;
  prefill: boolean;
  /** Takes `tool_choice` of `any` and `tool`. */
  forcedTools: boolean;
  structuredOutputs: boolean;
  /** Web search and fetch: only their first versions, also those that filter by code, or none. */
  webTools: 'none' | 'basic' | 'dynamic';
  /** Takes messages of the role `system`. */
  systemMessages: boolean;
}

type Given = Pick<ModelEntry, 'id' | 'name' | 'line'> &
  Partial<Omit<ModelEntry, 'thinking'>> & { thinking?: Partial<ModelEntry['thinking']> };

/** A model as the newest ones are, but for what is given. */
export const currentModel = ({ thinking, ...given }: Given): ModelEntry => ({
  aliases: [],
  createdAt: '2026-09-01T00:00:00Z',
  lifecycle: 'active',
  maxInputTokens: 1_000_000,
  maxOutputTokens: 128_000,
  minCacheTokens: 512,
  efforts: effortLevels,
  defaultEffort: 'high',
  sampling: false,
  prefill: false,
  forcedTools: true,
  structuredOutputs: true,
  webTools: 'dynamic',
  systemMessages: true,
  ...given,
  thinking: {
    default: 'adaptive',
    adaptive: true,
    disabled: false,
    betweenTools: false,
    enabled: false,
    display: 'omitted',
    isKept: true,
    isBound: false,
    breaks: 'messages',
    ...thinking,
  },
});

const older = { default: 'disabled', disabled: true } as const;

/** The models that the server has unless told otherwise, the newest first. Figures: the models' own pages. */
export const defaultModels: readonly ModelEntry[] = [
  currentModel({
    id: 'claude-haiku-5-5',
    name: 'Claude Haiku 5.5',
    line: 'haiku',
    createdAt: '2026-10-07T00:00:00Z',
    defaultEffort: 'medium',
    systemMessages: false,
    thinking: { disabled: true },
  }),
  currentModel({
    id: 'claude-sonnet-5-5',
    name: 'Claude Sonnet 5.5',
    line: 'sonnet',
    createdAt: '2026-09-22T00:00:00Z',
    forcedTools: false,
    thinking: { betweenTools: 'up to high effort', isBound: true },
  }),
  currentModel({
    id: 'claude-opus-5-5',
    name: 'Claude Opus 5.5',
    line: 'opus',
    createdAt: '2026-08-27T00:00:00Z',
    forcedTools: false,
    defaultEffort: 'medium',
  }),
  currentModel({
    id: 'claude-fable-5-1',
    name: 'Claude Fable 5.1',
    line: 'fable',
    createdAt: '2026-08-11T00:00:00Z',
    forcedTools: false,
  }),
  currentModel({
    id: 'claude-sonnet-5',
    name: 'Claude Sonnet 5',
    line: 'sonnet',
    createdAt: '2026-06-24T00:00:00Z',
    minCacheTokens: 1_024,
    systemMessages: false,
    thinking: { disabled: true },
  }),
  currentModel({
    id: 'claude-opus-5',
    name: 'Claude Opus 5',
    line: 'opus',
    createdAt: '2026-06-03T00:00:00Z',
    thinking: { disabled: 'up to high effort' },
  }),
  currentModel({
    id: 'claude-opus-4-8',
    name: 'Claude Opus 4.8',
    line: 'opus',
    createdAt: '2026-04-29T00:00:00Z',
    minCacheTokens: 1_024,
    thinking: older,
  }),
  currentModel({
    id: 'claude-opus-4-7',
    name: 'Claude Opus 4.7',
    line: 'opus',
    createdAt: '2026-03-25T00:00:00Z',
    minCacheTokens: 2_048,
    systemMessages: false,
    thinking: older,
  }),
  currentModel({
    id: 'claude-sonnet-4-6',
    name: 'Claude Sonnet 4.6',
    line: 'sonnet',
    createdAt: '2026-02-17T00:00:00Z',
    minCacheTokens: 1_024,
    efforts: ['low', 'medium', 'high', 'max'],
    sampling: true,
    systemMessages: false,
    thinking: { ...older, enabled: true, display: 'summarized' },
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
    sampling: true,
    prefill: true,
    webTools: 'basic',
    systemMessages: false,
    thinking: { ...older, adaptive: false, enabled: true, display: 'summarized', isKept: false },
  }),
];

const supported = (value: boolean): { supported: boolean } => ({ supported: value });

const capabilities = (model: ModelEntry): NonNullable<ModelInfo['capabilities']> => {
  const hasEffort = (level: EffortLevel) => supported(model.efforts.includes(level));
  const { adaptive, disabled, betweenTools, enabled } = model.thinking;
  return {
    batch: supported(true),
    citations: supported(true),
    code_execution: supported(model.webTools === 'dynamic'),
    context_management: {
      supported: true,
      clear_thinking_20251015: supported(true),
      clear_tool_uses_20250919: supported(true),
      compact_20260112: supported(model.webTools === 'dynamic'),
    },
    effort: {
      supported: model.efforts.length > 0,
      low: hasEffort('low'),
      medium: hasEffort('medium'),
      high: hasEffort('high'),
      xhigh: hasEffort('xhigh'),
      max: hasEffort('max'),
    },
    image_input: supported(true),
    pdf_input: supported(true),
    server_tools: {
      supported: model.webTools !== 'none',
      web_search: supported(model.webTools !== 'none'),
      code_execution: supported(true),
    },
    structured_outputs: supported(model.structuredOutputs),
    thinking: {
      supported: true,
      types: {
        adaptive: supported(adaptive !== false),
        disabled: supported(disabled !== false),
        between_tools: supported(betweenTools !== false),
        enabled: supported(enabled !== false),
      },
    },
  };
};

/** The model as `GET /v1/models` tells it. */
export const modelInfo = (model: ModelEntry): ModelInfo => ({
  type: 'model',
  id: model.id,
  display_name: model.name,
  created_at: model.createdAt,
  line: model.line,
  lifecycle: model.lifecycle,
  deprecated_at: model.lifecycle === 'active' ? null : '2026-09-30T00:00:00Z',
  retires_at: model.lifecycle === 'active' ? null : '2026-11-30T00:00:00Z',
  max_input_tokens: model.maxInputTokens,
  max_tokens: model.maxOutputTokens,
  capabilities: capabilities(model),
});
