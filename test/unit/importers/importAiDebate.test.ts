import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathOfLog } from '../../../src/record/logPath';
import { runnability } from '../../../src/session/run/runnability';
import { importFiles, importFrom, lintOf, openRecord } from '../../support/imported';

const line = (seq: number, fields: Record<string, unknown>) =>
  JSON.stringify({
    seq,
    timestamp: `2026-02-01T10:00:0${seq}Z`,
    phase: 'system',
    speaker: 'chair',
    type: 'announcement',
    content: 'Words.',
    sources: null,
    ...fields,
  });

const log = [
  line(0, { type: 'setup', content: 'Debate session initialised. Chair is ready.', mood: 'calm' }),
  line(1, {
    content: 'All agents confirmed ready. Beginning Phase 1: Opening Statements. Topic: Is the quay too short?',
  }),
  'this line is no entry',
  line(2, {
    type: 'opening_statement',
    phase: 'opening',
    speaker: 'promoter',
    sources: [{ url: 'https://quay.example/', title: 'Quay', accessed: '2026-02-01', found_by: 'search' }],
  }),
].join('\r\n');

describe('a debate of ai-debate that is imported', () => {
  it('keeps its log byte for byte, and its documents beside it', async () => {
    const files = {
      'debate-log.jsonl': log,
      'transcript.md': '# Transcript\n',
      'metadata.json': '{"topic": "Is the quay too short?"}',
    };
    const { folder, format, entries, problems } = await importFiles(files);
    expect({ format, entries }).toEqual({ format: 'panel', entries: 3 });
    // But for the end of its last line, without which the last entry would not be read.
    expect(readFileSync(pathOfLog(folder), 'utf8')).toBe(`${log}\n`);
    expect(readdirSync(folder).sort()).toEqual(['debate-log.jsonl', 'import.json', 'originals']);
    expect(readdirSync(join(folder, 'originals')).sort()).toEqual(['metadata.json', 'transcript.md']);
    expect(folder).toContain('is-the-quay-too-short');
    expect(problems).toEqual([
      { path: 'debate-log.jsonl', line: 4, message: expect.stringContaining('lacked its line end') as string },
      { path: 'debate-log.jsonl', line: 3, message: expect.stringContaining('not JSON') as string },
    ]);
  });

  it('can be read and checked, not run, and goes on where it ended', async () => {
    const { folder } = await importFiles({ 'debate-log.jsonl': `${log}\r\n` });
    const record = await openRecord(folder);
    expect(record.entry(0)?.['mood']).toBe('calm');
    expect(runnability(record.state)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('can be read and checked, not run') as string,
    });
    const [added] = await record.append([
      { phase: 'system', speaker: 'user', type: 'intervention', content: 'Read it.' },
    ]);
    expect(added?.seq).toBe(3);
    expect(readFileSync(pathOfLog(folder), 'utf8').startsWith(`${log}\r\n`)).toBe(true);
  });
});

const real = join(import.meta.dirname, '../../../../shared/data/panel-ancestor');

describe.skipIf(!existsSync(real))('a real debate of ai-debate', () => {
  it('imports with its 25 entries, and lint says of it what it said where it stood', async () => {
    const { folder, entries, problems } = await importFrom(real);
    expect({ entries, problems }).toEqual({ entries: 25, problems: [] });
    expect(readFileSync(pathOfLog(folder))).toEqual(readFileSync(pathOfLog(real)));
    const found = lintOf(await openRecord(folder));
    expect(found.filter(({ rule }) => rule === '16').map(({ seq }) => seq)).toEqual([
      2, 3, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19,
    ]);
    expect(found.filter(({ message }) => message.includes('has no verification result'))).toHaveLength(60);
  });
});
