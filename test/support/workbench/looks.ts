import type { Frame } from 'playwright-core';

/** Visible properties of a page. */
export interface Looks {
  /** Contrast of text with its background, for the page's dim words and its others. */
  contrast: { dim: number; text: number };
  /** Left edges of words, in pixels, by the part that they belong to. */
  starts: Record<string, number>;
  /** Boxes of a graph's parts. */
  labels: Box[];
  nodes: Box[];
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const looksOf = (frame: Frame): Promise<Looks> => frame.evaluate<Looks>(looksScript);

/** Runs in the page; a text because it is written for the browser, whose types these tests do not load. */
const looksScript = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  // A colour may be written in any of CSS's ways; a canvas knows them all.
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = light(getComputedStyle(document.documentElement).backgroundColor);
  const contrast = (element) => {
    const own = light(getComputedStyle(element).color);
    return (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
  };
  const visible = (selector) => [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0);
  const start = (element) => element.getBoundingClientRect().left + parseFloat(getComputedStyle(element).paddingInlineStart) + parseFloat(getComputedStyle(element).borderInlineStartWidth);
  const found = Object.entries({ header: '.head .topic', tabs: '.view-tablist', summary: '.board-summary', board: '.board thead th', totals: '.totals', scores: '.scores thead th' })
    .flatMap(([name, selector]) => { const element = visible(selector); return element ? [[name, start(element)]] : []; });
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0).map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
  return {
    contrast: { dim: contrast(visible('.dim, .view-tab[aria-selected=false]')), text: contrast(document.body) },
    starts: Object.fromEntries(found),
    labels: boxes('.view-pane .row-label text'),
    nodes: boxes('.view-pane [data-node]'),
  };
})()`;
