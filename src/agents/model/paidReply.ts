import * as z from 'zod';
import type { ModelProvider, ModelReply, ModelRequest } from '../../models/provider';

/** Models' answers, kept beside a record until their step is logged. */

type Asked = Omit<ModelRequest, 'maxOutputTokens'>;

/**
 * All that decides the answer. Cache points decide nothing, and differ between runs; so does what is learned about a server (how it is asked,
 * and for how much).
 */
export const requestKey = ({ name, place }: Pick<ModelProvider, 'name' | 'place'>, request: Asked): unknown => [
  name,
  place,
  withoutCachePoints(request),
];

const withoutCachePoints = ({ system, messages, ...rest }: Asked): unknown => ({
  ...rest,
  system: system.map(withoutPoint),
  messages: messages.map(({ role, parts }) => ({ role, parts: parts.map(withoutPoint) })),
});

const withoutPoint = <P extends object>(part: P): P => ({ ...part, isCachePoint: undefined });

const original = z.unknown().optional();

const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), original }),
  z.object({ type: z.literal('tool_call'), id: z.string(), name: z.string(), input: z.unknown(), original }),
  z.object({ type: z.literal('opaque'), value: z.unknown() }),
]);

const replySchema = z.object({
  parts: z.array(partSchema),
  // None that was cut or refused is kept.
  stop: z.enum(['end', 'tool_use', 'pause']),
  pages: z.array(z.object({ url: z.string(), title: z.string(), text: z.string() })),
});

/** Undefined for what is no reply. Its usage is told apart. */
export function replyIn(answer: unknown): ModelReply | undefined {
  const reply = replySchema.safeParse(answer).data;
  return reply === undefined ? undefined : { ...reply, usage: undefined };
}
