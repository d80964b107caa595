import { AttributeAction, parse, SelectorType, type Selector } from 'css-what';
import { TreeElement, visit, type TreeDocument } from './markupTree';
import { readDeclarations, readStyleSheet, type Declarations, type StyleRule } from './styleSheet';
import { compiledSelector, isCombinator } from './treeSelector';
import { bounds, TooComplex, type Work } from './work';

/** With its origin: the selector, or the element's own declaration. */
export interface Declared {
  value: string;
  cause: string;
  /** Undefined for the element's own declaration. */
  by?: readonly Selector[] | undefined;
}
export type Style = ReadonlyMap<string, Declared>;
const unstyled: Style = new Map();

interface Candidate {
  selector: readonly Selector[];
  text: string;
  test: (element: TreeElement) => boolean;
  rule: StyleRule;
  /** Names required of an element's ancestors. */
  above: readonly string[];
  specificity: number;
  order: number;
}

/** How far up or aside a selector is matched; pages have under a hundred levels. */
const mostLooks = 100;

/** The page's own style sheets and attributes; separate files are unknown. */
export class Cascade {
  readonly keyframes = new Set<string>();
  /** Some rules apply to some screens only. */
  readonly isResponsive: boolean;
  /** Candidates by the last part of their selector. */
  readonly #byKey = new Map<string, Candidate[]>();
  /** By each name in the last part of their selector. */
  readonly #reveals = new Map<string, Candidate[]>();
  readonly #revealed = new Map<readonly Selector[], Map<string, boolean>>();
  /** Results for ancestors and siblings of one element. */
  #looks = 0;
  readonly #matched = new Map<TreeElement, readonly Candidate[]>();

  constructor(
    document: TreeDocument,
    private readonly work: Work,
    private readonly isAsked: (property: string) => boolean,
    /** Whether a rule shows what another may hide. */
    isReveal: (declarations: Declarations) => boolean,
  ) {
    const rules = this.#rulesOf(document);
    const names = rules.length === 0 ? new Set<string>() : namesOf(document);
    let order = 0;
    let isResponsive = false;
    for (const rule of rules) {
      const isShowing = isReveal(rule.declarations);
      const asked = isShowing ? rule.selectors : rule.selectors.filter((text) => !isForOthers(text, names));
      for (const { selector, text } of asked.flatMap(parsedSelectors)) {
        const made = this.#candidate(selector, { text, rule, order: (order += 1) });
        if (made === undefined) continue;
        if (isShowing)
          for (const name of new Set(subjectOf(selector).map(nameOf)))
            if (name !== undefined && names.has(name)) addTo(this.#reveals, name, made);
        if (!isPossible(selector, names)) continue;
        isResponsive ||= rule.viewports !== 3;
        addTo(this.#byKey, keyOf(selector), made);
      }
    }
    this.isResponsive = isResponsive;
    if (this.#byKey.size > 0) this.#match(document);
  }

  /** An element's declarations in a viewport, by property. */
  of(element: TreeElement, viewport: number): Style {
    const matches = this.#matched.get(element) ?? noMatches;
    const style = element.getAttribute('style');
    if (matches.length === 0 && style === null) return unstyled;
    const found = new Map<string, Declared & { weight: number }>();
    const put = (
      declarations: Declarations,
      tier: number,
      { weight, cause, by }: Omit<Declared, 'value'> & { weight: number },
    ): void => {
      for (const [property, { value, isImportant }] of declarations) {
        const own = (tier + (isImportant ? 3 : 0)) * 1e12 + weight;
        if (own >= (found.get(property)?.weight ?? -1))
          found.set(property, { value, cause: `${property}: ${cause}`, weight: own, by });
      }
    };
    for (const { rule, specificity, order, text, selector } of matches)
      if ((rule.viewports & viewport) !== 0)
        put(rule.declarations, rule.isLayered ? 0 : 1, {
          weight: specificity * 1e6 + order,
          cause: text,
          by: selector,
        });
    if (style !== null) put(readDeclarations(style, this.isAsked), 2, { weight: 0, cause: style.slice(0, 200) });
    return found;
  }

  /** In another state: opened, hovered, at their turn. */
  isRevealed(hidden: readonly Selector[], property: string, isShown: (value: string) => boolean): boolean {
    const known = this.#revealed.get(hidden) ?? new Map<string, boolean>();
    this.#revealed.set(hidden, known);
    const found = known.get(property) ?? this.#findRevealed(hidden, property, isShown);
    known.set(property, found);
    return found;
  }

  #findRevealed(hidden: readonly Selector[], property: string, isShown: (value: string) => boolean): boolean {
    const candidates = this.#reveals.get(keyOf(hidden)) ?? [];
    this.#checkLooked(candidates.length, candidates.length);
    return candidates.some(({ selector, rule }) => {
      const value = rule.declarations.get(property)?.value;
      return value !== undefined && isShown(value) && isStateOf(selector, hidden);
    });
  }

  #checkLooked(looked: number, more: number): void {
    this.work.count('steps', more);
    const most = bounds['style rules for one element'];
    if (looked > most) throw new TooComplex('style rules for one element', looked, most);
  }

  #rulesOf(document: TreeDocument): StyleRule[] {
    const rules: StyleRule[] = [];
    for (const element of document.querySelectorAll('style, link[rel~="stylesheet"]')) {
      const css = element.localName === 'style' ? element.textContent : inlineSheet(element.getAttribute('href') ?? '');
      if (css === '' || /less|scss|sass/i.test(element.getAttribute('type') ?? '')) continue;
      const media = element.getAttribute('media') ?? '';
      const sheet = readStyleSheet(css, { work: this.work, isAsked: this.isAsked, media });
      for (const rule of sheet.rules) rules.push(rule);
      for (const name of sheet.keyframes) this.keyframes.add(name);
    }
    return rules;
  }

