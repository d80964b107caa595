import {
  AttributeAction,
  parse,
  SelectorType,
  type AttributeSelector,
  type PseudoSelector,
  type Selector,
} from 'css-what';
import type { TreeElement } from './markupTree';

type Test = (element: TreeElement) => boolean;

/** For a deep page: the search for an ancestor or a sibling ends there. */
export const mostAncestors = 500;

interface Looks {
  /** The maximum of ancestors and siblings examined for one selector. */
  most: number;
  /** Called for each examined element. */
  onLook?: () => void;
}

/** @throws for an unknown selector, so that none is silently ignored. */
export function selectorTest(selector: string): Test {
  const all = parse(selector);
  const names = new Set<string>();
  const tests: Test[] = [];
  for (const one of all) {
    const [first] = one;
    if (one.length === 1 && first?.type === SelectorType.Tag) names.add(first.name);
    else tests.push(compiledSelector(one, { most: mostAncestors }));
  }
  if (tests.length === 0) return ({ localName }) => names.has(localName);
  return (element) => names.has(element.localName) || tests.some((test) => test(element));
}

/**
 * Without commas. One that depends on the reader's actions (`:hover`) matches nothing.
 *
 * @throws for an unknown part
 */
export function compiledSelector(selector: readonly Selector[], looks: Looks): Test {
  let own: Test[] = [];
  for (const part of selector) {
    const step = combinators[part.type];
    if (step === undefined) own.push(simpleTest(part, looks));
    else own = [besideOf(step, allOf(own), looks)];
  }
  return allOf(own);
}

const allOf = (tests: readonly Test[]): Test => {
  const [only] = tests;
  return tests.length === 1 && only !== undefined ? only : (element) => tests.every((test) => test(element));
};

interface TreeStep {
  to: (element: TreeElement) => TreeElement | null;
  isRepeated: boolean;
}

const up = (element: TreeElement): TreeElement | null => element.parentElement;
const aside = (element: TreeElement): TreeElement | null => element.previousElementSibling;
const combinators: Partial<Record<SelectorType, TreeStep>> = {
  [SelectorType.Descendant]: { to: up, isRepeated: true },
  [SelectorType.Child]: { to: up, isRepeated: false },
  [SelectorType.Sibling]: { to: aside, isRepeated: true },
  [SelectorType.Adjacent]: { to: aside, isRepeated: false },
};

export const isCombinator = ({ type }: Selector): boolean => combinators[type] !== undefined;

const besideOf =
  ({ to, isRepeated }: TreeStep, test: Test, { most, onLook }: Looks): Test =>
  (element) => {
    let [other, left] = [to(element), isRepeated ? most : 1];
    for (; other !== null && left > 0; other = to(other), left -= 1) {
      onLook?.();
      if (test(other)) return true;
    }
    return false;
  };

function simpleTest(part: Selector, looks: Looks): Test {
  switch (part.type) {
    case SelectorType.Universal:
      return () => true;
    case SelectorType.Tag:
      return ({ localName }) => localName === part.name;
    case SelectorType.Attribute:
      return attributeTest(part);
    case SelectorType.Pseudo:
      return pseudoTest(part, looks);
    default:
      throw new Error(`A selector with “${part.type}” is not known here.`);
  }
}

const byReader =
  /^(?:hover|focus|focus-within|focus-visible|active|visited|target|target-within|checked|disabled|invalid|open|popover-open|modal|fullscreen|indeterminate|placeholder-shown|user-invalid)$/;

function pseudoTest({ name, data }: PseudoSelector, looks: Looks): Test {
  if (Array.isArray(data)) {
    if (!/^(?:not|is|where|matches|any|-webkit-any|-moz-any)$/.test(name))
      throw new Error(`“:${name}” is not known here.`);
    const tests = data.map((one) => compiledSelector(one, looks));
    const isAny: Test = (element) => tests.some((test) => test(element));
    return name === 'not' ? (element) => !isAny(element) : isAny;
  }
  if (byReader.test(name)) return () => false;
  switch (name) {
    case 'root':
      return ({ localName }) => localName === 'html';
    case 'link':
    case 'any-link':
      return (element) => element.localName === 'a' && element.getAttribute('href') !== null;
    case 'first-child':
      return (element) => element.previousElementSibling === null;
    case 'last-child':
      return (element) => element.nextElementSibling === null;
    case 'only-child':
      return (element) => element.previousElementSibling === null && element.nextElementSibling === null;
    case 'nth-child':
      return nthTest(data ?? '', looks);
    default:
      throw new Error(`“:${name}” is not known here.`);
  }
}

function nthTest(formula: string, { most, onLook }: Looks): Test {
  const plain = formula
    .trim()
    .toLowerCase()
    .replace(/^odd$/, '2n+1')
    .replace(/^even$/, '2n')
    .replace(/\s+/g, '');
  const [, , step, rest] = /^(([+-]?\d*)n)?([+-]?\d+)?$/.exec(plain) ?? [];
  if (plain === '' || (step === undefined && rest === undefined))
    throw new Error(`“:nth-child(${formula})” is not known here.`);
  const every = step === undefined ? 0 : /^[+-]?$/.test(step) ? Number(`${step}1`) : Number(step);
  const offset = Number(rest ?? 0);
  return (element) => {
    let index = 1;
    for (let before = element.previousElementSibling; before !== null; before = before.previousElementSibling) {
      onLook?.();
      if ((index += 1) > most) return false;
    }
    const times = every === 0 ? 0 : (index - offset) / every;
    return every === 0 ? index === offset : Number.isInteger(times) && times >= 0;
  };
}

function attributeTest({ name, action, value: given, ignoreCase }: AttributeSelector): Test {
  const folds = ignoreCase === true;
  const wanted = folds ? given.toLowerCase() : given;
  const holds = attributeActions[action](wanted);
  return (element) => {
    const value = element.getAttribute(name);
    return value !== null && holds(folds ? value.toLowerCase() : value);
  };
}

const attributeActions: Record<AttributeAction, (wanted: string) => (value: string) => boolean> = {
  [AttributeAction.Exists]: () => () => true,
  [AttributeAction.Equals]: (wanted) => (value) => value === wanted,
  [AttributeAction.Not]: (wanted) => (value) => value !== wanted,
  [AttributeAction.Start]: (wanted) => (value) => wanted !== '' && value.startsWith(wanted),
  [AttributeAction.End]: (wanted) => (value) => wanted !== '' && value.endsWith(wanted),
  [AttributeAction.Any]: (wanted) => (value) => wanted !== '' && value.includes(wanted),
  [AttributeAction.Hyphen]: (wanted) => (value) => value === wanted || value.startsWith(`${wanted}-`),
  [AttributeAction.Element]: (wanted) => (value) => value.includes(wanted) && value.split(/\s+/).includes(wanted),
};
