import { ProtocolError } from '../attempt';

/** No honest event is as long as this; a line without end would fill the memory. */
const longestLine = 8 * 1024 * 1024;

/**
 * Makes a stream of events fit for the SDK, which writes to the console about events called `thread.…`, waits for an empty
 * line that some servers leave out, and does not know the field `error:` in which llama.cpp says what failed. So of
 * each event only its data goes on, one line an event. A last line without its end is no event.
 */
export async function* eventLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new ProtocolError('An event is too long.');
    const events = lines.map(dataOf).filter((data) => data !== undefined);
    if (events.length > 0) yield encoder.encode(events.map((data) => `data: ${data}\n\n`).join(''));
  }
}

function dataOf(line: string): string | undefined {
  if (line.startsWith('data:')) return line.slice('data:'.length).trim() || undefined;
  if (line.startsWith('error:')) return asErrorEvent(line.slice('error:'.length).trim());
  return undefined;
}

function asErrorEvent(text: string): string {
  try {
    return JSON.stringify({ error: JSON.parse(text) as unknown });
  } catch {
    return JSON.stringify({ error: { message: text } });
  }
}
