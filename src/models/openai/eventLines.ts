import { ProtocolError } from '../attempt';
import { isObject, jsonOf } from '../../debate/log/objects';

/** Characters; a line without end would fill the memory. */
const longestLine = 8 * 1024 * 1024;

/**
 * Adapts events to the SDK, which writes to the console about `thread.…`, waits for an empty line that some servers
 * leave out, and does not know llama.cpp's field `error:`. Only data passes, one line per event. Lines end with CR, LF
 * or both; a last line without an end is ignored. `onDone`: the server said that the answer is complete, though perhaps
 * not why.
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
    // A CRLF may be split between two pieces.
    const text = isAfterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    if (decoded !== '') isAfterReturn = decoded.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new ProtocolError('An event is too long.');
    const data = lines.flatMap((line) => events.read(line));
    if (data.includes(done)) onDone?.();
    if (data.length > 0) yield encoder.encode(inEvents(data));
  }
  const said = events.strayText(rest);
  if (said !== '') yield encoder.encode(inEvents([asErrorEvent(said)]));
}

const inEvents = (data: readonly string[]): string => data.map((each) => `data: ${each}\n\n`).join('');

const done = '[DONE]';

const isData = (text: string): boolean => text === done || jsonOf(text) !== undefined;

const field = /^(?:data|event|id|retry|error)?:/;
const longestStray = 2_000;

/** Some servers write one event's data in several lines, name an event an error, or answer in plain words. */
class EventReader {
  #begun: string[] = [];
  #name = '';
  #stray = '';
  #hasData = false;

  read(line: string): string[] {
    const data = this.#read(line);
    this.#hasData ||= data.length > 0;
    return data;
  }

  /** Returns the text that came if no event came at all. `rest`: a last line without its end. */
  strayText(rest: string): string {
    if (this.#hasData) return '';
    this.#read(field.test(rest) ? '' : rest);
    return this.#stray.trim();
  }

  #read(line: string): string[] {
    if (line.startsWith('data:')) return this.#data(line.slice('data:'.length).trim());
    if (line.startsWith('error:')) return [asErrorEvent(line.slice('error:'.length).trim())];
    if (line.startsWith('event:')) this.#name = line.slice('event:'.length).trim();
    else if (line !== '' && !field.test(line)) this.#stray = `${this.#stray}\n${line}`.slice(0, longestStray);
    return line === '' ? this.#end() : [];
  }

  #data(text: string): string[] {
    if (text === '') return [];
    if (this.#name === 'error') return [...this.#end(), asErrorEvent(text)];
    // A complete object ends a broken one before it.
    if (isData(text) && (this.#begun.length === 0 || text.startsWith('{"'))) return [...this.#end(), text];
    this.#begun.push(text);
    const all = this.#begun.join(' ');
    if (all.length > longestLine) throw new ProtocolError('An event is too long.');
    return isData(all) ? this.#end() : [];
  }

  #end(): string[] {
    const all = this.#begun.join(' ');
    this.#begun = [];
    this.#name = '';
    return all === '' ? [] : [all];
  }
}

function asErrorEvent(text: string): string {
  const error = jsonOf(text);
  if (isObject(error) && 'error' in error) return text;
  return JSON.stringify({ error: isObject(error) ? error : { message: typeof error === 'string' ? error : text } });
}
