import type { Contrast, Material } from './blogPost';
import {
  contrast,
  contrastEnd,
  firstPlace,
  gloss,
  intro,
  onePlace,
  openEnd,
  otherHand,
  place,
  samePaper,
  sectionStart,
} from './blogPhrases';
import { joined, sentenceCase } from './grammar';
import { quoted } from './place';
import { Voice, type Values } from './voice';

interface Options {
  topic: string;
  headings: readonly string[];
  allowed: (text: string) => boolean;
}

/** Puts material into prose. A sentence that the filter refuses is left out. */
export class BlogWriter {
  readonly #voice: Voice;

  constructor(private readonly options: Options) {
    this.#voice = new Voice({ topic: options.topic, place: 0, of: 1, count: 0 });
  }

  write(material: readonly Material[], contrasts: readonly Contrast[], perSide: number): string {
    const inContrasts = new Set(contrasts.flatMap(({ one, other }) => [one, other]));
    const free = material.filter((item) => !inContrasts.has(item));
    const sections = this.options.headings.map((heading, side) => {
      const own = free.filter((item) => item.side === side).slice(0, perSide);
      return { heading, own };
    });
    const neutral = free.filter((item) => item.side < 0).slice(0, perSide);
    const shown = [...sections.flatMap(({ own }) => own), ...neutral, ...inContrasts];
    const blocks = [
      this.#say('intro', intro),
      ...sections.map(({ heading, own }) => this.#section(heading, own)),
      this.#section('What complicates the answer', neutral),
      this.#contrasts(contrasts),
      `## What remains open\n\n${this.#say('openEnd', openEnd)}`,
      this.#takeaways(sections, shown),
      sources(shown),
    ];
    return blocks.filter((block) => block !== '').join('\n\n');
  }

  #section(heading: string, own: readonly Material[]): string {
    if (own.length === 0) return '';
    const paragraphs: string[] = [];
    for (let at = 0; at < own.length; at += 2) {
      const sentences = own.slice(at, at + 2).flatMap((item, index) => this.#passage(item, at + index));
      paragraphs.push(sentences.filter((sentence) => sentence !== '').join(' '));
    }
    return `## ${heading}\n\n${paragraphs.join('\n\n')}`;
  }

  #passage(item: Material, at: number): string[] {
    const values = valuesOf(item);
    const start = at === 0 ? this.#say('sectionStart', sectionStart) : '';
    const lead = at === 0 ? this.#say('firstPlace', firstPlace, values) : this.#say('place', place, values);
    return [start, lead, quoted(item.quote), this.#say('gloss', gloss, values)];
  }

  #contrasts(contrasts: readonly Contrast[]): string {
    if (contrasts.length === 0) return '';
    const paragraphs = contrasts.map(({ one, other }) =>
      [
        this.#say('contrast', contrast, valuesOf(one)),
        this.#say('onePlace', onePlace, valuesOf(one)),
        quoted(one.quote),
        one.place === other.place
          ? this.#say('samePaper', samePaper)
          : this.#say('otherHand', otherHand, valuesOf(other)),
        quoted(other.quote),
        this.#say('contrastEnd', contrastEnd),
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
    );
    return `## Where the papers pull apart\n\n${paragraphs.join('\n\n')}`;
  }

  /** What to remember, without saying who had the better of it. */
  #takeaways(sections: readonly { heading: string; own: readonly Material[] }[], shown: readonly Material[]): string {
    const subjects = (items: readonly Material[]): string[] => [
      ...new Set(items.flatMap(({ subject }) => subject ?? [])),
    ];
    const lines = sections.flatMap(({ heading }, side) => {
      const named = subjects(shown.filter((item) => item.side === side)).slice(0, 4);
      return named.length === 0
        ? []
        : [
            `${heading.replace(/^What speaks (?:for )?/, (found) => (found.endsWith('for ') ? 'For ' : '')).replace(/^\w/, (letter) => letter.toUpperCase())}: ${joined(named)}.`,
          ];
    });
    const plain = [
      'The passages do not cancel each other out; they describe different costs, borne by different people.',
      'Several of them hold for the place and the time at which they were written down, and for no other.',
      'What would move a careful reader most is not another opinion but another measurement.',
    ];
    const all = [...lines, ...plain].filter((line) => this.options.allowed(line));
    return `## Key takeaways\n\n${all.map((line) => `- ${line}`).join('\n')}`;
  }

  #say(key: string, bank: readonly string[], values: Values = {}): string {
    const text = this.#voice.say(key, bank, values);
    return this.options.allowed(text) ? text : '';
  }
}

function valuesOf({ place: named, subject }: Material): Values {
  return { place: named, Place: sentenceCase(named), subject: subject ?? '' };
}

function sources(shown: readonly Material[]): string {
  const lines = [...new Set(shown.map(({ reference }) => `- ${reference}`))];
  return lines.length === 0 ? '' : `## Sources\n\n${lines.join('\n')}`;
}
