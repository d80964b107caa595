import { OPS } from 'unpdf/pdfjs';
import { nearNothing } from './cssValues';
import { Areas, boxOf, common, isWithin, type PageBox, type PagePoint } from './pdfAreas';
import { attempt, dictOf, entryOf, nameOf, numbersOf, type Ink } from './pdfColors';
import { changedLook, firstLook, type Look } from './pdfLook';
import type { Content, ContentListener, ReaderDict, ReaderFont, ReaderState } from './pdfOperators';
import { lineAreas, Outlines, placed, rectangle, scaleOf, within, type Matrix } from './pdfOutlines';
import type { Work } from './work';

/** A text as one operator shows it. */
interface ShownText {
  /** It is counted among all texts of the page. */
  readonly number: number;
  /** How many areas were painted before it. */
  readonly order: number;
  readonly clip: PageBox;
  /** What it is painted with: nothing in a mode that does not paint. */
  readonly inks: readonly Ink[];
  /** What is painted through it, from `since` on; the first of them may have been painted before it. */
  readonly through: { readonly inks: readonly Ink[]; readonly since: number } | undefined;
  readonly isHidden: boolean;
  /** The matrix leads from a text's own units, which are its heights, to those of the page. */
  readonly shape: Matrix;
  /** The same behind its last letter. */
  end: Matrix | undefined;
}

/** The content of a page or a form. */
interface Frame {
  readonly resources: ReaderDict | undefined;
  look: Look;
  readonly saved: Look[];
  readonly isInLayerOff: boolean;
  /** Each marked content that is open says whether its layer is off; the number counts those that are. */
  readonly layers: boolean[];
  layersOff: number;
  outlines: Outlines;
  isClipNext: boolean;
  /** A form, until the reader reads it or passes over it. */
  form: number[] | undefined;
  shown: { readonly text: ShownText; readonly state: ReaderState } | undefined;
}

interface Sheet {
  readonly page: PageBox;
  readonly isLayerShown: (layer: Layer) => boolean;
  readonly work: Work;
  /** The numbers of the texts that the reader is to give in `unseenFont`. */
  readonly hidden: ReadonlySet<number> | undefined;
}

interface Painting {
  readonly ink: Ink;
  readonly isStroke?: boolean;
  readonly isEvenOdd?: boolean;
}

/** A layer of the document, or several with the policy by which they are shown. */
export interface Layer {
  readonly type: string;
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly policy?: string | undefined;
}

/** The reader gives texts that no reader of the document sees in this font. */
export const unseenFont = 'unseen';

/** Shares of a text's length and of its height. */
const places = [0.1, 0.3, 0.5, 0.7, 0.9];
const middle = 0.25;
/** Letters narrower than this share of their height are not seen. */
const leastWidth = 0.05;
/** Units of the page: thinner lines are no ground for letters. */
const leastLine = 1;

/**
 * Follows what a page paints, to tell which of its texts nobody sees: shown in a mode that paints nothing, in the colour of the
 * ground, below an opaque area, outside the clip, or in a layer that is off. Text over a picture is seen in any mode: of a scan,
 * the picture is what people read. What is not known counts as seen.
 */
export class PdfSight implements ContentListener {
  readonly #areas: Areas;
  readonly #frames: Frame[] = [];
  readonly #texts: ShownText[] = [];
  #count = 0;
  #failure: Error | undefined;
  #showAgain: (() => void) | undefined;

  constructor(private readonly sheet: Sheet) {
    this.#areas = new Areas(sheet.page, sheet.work);
  }