  #candidate(
    selector: readonly Selector[],
    { text, rule, order }: { text: string; rule: StyleRule; order: number },
  ): Candidate | undefined {
    try {
      const onLook = (): void => {
        this.#looks += 1;
      };
      const test = compiledSelector(selector, { most: mostLooks, onLook });
      return { selector, text, test, rule, order, above: namesAbove(selector), specificity: specificityOf(selector) };
    } catch {
      return undefined; // Browsers treat the unknown this way.
    }
  }

  /** In one pass, which tracks the names of ancestors. */
  #match(document: TreeDocument): void {
    const path: { element: TreeElement; keys: readonly string[] }[] = [];
    const above = new Map<string, number>();
    visit(document, (node) => {
      if (!(node instanceof TreeElement)) return false;
      for (let last = path.at(-1); last !== undefined && last.element !== node.parent; last = path.at(-1)) {
        for (const key of last.keys) above.set(key, (above.get(key) ?? 1) - 1);
        path.pop();
      }
      const keys = keysOf(node);
      const matches = this.#matchesOf(node, keys, (name) => (above.get(name) ?? 0) > 0);
      if (matches !== undefined) this.#matched.set(node, matches);
      for (const key of keys) above.set(key, (above.get(key) ?? 0) + 1);
      path.push({ element: node, keys });
      return false;
    });
  }

  #matchesOf(
    element: TreeElement,
    keys: readonly string[],
    isAbove: (name: string) => boolean,
  ): Candidate[] | undefined {
    let matches: Candidate[] | undefined;
    let looked = 0;
    this.#looks = 0;
    for (const key of keys) {
      const candidates = this.#byKey.get(key);
      if (candidates === undefined) continue;
      looked += candidates.length;
      this.#checkLooked(looked, candidates.length);
      for (const candidate of candidates)
        if (candidate.above.every(isAbove) && candidate.test(element)) (matches ??= []).push(candidate);
    }
    this.work.count('steps', this.#looks);
    return matches;
  }
}

