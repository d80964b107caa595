import { Parser } from 'htmlparser2';
import type { Work } from './work';

/**
 * Counts what markup is built of, without building it: what builds it and reads it takes longer the more of it there is, and much longer where
 * elements lie deep in each other or have many attributes. Takes time that grows with the length.
 *
 * @throws TooComplex
 */
export function countMarkup(markup: string, work: Work, { isXml = false } = {}): void {
  const counter = new MarkupCounter(work);
  const parser = new Parser(counter, { decodeEntities: true, lowerCaseAttributeNames: false, xmlMode: isXml });
  parser.write(markup);
  parser.end();
  // All of them are counted before anything is said: who cuts a page down wants to know how far.
  work.check('nodes', counter.nodes);
  work.check('attributes', counter.attributes);
}

/** Takes what the parser says; its names are not chosen here. */
class MarkupCounter {
  nodes = 0;
  attributes = 0;
  #levels = 0;

  constructor(private readonly work: Work) {}

  onopentag(_name: string, attributes: object): void {
    this.nodes += 1;
    const own = Object.keys(attributes).length;
    this.attributes += own;
    this.work.check('attributes of one element', own);
    // The parser itself gets slow in the depth: here it ends.
    this.work.check('levels', (this.#levels += 1));
  }

  onclosetag(): void {
    this.#levels -= 1;
  }

  ontext(): void {
    this.nodes += 1;
  }

  oncomment(): void {
    this.nodes += 1;
  }
}