  /** The numbers of the texts that nobody sees. */
  unseen(): Set<number> {
    return new Set(this.#texts.filter((text) => !this.#isSeen(text)).map(({ number }) => number));
  }

  /** Throws what the reader took for a damaged document. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  begin({ resources, form }: Content): void {
    const above = this.#frames.at(-1);
    if (above !== undefined) above.form = undefined;
    const frame: Frame = {
      resources,
      look: above?.look ?? firstLook(this.sheet.page),
      saved: [],
      isInLayerOff: above !== undefined && isOff(above),
      layers: [],
      layersOff: 0,
      outlines: new Outlines(),
      isClipNext: false,
      form: undefined,
      shown: undefined,
    };
    this.#frames.push(frame);
    const box = form === undefined ? undefined : boxIn(form.dict);
    if (form !== undefined && box !== undefined) clip(frame, [rectangle(box, form.state.ctm)], false);
  }

  end(): void {
    this.done();
    this.#frames.pop();
  }

  done(): void {
    this.#showAgain?.();
    this.#showAgain = undefined;
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    const { shown, form } = frame;
    if (shown !== undefined) shown.text.end = shapeOf(shown.state, shown.state.textMatrix);
    if (form !== undefined) this.#watch(() => this.#paint(frame, [form], { ink: picture }));
    frame.shown = frame.form = undefined;
  }

  operator(id: number, args: readonly unknown[], state: ReaderState): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || frame.outlines.draw(id, args, state.ctm)) return;
    this.#watch(() => this.#follow(id, args, { frame, state }));
  }

  #watch(follow: () => void): void {
    try {
      follow();
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error('The page could not be followed', { cause: error });
      throw error;
    }
  }

  #follow(id: number, args: readonly unknown[], { frame, state }: { frame: Frame; state: ReaderState }): void {
    const changed = changedLook(frame.look, { id, args, resources: frame.resources });
    if (changed !== undefined) frame.look = changed;
    else if (id === OPS.save) frame.saved.push(frame.look);
    else if (id === OPS.restore) frame.look = frame.saved.pop() ?? frame.look;
    else if (id >= OPS.stroke && id <= OPS.endPath) this.#paintPath(id, frame, state);
    else if (id === OPS.clip || id === OPS.eoClip) frame.isClipNext = true;
    else if (id >= OPS.showText && id <= OPS.nextLineSetSpacingShowText) this.#show(id, frame, state);
    else if (id >= OPS.beginMarkedContent && id <= OPS.endMarkedContent) this.#mark(id, frame, args);
    else if (id === OPS.paintXObject) this.#paintObject(args[0], frame, state);
    else if (id === OPS.endInlineImage) this.#paint(frame, [rectangle(unit, state.ctm)], { ink: picture });
    else if (id === OPS.shadingFill) this.#paint(frame, [rectangle(frame.look.clip.box)], { ink: picture });
  }

  #paintPath(id: number, frame: Frame, state: ReaderState): void {
    const { look, outlines, isClipNext } = frame;
    const isEvenOdd = id === OPS.eoFill || id === OPS.eoFillStroke || id === OPS.closeEOFillStroke;
    const isBoth = id >= OPS.fillStroke && id <= OPS.closeEOFillStroke;
    if (isBoth || id === OPS.fill || id === OPS.eoFill) this.#paint(frame, outlines.all, { ink: look.fill, isEvenOdd });
    const width = look.lineWidth * scaleOf(state.ctm);
    if ((isBoth || id === OPS.stroke || id === OPS.closeStroke) && width >= leastLine)
      this.#paint(frame, lineAreas(outlines.all, width), { ink: look.stroke, isStroke: true });
    if (isClipNext && outlines.all.length > 0) clip(frame, outlines.all, outlines.areBox());
    frame.outlines = new Outlines();
    frame.isClipNext = false;
  }

  #paintObject(name: unknown, frame: Frame, state: ReaderState): void {
    const found = entryOf(frame.resources, 'XObject', nameOf(name));
    if (found === undefined || this.#isLayerOff(attempt(() => dictOf(found.get('OC'))))) return;
    const box = boxIn(found);
    const matrix = attempt(() => numbersOf(found.getArray('Matrix'), 6));
    if (attempt(() => nameOf(found.get('Subtype'))) === 'Image')
      this.#paint(frame, [rectangle(unit, state.ctm)], { ink: picture });
    else if (box !== undefined)
      frame.form = rectangle(box, matrix === undefined ? state.ctm : within(matrix, state.ctm));
  }

  #paint(frame: Frame, outlines: number[][], { ink, isStroke = false, isEvenOdd = false }: Painting): void {
    if (outlines.length === 0 || isOff(frame)) return;
    const { look } = frame;
    const own = inkOn(look, ink, isStroke ? look.strokeAlpha : look.fillAlpha);
    paintThrough(look, own);
    const box = common(boxOf(outlines), look.clip.box);
    const { color, isPattern: isPicture = false } = own;
    if (box === undefined || (color !== undefined && color.alpha < nearNothing)) return;
    const covers = color?.alpha === 1 && look.clip.isExact && look.through === undefined;
    this.#areas.add({ outlines, isEvenOdd, box, color, covers, isPicture });
  }

  #show(id: number, frame: Frame, state: ReaderState): void {
    const number = this.#count;
    this.#count += 1;
    if (state.font === null) return;
    if (this.sheet.hidden?.has(number) === true) this.#showAgain = inUnseenFont(state, state.font);
    const { look } = frame;
    const isNextLine = id >= OPS.nextLineShowText;
    const start = isNextLine ? within([1, 0, 0, 1, 0, -state.leading], state.textLineMatrix) : state.textMatrix;
    const shape = shapeOf(state, start);
    const inks = state.font.isType3Font ? [{ color: undefined }] : inksOf(look);
    const isHidden = isOff(frame) || (!state.font.isType3Font && isThin(shape));
    if (look.mode >= clipMode) frame.look = { ...look, through: look.through ?? [] };
    const inksThrough = look.mode < clipMode ? undefined : frame.look.through;
    const text: ShownText = {
      number,
      order: this.#areas.count,
      clip: look.clip.box,
      inks,
      through:
        inksThrough === undefined ? undefined : { inks: inksThrough, since: Math.max(0, inksThrough.length - 1) },
      isHidden,
      shape,
      end: undefined,
    };
    this.#texts.push(text);
    frame.shown = { text, state };
  }

  #mark(id: number, frame: Frame, [tag, properties]: readonly unknown[]): void {
    const { layers, resources } = frame;
    if (id === OPS.endMarkedContent) {
      if (layers.pop() === true) frame.layersOff -= 1;
      return;
    }
    const isLayer = id === OPS.beginMarkedContentProps && nameOf(tag) === 'OC';
    const layer = isLayer ? (dictOf(properties) ?? entryOf(resources, 'Properties', nameOf(properties))) : undefined;
    layers.push(this.#isLayerOff(layer));
    if (layers.at(-1) === true) frame.layersOff += 1;
  }

  #isLayerOff(layer: ReaderDict | undefined): boolean {
    const known = layer === undefined ? undefined : attempt(() => layerOf(layer));
    return known !== undefined && !this.sheet.isLayerShown(known);
  }

  #isSeen({ isHidden, clip, shape, end, order, ...text }: ShownText): boolean {
    if (end === undefined) return true;
    if (isHidden) return false;
    const inks = [...text.inks, ...(text.through?.inks.slice(text.through.since) ?? [])];
    const [from, to] = [placed(0, middle, shape), placed(0, middle, end)];
    const points = places
      .map((share): PagePoint => [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])])
      // The reader gives no letters outside the page.
      .filter((point) => isWithin(point, this.sheet.page));
    const seen = points.filter((point) => {
      if (!isWithin(point, clip)) return false;
      if (inks.length === 0) return this.#areas.isOnPicture(point);
      return inks.some(({ color }) => this.#areas.isTold(color, point, order)) && !this.#areas.isCovered(point, order);
    });
    return seen.length * 2 >= points.length;
  }
}

const unit: PageBox = [0, 0, 1, 1];
const nowhere: PageBox = [0, 0, -1, -1];
const picture: Ink = { color: undefined, isPattern: true };
/** Modes from this number on make texts a clip, too. */
const clipMode = 4;

/** Nobody knows what is seen of more inks than these. */
const mostInks = 8;

function paintThrough({ through }: Look, ink: Ink): void {
  if (through !== undefined && through.length <= mostInks && !isSame(through.at(-1), ink))
    through.push(through.length === mostInks ? { color: undefined } : ink);
}

const isSame = (one: Ink | undefined, { color }: Ink): boolean =>
  one !== undefined && JSON.stringify(one.color) === JSON.stringify(color);

const isOff = ({ isInLayerOff, layersOff }: Frame): boolean => isInLayerOff || layersOff > 0;

function clip(frame: Frame, outlines: readonly (readonly number[])[], isExact: boolean): void {
  const { look } = frame;
  const box = common(look.clip.box, boxOf(outlines)) ?? nowhere;
  frame.look = { ...look, clip: { box, isExact: isExact && look.clip.isExact } };
}

function boxIn(form: ReaderDict): PageBox | undefined {
  const [x = 0, y = 0, toX = 0, toY = 0] = attempt(() => numbersOf(form.getArray('BBox'), 4)) ?? [];
  const box: PageBox = [Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY)];
  return box[0] < box[2] && box[1] < box[3] ? box : undefined;
}

function shapeOf({ fontSize, textHScale, textRise, ctm }: ReaderState, text: Matrix): number[] {
  return within(within([fontSize * textHScale, 0, 0, fontSize, 0, textRise], text), ctm);
}

function isThin([a = 0, b = 0, c = 0, d = 0]: readonly number[]): boolean {
  return Math.hypot(a, b) < leastWidth * Math.hypot(c, d);
}

/** What a text is painted with: inside, along its outlines, both, or not at all. */
function inksOf(look: Look): Ink[] {
  const [fill, stroke] = [inkOn(look, look.fill, look.fillAlpha), inkOn(look, look.stroke, look.strokeAlpha)];
  return [[fill], [stroke], [fill, stroke], []][look.mode % clipMode] ?? [fill];
}

/** Colours that leave what lies below them as it is, and what is put in place of it by the opposite. */
const neutral: Readonly<Record<string, number>> = { Multiply: 255, Darken: 255, Screen: 0, Lighten: 0 };

function inkOn({ blend, isMasked }: Look, ink: Ink, alpha: number): Ink {
  const { color } = ink;
  if (color === undefined) return ink;
  if (isMasked) return { color: undefined };
  if (blend === 'Normal') return { color: { ...color, alpha } };
  const [none, channels] = [neutral[blend], [color.red, color.green, color.blue]];
  if (channels.every((channel) => channel === none)) return { color: { ...color, alpha: 0 } };
  const isOpposite = none !== undefined && channels.every((channel) => channel === 255 - none);
  return { color: isOpposite ? { ...color, alpha } : undefined };
}

/** @returns what takes it back */
function inUnseenFont(state: ReaderState, font: ReaderFont): () => void {
  const { fontName, loadedName } = state;
  state.font = Object.create(font, {
    name: { value: unseenFont },
    charsToGlyphs: { value: (chars: string) => font.charsToGlyphs(chars) },
  }) as ReaderFont;
  state.fontName = state.loadedName = unseenFont;
  return () => Object.assign(state, { font, fontName, loadedName });
}

function layerOf(layer: ReaderDict): Layer | undefined {
  const type = nameOf(layer.get('Type'));
  if (type === 'OCG' && typeof layer.objId === 'string') return { type, id: layer.objId };
  if (type !== 'OCMD' || Array.isArray(layer.get('VE'))) return undefined;
  const groups = layer.get('OCGs');
  const ids = Array.isArray(groups)
    ? groups.map(String)
    : [dictOf(groups)?.objId].filter((id) => typeof id === 'string');
  return ids.length === 0 ? undefined : { type, ids, policy: nameOf(layer.get('P')) };
}
