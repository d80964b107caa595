import type { TreeElement } from './markupTree';

type Test = (element: TreeElement) => boolean;

/**
 * Selectors as they are used on pages here: names, classes, attributes, `:not()` of these, descendants and children.
 *
 * @throws for all others, so that none is passed over in silence.
 */
export function selectorTest(selector: string): Test {
  const all = listed(selector);
  const names = new Set(all.filter((one) => /^[a-z][\w-]*$/.test(one)));
  const tests = all.filter((one) => !names.has(one)).map(complexTest);
  if (tests.length === 0) return ({ localName }) => names.has(localName);
  return (element) => names.has(element.localName) || tests.some((test) => test(element));
}

/** Commas inside brackets separate nothing. */
const listed = (selector: string): string[] => selector.split(/,(?![^()[\]]{0,200}[)\]])/).map((one) => one.trim());

/** Of a deep page: who looks for an ancestor gives up there. */
export const mostAncestors = 500;

function complexTest(selector: string): Test {
  const [last = '', ...before] = (selector.match(/>|(?:\([^()]*\)|\[[^\]]{0,200}\]|[^\s>[(])+/g) ?? []).reverse();
  const own = compoundTest(last);
  const isChild = before[0] === '>';
  const rest = isChild ? before.slice(1) : before;
  if (rest.length === 0) return own;
  const above = complexTest(rest.reverse().join(' '));
  return (element) => own(element) && (isChild ? isAbove(element, above, 1) : isAbove(element, above, mostAncestors));
}

function isAbove(element: TreeElement, test: Test, most: number): boolean {
  let [above, left] = [element.parentElement, most];
  for (; above !== null && left > 0; above = above.parentElement, left -= 1) if (test(above)) return true;
  return false;
}

const simple = /\*|:not\(([^()]*)\)|\[([\w:-]+)(?:([~^$*]?=)["']?([^"'\]]*)["']?)?\]|([.#]?)(-?[a-z_][\w-]*)/giy;

function compoundTest(selector: string): Test {
  const tests: Test[] = [];
  let at = 0;
  for (const match of selector.matchAll(simple)) {
    tests.push(simpleTest(match));
    at = match.index + match[0].length;
  }
  if (at === 0 || at < selector.length) throw new Error(`The selector “${selector}” is not known here.`);
  return (element) => tests.every((test) => test(element));
}

function simpleTest([, not, attribute, operator, value = '', mark, name = '']: RegExpExecArray): Test {
  if (not !== undefined) {
    const test = compoundTest(not.trim());
    return (element) => !test(element);
  }
  if (attribute !== undefined) return attributeTest(attribute, operator, value);
  if (mark === '.') return attributeTest('class', '~=', name);
  if (mark === '#') return attributeTest('id', '=', name);
  return name === '' ? () => true : ({ localName }) => localName === name;
}

function attributeTest(name: string, operator: string | undefined, wanted: string): Test {
  const holds = (value: string): boolean => {
    switch (operator) {
      case undefined:
        return true;
      case '=':
        return value === wanted;
      case '~=':
        return value.split(/\s+/).includes(wanted);
      case '^=':
        return value.startsWith(wanted);
      case '$=':
        return value.endsWith(wanted);
      default:
        return value.includes(wanted);
    }
  };
  return (element) => {
    const value = element.getAttribute(name);
    return value !== null && holds(value);
  };
}
