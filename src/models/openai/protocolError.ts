/** What came is no answer of the chat completions protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
