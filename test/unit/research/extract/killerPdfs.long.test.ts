import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import type { fileReading, FileReading } from '../../../../src/research/extract/readings';
import { hostilePdfs } from '../../../support/hostile/pdfs';
import { killerPdfs } from '../../../support/hostile/killerPdfs';
import { pdfFile } from '../../../support/pdfFile';

const words = 'Ferries were late on 41 days of the year.';
const honest = pdfFile({ pages: [[words]] });

/** As it is shipped: in a process. */
let read: typeof fileReading;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-killers-'));
  const extract = resolve(import.meta.dirname, '..', '..', '..', '..', 'src', 'research', 'extract');
  for (const name of ['readingThread', 'readingProcess', 'readings'])
    await build({
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'error',
      define: { 'import.meta.dirname': '__dirname' },
      entryPoints: [join(extract, `${name}.ts`)],
      outfile: join(folder, `${name}.js`),
      external: name === 'readingThread' ? [] : ['./readingThread'],
    });
  ({ fileReading: read } = createRequire(import.meta.url)(join(folder, 'readings.js')) as {
    fileReading: typeof fileReading;
  });
});

const shapes = [...killerPdfs, ...hostilePdfs];

const isAnswer = (answer: FileReading): boolean =>
  answer.ok || (answer.detail !== '' && ['pdf', 'too_complex', 'deadline', 'failed'].includes(answer.reason));

describe('A hostile document', () => {
  it('comes in sixty shapes and more', () => {
    expect(shapes.length).toBeGreaterThanOrEqual(60);
    expect(new Set(shapes.map(({ name }) => name)).size).toBe(shapes.length);
  });

  it.each(shapes)('has an answer, and the next document is read: $name', async ({ make }) => {
    const answer = await read('hostile.pdf', make(64 * 1024));
    expect(isAnswer(answer), JSON.stringify(answer).slice(0, 300)).toBe(true);
    expect(await read('honest.pdf', honest)).toMatchObject({ ok: true, text: words });
    expect(process.memoryUsage.rss()).toBeLessThan(2 * 1024 ** 3);
  });
});

describe('The document of some hundred bytes that ended the process', () => {
  it.each([
    'widths of two thousand million characters',
    'heights of two thousand million characters',
    'codes of sixteen million characters',
    'meanings of sixteen million characters',
    'a table of two thousand million objects',
  ])('is too complex, by a count: %s', async (name) => {
    const shape = shapes.find((one) => one.name === name);
    expect(await read('killer.pdf', shape?.make(0) ?? new Uint8Array())).toEqual({
      ok: false,
      reason: 'too_complex',
      detail: '1,048,576 items of one list; at most 1,000,000 are read',
    });
  });
});
