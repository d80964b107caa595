import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DebateStatus } from '../../../src/session/library/status';
import { copied } from '../../support/oldRecords';
import { rostrum } from '../../support/rostrum';

it('a debate that is over, whose conclusion cannot be read, is not called open', async () => {
  const folder = copied('panel-concluded');
  const path = join(folder, 'debate-log.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const at = lines.findIndex((line) => line.includes('"type":"conclusion"'));
  writeFileSync(path, `${lines.map((line, index) => (index === at ? '{"oops' : line)).join('\n')}\n`);
  const { out } = await rostrum(['status', folder]);
  expect(out).toMatch(/^done, panel, /m);
  expect(out).toContain('Outcome: no conclusion can be read\n');
  await rostrum(['report', folder]);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  expect(read('transcript.md')).toContain('| Outcome | no conclusion can be read |');
  expect(read('summary.md')).toContain('*The debate is over, and the record holds no conclusion that can be read.*');
  for (const text of [out, read('transcript.md'), read('summary.md')]) expect(text).not.toContain('concluded yet');
});

it('status names no lead of a dialectic where a judgment is lost, or nothing is judged yet', async () => {
  const folder = copied('dialectic-scripted-done');
  const path = join(folder, 'debate-log.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const lead = async (kept: readonly string[]): Promise<unknown> => {
    writeFileSync(path, `${kept.join('\n')}\n`);
    const { lead: said, scores } = JSON.parse((await rostrum(['status', folder, '--json'])).out) as DebateStatus;
    expect(scores).toBeDefined();
    return said;
  };
  const at = lines.findIndex((line) => line.includes('"type":"judgment"'));
  expect(await lead(lines)).toMatch(/^(?:proposition|opposition)$/);
  expect(await lead(lines.map((line, index) => (index === at ? '{"oops' : line)))).toBeUndefined();
  expect(await lead(lines.slice(0, at))).toBeUndefined();
  // A line that is read, and of a judgment whose scores are none.
  const broken = lines.map((line, index) =>
    index === at ? line.replace(/"scores":\[/, '"scores":"oops","was":[') : line,
  );
  expect(broken).not.toEqual(lines);
  expect(await lead(broken)).toBeUndefined();
});

it('status warns where a source of the winner is fabricated', async () => {
  const folder = copied('panel-concluded');
  const path = join(folder, 'debate-log.jsonl');
  const log = readFileSync(path, 'utf8');
  expect((await rostrum(['status', folder])).out).not.toContain('named winner');
  const won = log.replace(/"outcome":"\w+"/, '"outcome":"ada_wins"');
  writeFileSync(path, won.replace('"status":"verified"', '"status":"fabricated"'));
  expect((await rostrum(['status', folder])).out).toContain(
    '! ada is named winner with a source that was found fabricated; known in time, it bars from winning.\n',
  );
});

it('status and lint repeat no words that were struck', async () => {
  const folder = copied('panel-concluded');
  const path = join(folder, 'debate-log.jsonl');
  const words = 'forty parcels were lost in the flood of May and nobody counted them';
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '') as { seq: number };
  const added = (more: object, index: number): string =>
    JSON.stringify({
      ...last,
      ...{ seq: last.seq + 1 + index, phase: 'system', speaker: 'chair', sources: null, target_seq: null },
      ...{ rebuttal_to_seq: null, data: {} },
      ...more,
    });
  const said = [
    { type: 'note', content: `The turn failed: rule 12: “${words}”.`, data: { kind: 'failure' } },
    { type: 'new_point', phase: 'rebuttal', speaker: 'ada', content: words },
  ].map(added);
  const told = lines.map((line) => line.replace(/"outcome":"\w+"/, `"outcome":"${words}_wins"`));
  writeFileSync(path, `${[...told, ...said].join('\n')}\n`);
  const heard = async (): Promise<string[]> => {
    const outs: string[] = [];
    for (const [command = '', ...flags] of [['status'], ['status', '--json'], ['lint'], ['lint', '--json']])
      outs.push((await rostrum([command, folder, ...flags])).out);
    return outs;
  };
  for (const out of await heard()) expect(out).toContain(words);
  const redaction = added({ type: 'redaction', content: 'Struck.', target_seq: last.seq + 2 }, 2);
  writeFileSync(path, `${[...told, ...said, redaction].join('\n')}\n`);
  for (const out of await heard()) expect(out).not.toContain(words);
});

it('status says why a debate is undecided', async () => {
  const folder = copied('panel-concluded');
  const path = join(folder, 'debate-log.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const concluded = lines.map((line) => {
    const entry = JSON.parse(line) as { type: string; data?: object };
    if (entry.type !== 'conclusion') return line;
    const data = { ...entry.data, outcome: 'undecided', undecided: { why: 'nobody_weighed' } };
    return JSON.stringify({ ...entry, data });
  });
  writeFileSync(path, `${concluded.join('\n')}\n`);
  expect((await rostrum(['status', folder])).out).toContain('Outcome: Undecided (nobody weighed it)\n');
  expect(JSON.parse((await rostrum(['status', folder, '--json'])).out)).toMatchObject({ undecided: 'nobody_weighed' });
});
