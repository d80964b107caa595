import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { tempFolder } from './tempFolder';

/** The records that 0.1.0 wrote, see `test/fixtures/records/README.md`. */

export const recordsRoot = resolve(import.meta.dirname, '..', 'fixtures', 'records');

/** Replacement in the fixtures for a machine's path. */
const neutral = '/rostrum-records';

const saidSchema = z.object({
  status: z.looseObject({ status: z.string(), outcome: z.string().nullable(), entries: z.number() }),
  lint: z.object({
    problems: z.array(
      z.looseObject({
        rule: z.string(),
        severity: z.string(),
        seq: z.number().nullable(),
        line: z.number().nullable(),
      }),
    ),
  }),
  /** SHA-256 by path, of the text with the neutral path. */
  documents: z.record(z.string(), z.string()),
});

/** Statements of 0.1.0 about a record. */
export type Said = z.infer<typeof saidSchema>;

export const saidOf = (name: string): Said =>
  saidSchema.parse(JSON.parse(readFileSync(join(recordsRoot, name, 'said.json'), 'utf8')));

/** The names of all records. */
export const recordNames = (): string[] =>
  readdirSync(recordsRoot).filter(
    (name) =>
      statSync(join(recordsRoot, name)).isDirectory() && readdirSync(join(recordsRoot, name)).includes('said.json'),
  );

export const kept = (name: string): string => join(recordsRoot, name, 'debate');

/** A copy that can run: its paths lead to evidence and scripts, and its lease has long been silent. */
export function copied(name: string): string {
  const folder = join(tempFolder(), 'debate');
  cpSync(kept(name), folder, { recursive: true });
  for (const file of filesIn(folder)) {
    const path = join(folder, file);
    if (/^lock\.\d+$/.test(file)) utimesSync(path, 1, 1);
    else if (!file.startsWith('sources/'))
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replaceAll(`${neutral}/${name}/debate`, folder).replaceAll(neutral, recordsRoot),
      );
  }
  return folder;
}

/** Text of such a copy as the fixtures would have it. */
export const neutralised = (text: string, name: string, folder: string): string =>
  text.replaceAll(folder, `${neutral}/${name}/debate`).replaceAll(recordsRoot, neutral);

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Paths with `/`. */
export function filesIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((item) => {
    const path = below === '' ? item.name : `${below}/${item.name}`;
    return item.isDirectory() ? filesIn(folder, path) : [path];
  });
}
