import { TreeElement, visit, type TreeDocument } from './markupTree';
import { readDeclarations, readStyleSheet, type Declarations, type StyleRule } from './styleSheet';
import { bounds, SourceTooComplex, type Work } from './work';

/** A value with its origin: the selector, or the element's own declaration. */
export interface Declared {
  value: string;
  cause: string;
  /** The class, id or tag of its rule; undefined for the element's own declaration. */
  by?: string | undefined;
}
export type Style = ReadonlyMap<string, Declared>;
const unstyled: Style = new Map();

/** The value of a property that a rule may set which is not applied here; it hides nothing. */
export const unknown = 'unknown';

interface Candidate {
  /** Classes, id, tag and attributes of the last part of its selector. */
  names: readonly string[];
  /** Those of all of its parts. */
  others: readonly string[];
  text: string;
  rule: StyleRule;
  /** One class, one id or one tag, on any screen. */
  isSimple: boolean;
  weight: number;
}

/**
 * The page's own style sheets and attributes; separate files are unknown. Rules of one class, id or tag are applied. Where a
 * more complicated one may set another value, the property is unknown; what only such a rule hides counts as seen.
 */
export class Cascade {
  /** Candidates by one name of the last part of their selector. */
  readonly #byKey = new Map<string, Candidate[]>();
  /** Complicated ones by each of these names. */
  readonly #states = new Map<string, Candidate[]>();

