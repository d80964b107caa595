import { createHash } from 'node:crypto';
import type { ModelEntry } from './models';
import { isCustom, type CacheControl, type MessagesRequest, type RequestTool } from './requestSchema';
import { blockTokens, countTokens } from './tokens';

/** One block of a prompt in the order in which the model reads it: tools, system, messages. */
export interface PromptBlock {
  level: 'tools' | 'system' | 'messages';
  /** Type; runs of `tool_use` and of `tool_result` are one position for the cache's look-back. */
  type: string;
  /** Everything in it that the model sees, and nothing else, so that equal content makes equal prefixes. */
  content: string;
  tokens: number;
  /** A breakpoint of the cache after this block. */
  mark?: '5m' | '1h';
}

/** Text before a level besides its blocks, whose change costs that level and all below. */
type Salts = Readonly<Partial<Record<PromptBlock['level'], string>>>;

export interface Prompt {
  model: ModelEntry;
  blocks: readonly PromptBlock[];
  salts: Salts;
  /** Tokens of the instructions that come with an answer format. */
  extraTokens: number;
}

/** End of a prefix: a fingerprint of all that comes before, and its length. */
export interface Prefix {
  hash: string;
  tokens: number;
}

const own = (block: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(block)
      .filter(([key, value]) => key !== 'cache_control' && key !== 'caller' && value !== null && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const markOf = (control: CacheControl | undefined): { mark?: '5m' | '1h' } =>
  control === undefined ? {} : { mark: control.ttl ?? '5m' };

export const controlOf = (block: object): CacheControl | undefined =>
  'cache_control' in block ? (block.cache_control as CacheControl) : undefined;

/** A content block of a message, as it is in a prompt; also one that was just answered and will come back. */
export const messageBlock = (role: string, block: { type: string }): PromptBlock => ({
  level: 'messages',
  type: block.type,
  content: `${role}${JSON.stringify(own(block))}`,
  tokens: blockTokens(block),
  ...markOf(controlOf(block)),
});

const toolBlock = (tool: RequestTool): PromptBlock => ({
  level: 'tools',
  type: 'tool',
  content: JSON.stringify(own(tool)),
  tokens: countTokens(JSON.stringify(own(tool))),
  ...markOf(controlOf(tool)),
});

/** Our tools, then the server's, so that switching the search on or off keeps the cache of the tools before it. */
const toolBlocks = (tools: readonly RequestTool[] = []): PromptBlock[] =>
  [...tools.filter(isCustom), ...tools.filter((tool) => !isCustom(tool))].map(toolBlock);

const systemBlocks = (system: MessagesRequest['system'] = []): PromptBlock[] =>
  system.map((block) => ({ ...messageBlock('system', block), level: 'system' }));

/** Returns the model that a thinking block's signature names. */
export type ThinkingOrigin = (signature: string) => string | undefined;

/** Blocks of the messages; thinking of another model is silently dropped. */
const messageBlocks = (request: MessagesRequest, model: ModelEntry, isOf: ThinkingOrigin): PromptBlock[] =>
  request.messages.flatMap((message) =>
    message.content
      .filter((block) => block.type !== 'thinking' || isOf(block.signature) === model.id)
      .map((block) => messageBlock(message.role, block)),
  );

const saltsOf = (request: MessagesRequest, model: ModelEntry): Salts => {
  const { effort = model.defaultEffort, format = null } = request.output_config ?? {};
  return {
    // "Changing the format will invalidate any prompt cache for that conversation thread", without exceptions.
    tools: JSON.stringify([model.id, format, model.thinking.breaks === 'all' ? effort : null]),
    messages: effort,
  };
};

export const renderPrompt = (request: MessagesRequest, model: ModelEntry, isOf: ThinkingOrigin): Prompt => {
  const blocks = [
    ...toolBlocks(request.tools),
    ...systemBlocks(request.system),
    ...messageBlocks(request, model, isOf),
  ];
  const format = request.output_config?.format;
  return {
    model,
    blocks,
    salts: saltsOf(request, model),
    extraTokens: format === undefined ? 0 : countTokens(JSON.stringify(format.schema)),
  };
};

const levels: readonly PromptBlock['level'][] = ['tools', 'system', 'messages'];
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The prefix before any block. */
export const emptyPrefix = (prompt: Prompt): Prefix => ({ hash: '', tokens: prompt.extraTokens });

export const extendPrefix = (prefix: Prefix, block: PromptBlock): Prefix => ({
  hash: digest(`${prefix.hash}\n${block.content}`),
  tokens: prefix.tokens + block.tokens,
});

/** The prefixes that end with each block, in order. */
export const prefixesOf = (prompt: Prompt): Prefix[] => {
  let prefix = emptyPrefix(prompt);
  let entered = 0;
  return prompt.blocks.map((block) => {
    for (; entered <= levels.indexOf(block.level); entered++) {
      const level = levels[entered];
      if (level === undefined) continue;
      prefix = { ...prefix, hash: digest(`${prefix.hash}\n${level}${prompt.salts[level] ?? ''}`) };
    }
    prefix = extendPrefix(prefix, block);
    return prefix;
  });
};

/** Context to which a thinking block is bound: all blocks before it, whatever the settings of the request. */
export const contextHash = (blocks: readonly PromptBlock[]): string =>
  digest(blocks.map((block) => digest(block.content)).join());

export const promptTokens = (prompt: Prompt): number =>
  prompt.blocks.reduce((sum, block) => sum + block.tokens, prompt.extraTokens);