const noMatches: readonly Candidate[] = [];

function addTo<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  const known = lists.get(name);
  if (known === undefined) lists.set(name, [value]);
  else known.push(value);
}

/** Without those for what CSS adds to an element. */
function parsedSelectors(text: string): readonly { selector: Selector[]; text: string }[] {
  if ((text.match(/\(/g)?.length ?? 0) > 20) return [];
  try {
    return parse(text).flatMap((selector) =>
      selector.some(({ type }) => type === SelectorType.PseudoElement) ? [] : [{ selector, text }],
    );
  } catch {
    return []; // Not a selector: browsers drop its rule.
  }
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

function nameOf(part: Selector): string | undefined {
  if (part.type === SelectorType.Tag) return part.name;
  if (part.type !== SelectorType.Attribute || part.action === AttributeAction.Not) return undefined;
  if (part.name === 'id' && part.action === AttributeAction.Equals) return `#${part.value}`;
  return part.name === 'class' && part.action === AttributeAction.Element ? `.${part.value}` : `[${part.name}`;
}

/** Made of names only, one of which the page lacks: most need no parsing. */
const isForOthers = (text: string, names: ReadonlySet<string>): boolean =>
  !/[[(\\]/.test(text) && (text.match(/[.#][\w-]+/g) ?? []).some((name) => !names.has(name));

const isPossible = (selector: readonly Selector[], names: ReadonlySet<string>): boolean =>
  selector.every((part) => {
    const name = nameOf(part);
    return name === undefined || names.has(name);
  });

/** The last part of a selector, about the element itself. */
const subjectOf = (selector: readonly Selector[]): readonly Selector[] =>
  selector.slice(selector.findLastIndex(isCombinator) + 1);

/** Of parts that are followed by a combinator for descendants. */
function namesAbove(selector: readonly Selector[]): string[] {
  const names: string[] = [];
  let own: string[] = [];
  for (const part of selector) {
    if (part.type === SelectorType.Descendant || part.type === SelectorType.Child) names.push(...own);
    if (isCombinator(part)) own = [];
    else own.push(nameOf(part) ?? '*');
  }
  return names;
}

function keyOf(selector: readonly Selector[]): string {
  const names = subjectOf(selector).map(nameOf);
  for (const mark of ['#', '.', '[']) {
    const found = names.find((name) => name?.startsWith(mark));
    if (found !== undefined) return found;
  }
  return names.find((name) => name !== undefined) ?? '*';
}

function specificityOf(selector: readonly Selector[]): number {
  let sum = 0;
  for (const part of selector) {
    if (part.type === SelectorType.Tag) sum += 1;
    else if (part.type === SelectorType.Attribute)
      sum += part.name === 'id' && part.action === AttributeAction.Equals ? 10_000 : 100;
    else if (part.type === SelectorType.Pseudo && part.name !== 'where')
      sum += Array.isArray(part.data) ? Math.max(0, ...part.data.map(specificityOf)) : 100;
  }
  return Math.min(sum, 900_000);
}

const byKeyboard = /^(?:focus|focus-within|focus-visible|active)$/;
const sameParts = (parts: readonly Selector[]): ReadonlySet<string> =>
  new Set(parts.map((part) => JSON.stringify(part)));

/**
 * Another selector with an addition, such as a class that a script adds. Visibility for the keyboard alone does not
 * count.
 */
function isStateOf(state: readonly Selector[], plain: readonly Selector[]): boolean {
  if (state.some((part) => part.type === SelectorType.Pseudo && byKeyboard.test(part.name))) return false;
  const own = subjectOf(plain);
  const has = sameParts(subjectOf(state));
  if (!own.every((part) => has.has(JSON.stringify(part)))) return false;
  if (own.some(({ type }) => type === SelectorType.Attribute)) return true;
  // An element's own name says little: its ancestors must be the same, too.
  const all = sameParts(state);
  return plain.length > own.length && plain.every((part) => all.has(JSON.stringify(part)));
}
