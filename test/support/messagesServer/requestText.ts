import { contentOf } from './prompt';
import type { MessagesRequest, RequestBlock } from './requestSchema';

const textOf = (block: RequestBlock): string[] => {
  if (block.type === 'text') return [block.text];
  if (block.type !== 'tool_result') return [];
  return typeof block.content === 'string'
    ? [block.content]
    : (block.content ?? []).flatMap((inner) => (inner.type === 'text' ? [inner.text] : []));
};

const lastUser = ({ messages }: MessagesRequest): readonly RequestBlock[] => {
  const last = messages.findLast(({ role }) => role === 'user');
  return last === undefined ? [] : contentOf(last);
};

/** The instructions, for scripts that answer by what they are told. */
export const systemText = ({ system }: MessagesRequest): string =>
  typeof system === 'string' ? system : (system ?? []).map(({ text }) => text).join('\n');

/** What the user said last, results of tools included. */
export const lastUserText = (request: MessagesRequest): string => lastUser(request).flatMap(textOf).join('\n');

/** Results of tools in the user's last message, by the id of their call. */
export const lastToolResults = (request: MessagesRequest): Map<string, string> =>
  new Map(
    lastUser(request).flatMap((block) =>
      block.type === 'tool_result' ? [[block.tool_use_id, textOf(block).join('\n')]] : [],
    ),
  );
