import type { ChatAnswer, ChatToolCall } from './chatAnswer';
import type { ChatProfile } from './chatProfile';

/** One `delta` of a streamed answer. */
export type Delta = Record<string, unknown>;

export const contentOf = (answer: ChatAnswer): string =>
  answer.json === undefined ? (answer.text ?? '') : JSON.stringify(answer.json);

export const argumentsOf = (call: ChatToolCall): string =>
  typeof call.input === 'string' ? call.input : JSON.stringify(call.input);

export function finishOf(answer: ChatAnswer, profile: ChatProfile): string {
  if (answer.finish !== undefined) return answer.finish;
  return answer.toolCalls === undefined || profile.stopsOnTools ? 'stop' : 'tool_calls';
}

/** The answer in the pieces in which it is streamed. */
export function deltasOf(answer: ChatAnswer, profile: ChatProfile): Delta[] {
  const length = answer.pieceLength ?? 12;
  return [
    ...pieces(answer.reasoning ?? '', length).map((piece) => ({ content: '', [profile.reasoningField]: piece })),
    ...pieces(contentOf(answer), length).map((content) => ({ content })),
    ...pieces(answer.refusal ?? '', length).map((refusal) => ({ refusal })),
    ...(answer.toolCalls ?? []).flatMap((call, index) =>
      callDeltas(call, { index, length, isWhole: profile.wholeToolCalls }),
    ),
  ];
}

/** The answer in one piece, for a request that is not streamed. */
export function messageOf(answer: ChatAnswer, profile: ChatProfile): Record<string, unknown> {
  const calls = answer.toolCalls?.map((call, index) => ({
    ...idOf(call, index),
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  return {
    role: 'assistant',
    content: contentOf(answer),
    refusal: answer.refusal ?? null,
    ...(answer.reasoning === undefined ? {} : { [profile.reasoningField]: answer.reasoning }),
    ...(calls === undefined ? {} : { tool_calls: calls }),
  };
}

const idOf = (call: ChatToolCall, index: number): { id?: string } =>
  call.id === null ? {} : { id: call.id ?? `call_${index}` };

function callDeltas(
  call: ChatToolCall,
  { index, length, isWhole }: { index: number; length: number; isWhole: boolean },
): Delta[] {
  const first = (text: string): Delta => ({
    tool_calls: [{ index, ...idOf(call, index), type: 'function', function: { name: call.name, arguments: text } }],
  });
  if (isWhole) return [first(argumentsOf(call))];
  return [
    first(''),
    ...pieces(argumentsOf(call), length).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
  ];
}

function pieces(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}
