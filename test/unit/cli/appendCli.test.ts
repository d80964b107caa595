import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copied } from '../../support/oldRecords';
import { rostrum } from '../../support/rostrum';

it('append says where the documents still hold what it has struck, and report takes it out', async () => {
  const folder = copied('panel-scripted-done');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const [opening = ''] = read('debate-log.jsonl')
    .split('\n')
    .filter((line) => line.includes('"type":"opening_statement"'));
  const { seq, speaker, content } = JSON.parse(opening) as { seq: number; speaker: string; content: string };
  const words = content.slice(0, 60);
  writeFileSync(join(folder, 'words.txt'), `REDACTED: seq ${seq} (${speaker}). Reason: asked for.`);
  const struck = await rostrum([
    ...['append', folder, '--speaker', 'chair', '--type', 'redaction', '--phase', 'system'],
    ...['--target', String(seq), '--content-file', join(folder, 'words.txt'), '--json'],
  ]);
  expect(Object.keys(JSON.parse(struck.out) as object)).toEqual(['seq']);
  expect(struck.err).toBe(
    `rostrum: The documents may still hold what is struck now. Make them again: rostrum report ${folder}\n`,
  );
  expect(read('transcript.md')).toContain(words);
  await rostrum(['report', folder]);
  expect(read('transcript.md')).not.toContain(words);
});
