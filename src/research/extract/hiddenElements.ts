import { Cascade, unknown, type Declared, type Style } from './cascade';
import {
  contrast,
  cssColor,
  type Color,
  amount,
  fontSize,
  isNoLength,
  isNoRect,
  isNoScale,
  isNoShape,
  leastContrast,
  nearNothing,
  pixelsOf,
} from './cssValues';
import { inlineNames } from './markupRules';
import { TreeElement, TreeText, visit, type TreeDocument, type MarkupNode } from './markupTree';
import type { Work } from './work';

/**
 * Removes what no reader sees, by the page's own markup and styles. Text that a click or a script would show is
 * visible: what hides the article, or most of the page, waits for a script.
 *
 * @returns what the styles raise above its line, in the page's order.
 * @throws SourceTooComplex
 */
export function removeHidden(document: TreeDocument, work: Work): ReadonlySet<TreeElement> {
  const page = new PageSight(document, work);
  for (const element of document.querySelectorAll(neverShown)) element.remove();
  for (const node of page.unseen()) node.remove();
  return page.raised;
}

/** Not what is hidden from listeners (`aria-hidden`): others see it. */
const neverShown =
  'script, style, noscript, noembed, noframes, template, svg, iframe, object, embed, canvas, head > :not(title):not(meta):not(base), ' +
  'input, select, textarea, dialog:not([open])';

const asked = new Set(
  (
    'display visibility opacity content-visibility font font-size height max-height width max-width block-size max-block-size inline-size ' +
    'max-inline-size overflow overflow-x overflow-y clip clip-path transform scale translate filter position left top right bottom inset ' +
    'margin margin-left margin-top text-indent color -webkit-text-fill-color background background-color background-image background-clip ' +
    '-webkit-background-clip text-shadow text-decoration text-decoration-line animation animation-name -webkit-animation -webkit-animation-name vertical-align'
  ).split(' '),
);
const isAsked = (property: string): boolean => asked.has(property) || property.startsWith('--');

/** Pixels: letters of this height are invisible. */
const leastSize = 2;
const farOff = 900;
const farAside = 5_000;

/** How values of a property hide, if a click or a script may undo it. */
const undone: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) => value === 'none',
  visibility: (value) => value === 'hidden' || value === 'collapse',
  opacity: (value) => amount(value) < nearNothing,
  height: isNoLength,
  'max-height': isNoLength,
  width: isNoLength,
  'max-width': isNoLength,
  transform: isNoScale,
  scale: (value) => value.split(' ').some((one) => amount(one) < nearNothing / 2),
};

const isHiding = (property: string, value: string): boolean => undone[property]?.(value) === true;

/** The look of an element's texts; undefined is unknown. */
interface Look {
  isInvisible: Declared | undefined;
  /** Font size in pixels. */
  size: number;
  sized: Declared | undefined;
  opacity: number;
  color: Color | undefined;
  colored: Declared | undefined;
  fill: string | undefined;
  ground: Color | undefined;
  hasShadow: boolean;
  /** Hides all below it. */
  gone: string | undefined;
  variables: Variables | undefined;
}

const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 };
const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 };
const linkColor: Color = { red: 0, green: 0, blue: 238, alpha: 1 };

interface HiddenParts {
  gone: Set<TreeElement>;
  texts: Set<TreeText>;
  /** Characters hidden by each cause, and in total. */
  hidden: Map<string, number>;
  /** Causes that hide the article's title or frame. */
  framing: Set<string>;
  all: number;
}

class PageSight {
  readonly raised = new Set<TreeElement>();
  readonly #cascade: Cascade;
  readonly #opened: ReadonlySet<string>;
  /** They may show or recolour what is hidden here. */
  readonly #hasScripts: boolean;
  readonly #hasOtherStyles: boolean;

  constructor(
    private readonly document: TreeDocument,
    work: Work,
  ) {
    this.#opened = openedByClick(document);
    this.#hasScripts = document.querySelectorAll('script').some(isProgram);
    this.#hasOtherStyles = document
      .querySelectorAll('link[rel~="stylesheet"]')
      .some((link) => !/^data:/i.test(link.getAttribute('href') ?? ''));
    this.#cascade = new Cascade(document, work, isAsked, isHiding);
  }

