import type { ModelRequest } from '../provider';
import { messageParams } from './messageParams';

/** Of English prose and JSON, in the tokenizer of the models since 4.7; older ones need fewer tokens. In bytes, so that scripts with long characters count for more. */
const bytesPerToken = 3.2;

/** Input tokens by the length of what is sent: for when the provider cannot be asked. */
export function estimatedTokens(request: ModelRequest): number {
  const { system, messages, tools, output_config } = messageParams(request);
  return Math.ceil(Buffer.byteLength(JSON.stringify({ system, messages, tools, output_config })) / bytesPerToken);
}
