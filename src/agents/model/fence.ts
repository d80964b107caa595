import { escapeRegExp } from '../../matching/text/shortText';

/**
 * Delimits what others wrote in a prompt. The boundary is drawn once a debate, or each request would miss the
 * provider's cache; texts in which it occurs lose it.
 */
export class Fence {
  readonly #boundary: string;
  /** Matches the boundary as a model might read it: in any case, full-width, with invisible characters between. */
  readonly #alike: RegExp;

  /** `draw` gives a random string, such as 12 hexadecimal digits. */
  constructor(draw: () => string) {
    this.#boundary = draw();
    this.#alike = new RegExp(Array.from(this.#boundary, spellings).join('\\p{Cf}*'), 'giu');
  }

  /** `<name-BOUNDARY key="value">…</name-BOUNDARY>`; names and keys are ours, the rest is anybody's. */
  wrap(name: string, attributes: Readonly<Record<string, string | number | undefined>>, text: string): string {
    const tag = `${name}-${this.#boundary}`;
    const given = Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [` ${key}="${this.attribute(value)}"`],
    );
    return `<${tag}${given.join('')}>\n${this.plain(text)}\n</${tag}>`;
  }

  /** Told to the model once, in the shared rules. */
  get mark(): string {
    return this.#boundary;
  }

  /** Replaces whatever could pass for our delimiter. */
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

/** Distance from an ASCII character to its full-width form. */
const fullWidth = 0xfee0;
