import { readFileSync } from 'node:fs';

/** Text of a plain, uncompressed PDF, line by line: the strings of its text operators. */
export const pdfText = (path: string): string =>
  [...readFileSync(path, 'latin1').matchAll(/\(((?:[^()\\]|\\.)*)\)\s*(?:Tj|')/g)]
    .map(([, shown = '']) => shown.replace(/\\(.)/g, '$1'))
    .join('\n');
