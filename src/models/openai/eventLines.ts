import { ProtocolError } from '../attempt';
import { jsonOf } from '../../debate/objects';

/** A line without end would fill the memory. */
const longestLine = 8 * 1024 * 1024;

/**
 * Adapts events to the SDK, which writes to the console about `thread.…`, waits for an empty line that some servers leave out, and does
 * not know llama.cpp's field `error:`. Only data passes, one line an event. Lines end by CR, LF or both; the last one without its end
 * is none. `onDone`: the server said that the answer is whole, though perhaps not why.
 */
export async function* eventLines(
  bytes: AsyncIterable<Uint8Array>,
  onDone?: () => void,
): AsyncGenerator<Uint8Array, void> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const events = new EventReader();
  let rest = '';
  let isAfterReturn = false;
  for await (const piece of bytes) {
    const decoded = decoder.decode(piece, { stream: true });
    // A line end may come in two pieces.
    const text = isAfterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    if (decoded !== '') isAfterReturn = decoded.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new ProtocolError('An event is too long.');
    const data = lines.flatMap((line) => events.read(line));
    if (data.includes(done)) onDone?.();
    if (data.length > 0) yield encoder.encode(data.map((each) => `data: ${each}\n\n`).join(''));
  }
}

const done = '[DONE]';

const isData = (text: string): boolean => text === done || jsonOf(text) !== undefined;

/** Some servers write one event's data in several lines. */
class EventReader {
  #begun: string[] = [];

  read(line: string): string[] {
    if (line.startsWith('data:')) return this.#data(line.slice('data:'.length).trim());
    if (line.startsWith('error:')) return [asErrorEvent(line.slice('error:'.length).trim())];
    return line === '' ? this.#end() : [];
  }

  #data(text: string): string[] {
    if (text === '') return [];
    // A whole object ends what was broken before it.
    if (isData(text) && (this.#begun.length === 0 || text.startsWith('{"'))) return [...this.#end(), text];
    this.#begun.push(text);
    const all = this.#begun.join(' ');
    if (all.length > longestLine) throw new ProtocolError('An event is too long.');
    return isData(all) ? this.#end() : [];
  }

  #end(): string[] {
    const all = this.#begun.join(' ');
    this.#begun = [];
    return all === '' ? [] : [all];
  }
}

function asErrorEvent(text: string): string {
  const error = jsonOf(text);
  return JSON.stringify({ error: error === undefined ? { message: text } : error });
}
