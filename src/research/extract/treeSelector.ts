import { AttributeAction, parse, SelectorType, type AttributeSelector, type Selector } from 'css-what';
import type { TreeElement } from './markupTree';

type Test = (element: TreeElement) => boolean;

/** Limit for a deep page: the search for an ancestor or a sibling ends there. */
export const mostAncestors = 500;

/** @throws for an unknown selector, so that none is silently ignored. */
export function selectorTest(selector: string): Test {
  const all = parse(selector);
  const names = new Set<string>();
  const tests: Test[] = [];
  for (const one of all) {
    const [first] = one;
    if (one.length === 1 && first?.type === SelectorType.Tag) names.add(first.name);
    else tests.push(compiledSelector(one));
  }
  if (tests.length === 0) return ({ localName }) => names.has(localName);
  return (element) => names.has(element.localName) || tests.some((test) => test(element));
}

/** Compiles a selector without commas. */
function compiledSelector(selector: readonly Selector[]): Test {
  let own: Test[] = [];
  for (const part of selector) {
    const step = combinators[part.type];
    if (step === undefined) own.push(simpleTest(part));
    else own = [besideOf(step, allOf(own))];
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

const besideOf =
  ({ to, isRepeated }: TreeStep, test: Test): Test =>
  (element) => {
    let [other, left] = [to(element), isRepeated ? mostAncestors : 1];
    for (; other !== null && left > 0; other = to(other), left -= 1) if (test(other)) return true;
    return false;
  };

function simpleTest(part: Selector): Test {
  switch (part.type) {
    case SelectorType.Universal:
      return () => true;
    case SelectorType.Tag:
      return ({ localName }) => localName === part.name;
    case SelectorType.Attribute:
      return attributeTest(part);
    case SelectorType.Pseudo:
      if (part.name === 'not' && Array.isArray(part.data)) {
        const tests = part.data.map(compiledSelector);
        return (element) => !tests.some((test) => test(element));
      }
      throw new Error(`A selector with “:${part.name}” is not known here.`);
    default:
      throw new Error(`A selector with “${part.type}” is not known here.`);
  }
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
