import { collapsed } from '../../matching/text/shortText';
import { tokenizer, TokenType, type CSSToken } from '@csstools/css-tokenizer';
import type { Work } from './work';

/** The widths of a wide and a narrow screen. */
const screens = [1_280, 390] as const;

export type Declarations = ReadonlyMap<string, { value: string; isImportant: boolean }>;

export interface StyleRule {
  /** Selectors as written, without comments. */
  selectors: readonly string[];
  declarations: Declarations;
  /** The rule applies on any screen, whatever a browser supports. */
  isAlways: boolean;
}

interface Block {
  kind: 'rules' | 'style' | 'skipped';
  isAlways: boolean;
  /** A style rule under construction, which may have others nested in it. */
  selectors: readonly string[];
  declarations: Map<string, { value: string; isImportant: boolean }>;
}

const top: Block = { kind: 'rules', isAlways: true, selectors: [], declarations: new Map() };
const most = { selector: 1_000, value: 500 };
const closers = new Map<string, string>([
  [TokenType.OpenParen, TokenType.CloseParen],
  [TokenType.Function, TokenType.CloseParen],
  [TokenType.OpenSquare, TokenType.CloseSquare],
]);

/**
 * Only rules that declare one of these properties. Forgives what browsers forgive.
 *
 * @throws SourceTooComplex
 */
export function readStyleSheet(
  css: string,
  { work, isAsked, media = '' }: { work: Work; isAsked: (property: string) => boolean; media?: string },
): StyleRule[] {
  return new SheetReader(work, isAsked).read(css, underMedia(top, media));
}

/** The declarations of a `style` attribute. */
export function readDeclarations(css: string, isAsked: (property: string) => boolean): Declarations {
  const declarations: Block['declarations'] = new Map();
  let own: CSSToken[] = [];
  eachToken(css, (token, isNested) => {
    if (token[0] === TokenType.Semicolon && !isNested) {
      declare(own, declarations, isAsked);
      own = [];
    } else own.push(token);
  });
  declare(own, declarations, isAsked);
  return declarations;
}

class SheetReader {
  readonly #rules: StyleRule[] = [];
  /** Tokens before the next semicolon or brace, up to the length of a rule. */
  #tokens: CSSToken[] = [];
  #selectors: string[] = [];
  #length = 0;

  constructor(
    private readonly work: Work,
    private readonly isAsked: (property: string) => boolean,
  ) {}

  read(css: string, sheet: Block): StyleRule[] {
    const open: Block[] = [sheet];
    eachToken(css, (token, isNested) => {
      const block = open.at(-1) ?? sheet;
      if (isNested) this.#take(token);
      else if (token[0] === TokenType.OpenCurly) open.push(this.#begin(block));
      else if (token[0] === TokenType.CloseCurly) {
        this.#declare(block);
        if (open.length > 1) this.#end(open.pop() ?? sheet);
      } else if (token[0] === TokenType.Semicolon) this.#declare(block);
      else if (token[0] === TokenType.Comma && block.kind !== 'skipped' && !this.#isValue(block)) this.#endSelector();
      else this.#take(token);
    });
    for (const block of open.slice(1)) {
      this.#declare(block);
      this.#end(block);
    }
    return this.#rules;
  }

  /** Commas separate selectors; in values they stay. */
  #isValue(block: Block): boolean {
    const [first, ...rest] = fromWords(this.#tokens);
    if (first?.[0] === TokenType.AtKeyword) return true;
    return block.kind === 'style' && first?.[0] === TokenType.Ident && fromWords(rest)[0]?.[0] === TokenType.Colon;
  }

  #take(token: CSSToken): void {
    this.#length += token[1].length;
    if (this.#length <= most.selector) this.#tokens.push(token);
  }

  #endSelector(): void {
    if (this.#length <= most.selector) this.#selectors.push(written(this.#tokens));
    this.#tokens = [];
    this.#length = 0;
  }

  #clear(): void {
    this.#tokens = [];
    this.#selectors = [];
    this.#length = 0;
  }

  #declare(block: Block): void {
    if (block.kind === 'style' && this.#selectors.length === 0) declare(this.#tokens, block.declarations, this.isAsked);
    this.#clear();
  }

  #begin(parent: Block): Block {
    const [first, ...rest] = fromWords(this.#tokens);
    const declarations: Block['declarations'] = new Map();
    let block: Block;
    if (parent.kind === 'skipped') block = { ...parent, declarations };
    else if (first?.[0] === TokenType.AtKeyword)
      block = { ...conditional(first[4].value.toLowerCase(), written(rest), parent), declarations };
    else {
      this.#endSelector();
      const selectors = this.#selectors.map((own) => nested(own, parent.selectors)).filter((own) => own !== '');
      block = { ...parent, kind: 'style', selectors, declarations };
    }
    this.#clear();
    return block;
  }

  #end({ kind, selectors, declarations, isAlways }: Block): void {
    if (kind !== 'style' || declarations.size === 0 || selectors.length === 0) return;
    this.work.count('style rules', selectors.length);
    this.#rules.push({ selectors, declarations, isAlways });
  }
}

