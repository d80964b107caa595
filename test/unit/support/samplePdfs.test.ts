import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { samplePdfs } from '../../support/samplePdfs';

const folder = resolve(import.meta.dirname, '..', '..', '..', 'media', 'sample');

/** `UPDATE_GOLDEN=1` writes them. */
it.each(Object.entries(samplePdfs))('%s is what the program writes', (path, bytes) => {
  const file = join(folder, path);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, bytes);
  expect(readFileSync(file).equals(Buffer.from(bytes))).toBe(true);
});
