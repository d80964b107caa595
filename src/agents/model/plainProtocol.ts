import type {
  ModelDescription,
  ModelMessage,
  ModelReply,
  ModelRequest,
  TextPart,
  ToolCallPart,
  ToolSpec,
} from '../../models/provider';
import { jsonAnswer } from './jsonAnswer';
import type { PromptBook } from './promptBook';

/** Tools and structured answers in plain text, for models and servers that know neither. */

/** As the prompt has it. */
const callWord = 'CALL';

/** The request as such a model can take it. */
export function withPlainProtocol(
  request: ModelRequest,
  description: ModelDescription,
  book: Pick<PromptBook, 'aside'>,
): ModelRequest {
  const { tools, answer, ...rest } = request;
  const isToolless = tools !== undefined && !description.hasTools;
  const isFree = answer !== undefined && !description.hasStructuredAnswers;
  const said = [
    ...(isToolless ? [book.aside('plain_tools', { tools: toolLines(tools) })] : []),
    ...(isFree ? [book.aside('plain_answer', { schema: JSON.stringify(answer.schema) })] : []),
  ];
  const messages = isToolless ? request.messages.map(withoutToolParts) : request.messages;
  return {
    ...rest,
    ...(tools === undefined || isToolless ? {} : { tools }),
    ...(answer === undefined || isFree ? {} : { answer }),
    messages: said.length === 0 ? messages : withTaskWords(messages, said.join('\n\n')),
  };
}

const toolLines = (tools: readonly ToolSpec[]): string =>
  tools
    .map(({ name, description, inputSchema }) => `- ${name}: ${description} Input: ${JSON.stringify(inputSchema)}`)
    .join('\n');

/** At the end of the first message, which holds record and task: what stands before keeps its place in a server's cache. */
function withTaskWords(messages: readonly ModelMessage[], words: string): ModelMessage[] {
  const at = messages.findIndex((message) => message.role === 'user');
  const part: TextPart = { type: 'text', text: words };
  return messages.map((message, index) =>
    index === at && message.role === 'user' ? { ...message, parts: [...message.parts, part] } : message,
  );
}

function withoutToolParts(message: ModelMessage): ModelMessage {
  if (message.role === 'user') {
    return {
      role: 'user',
      parts: message.parts.map((part) =>
        part.type === 'text' ? part : { type: 'text', text: `Result of ${part.name}:\n${part.text}` },
      ),
    };
  }
  return {
    role: 'assistant',
    parts: message.parts.map((part) =>
      part.type === 'tool_call'
        ? { type: 'text', text: `${callWord} ${JSON.stringify({ tool: part.name, input: part.input })}` }
        : part,
    ),
  };
}

/** The reply with calls that stand in its text as calls. */
export function readPlainCalls(reply: ModelReply, id: string): ModelReply {
  const text = reply.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const found = new RegExp(`^[^\\S\\r\\n\\u2028\\u2029]*(?:\`+\\w*\\s*)?${callWord}\\s*(\\{[\\s\\S]*)`, 'm').exec(
    text,
  )?.[1];
  const called = found === undefined ? undefined : jsonAnswer(found);
  if (typeof called !== 'object' || called === null || !('tool' in called) || typeof called.tool !== 'string')
    return reply;
  const call: ToolCallPart = { type: 'tool_call', id, name: called.tool, input: 'input' in called ? called.input : {} };
  return { ...reply, parts: [call], stop: 'tool_use' };
}
