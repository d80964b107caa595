import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/research/extract/pdfPage';
import { hostileDocument, stream } from '../../../support/hostile/pdfs';

const seen = 'Ferries were late on 41 days of the year.';
const other = 'Trams were late on 7 days of the year.';
const said = 'The harbour was closed for a whole winter.';

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const show = (text: string, at = '60 600 Td'): string => `BT /F1 11 Tf ${at} (${text}) Tj ET`;
/** An image of one pixel, as wide as it is painted. */
const image = stream(
  '\u0000',
  '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
);
const form = (content: string, entries = ''): string =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${entries}`);
const dark = '0.1 0.2 0.4 rg 40 590 500 30 re f';
const scan = 'q 612 0 0 792 0 0 cm /Im Do Q';

interface Shape {
  readonly content: string;
  /** Resources besides the font. */
  readonly resources?: string;
  /** Objects from number 5 on. */
  readonly more?: readonly string[];
  readonly pages?: string;
  readonly catalogue?: string;
}

const isShape = (shape: string | Shape): shape is Shape => typeof shape !== 'string';

/** The shape stands between two lines that everybody sees. */
async function textOf(shape: string | Shape): Promise<string> {
  const { content, resources = '', more = [], ...rest } = isShape(shape) ? shape : { content: shape };
  const page = `${show(seen, '60 700 Td')}\nq ${content} Q\n${show(other, '60 500 Td')}`;
  const own = { content: page, resources: `/Font << /F1 ${font} >> ${resources}`, more };
  const read = await readPdf(hostileDocument({ ...own, ...rest }));
  if (!read.ok) throw new Error(read.detail);
  return read.text;
}

const states = (entries: string): string => `/ExtGState << /G << ${entries} >> >>`;
const layers = (off: string): string => `/OCProperties << /OCGs [5 0 R] /D << /Order [5 0 R] ${off} >> >>`;
const layer = '<< /Type /OCG /Name (Notes) >>';
const profile = (channels: number): string => stream('', `/N ${channels}`);
const spot = '[/Separation /Blue /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0 0 1] /N 1 >>]';
const pattern = stream(
  '0 0 1 rg 0 0 5 5 re f',
  '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep 5 /Resources << >>',
);
const shading =
  '/Shading << /S1 << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 612 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> /Extend [true true] >> >>';

const unseen: Readonly<Record<string, string | Shape>> = {
  'in the mode that paints nothing': `3 Tr ${show(said)}`,
  'in that mode, by the operators that begin a line': `BT /F1 11 Tf 14 TL 60 614 Td 3 Tr (${said}) ' ET`,
  'in that mode, with spaces of its own': `BT /F1 11 Tf 60 600 Td 3 Tr [(The harbour was clo) -20 (sed for a whole winter.)] TJ ET`,
  'in that mode, within a form': {
    content: '/Fm Do',
    resources: '/XObject << /Fm 5 0 R >>',
    more: [form(`3 Tr ${show(said)}`)],
  },
  'in that mode, beside an image': {
    content: `q 100 0 0 100 60 300 cm /Im Do Q 3 Tr ${show(said)}`,
    resources: '/XObject << /Im 5 0 R >>',
    more: [image],
  },
  'in that mode, on a filled area': `${dark} 3 Tr ${show(said)}`,
  'as a clip through which nothing is painted': `7 Tr ${show(said)}`,
  'as a clip through which the ground is painted': `7 Tr ${show(said)} 1 g 40 590 500 30 re f`,
  white: `1 g ${show(said)}`,
  'nearly white': `0.99 0.99 1 rg ${show(said)}`,
  'white, of no ink': `0 0 0 0 k ${show(said)}`,
  'white, by a profile': {
    content: `/C cs 1 1 1 sc ${show(said)}`,
    resources: '/ColorSpace << /C [/ICCBased 5 0 R] >>',
    more: [profile(3)],
  },
  'white, of a named ink of which there is none': {
    content: `/C cs 0 scn ${show(said)}`,
    resources: `/ColorSpace << /C ${spot} >>`,
  },
  'white, as an outline': `1 G 1 Tr ${show(said)}`,
  'white, beside a dark area': `0 g 40 300 500 30 re f 1 g ${show(said)}`,
  'white, under a dark dot': `0 g 70 600 3 3 re f 1 g ${show(said)}`,
  'white, in a dark frame': `0 g 40 590 500 30 re 42 592 496 26 re f* 1 g ${show(said)}`,
  'white, on a line': `0 G 0.5 w 40 603 m 540 603 l S 1 g ${show(said)}`,
  'white, on a dark area that a white one lies upon': `${dark} 1 g 40 590 500 30 re f ${show(said)}`,
  'white, within a form': {
    content: '1 g /Fm Do',
    resources: '/XObject << /Fm 5 0 R >>',
    more: [form(show(said))],
  },
  'in the colour of a dark area': `${dark} ${show(said)}`,
  transparent: { content: `/G gs ${show(said)}`, resources: states('/ca 0') },
  'white, multiplied with what lies below': {
    content: `${dark} /G gs 1 g ${show(said)}`,
    resources: states('/BM /Multiply'),
  },
  'below a later area': `${show(said)} 1 g 40 590 500 30 re f`,
  'below a later area, black': `${show(said)} 0 g 40 590 500 30 re f`,
  'outside the clip': `0 0 30 30 re W n ${show(said)}`,
  'outside the box of its form': {
    content: '/Fm Do',
    resources: '/XObject << /Fm 5 0 R >>',
    more: [stream(show(said), '/Type /XObject /Subtype /Form /BBox [0 0 30 30]')],
  },
  'outside the part of the page that is shown': {
    content: show(said, '60 60 Td'),
    pages: '<< /Type /Pages /Kids [3 0 R] /Count 1 /CropBox [0 100 612 792] >>',
  },
  'outside the page': show(said, '60 900 Td'),
  'of no height': `BT /F1 0.4 Tf 60 600 Td (${said}) Tj ET`,
  'of no width': `BT /F1 11 Tf 1 Tz 60 600 Td (${said}) Tj ET`,
  'in a layer that is off': {
    content: `/OC /L BDC ${show(said)} EMC`,
    resources: '/Properties << /L 5 0 R >>',
    more: [layer],
    catalogue: layers('/OFF [5 0 R]'),
  },
  'white, on an area of a layer that is off': {
    content: `/OC /L BDC ${dark} EMC 1 g ${show(said)}`,
    resources: '/Properties << /L 5 0 R >>',
    more: [layer],
    catalogue: layers('/OFF [5 0 R]'),
  },
};

