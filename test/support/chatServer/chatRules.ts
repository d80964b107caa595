import * as z from 'zod';
import type { ChatProfile } from './chatProfile';

export interface Refusal {
  status: number;
  message: string;
  code?: string;
  type?: string;
  param?: string;
}

const toolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

export const chatBody = z.object({
  model: z.string(),
  messages: z
    .array(
      z.object({
        role: z.enum(['system', 'user', 'assistant', 'tool']),
        content: z.string().nullable(),
        tool_calls: z.array(toolCall).optional(),
        tool_call_id: z.string().optional(),
      }),
    )
    .min(1),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.record(z.string(), z.unknown()),
        }),
      }),
    )
    .optional(),
  response_format: z
    .object({
      type: z.literal('json_schema'),
      json_schema: z.object({
        name: z.string(),
        strict: z.boolean().optional(),
        schema: z.record(z.string(), z.unknown()),
      }),
    })
    .optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
});
export type ChatBody = z.infer<typeof chatBody>;

/** Why a server of this kind refuses the request; undefined if it accepts it. */
export function refusalOf(body: ChatBody, profile: ChatProfile): Refusal | undefined {
  const fields = [
    ['tools', body.tools, profile.tools, profile.refusals.tools],
    ['response_format', body.response_format, profile.jsonSchema, profile.refusals.jsonSchema],
    ['stream_options', body.stream_options, profile.streamOptions, profile.refusals.streamOptions],
  ] as const;
  for (const [param, value, stance, message] of fields) {
    if (value === undefined) continue;
    if (stance === 'refuse') return { status: 400, message, param, type: 'invalid_request_error' };
    if (stance === 'vague') return { status: 400, message: 'Bad Request' };
  }
  return profile.isStrict ? strictRefusal(body) : undefined;
}

function strictRefusal(body: ChatBody): Refusal | undefined {
  const shape = body.response_format?.json_schema;
  const gap = shape?.strict === true ? openObject(shape.schema, '()') : undefined;
  if (gap !== undefined)
    return invalid(`Invalid schema for response_format '${shape?.name ?? ''}': ${gap}`, 'response_format');
  const name = body.tools?.find((tool) => !/^[a-zA-Z0-9_-]{1,64}$/.test(tool.function.name))?.function.name;
  if (name !== undefined) return invalid(`Invalid 'tools[0].function.name': "${name}"`, 'tools');
  return orphan(body);
}

/** Every tool message answers a call of the assistant message before it, and every call is answered. */
function orphan({ messages }: ChatBody): Refusal | undefined {
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? ''))
        return invalid(
          "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
          `messages.[${index}].role`,
        );
      continue;
    }
    if (open.size > 0)
      return invalid(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.`,
        `messages.[${index}].role`,
      );
    open = new Set(message.tool_calls?.map((call) => call.id));
  }
  return open.size > 0
    ? invalid("An assistant message with 'tool_calls' must be followed by tool messages.", 'messages')
    : undefined;
}

const invalid = (message: string, param: string): Refusal => ({
  status: 400,
  message,
  param,
  type: 'invalid_request_error',
});

/** The first object of a schema that is not closed, or has properties that are not required. */
function openObject(schema: unknown, at: string): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if (Array.isArray(schema))
    return schema.map((item: unknown, index) => openObject(item, `${at}[${index}]`)).find((gap) => gap !== undefined);
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
  if (type === 'object') {
    if (additionalProperties !== false)
      return `In context=${at}, 'additionalProperties' is required to be supplied and to be false.`;
    const needed = new Set(Array.isArray(required) ? required : []);
    const missing = Object.keys(properties ?? {}).find((name) => !needed.has(name));
    if (missing !== undefined)
      return `In context=${at}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
  }
  return Object.entries(schema)
    .map(([name, value]) => openObject(value, `${at}.${name}`))
    .find((gap) => gap !== undefined);
}