  /** The outermost elements, and texts. */
  unseen(): MarkupNode[] {
    const dropped = new Set<string>();
    let sight = this.#look(dropped);
    for (let tries = 0; tries < 4 && (this.#hasScripts || this.#hasOtherStyles); tries += 1) {
      const { hidden, all, framing } = sight;
      const waiting = [...hidden].filter(
        ([cause, characters]) => characters * 2 > all || (framing.has(cause) && characters * 5 > all),
      );
      if (waiting.length === 0) break;
      for (const [cause] of waiting) dropped.add(cause);
      sight = this.#look(dropped);
    }
    return [...sight.gone, ...sight.texts];
  }

  #look(dropped: ReadonlySet<string>): HiddenParts {
    const sight: HiddenParts = { gone: new Set(), texts: new Set(), hidden: new Map(), framing: new Set(), all: 0 };
    const plain = this.#plainLook();
    const path: { element: TreeElement; look: Look }[] = [];
    visit(this.document, (node) => {
      while (path.length > 0 && path.at(-1)?.element !== node.parent) path.pop();
      const above = path.at(-1)?.look ?? plain;
      if (node instanceof TreeElement) {
        const look = this.#lookOf(node, above, dropped);
        path.push({ element: node, look });
        if (look.gone !== undefined && isFrame(node)) sight.framing.add(look.gone);
        if (look.gone !== undefined && above.gone === undefined) sight.gone.add(node);
      } else if (node instanceof TreeText && !isSilent(node)) {
        const characters = node.nodeValue.replace(/\s+/g, '').length;
        if (characters === 0) return false;
        sight.all += characters;
        const cause = above.gone ?? hiddenText(above, dropped);
        if (cause === undefined) return false;
        sight.hidden.set(cause, (sight.hidden.get(cause) ?? 0) + characters);
        if (above.gone === undefined) sight.texts.add(node);
      }
      return false;
    });
    return sight;
  }

  #plainLook(): Look {
    return {
      isInvisible: undefined,
      size: 16,
      sized: undefined,
      opacity: 1,
      color: black,
      colored: undefined,
      fill: undefined,
      ground: this.#hasOtherStyles ? undefined : white,
      hasShadow: false,
      gone: undefined,
      variables: undefined,
    };
  }

  #lookOf(element: TreeElement, above: Look, dropped: ReadonlySet<string>): Look {
    const declared = this.#cascade.of(element);
    const hints = hintsOf(element);
    const isMarked = element.getAttribute('hidden') !== null;
    const isOther = hasMedia(element) || (element.localName === 'a' && element.attributes.has('href'));
    if (declared.size === 0 && hints === undefined && !isMarked && !isOther) return above;
    const hasVariables = [...declared.keys()].some((property) => property.startsWith('--'));
    const variables = hasVariables ? { own: declared, above: above.variables } : above.variables;
    const style = resolved(declared, variables);
    if (style.get('vertical-align')?.value === 'super' && inlineNames.has(element.localName)) this.raised.add(element);
    const look: Look = { ...above, variables };
    this.#inherit(look, element, { style, hints });
    look.gone ??= this.#hides(element, { style, look, dropped, isMarked });
    return look;
  }

  /** What an element passes to its descendants. */
  #inherit(look: Look, element: TreeElement, { style, hints }: { style: Style; hints: Hints | undefined }): void {
    const visibility = style.get('visibility');
    if (visibility !== undefined && visibility.value !== 'inherit')
      look.isInvisible =
        isHiding('visibility', visibility.value) && !this.#isShownLater(element, 'visibility', visibility, style)
          ? visibility
          : undefined;
    const size = style.get('font-size') ?? style.get('font');
    if (size !== undefined) {
      const pixels = fontSize(size.value, look.size);
      // An unknown size is one that can be read.
      if (pixels !== undefined) [look.size, look.sized] = [pixels, size];
      else if (size.value === unknown) [look.size, look.sized] = [16, undefined];
    }
    const color = style.get('color');
    if (color !== undefined || hints?.color !== undefined) {
      look.colored = color ?? { value: hints?.color ?? '', cause: `color: ${hints?.color ?? ''}` };
      if (!/^(?:inherit|currentcolor)$/.test(look.colored.value)) look.color = cssColor(look.colored.value);
    } else if (element.localName === 'a' && element.attributes.has('href') && look.color === black)
      look.color = linkColor;
    look.fill = style.get('-webkit-text-fill-color')?.value ?? look.fill;
    const shadow = style.get('text-shadow')?.value;
    if (shadow !== undefined) look.hasShadow = shadow !== 'none';
    look.ground = groundOf(style, hints, element, look.ground);
    // Letters cut out of a picture.
    const clipped = style.get('background-clip')?.value ?? style.get('-webkit-background-clip')?.value;
    if (clipped === 'text' || /(?:^|\s)text(?:\s|$)/.test(style.get('background')?.value ?? '')) look.hasShadow = true;
  }

  /** Why an element is invisible, whatever its descendants declare. */
  #hides(
    element: TreeElement,
    { style, look, dropped, isMarked }: { style: Style; look: Look; dropped: ReadonlySet<string>; isMarked: boolean },
  ): string | undefined {
    const opacity = style.get('opacity');
    const isFading = opacity !== undefined && this.#isShownLater(element, 'opacity', opacity, style);
    if (opacity !== undefined && !isFading) look.opacity *= Math.min(1, amount(opacity.value));
    const causes: (Declared | undefined)[] = [
      this.#undoable(element, 'display', style),
      look.opacity < nearNothing ? opacity : undefined,
      ...(isClipped(style)
        ? ['height', 'max-height', 'width', 'max-width'].map((side) => this.#undoable(element, side, style))
        : []),
      this.#undoable(element, 'transform', style),
      this.#undoable(element, 'scale', style),
      ...outOfSight(style),
    ];
    const isFoundLater = element.getAttribute('hidden')?.toLowerCase() === 'until-found';
    if (isMarked && style.get('display') === undefined && !isFoundLater && !this.#isOpened(element))
      causes.push({ value: '', cause: 'hidden' });
    return firstKept(causes, dropped);
  }

  #undoable(element: TreeElement, property: string, style: Style): Declared | undefined {
    const declared = style.get(property);
    if (declared === undefined || !isHiding(property, declared.value)) return undefined;
    return this.#isShownLater(element, property, declared, style) ? undefined : declared;
  }

  /** Whether a click, a rule for another state, or an animation shows the element. */
  #isShownLater(element: TreeElement, property: string, declared: Declared, style: Style): boolean {
    if (!isHiding(property, declared.value)) return false;
    if (this.#isOpened(element)) return true;
    const isAnimated = ['animation-name', 'animation', '-webkit-animation-name', '-webkit-animation'].some(
      (name) => (style.get(name)?.value ?? 'none') !== 'none',
    );
    return (isAnimated && property !== 'display') || this.#cascade.isRevealed(declared, property);
  }

  #isOpened(element: TreeElement): boolean {
    return this.#opened.has(element.getAttribute('id') ?? '');
  }
}

