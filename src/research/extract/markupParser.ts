import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { impliedEnds, inlineNames, isForeign, mayStandInHead, voidNames } from './markupRules';
import { TreeDocument, TreeElement, TreeText, type MarkupNode } from './markupTree';
import { bounds, type Work } from './work';

/** A tag or the like, where it begins. */
export interface MarkupEdge {
  readonly at: number;
  readonly name: string;
  readonly isEnd: boolean;
}

interface ParsedMarkup {
  document: TreeDocument;
  edges: MarkupEdge[];
}

const noAttributes: ReadonlyMap<string, string> = new Map();
const most = { value: 4_000, sought: 200 };

/**
 * Parses a page into a tree with offsets. Forgives what browsers forgive; linear in the length.
 *
 * @throws SourceTooComplex
 */
export function parseMarkup(html: string, work: Work, { isXml = false } = {}): ParsedMarkup {
  const builder = new TreeBuilder(html, isXml);
  const tokenizer = new Tokenizer({ decodeEntities: true, xmlMode: isXml }, builder);
  tokenizer.write(html);
  tokenizer.end();
  return builder.parsed(work);
}

class TreeBuilder implements TokenizerCallbacks {
  readonly #document: TreeDocument;
  readonly #edges: MarkupEdge[] = [];
  readonly #open: TreeElement[];
  /** A slash at the end of a tag ends its element, and CDATA is text. */
  readonly #closesItself: boolean;
  /** How many elements of a name are open. */
  readonly #counts = new Map<string, number>();
  #levels = 0;
  #nodes = 0;
  #allAttributes = 0;
  #mostAttributes = 0;
  #foreign = 0;
  #tag: { name: string; start: number } = { name: '', start: 0 };
  #attributes: Map<string, string> | undefined;
  #attribute = { name: '', value: '' };
  #entity: { text: TreeText; end: number } | undefined;

  constructor(
    private readonly html: string,
    /** Its names mean nothing here. */
    private readonly isXml: boolean,
  ) {
    this.#closesItself = isXml || /^\s*<\?xml\b/i.test(html);
    this.#document = new TreeDocument(html.length);
    this.#open = [this.#document.body];
  }