const shown: Readonly<Record<string, string | Shape>> = {
  'as any other': show(said),
  'in that mode, over the picture of a scan': {
    content: `${scan} 3 Tr ${show(said)}`,
    resources: '/XObject << /Im 5 0 R >>',
    more: [image],
  },
  'in that mode, below the picture of a scan': {
    content: `3 Tr ${show(said)} ${scan}`,
    resources: '/XObject << /Im 5 0 R >>',
    more: [image],
  },
  'in that mode, over a picture in strips': {
    content: `q 612 0 0 40 0 590 cm /Im Do Q q 612 0 0 590 0 0 cm /Im Do Q 3 Tr ${show(said)}`,
    resources: '/XObject << /Im 5 0 R >>',
    more: [image],
  },
  'in that mode, over a picture within a form': {
    content: `/Fm Do 3 Tr ${show(said)}`,
    resources: '/XObject << /Fm 5 0 R >>',
    more: [form(scan, '/Resources << /XObject << /Im 6 0 R >> >>'), image],
  },
  'in that mode, over a picture that stands in the content': `q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u0000 EI Q 3 Tr ${show(said)}`,
  'below the picture of a scan': {
    content: `${show(said)} ${scan}`,
    resources: '/XObject << /Im 5 0 R >>',
    more: [image],
  },
  'as a clip through which an area is painted': `7 Tr ${show(said)} 1 0 0 rg 40 590 500 30 re f`,
  'as a clip through which a picture is painted': {
    content: `7 Tr ${show(said)} ${scan}`,
    resources: '/XObject << /Im 5 0 R >>',
    more: [image],
  },
  'white on a dark area': `${dark} 1 g ${show(said)}`,
  'white on a dark area of another shape': `0 g 20 580 m 600 580 l 560 640 l 40 640 l h f 1 g ${show(said)}`,
  'white on a dark area with round corners': `0 g 40 590 m 540 590 l 550 590 550 620 540 620 c 40 620 l 30 620 30 590 40 590 c f 1 g ${show(said)}`,
  'white on a thick line': `0 G 30 w 40 604 m 540 604 l S 1 g ${show(said)}`,
  'white on many thin areas': `${Array.from({ length: 60 }, (_, at) => `0 0 ${(at / 100).toFixed(2)} rg 40 ${590 + at / 2} 500 0.5 re f`).join(' ')} 1 g ${show(said)}`,
  'white on a dark area of a form': {
    content: `/Fm Do 1 g ${show(said)}`,
    resources: '/XObject << /Fm 5 0 R >>',
    more: [form(dark)],
  },
  'white on a dark area of a form that is shown twice': {
    content: `q 1 0 0 1 0 -200 cm /Fm Do Q /Fm Do 1 g ${show(said)}`,
    resources: '/XObject << /Fm 5 0 R >>',
    more: [form(dark)],
  },
  'white on a picture': {
    content: `${scan} 1 g ${show(said)}`,
    resources: '/XObject << /Im 5 0 R >>',
    more: [image],
  },
  'white on a shading': { content: `q 40 590 500 30 re W n /S1 sh Q 1 g ${show(said)}`, resources: shading },
  'white on a pattern': {
    content: `/Pattern cs /P scn 40 590 500 30 re f 1 g ${show(said)}`,
    resources: '/Pattern << /P 5 0 R >>',
    more: [pattern],
  },
  'white on a named ink': {
    content: `/C cs 1 scn 40 590 500 30 re f 1 g ${show(said)}`,
    resources: `/ColorSpace << /C ${spot} >>`,
  },
  'white with a dark outline': `1 g 0 G 2 Tr ${show(said)}`,
  'dark on a dark area that a white one lies upon': `0 g 40 590 500 30 re f 1 g 42 592 490 26 re f 0 g ${show(said)}`,
  'dark, behind white of its own': `q 1 g ${show(said)} Q ${show(said)}`,
  'below a later area that lets it through': {
    content: `${show(said)} /G gs 1 1 0 rg 40 590 500 30 re f`,
    resources: states('/ca 0.4'),
  },
  'below a later area that is multiplied with it': {
    content: `${show(said)} /G gs 1 1 0 rg 40 590 500 30 re f`,
    resources: states('/BM /Multiply'),
  },
  'below a later area that is clipped away': `${show(said)} q 0 0 30 30 re W n 1 g 0 0 612 650 re f Q`,
  'below the hole of a later area': `${show(said)} 1 g 0 560 612 90 re 40 590 500 30 re f*`,
  'within its clip': `40 590 500 30 re W n ${show(said)}`,
  'in a layer that is shown': {
    content: `/OC /L BDC ${show(said)} EMC`,
    resources: '/Properties << /L 5 0 R >>',
    more: [layer],
    catalogue: layers(''),
  },
  narrow: `BT /F1 11 Tf 60 Tz 60 600 Td (${said}) Tj ET`,
};

describe('What no reader sees is not said by a PDF document', () => {
  it.each(Object.entries(unseen))('%s', async (_name, shape) => {
    expect(await textOf(shape)).toMatch(new RegExp(`^${seen}\\s+${other}$`));
  });

  it('also within a line, where the rest of it is said', async () => {
    const line = 'BT /F1 11 Tf 60 600 Td (The fee was ) Tj 3 Tr (not ) Tj 0 Tr (900 euros.) Tj ET';
    expect((await textOf(line)).replace(/\s+/g, ' ')).toBe(`${seen} The fee was 900 euros. ${other}`);
  });
});

describe('What is seen is said', () => {
  it.each(Object.entries(shown))('%s', async (_name, shape) => {
    expect((await textOf(shape)).split(/\n+/)).toEqual([seen, said, other]);
  });
});