const isProgram = (script: TreeElement): boolean => {
  const type = script.getAttribute('type')?.toLowerCase() ?? '';
  return type === '' || /javascript|ecmascript|^module$|babel|rocket|cloudflare|partytown/.test(type);
};

/** The frame of an article, or its title. */
const isFrame = ({ localName, attributes }: TreeElement): boolean =>
  /^(?:main|article|h1)$/.test(localName) || attributes.get('role') === 'main';

const isSilent = ({ parentElement }: TreeText): boolean =>
  parentElement !== null &&
  /^(?:script|style|noscript|template|title|textarea|select|option|svg|head)$/.test(parentElement.localName);

/** Though its descendants' texts may be visible. */
function hiddenText(look: Look, dropped: ReadonlySet<string>): string | undefined {
  const causes = [
    look.isInvisible,
    look.size < leastSize ? look.sized : undefined,
    isSameColor(look) ? look.colored : undefined,
  ];
  return firstKept(causes, dropped);
}

const firstKept = (causes: readonly (Declared | undefined)[], dropped: ReadonlySet<string>): string | undefined =>
  causes.find((cause) => cause !== undefined && !dropped.has(cause.cause))?.cause;

function isSameColor({ color, fill, ground, hasShadow }: Look): boolean {
  if (hasShadow) return false;
  const own = fill === undefined || /^(?:inherit|currentcolor)$/.test(fill) ? color : cssColor(fill);
  if (own === undefined) return false;
  if (own.alpha < nearNothing) return true;
  return ground !== undefined && own.alpha === 1 && contrast(own, ground) < leastContrast;
}

interface Hints {
  color: string | undefined;
  ground: string | undefined;
}

/** Old pages' attributes for colours. */
function hintsOf({ localName, attributes }: TreeElement): Hints | undefined {
  const color =
    localName === 'font' ? attributes.get('color') : localName === 'body' ? attributes.get('text') : undefined;
  const ground = /^(?:body|table|tr|td|th|tbody|thead)$/.test(localName) ? attributes.get('bgcolor') : undefined;
  if (color === undefined && ground === undefined) return undefined;
  return { color: color?.toLowerCase(), ground: ground?.toLowerCase() };
}

