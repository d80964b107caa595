/**
 * Delimits what others wrote inside a prompt. The boundary is drawn once for a run, not for a request, because a new one
 * would change the whole prefix and with it miss the provider's cache; so texts in which it occurs lose it.
 */
export class Fence {
  readonly #boundary: string;

  /** `draw` gives a random string, such as 12 hexadecimal digits. */
  constructor(draw: () => string) {
    this.#boundary = draw();
  }

  /** `<name-BOUNDARY key="value">…</name-BOUNDARY>`; names and attributes are ours, the text is anybody's. */
  wrap(name: string, attributes: Readonly<Record<string, string | number | undefined>>, text: string): string {
    const tag = `${name}-${this.#boundary}`;
    const given = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${this.attribute(value)}"`]));
    return `<${tag}${given.join('')}>\n${this.plain(text)}\n</${tag}>`;
  }

  /** How the boundary is told to the model, once, in the shared rules. */
  get mark(): string {
    return this.#boundary;
  }

  /** The text without what could pass for a delimiter of ours. */
  plain(text: string): string {
    return text.replaceAll(this.#boundary, '…');
  }

  attribute(value: string | number): string {
    return this.plain(String(value)).replaceAll('"', '\u2019').replace(/[<>\r\n]+/g, ' ').slice(0, 300);
  }
}
