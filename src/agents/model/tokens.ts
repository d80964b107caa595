import type { AssistantPart, ModelRequest, TokenUsage, UserPart } from '../../models/provider';

/** Characters of a token, on the low side for English prose: estimates err towards more tokens. */
const charactersPerToken = 3.6;

export const estimatedTokens = (text: string): number => Math.ceil(text.length / charactersPerToken);

/** As much of a text as fits, with a word about what is missing. */
export function cutToTokens(text: string, most: number): string {
  const characters = Math.floor(most * charactersPerToken);
  if (text.length <= characters) return text;
  const left = estimatedTokens(text.slice(characters));
  return `${text.slice(0, characters)}\n[… cut here: about ${left} tokens are left out]`;
}

/** Everything that goes to the model. */
export function requestTokens(request: ModelRequest): number {
  const parts = request.messages.flatMap((message): (UserPart | AssistantPart)[] => [...message.parts]);
  const texts = [...request.system, ...parts].map((part) => {
    if (part.type === 'text' || part.type === 'tool_result') return part.text;
    return JSON.stringify(part.type === 'opaque' ? part.value : part.input);
  });
  const rest = JSON.stringify([request.tools ?? [], request.answer ?? {}]);
  return texts.reduce((sum, text) => sum + estimatedTokens(text) + 4, estimatedTokens(rest));
}

/** For providers that tell no usage. */
export const estimatedUsage = (request: ModelRequest, answer: string): TokenUsage => ({
  input: requestTokens(request),
  cache_write: 0,
  cache_read: 0,
  output: estimatedTokens(answer),
});