/** What an element's texts may lie upon is not known. */
function hasMedia(element: TreeElement): boolean {
  for (
    let child = element.firstElementChild, left = 20;
    child !== null && left > 0;
    child = child.nextElementSibling, left -= 1
  )
    if (/^(?:img|picture|video|svg|canvas|iframe|figure)$/.test(child.localName)) return true;
  return false;
}

function groundOf(
  style: Style,
  hints: Hints | undefined,
  element: TreeElement,
  above: Color | undefined,
): Color | undefined {
  const all = style.get('background')?.value ?? '';
  const image = `${style.get('background-image')?.value ?? ''} ${all}`;
  if (/url\(|gradient\(|image-set\(|image\(|element\(/.test(image)) return undefined;
  const value = style.get('background-color')?.value ?? (all === '' ? hints?.ground : all);
  const own = value === undefined ? undefined : cssColor(value);
  if (own?.alpha === 1) return own;
  const isKnown = value === undefined || own?.alpha === 0 || /^(?:none|inherit|initial|unset)$/.test(value);
  const position = style.get('position')?.value ?? '';
  return !isKnown || hasMedia(element) || /^(?:absolute|fixed|sticky)$/.test(position) ? undefined : above;
}

const isClipped = (style: Style): boolean =>
  ['overflow', 'overflow-x', 'overflow-y'].some((name) => {
    const value = style.get(name)?.value;
    return value !== undefined && /hidden|clip|scroll|auto/.test(value);
  });

/** Declarations that put an element out of sight, where no click brings it back. */
function outOfSight(style: Style): (Declared | undefined)[] {
  const when = (property: string, is: (value: string) => boolean): Declared | undefined => {
    const declared = style.get(property);
    return declared !== undefined && is(declared.value) ? declared : undefined;
  };
  const isFarBack = (value: string): boolean => (pixelsOf(value) ?? 0) <= -farOff;
  const isFar = (value: string): boolean => isFarBack(value) || (pixelsOf(value) ?? 0) >= farAside;
  return [
    when('content-visibility', (value) => value === 'hidden'),
    when('filter', (value) => amount(/opacity\(([^()]{0,20})\)/.exec(value)?.[1] ?? '') < nearNothing),
    when('clip', isNoRect),
    when('clip-path', isNoShape),
    when('text-indent', isFar),
    when('left', isFar),
    when('top', isFarBack),
    when('right', isFar),
    when('bottom', (value) => (pixelsOf(value) ?? 0) >= farAside),
    when('inset', (value) => value.split(' ').some(isFar)),
    when('margin-left', isFar),
    when('margin-top', isFarBack),
    when('margin', (value) => value.split(' ').some(isFarBack)),
    when('translate', (value) => value.split(' ').some(isFar)),
    when('transform', (value) =>
      [...value.matchAll(/translate(?:x|y|3d)?\(([^()]{0,100})\)/g)].some(([, by = '']) =>
        by.split(',').some((one) => isFar(one.trim())),
      ),
    ),
    when('text-decoration', (value) => /line-through/.test(value)),
    when('text-decoration-line', (value) => /line-through/.test(value)),
  ];
}

/** The variables of an element and its ancestors. */
interface Variables {
  own: Style;
  above: Variables | undefined;
}

const mostScopes = 100;

function variableIn(variables: Variables | undefined, name: string): string | undefined {
  let left = mostScopes;
  for (let scope = variables; scope !== undefined && left > 0; scope = scope.above, left -= 1) {
    const value = scope.own.get(name)?.value;
    if (value !== undefined) return value;
  }
  return undefined;
}

const variable = /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/;

/** Fills in the values of variables, some of which use others. */
function resolved(style: Style, variables: Variables | undefined): Style {
  const found = new Map<string, Declared>();
  for (const [property, declared] of style) {
    if (property.startsWith('--')) continue;
    let { value } = declared;
    for (let rounds = 0; rounds < 8 && value.length < 1_000 && value.includes('var('); rounds += 1)
      value = value.replace(variable, (_, name: string, other: string | undefined) =>
        (variableIn(variables, name) ?? other ?? '').trim(),
      );
    found.set(property, value === declared.value ? declared : { ...declared, value });
  }
  return found;
}

/** Tabs and accordions: the identifiers that their buttons show. */
function openedByClick(document: TreeDocument): ReadonlySet<string> {
  const ids = ['aria-controls', 'data-target', 'data-bs-target'].flatMap((name) =>
    document.querySelectorAll(`[${name}]`).flatMap((element) => (element.getAttribute(name) ?? '').split(/\s+/)),
  );
  const opened = new Set(ids.map((id) => id.replace(/^#/, '')));
  opened.delete('');
  return opened;
}
