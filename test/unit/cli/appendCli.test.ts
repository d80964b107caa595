import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { AnswerFiles } from '../../../src/record/answerFiles';
import { acquireLease } from '../../../src/record/lease';
import { escapeRegExp } from '../../../src/matching/text/shortText';
import { copied } from '../../support/oldRecords';
import { rostrum } from '../../support/rostrum';
import { tempFolder } from '../../support/tempFolder';

interface LoggedEntry {
  type: string;
  content: string;
  data?: Record<string, unknown>;
}

const stillHeld =
  'What was exported, copied or told to a chat before still holds it, and so do the log and the snapshots of sources beside it.';

/** Strikes the first entry of a type, or this one, as anybody may from a terminal. `words`: the beginning of what it says. */
async function strike(folder: string, type: string, at?: number) {
  const lines = readFileSync(join(folder, 'debate-log.jsonl'), 'utf8').split('\n');
  const found = lines.find((line) => line.includes(at === undefined ? `"type":"${type}"` : `{"seq":${at},`)) ?? '';
  const { seq, speaker, content } = JSON.parse(found) as { seq: number; speaker: string; content: string };
  const text = join(tempFolder(), 'words.txt');
  writeFileSync(text, `REDACTED: seq ${seq} (${speaker}). Reason: asked for.`);
  const said = await rostrum([
    ...['append', folder, '--speaker', 'chair', '--type', 'redaction', '--phase', 'system'],
    ...['--target', String(seq), '--content-file', text, '--json'],
  ]);
  return { ...said, words: content.slice(0, 60) };
}

it('append takes what it strikes out of the documents, and says where it still stands', async () => {
  const folder = copied('panel-scripted-done');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const before = read('transcript.md');
  writeFileSync(join(folder, `${basename(folder)}.html`), 'exported');
  mkdirSync(join(folder, 'originals'));
  const { out, err, words } = await strike(folder, 'opening_statement');
  expect(Object.keys(JSON.parse(out) as object)).toEqual(['seq']);
  expect(err).toBe(
    `rostrum: The documents of the debate do not hold it any more. It may stand in copies beside the log: ${basename(folder)}.html, originals. ${stillHeld}\n`,
  );
  expect(before).toContain(words);
  expect(read('transcript.md')).not.toContain(words);
});

it('append takes what it strikes out of what others say with unseen signs between its letters', async () => {
  const folder = copied('panel-scripted-done');
  const path = join(folder, 'debate-log.jsonl');
  const entries = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LoggedEntry);
  const { content } = entries.find(({ type }) => type === 'opening_statement') ?? { content: '' };
  const words = content.slice(0, 60);
  const hidden = words.split('').join('\u2066\u200b');
  const repeats = entries.map((entry) =>
    entry.type === 'opening_statement' && entry.content !== content
      ? { ...entry, content: `${hidden} ${entry.content}` }
      : entry.type === 'conclusion'
        ? { ...entry, data: { ...entry.data, reason: `${hidden} ${String(entry.data?.['reason'])}` } }
        : entry,
  );
  writeFileSync(path, repeats.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const read = (name: string): string =>
    readFileSync(join(folder, name), 'utf8').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  expect((await rostrum(['report', folder])).code).toBe(0);
  const names = ['transcript.md', 'metadata.json'];
  for (const name of names) expect(read(name)).toContain(words);
  await strike(folder, 'opening_statement');
  for (const name of names) expect(read(name)).not.toContain(words);
});

it('append takes what it strikes out of the documents of a tribunal that is not over', async () => {
  const folder = copied('tribunal-anthropic-paused-judging');
  const before = readFileSync(join(folder, 'round-1', 'advocate.md'), 'utf8');
  const { err } = await strike(folder, 'defense');
  expect(err).toContain('do not hold it any more');
  const after = readFileSync(join(folder, 'round-1', 'advocate.md'), 'utf8');
  expect(after).not.toBe(before);
  expect(after).toContain('REDACTED');
});

