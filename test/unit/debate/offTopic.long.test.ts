import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/debate/formats/registry';
import { harbour } from '../../support/extractiveDebate';
import { rostrum } from '../../support/rostrum';
import { tempFolder } from '../../support/tempFolder';

/** Offline through the command line: what the evidence knows nothing of is refused, in every format, before anything is on disk. */

const mars = 'Should humanity colonise Mars?';

async function offline(format: string, topic: string, ...more: string[]) {
  const folder = tempFolder();
  const args = [
    'run',
    '--format',
    format,
    '--topic',
    topic,
    '--provider',
    'offline',
    '--evidence',
    harbour,
    '--out',
    join(folder, 'out'),
    '--yes',
    '--no-web',
    ...more,
  ];
  const run = await rostrum(args, { cwd: folder });
  const out = join(folder, 'out');
  const [name] = existsSync(out) ? readdirSync(out) : [];
  const read = (document: string): string =>
    name === undefined ? '' : readFileSync(join(out, name, document), 'utf8');
  return { ...run, left: readdirSync(folder), read };
}

describe.each(formats.map(({ name }) => name))('an offline %s', (format) => {
  it('off topic: exit 2, with the words that occur nowhere, and nothing on disk', async () => {
    const { code, out, err, left } = await offline(format, mars);
    expect({ code, left }).toEqual({ code: 2, left: [] });
    expect(`${out}${err}`).toContain(
      'No content word of the topic occurs in the evidence: “humanity”, “colonise”, “Mars”.',
    );
    expect(err).toContain('--anyway');
    const told = await offline(format, mars, '--json');
    expect({ code: told.code, left: told.left }).toEqual({ code: 2, left: [] });
    expect(JSON.parse(told.out)).toMatchObject({ error: { message: expect.stringContaining('“Mars”') as string } });
  });

  it('off topic with --anyway: runs, and says so in the record and its documents', async () => {
    const { code, read } = await offline(format, mars, '--anyway', '--quiet');
    expect(code).toBe(0);
    const [setup = ''] = read('debate-log.jsonl').split('\n');
    const { content } = JSON.parse(setup) as { content: string };
    expect(content).toMatch(/No content word of the topic occurs in the evidence/);
    for (const word of ['“humanity”', '“colonise”', '“Mars”']) expect(content).toContain(word);
    expect(read('transcript.md')).toContain('No content word of the topic occurs in the evidence');
  });

  it('partly on topic: runs, and names the words that occur nowhere', async () => {
    const { code, read } = await offline(format, 'Should the ferry colonise Mars?', '--quiet');
    expect(code).toBe(0);
    expect(read('transcript.md')).toMatch(/occur nowhere in the evidence: “colonise”, “Mars”/);
    expect(read('transcript.md')).not.toContain('No content word');
  });

  it('a German topic on English files: refused where no word occurs, run where a name or number does', async () => {
    const refused = await offline(format, 'Soll die Menschheit den Weltraum besiedeln?');
    expect({ code: refused.code, left: refused.left }).toEqual({ code: 2, left: [] });
    expect(refused.err).toContain('“Menschheit”, “Weltraum”, “besiedeln”');
    const { code, read } = await offline(format, 'Soll die Stadt 2027 eine Brücke bauen?', '--quiet');
    expect(code).toBe(0);
    expect(read('transcript.md')).toMatch(/occur nowhere in the evidence: “Stadt”, “Brücke”/);
  });
});
