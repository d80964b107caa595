import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { harbour } from '../../support/documentsDebate';
import { rostrum } from '../../support/rostrum';
import { tempFolder } from '../../support/tempFolder';

/** Offline through the command line: what cannot be held is refused before anything is on disk. */

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
  return { ...run, left: readdirSync(folder), read, folder, dir: join(out, name ?? '') };
}

describe('an offline panel', () => {
  const format = 'panel';

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
    const { code, out, read } = await offline(format, 'Should the ferry colonise Mars?', '--quiet');
    expect(code).toBe(0);
    expect(out.match(/colonise, Mars|“colonise”/g)).toEqual(['colonise, Mars']);
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

describe('an offline debate that needs a reader', () => {
  it.each([
    ['tribunal', [], /no tribunal.*a model, people in its seats \(advocate, critic, judge\), or its sample/],
    ['dialectic', [], /no dialectic.*a model, people in its seats \(proposition, opposition, judge\), or its sample/],
    ['tribunal', ['--models', 'advocate=human'], /Nobody takes the seats critic, judge of this tribunal/],
    [
      'panel',
      ['--debaters', 'an engineer, an auditor'],
      /Debaters need a model or people\. Offline, your documents speak/,
    ],
  ])('is refused as a %s %j: exit 2, and nothing on disk', async (format, more, words) => {
    const { code, err, left } = await offline(format, 'Should the city keep the ferry?', ...more);
    expect({ code, left }).toEqual({ code: 2, left: [] });
    expect(err).toMatch(words);
  });

  it('goes on with other evidence only where that knows something of the topic', async () => {
    const { dir, folder } = await paused('Should the city keep the ferry?');
    const log = join(dir, 'debate-log.jsonl');
    const before = readFileSync(log, 'utf8');
    writeFileSync(join(folder, 'other.md'), '# Tulips\n\nTulips were planted in long rows beside the wall in May.\n');
    const resumed = (...more: string[]) => rostrum(['resume', dir, '--subject', join(folder, 'other.md'), ...more]);
    const refused = await resumed();
    expect({ code: refused.code, log: readFileSync(log, 'utf8') }).toEqual({ code: 2, log: before });
    expect(refused.err).toMatch(/No content word of the topic occurs in the evidence.*--anyway/);
    await resumed('--anyway');
    expect(readFileSync(log, 'utf8').slice(before.length)).toContain(
      'No content word of the topic occurs in the evidence',
    );
  });
});

/** A debate of documents that was stopped before its conclusion: its log is cut behind the openings. */
async function paused(topic: string): Promise<{ dir: string; folder: string }> {
  const { read, dir, folder } = await offline('panel', topic, '--quiet');
  const lines = read('debate-log.jsonl').split('\n');
  const end = lines.findIndex((line) => line.includes('Phase 1 complete'));
  writeFileSync(join(dir, 'debate-log.jsonl'), `${lines.slice(0, end + 1).join('\n')}\n`);
  return { dir, folder };
}