  constructor(
    document: TreeDocument,
    private readonly work: Work,
    private readonly isAsked: (property: string) => boolean,
    /** Whether a value of a property hides. */
    private readonly isHiding: (property: string, value: string) => boolean,
  ) {
    const rules = this.#rulesOf(document);
    const names = rules.length === 0 ? new Set<string>() : namesOf(document);
    let order = 0;
    for (const rule of rules)
      for (const text of rule.selectors) {
        const made = candidateOf(text, rule, (order += 1));
        if (made === undefined) continue;
        const key = made.names.find((name) => /^[#.[]/.test(name));
        const isPossible = made.others.every((name) => names.has(name));
        if (isPossible) addTo(this.#byKey, key ?? made.names[0] ?? '*', made);
        // A script may add a class to an element, or to what it stands in.
        if (!made.isSimple && (isPossible || key !== undefined))
          for (const name of made.names) addTo(this.#states, name, made);
      }
  }

  /** An element's declarations, by property. */
  of(element: TreeElement): Style {
    const keys = keysOf(element);
    const candidates = keys.flatMap((key) => this.#byKey.get(key) ?? []);
    this.#checkLooked(candidates.length);
    this.work.count(
      'steps',
      candidates.reduce((sum, { names }) => sum + names.length, 0),
    );
    const style = element.getAttribute('style');
    if (candidates.length === 0 && style === null) return unstyled;
    const found = new Map<string, Declared & { weight: number }>();
    const put = (
      declarations: Declarations,
      weight: number,
      declared: Omit<Declared, 'value'>,
      isKnown = true,
    ): void => {
      for (const [property, { value, isImportant }] of declarations) {
        const total = weight + (isImportant ? 1e15 : 0);
        const last = found.get(property);
        if (total < (last?.weight ?? -1) || (!isKnown && (last?.value === value || this.isHiding(property, value))))
          continue;
        const cause = `${property}: ${declared.cause}`;
        found.set(property, { ...declared, value: isKnown ? value : unknown, cause, weight: total });
      }
    };
    const own = new Set(keys);
    const matches = candidates.filter(({ names, isSimple }) => isSimple || names.every((name) => own.has(name)));
    for (const { rule, weight, text, names } of matches.filter(({ isSimple }) => isSimple))
      put(rule.declarations, weight, { cause: text, by: names[0] });
    for (const { rule, weight, text } of matches.filter(({ isSimple }) => !isSimple))
      put(rule.declarations, weight, { cause: text }, false);
    if (style !== null) put(readDeclarations(style, this.isAsked), 1e14, { cause: style.slice(0, 200) });
    return found;
  }

  /** Whether another rule shows the element in another state: opened, hovered, on another screen. */
  isRevealed({ by, value }: Declared, property: string): boolean {
    const states = by === undefined ? [] : (this.#states.get(by) ?? []);
    this.#checkLooked(states.length);
    return states.some(({ rule }) => {
      const other = rule.declarations.get(property)?.value;
      return other !== undefined && other !== value && !this.isHiding(property, other);
    });
  }

  #checkLooked(looked: number): void {
    this.work.count('steps', looked);
    const most = bounds['style rules for one element'];
    if (looked > most) throw new SourceTooComplex('style rules for one element', looked, most);
  }

  #rulesOf(document: TreeDocument): StyleRule[] {
    return document.querySelectorAll('style, link[rel~="stylesheet"]').flatMap((element) => {
      const css = element.localName === 'style' ? element.textContent : inlineSheet(element.getAttribute('href') ?? '');
      if (css === '' || /less|scss|sass/i.test(element.getAttribute('type') ?? '')) return [];
      const media = element.getAttribute('media') ?? '';
      return readStyleSheet(css, { work: this.work, isAsked: this.isAsked, media });
    });
  }
}

function addTo<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  const known = lists.get(name);
  if (known === undefined) lists.set(name, [value]);
  else known.push(value);
}

function inlineSheet(href: string): string {
  const [, isBase64, data = ''] = /^data:text\/css[^,]{0,100}?(;base64)?,(.*)$/is.exec(href) ?? [];
  try {
    return isBase64 === undefined ? decodeURIComponent(data) : Buffer.from(data, 'base64').toString();
  } catch {
    return '';
  }
}

/** The names of a page's elements: most rules are for other pages. */
function namesOf(document: TreeDocument): ReadonlySet<string> {
  const names = new Set<string>();
  visit(document, (node) => {
    if (node instanceof TreeElement) for (const key of keysOf(node)) names.add(key);
    return false;
  });
  return names;
}

function keysOf({ localName, attributes }: TreeElement): string[] {
  const keys = ['*', localName];
  for (const [name, value] of attributes) {
    keys.push(`[${name}`);
    if (name === 'id') keys.push(`#${value}`);
    if (name === 'class') for (const one of new Set(value.split(/\s+/))) if (one !== '') keys.push(`.${one}`);
  }
  return keys;
}

/** Letters of a name, escaped ones among them. */
const nameLetter = String.raw`[\w\u0080-\uffff-]`;
const simple = new RegExp(`^(?:\\*|[.#]?${nameLetter}+|:root)$`);
/** Parts that CSS adds to an element, and what is seen with the keyboard alone. */
const notSeen = /::|:(?:before|after|first-line|first-letter|focus|focus-within|focus-visible|active)\b/i;
const escaped = 0xe000;

function candidateOf(text: string, rule: StyleRule, order: number): Candidate | undefined {
  // A sign that is escaped is a letter of its name.
  const plain = text.replace(/\\([\0-\x7f])/g, (_, sign: string) => String.fromCharCode(escaped + sign.charCodeAt(0)));
  const isSimple = simple.test(plain);
  if (notSeen.test(plain)) return undefined;
  const bare = withoutBrackets(plain);
  const names = plain === ':root' ? ['html'] : namesIn(bare.split(/[\s>+~]+/).at(-1) ?? '');
  // It says nothing of what an element is: for one name of a list, or for all but some.
  if (names.length === 0 && !isSimple) return undefined;
  const count = (mark: RegExp): number => plain.match(mark)?.length ?? 0;
  const specificity = 1e4 * count(/#/g) + 100 * count(/[.[:]/g) + count(/(?<![\w.#:[-])[a-z]/gi);
  const weight = Math.min(specificity, 9e5) * 1e7 + order;
  return { names, others: namesIn(bare), text, rule, isSimple: isSimple && rule.isAlways, weight };
}

/** Removes what stands in brackets, which may be about other elements; an attribute keeps its name. */
const withoutBrackets = (text: string): string =>
  text.replace(/\[\s*([\w-]+)[^\]]*\]?/g, '[$1').replace(/\([^()]*\)?/g, '');

const anyName = new RegExp(`(?:[.#[:]|(?<!${nameLetter}))${nameLetter}+`, 'g');
const unescaped = (name: string): string =>
  name.replace(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - escaped));

/** Names of classes, identifiers, attributes and tags. */
const namesIn = (text: string): string[] =>
  (text.match(anyName) ?? [])
    .filter((name) => !name.startsWith(':'))
    .map((name) => (/^[.#]/.test(name) ? unescaped(name) : name.toLowerCase()));
