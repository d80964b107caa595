import { escapeRegExp } from '../../debate/shortText';

/**
 * Delimits what others wrote inside a prompt. The boundary is drawn once for a debate, not for a request or a run,
 * because a new one would change the whole prefix and with it miss the provider's cache; so texts in which it occurs lose it.
 */
export class Fence {
  readonly #boundary: string;
  /** The boundary as a model might read it: in another case, in full-width characters, with some between that are not seen. */
  readonly #alike: RegExp;

  /** `draw` gives a random string, such as 12 hexadecimal digits. */
  constructor(draw: () => string) {
    this.#boundary = draw();
    this.#alike = new RegExp(Array.from(this.#boundary, spellings).join('\\p{Cf}*'), 'giu');
  }

  /** `<name-BOUNDARY key="value">…</name-BOUNDARY>`; names and attributes are ours, the text is anybody's. */
  wrap(name: string, attributes: Readonly<Record<string, string | number | undefined>>, text: string): string {
    const tag = `${name}-${this.#boundary}`;
    const given = Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [` ${key}="${this.attribute(value)}"`],
    );
    return `<${tag}${given.join('')}>\n${this.plain(text)}\n</${tag}>`;
  }

  /** How the boundary is told to the model, once, in the shared rules. */
  get mark(): string {
    return this.#boundary;
  }

  /** The text without what could pass for a delimiter of ours. */
  plain(text: string): string {
    return text.replace(this.#alike, '…');
  }

  attribute(value: string | number): string {
    return this.plain(String(value))
      .replaceAll('"', '\u2019')
      .replace(/[<>\r\n]+/g, ' ')
      .slice(0, 300);
  }
}

function spellings(character: string): string {
  const code = character.charCodeAt(0);
  return /[a-z0-9]/i.test(character)
    ? `[${character}${String.fromCharCode(code + fullWidth)}]`
    : escapeRegExp(character);
}

/** From an ASCII character to its full-width form. */
const fullWidth = 0xfee0;
