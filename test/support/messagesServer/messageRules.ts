import { invalid } from './apiError';
import type { ModelEntry } from './models';
import { contextHash, messageBlock, renderPrompt } from './prompt';
import type { MessagesRequest, RequestBlock, RequestMessage } from './requestSchema';
import { openResult, openThinking } from './seals';

const isOfServer = (block: RequestBlock | undefined): boolean =>
  block?.type === 'server_tool_use' ||
  block?.type === 'web_search_tool_result' ||
  block?.type === 'web_fetch_tool_result';

const checkText = (text: { text: string; cache_control?: unknown }, at: string): void => {
  if (text.text.trim() !== '') return;
  if (text.cache_control !== undefined)
    throw invalid(`${at}.cache_control: cache_control cannot be set for empty text blocks`);
  throw invalid(
    text.text === ''
      ? `${at}: text content blocks must be non-empty`
      : `${at}: text content blocks must contain non-whitespace text`,
  );
};

const checkSeals = (block: RequestBlock, at: string): void => {
  if (block.type === 'web_search_tool_result' && Array.isArray(block.content))
    for (const [index, result] of block.content.entries()) {
      const opened = openResult(result.encrypted_content);
      if (opened?.url !== result.url || opened.title !== result.title)
        throw invalid(`${at}.content.${index}: Invalid \`encrypted_content\` in \`web_search_result\` block`);
    }
  if (block.type !== 'text' || !('citations' in block)) return;
  for (const [index, citation] of (block.citations ?? []).entries())
    if (openResult(citation.encrypted_index)?.url !== citation.url)
      throw invalid(`${at}.citations.${index}: Invalid \`encrypted_index\` in \`web_search_result_location\``);
};

interface Turn {
  role: RequestMessage['role'];
  blocks: readonly RequestBlock[];
  at: string;
}

/** Joins neighbours of one role into one turn. */
const turnsOf = (messages: readonly RequestMessage[]): Turn[] => {
  const turns: Turn[] = [];
  for (const [index, message] of messages.entries()) {
    const before = turns.at(-1);
    if (before?.role === message.role)
      turns[turns.length - 1] = { ...before, blocks: [...before.blocks, ...message.content] };
    else turns.push({ role: message.role, blocks: message.content, at: `messages.${index}` });
  }
  return turns;
};

const idsOf = (turn: Turn | undefined, type: 'tool_use' | 'server_tool_use'): string[] =>
  (turn?.blocks ?? []).flatMap((block) => (block.type === type ? [block.id] : []));

const resultsOf = (turn: Turn | undefined): string[] =>
  (turn?.blocks ?? []).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));

const checkToolPairs = (turn: Turn, before: Turn | undefined, after: Turn | undefined): void => {
  const open = idsOf(turn, 'tool_use').filter((id) => !resultsOf(after).includes(id));
  if (open.length > 0)
    throw invalid(
      `${turn.at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. ` +
        'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    );
  const asked = turn.role === 'user' ? idsOf(before, 'tool_use') : [];
  const stray = resultsOf(turn).find((id) => !asked.includes(id));
  if (stray !== undefined)
    throw invalid(
      `${turn.at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. ` +
        'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    );
  const results = resultsOf(turn);
  if (new Set(results).size < results.length)
    throw invalid(
      `${turn.at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${results.join(', ')}`,
    );
  const firstOther = turn.blocks.findIndex((block) => block.type !== 'tool_result');
  if (firstOther >= 0 && turn.blocks.slice(firstOther).some((block) => block.type === 'tool_result'))
    throw invalid(`${turn.at}: \`tool_result\` blocks must come before all other content of the message`);
};

/** A server tool's call may be open only at the end, or beside a call of ours; it then runs with the next request. */
const checkServerPairs = (turns: readonly Turn[]): void => {
  const asked = new Set<string>();
  for (const [index, turn] of turns.entries()) {
    for (const block of turn.blocks) {
      if (block.type === 'server_tool_use') asked.add(block.id);
      if (block.type !== 'web_search_tool_result' && block.type !== 'web_fetch_tool_result') continue;
      if (!asked.delete(block.tool_use_id))
        throw invalid(`${turn.at}: unexpected \`tool_use_id\` found in \`${block.type}\` blocks: ${block.tool_use_id}`);
    }
    const isLast = index === turns.length - 1;
    const waits = idsOf(turn, 'tool_use').length > 0 || turn.role !== 'assistant';
    const open = [...asked][0];
    if (open !== undefined && !isLast && !waits)
      throw invalid(`${turn.at}: server tool use with id ${open} was found without a corresponding result block`);
  }
};

const checkEnd = (turns: readonly Turn[]): void => {
  const last = turns.at(-1);
  if (last?.role !== 'assistant' || isOfServer(last.blocks.at(-1))) return;
  throw invalid(
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  );
};

/** Refuses a changed thinking block and, if the model binds blocks, one whose conversation changed. */
const checkThinking = (request: MessagesRequest, model: ModelEntry): void => {
  const before = renderPrompt({ ...request, messages: [] }, model, () => undefined).blocks.slice();
  for (const [m, message] of request.messages.entries())
    for (const [index, block] of message.content.entries()) {
      const at = `messages.${m}.content.${index}`;
      const opened = block.type === 'thinking' ? openThinking(block.signature) : undefined;
      if (block.type === 'thinking' && (opened === undefined || block.thinking !== ''))
        throw invalid(`${at}: Invalid \`signature\` in \`thinking\` block`);
      const isOwn = opened?.model === model.id;
      if (isOwn && model.thinking.isBound && opened.context !== contextHash(before))
        throw invalid(
          `${at}: \`thinking\` blocks must be replayed with the conversation that they were written in; something before has changed`,
        );
      if (opened === undefined || isOwn) before.push(messageBlock(message.role, block));
    }
};

const checkContent = ({ messages, system = [] }: MessagesRequest): void => {
  for (const [m, { content }] of messages.entries()) {
    if (content.length === 0)
      throw invalid(
        `messages.${m}: all messages must have non-empty content except for the optional final assistant message`,
      );
    for (const [index, block] of content.entries()) {
      const at = `messages.${m}.content.${index}`;
      if (block.type === 'text') checkText(block, at);
      checkSeals(block, at);
    }
  }
  for (const [index, block] of system.entries()) checkText(block, `system.${index}`);
};

/** Checks the messages of a request. @throws ApiError 400 */
export const checkMessages = (request: MessagesRequest, model: ModelEntry): void => {
  if (request.messages[0]?.role === 'assistant') throw invalid('messages: first message must use the "user" role');
  checkContent(request);
  const turns = turnsOf(request.messages);
  for (const [index, turn] of turns.entries()) checkToolPairs(turn, turns[index - 1], turns[index + 1]);
  checkServerPairs(turns);
  checkEnd(turns);
  checkThinking(request, model);
};
