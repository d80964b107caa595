/** What came is no message of the API. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
