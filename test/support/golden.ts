import { readdir, readFile, writeFile, mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { expect } from 'vitest';
import { expectPlayedAgain } from './playedAgain';

const goldenRoot = resolve(import.meta.dirname, '..', 'golden');
const isUpdating = process.env['UPDATE_GOLDEN'] === '1';

/** Replaces times, durations and paths of this machine by fixed words: all that may differ between two runs. */
export function stabilised(text: string, folder: string, evidence: string): string {
  return text
    .replaceAll(folder, '<debate>')
    .replaceAll(relative(folder, evidence), '<evidence>')
    .replaceAll(evidence, '<evidence>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replace(/("accessed": ?)"\d{4}-\d\d-\d\d"/g, '$1"<day>"')
    .replace(/("script": ?)"[^"]*"/g, '$1"<script>"')
    .replace(/("elapsed_ms": ?)\d+/g, '$10')
    .replace(/,"prev":"[0-9a-f]{64}"/g, '')
    .replace(/("head": \{\s+"seq": \d+,\s+"sha256": )"[0-9a-f]{64}"/g, '$1"<hash>"')
    .replace(/\b\d{1,2} [A-Z][a-z]+ 20\d\d\b/g, '<day>')
    .replace(/\b\d\d:\d\d(:\d\d)?(?= to | UTC)/g, '<clock>')
    .replace(/\([^()]*\b(?:under a|seconds?|min|minutes?)\b[^()]*\)(?= \|)/g, '(<duration>)');
}

/** Compares a text with its golden file; a missing one fails unless `UPDATE_GOLDEN=1`. */
export async function expectGolden(name: string, text: string): Promise<void> {
  const path = join(goldenRoot, name);
  if (isUpdating) {
    await mkdir(resolve(path, '..'), { recursive: true });
    await writeFile(path, text);
    return;
  }
  const golden = await readFile(path, 'utf8').catch(() => undefined);
  expect(
    golden,
    `${name} is missing: run UPDATE_GOLDEN=1 npx vitest run test/golden and read what it wrote`,
  ).toBeDefined();
  expect(text).toBe(golden);
}

/** Compares log and documents of a finished debate with their golden files, and the log with the result of its script. */
export async function expectGoldenDebate(name: string, folder: string, evidence: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => /\.(md|jsonl)$/.test(file) || file === 'metadata.json').sort();
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    await expectGolden(`${name}/${file}`, stabilised(text, folder, evidence));
  }
  expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
}
