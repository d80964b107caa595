import { randomUUID } from 'node:crypto';
import type { ToolCallPart } from '../provider';
import type { CallDelta } from './chatChunk';

interface Growing {
  index: number;
  id: string;
  name: string;
  text: string;
  /** Of servers that send arguments as they are. */
  whole?: Record<string, unknown>;
}

/** Puts tool calls together from their pieces. */
export class CallAssembler {
  readonly #calls: Growing[] = [];

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  add(delta: CallDelta): void {
    const call = this.#callOf(delta);
    const { name, arguments: piece } = delta.function ?? {};
    if (call.name === '') call.name = name ?? '';
    if (typeof piece === 'string') call.text += piece;
    else if (piece != null) call.whole = piece;
  }

  /** Every call with an id of its own: some servers give none, others the same twice, and results are told apart by it. */
  parts(): ToolCallPart[] {
    const seen = new Set<string>(['']);
    return this.#calls.map((call) => {
      const id = seen.has(call.id) ? `call_${randomUUID()}` : call.id;
      seen.add(id);
      return { type: 'tool_call', id, name: call.name, input: call.whole ?? inputOf(call.text) };
    });
  }

  #callOf({ index, id, function: named }: CallDelta): Growing {
    const begins = id != null && id !== '' && named?.name != null && named.name !== '';
    const open =
      index == null ? (begins ? undefined : this.#calls.at(-1)) : this.#calls.findLast((call) => call.index === index);
    // Another id with a name under the same index is another call: some servers count every call 0.
    if (open !== undefined && !(begins && open.id !== '' && open.id !== id)) {
      if (open.id === '') open.id = id ?? '';
      return open;
    }
    const call = { index: index ?? this.#calls.length, id: id ?? '', name: '', text: '' };
    this.#calls.push(call);
    return call;
  }
}

/** Broken JSON is passed on as text, so that the tool's schema refuses it and the model hears why. */
function inputOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
