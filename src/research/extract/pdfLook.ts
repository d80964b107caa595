import { OPS } from 'unpdf/pdfjs';
import type { PageBox } from './pdfAreas';
import { attempt, black, colorSpace, entryOf, firstInk, inkOf, nameOf, type ColorSpace, type Ink } from './pdfColors';
import type { ReaderDict } from './pdfOperators';

/** What a document has set for painting. */
export interface Look {
  readonly fill: Ink;
  readonly stroke: Ink;
  readonly fillSpace: ColorSpace;
  readonly strokeSpace: ColorSpace;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  readonly blend: string;
  readonly isMasked: boolean;
  readonly lineWidth: number;
  /** The number that the operator for texts gives: 0 to 7. */
  readonly mode: number;
  readonly clip: Clip;
  /** What is painted through the shapes of texts, if they are the clip. */
  readonly through: Ink[] | undefined;
}

interface Clip {
  readonly box: PageBox;
  /** The box as a whole is left free. */
  readonly isExact: boolean;
}

export const firstLook = (page: PageBox): Look => ({
  fill: black,
  stroke: black,
  fillSpace: 'gray',
  strokeSpace: 'gray',
  fillAlpha: 1,
  strokeAlpha: 1,
  blend: 'Normal',
  isMasked: false,
  lineWidth: 1,
  mode: 0,
  clip: { box: page, isExact: true },
  through: undefined,
});

type Setter = (args: readonly unknown[], look: Look, resources: ReaderDict | undefined) => Partial<Look>;

const filled =
  (fillSpace: ColorSpace): Setter =>
  (args) => ({ fillSpace, fill: inkOf(fillSpace, args) });
const stroked =
  (strokeSpace: ColorSpace): Setter =>
  (args) => ({ strokeSpace, stroke: inkOf(strokeSpace, args) });
const inFillSpace: Setter = (args, { fillSpace }) => ({ fill: inkOf(fillSpace, args) });
const inStrokeSpace: Setter = (args, { strokeSpace }) => ({ stroke: inkOf(strokeSpace, args) });

const setters: Readonly<Record<number, Setter>> = {
  [OPS.setFillGray]: filled('gray'),
  [OPS.setFillRGBColor]: filled('rgb'),
  [OPS.setFillCMYKColor]: filled('cmyk'),
  [OPS.setStrokeGray]: stroked('gray'),
  [OPS.setStrokeRGBColor]: stroked('rgb'),
  [OPS.setStrokeCMYKColor]: stroked('cmyk'),
  [OPS.setFillColor]: inFillSpace,
  [OPS.setFillColorN]: inFillSpace,
  [OPS.setStrokeColor]: inStrokeSpace,
  [OPS.setStrokeColorN]: inStrokeSpace,
  [OPS.setFillColorSpace]: ([name], _look, resources) => {
    const fillSpace = colorSpace(name, resources);
    return { fillSpace, fill: firstInk(fillSpace) };
  },
  [OPS.setStrokeColorSpace]: ([name], _look, resources) => {
    const strokeSpace = colorSpace(name, resources);
    return { strokeSpace, stroke: firstInk(strokeSpace) };
  },
  [OPS.setLineWidth]: ([lineWidth], look) => ({ lineWidth: number(lineWidth, look.lineWidth) }),
  [OPS.setTextRenderingMode]: ([mode], look) => ({ mode: number(mode, look.mode) }),
  [OPS.setGState]: ([name], look, resources) => {
    const found = entryOf(resources, 'ExtGState', nameOf(name));
    return found === undefined ? {} : (attempt(() => parameters(found, look)) ?? {});
  },
};

/** The look behind an operator; undefined if it changes none. */
export function changedLook(
  look: Look,
  { id, args, resources }: { id: number; args: readonly unknown[]; resources: ReaderDict | undefined },
): Look | undefined {
  const setter = setters[id];
  return setter === undefined ? undefined : { ...look, ...setter(args, look, resources) };
}

function parameters(found: ReaderDict, look: Look): Partial<Look> {
  const [blend, mask] = [found.get('BM'), found.get('SMask')];
  const mode = nameOf(Array.isArray(blend) ? (blend as unknown[])[0] : blend);
  return {
    fillAlpha: number(found.get('ca'), look.fillAlpha),
    strokeAlpha: number(found.get('CA'), look.strokeAlpha),
    lineWidth: number(found.get('LW'), look.lineWidth),
    blend: mode === undefined ? look.blend : mode === 'Compatible' ? 'Normal' : mode,
    isMasked: mask === undefined ? look.isMasked : nameOf(mask) !== 'None',
  };
}

const number = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);