  parsed(work: Work): ParsedMarkup {
    work.check('nodes', this.#nodes);
    work.check('levels', this.#levels);
    work.check('attributes', this.#allAttributes);
    work.check('attributes of one element', this.#mostAttributes);
    return { document: this.#document, edges: this.#edges };
  }

  ontext(start: number, end: number): void {
    const text = this.html.slice(start, end);
    if (!this.isXml && this.#top.localName === 'head' && text.trim() !== '') this.#pop(start);
    const { last } = this.#top;
    if (last instanceof TreeText && last.span.end === start && last !== this.#entity?.text) {
      last.nodeValue += text;
      last.span.end = end;
    } else this.#append(new TreeText(text, { start, end }));
  }

  ontextentity(code: number, end: number): void {
    // Some entities are two characters, reported one after the other.
    if (this.#entity?.end === end) {
      this.#entity.text.nodeValue += String.fromCodePoint(code);
      return;
    }
    const text = new TreeText(String.fromCodePoint(code), { start: this.html.lastIndexOf('&', end - 1), end });
    this.#entity = { text, end };
    this.#append(text);
  }

  oncdata(start: number, end: number, offset: number): void {
    // In HTML it is a comment, except in formulas and drawings.
    if (this.#closesItself || this.#foreign > 0) this.ontext(start, end - offset);
  }

  onopentagname(start: number, end: number): void {
    this.#tag = { name: this.html.slice(start, end).toLowerCase(), start: start - 1 };
    this.#attributes = undefined;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = { name: this.html.slice(start, Math.min(end, start + 100)).toLowerCase(), value: '' };
  }

  onattribdata(start: number, end: number): void {
    const left = most.value - this.#attribute.value.length;
    if (left > 0) this.#attribute.value += this.html.slice(start, Math.min(end, start + left));
  }

  onattribentity(code: number): void {
    if (this.#attribute.value.length < most.value) this.#attribute.value += String.fromCodePoint(code);
  }

  onattribend(): void {
    const { name, value } = this.#attribute;
    this.#attributes ??= new Map();
    if (this.#attributes.size <= bounds['attributes of one element'] && !this.#attributes.has(name))
      this.#attributes.set(name, value);
  }

  onopentagend(end: number): void {
    this.#begin(end + 1, false);
  }

  onselfclosingtag(end: number): void {
    // Browsers ignore the slash; so does the tokenizer where content is no markup.
    this.#begin(
      end + 1,
      this.#closesItself || this.#foreign > 0 || /^(?:script|style|title|textarea|xmp)$/.test(this.#tag.name),
    );
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    const at = this.html.lastIndexOf('<', start);
    this.#edge({ at, name, isEnd: true });
    this.#end(name, { at, end });
  }

  oncomment(): void {
    // Says nothing.
  }

  ondeclaration(): void {
    // Says nothing.
  }

  onprocessinginstruction(): void {
    // Says nothing.
  }

  onend(): void {
    // What is still open ends with the file.
    while (this.#open.length > 1) this.#pop(this.html.length);
  }

  /** Past the bound they are only counted: nobody will read them. */
  #append(node: MarkupNode): void {
    this.#nodes += 1;
    if (this.#nodes <= bounds.nodes) this.#top.append(node);
  }

  #edge(edge: MarkupEdge): void {
    if (this.#nodes <= bounds.nodes) this.#edges.push(edge);
  }

  #countAttributes(): void {
    const own = this.#attributes?.size ?? 0;
    this.#allAttributes += own;
    this.#mostAttributes = Math.max(this.#mostAttributes, own);
  }

  get #top(): TreeElement {
    return this.#open.at(-1) ?? this.#document.body;
  }

  #begin(end: number, isClosed: boolean): void {
    const { name, start } = this.#tag;
    this.#edge({ at: start, name, isEnd: false });
    if (!this.isXml && this.#isSupplied(name, start)) return;
    const element = new TreeElement(name, this.#attributes ?? noAttributes, { start, end }, { start, end });
    this.#append(element);
    this.#countAttributes();
    if (isClosed || (!this.isXml && voidNames.has(name))) return;
    this.#open.push(element);
    this.#levels = Math.max(this.#levels, this.#open.length - 1);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (isForeign(name)) this.#foreign += 1;
  }

  /** Ends what this start tag ends. True for elements that exist once, wherever their tags are. */
  #isSupplied(name: string, start: number): boolean {
    if (name === 'body' || (this.#top.localName === 'head' && !mayStandInHead(name)))
      this.#end('head', { at: start, end: start });
    if (name === 'html' || name === 'body') {
      const element = this.#document[name];
      element.attributes = new Map([...(this.#attributes ?? noAttributes), ...element.attributes]);
      this.#countAttributes();
      return true;
    }
    this.#endImplied(name, start);
    return false;
  }

  #end(name: string, { at, end }: { at: number; end: number }): void {
    if (!this.#counts.get(name)) return;
    const isInline = inlineNames.has(name);
    // An inline element's end tag does not end a block that began in the element.
    const found = this.#find(
      (open) => open === name,
      (open) => isInline && !inlineNames.has(open),
    );
    if (found === undefined) return;
    while (this.#open.length > found + 1) this.#pop(at);
    this.#pop(end);
  }

  #endImplied(name: string, at: number): void {
    for (const { ends, within } of impliedEnds(name)) {
      if (!this.#isOpen(ends)) continue;
      const found = this.#find(
        (open) => ends.has(open),
        (open) => within.has(open),
      );
      if (found !== undefined) while (this.#open.length > found) this.#pop(at);
    }
  }

  #isOpen(names: ReadonlySet<string>): boolean {
    for (const name of names) if (this.#counts.get(name)) return true;
    return false;
  }

  #find(isWanted: (name: string) => boolean, isLimit: (name: string) => boolean): number | undefined {
    const last = Math.max(1, this.#open.length - most.sought);
    for (let index = this.#open.length - 1; index >= last; index -= 1) {
      const name = this.#open[index]?.localName ?? '';
      if (isWanted(name)) return index;
      if (isLimit(name)) return undefined;
    }
    return undefined;
  }

  #pop(end: number): void {
    const element = this.#open.length > 1 ? this.#open.pop() : undefined;
    if (element === undefined) return;
    element.span.end = Math.max(element.span.end, end);
    this.#counts.set(element.localName, (this.#counts.get(element.localName) ?? 1) - 1);
    if (isForeign(element.localName)) this.#foreign -= 1;
  }
}