it('append takes the titles of issues out of the documents with the assessments that had them', async () => {
  const folder = copied('tribunal-scripted-done');
  const tracker = (): string => readFileSync(join(folder, 'issue-tracker.md'), 'utf8');
  const assessments = readFileSync(join(folder, 'debate-log.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('"type":"assessment"') ? [(JSON.parse(line) as { seq: number }).seq] : []));
  const titles = [...tracker().matchAll(/^### `\w+` (.+?)(?: \(\w+\))?$/gm)].map(([, title = '']) => title);
  expect(titles.length).toBeGreaterThan(0);
  for (const seq of assessments)
    expect((await strike(folder, 'assessment', seq)).err).toContain('do not hold it any more');
  for (const title of titles) expect(tracker()).not.toContain(title);
  expect(await rostrum(['lint', folder])).toMatchObject({ code: 0 });
});

it('append leaves the documents of another program as they are, and says so', async () => {
  const folder = join(tempFolder(), 'debate');
  cpSync(copied('panel-scripted-done'), folder, { recursive: true });
  const path = join(folder, 'debate-log.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(1).join('\n'));
  rmSync(join(folder, 'metadata.json'));
  const before = readFileSync(join(folder, 'transcript.md'), 'utf8');
  const { err } = await strike(folder, 'opening_statement');
  expect(err).toBe(
    `rostrum: ${stillHeld} The documents may still hold what is struck now. Make them again: rostrum report ${folder}\n`,
  );
  expect(readFileSync(join(folder, 'transcript.md'), 'utf8')).toBe(before);
  expect(existsSync(join(folder, 'originals'))).toBe(false);
});

it.each([
  ['a summary', 'summary.md', 'may still hold'],
  ['rounds of another format', 'round-1/critic.md', 'may still hold'],
  ['a text named as the log', 'debate-log.md', 'may still hold'],
  ['what was torn from it', 'debate-log.torn-20261120T130553Z', 'do not hold it any more'],
  ['nothing', undefined, 'do not hold it any more'],
])('append says of a log of another program beside %s what is known', async (_what, name, said) => {
  const folder = join(tempFolder(), 'debate');
  mkdirSync(join(folder, 'round-1'), { recursive: true });
  const [, ...lines] = readFileSync(join(copied('panel-scripted-done'), 'debate-log.jsonl'), 'utf8').split('\n');
  writeFileSync(join(folder, 'debate-log.jsonl'), lines.join('\n'));
  if (name?.includes('/') !== true) rmSync(join(folder, 'round-1'), { recursive: true });
  if (name !== undefined) writeFileSync(join(folder, name), 'words');
  expect((await strike(folder, 'opening_statement')).err).toContain(said);
});

it('append leaves the documents to the run that holds the debate, and says so', async () => {
  const folder = copied('panel-scripted-done');
  const before = readFileSync(join(folder, 'transcript.md'), 'utf8');
  const lease = await acquireLease(folder, { program: 'a run' });
  const { err } = await strike(folder, 'opening_statement');
  await lease.release('done');
  expect(err).toBe(
    `rostrum: ${stillHeld} The run of this debate is to take it out of its documents when it goes on; afterwards: rostrum report ${folder}\n`,
  );
  expect(readFileSync(join(folder, 'transcript.md'), 'utf8')).toBe(before);
});

it('append has written its entry where what stands beside the log cannot be changed', async () => {
  const folder = copied('panel-scripted-done');
  vi.spyOn(AnswerFiles.prototype, 'all').mockRejectedValueOnce(new Error('Out of luck.'));
  const { code, out, err } = await strike(folder, 'opening_statement');
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(out) as object)).toEqual(['seq']);
  expect(err).toMatch(
    /^rostrum: The entry was written, but what stands beside the log could not all be changed \(Out of luck\.\)\./,
  );
  expect(err).toMatch(new RegExp(`rostrum report ${escapeRegExp(folder)}\n$`));
});
