import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { copied } from '../../support/oldRecords';
import { rostrum } from '../../support/rostrum';
import { tempFolder } from '../../support/tempFolder';

const stillHeld =
  'What was exported, copied or told to a chat before still holds it, and so do the log and the snapshots of sources beside it.';

/** Strikes the first entry of a type, as anybody may from a terminal. `words`: the beginning of what it says. */
async function strike(folder: string, type: string): Promise<{ out: string; err: string; words: string }> {
  const lines = readFileSync(join(folder, 'debate-log.jsonl'), 'utf8').split('\n');
  const found = lines.find((line) => line.includes(`"type":"${type}"`)) ?? '';
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
  const { out, err, words } = await strike(folder, 'opening_statement');
  expect(Object.keys(JSON.parse(out) as object)).toEqual(['seq']);
  expect(err).toBe(
    `rostrum: The documents of the debate do not hold it any more. It may stand in what was exported here: ${basename(folder)}.html. ${stillHeld}\n`,
  );
  expect(before).toContain(words);
  expect(read('transcript.md')).not.toContain(words);
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

it('append leaves the documents of another program as they are, and says so', async () => {
  const folder = join(tempFolder(), 'debate');
  cpSync(copied('panel-scripted-done'), folder, { recursive: true });
  const path = join(folder, 'debate-log.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(1).join('\n'));
  rmSync(join(folder, 'metadata.json'));
  const before = readFileSync(join(folder, 'transcript.md'), 'utf8');
  const { err } = await strike(folder, 'opening_statement');
  expect(err).toBe(
    `rostrum: The documents may still hold what is struck now. Make them again: rostrum report ${folder} ${stillHeld}\n`,
  );
  expect(readFileSync(join(folder, 'transcript.md'), 'utf8')).toBe(before);
  expect(existsSync(join(folder, 'originals'))).toBe(false);
});