function conditional(name: string, condition: string, parent: Block): Block {
  const skipped: Block = { ...parent, kind: 'skipped' };
  switch (name) {
    case 'media':
      return underMedia(parent, condition);
    case 'supports':
      return /^not\b/i.test(condition) ? skipped : parent;
    case 'layer':
    case 'scope':
      return parent;
    default:
      return skipped;
  }
}

/** Visits each token but comments; `isNested`: within brackets, where nothing divides. */
function eachToken(css: string, look: (token: CSSToken, isNested: boolean) => void): void {
  const tokens = tokenizer({ css });
  const open: string[] = [];
  for (;;) {
    const token = tokens.nextToken();
    const [type] = token;
    if (type === TokenType.EOF) return;
    // Markers around the sheets of old pages are skipped, too.
    if (type === TokenType.Comment || type === TokenType.CDO || type === TokenType.CDC) continue;
    const isNested = open.length > 0;
    if (isNested && type === open.at(-1)) open.pop();
    const closer = closers.get(type);
    if (closer !== undefined) open.push(closer);
    look(token, isNested || closer !== undefined);
  }
}

const fromWords = (tokens: readonly CSSToken[]): readonly CSSToken[] =>
  tokens.slice(
    Math.max(
      0,
      tokens.findIndex(([type]) => type !== TokenType.Whitespace),
    ),
  );

const written = (tokens: readonly CSSToken[]): string =>
  tokens
    .map((token) => token[1])
    .join('')
    .trim();

/** A nested rule has the outer rule's scope. */
function nested(selector: string, parents: readonly string[]): string {
  if (parents.length === 0 || selector === '') return selector;
  const [only = ''] = parents;
  const outer = parents.length === 1 ? only : `:is(${parents.join(',')})`;
  const whole = selector.includes('&') ? selector.replaceAll('&', outer) : `${outer} ${selector}`;
  return whole.length <= most.selector ? whole : '';
}

function declare(
  tokens: readonly CSSToken[],
  declarations: Block['declarations'],
  isAsked: (property: string) => boolean,
): void {
  const [name, ...after] = fromWords(tokens);
  const [colon, ...rest] = fromWords(after);
  if (name?.[0] !== TokenType.Ident || colon?.[0] !== TokenType.Colon) return;
  const property = name[4].value.toLowerCase();
  if (!isAsked(property)) return;
  // An escape in a name becomes its letter.
  const value = rest.map((token) => (token[0] === TokenType.Ident ? token[4].value : token[1])).join('');
  const plain = collapsed(value.slice(0, most.value).toLowerCase());
  const isImportant = plain.endsWith('important') && /! ?important$/.test(plain);
  if (declarations.get(property)?.isImportant === true && !isImportant) return;
  declarations.set(property, { value: plain.replace(/ ?! ?important$/, ''), isImportant });
}

/** Unknown features count as met. */
function underMedia(parent: Block, media: string): Block {
  const queries = media.toLowerCase().split(',');
  const met = screens.filter((width) => queries.some((query) => holds(query.trim(), width)));
  if (met.length === 0) return { ...parent, kind: 'skipped' };
  return { ...parent, isAlways: parent.isAlways && met.length === screens.length };
}

const feature = /\(\s*(?:(min|max)-)?(?:device-)?width\s*(?::|([<>]=?))\s*([\d.]+)(px|em|rem)\s*\)/g;
/** White space is removed earlier. */
const notOfScreens =
  /\((?:prefers-color-scheme:dark|prefers-reduced-motion:reduce|prefers-contrast:more|forced-colors:active|scripting:(?:none|initial-only)|inverted-colors|-ms-)/;

function holds(query: string, width: number): boolean {
  const isNegated = /^not\b/.test(query);
  const type = /^(?:not\s+|only\s+)?(all|screen|print|speech|tty|tv|projection|handheld|braille|embossed|aural)\b/.exec(
    query,
  )?.[1];
  let is = type === undefined || type === 'all' || type === 'screen';
  if (notOfScreens.test(query.replace(/\s+/g, ''))) is = false;
  for (const [, bound, sign, amount, unit] of query.matchAll(feature)) {
    const limit = Number(amount) * (unit === 'px' ? 1 : 16);
    if (bound === 'min' || sign?.startsWith('>') === true) is &&= width >= limit;
    if (bound === 'max' || sign?.startsWith('<') === true) is &&= width <= limit;
  }
  return isNegated ? !is : is;
}
