import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maximumEntryBytes } from '../../../src/debate/log/entry';
import { manifestOf } from '../../../src/debate/log/manifest';
import type { DebateLog } from '../../../src/record/debateLog';
import { pathOfLog } from '../../../src/record/logPath';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import { sendGuidance, supply } from '../../../src/session/run/interventions';
import { reverify } from '../../../src/session/review/reverify';
import { sampled } from '../../support/depth';
import { documentsFolder, harbour } from '../../support/documentsDebate';
import { logIn, withLog } from '../../support/logs';
import { tempFolder } from '../../support/tempFolder';
import { runFolder } from '../../support/testSession';

/** More evidence than an entry has room for: its list stands beside the record. */

const gone = 12_000;

async function played(): Promise<string> {
  const folder = await documentsFolder({ gone });
  expect((await runFolder(folder)).status).toBe('done');
  return folder;
}

const manifestIn = (folder: string): string =>
  join(folder, 'manifests', readdirSync(join(folder, 'manifests'))[0] ?? '');

const checked = async (log: DebateLog) =>
  await reverify(log, { refetch: false, today: '2026-11-22', signal: new AbortController().signal });

describe('A list of evidence that is too long for an entry', () => {
  it('stands beside the record, and every reader has it', async () => {
    const folder = await played();
    const lines = readFileSync(pathOfLog(folder), 'utf8').trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(maximumEntryBytes / 4);
    expect(Buffer.byteLength(readFileSync(join(folder, 'debate.json')))).toBeLessThan(20_000);
    const log = await logIn(folder);
    expect(log.problems).toEqual([]);
    const { files, manifest } = log.state.setup?.evidence ?? { files: [] };
    expect(files.length).toBeGreaterThan(gone);
    expect(manifest).toMatchObject({
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    });
    const results = await checked(log);
    expect(results.length).toBeGreaterThan(0);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['verified']));
  });

  it('stays in the entry where there is room', async () => {
    const folder = await documentsFolder({ gone: 100 });
    expect(readdirSync(folder)).not.toContain('manifests');
    const [setup = ''] = readFileSync(pathOfLog(folder), 'utf8').split('\n');
    expect(setup).toContain('"gone/99.md"');
    expect(setup).not.toContain('"manifest"');
  });

  it('is written too where a user gives it to a debate later on', async () => {
    const folder = await documentsFolder();
    const set = await gatherEvidence({ evidence: harbour, subject: [], output: tempFolder() });
    const more = Array.from({ length: gone }, (_, at) => ({
      path: `later/${at}.md`,
      bytes: 1,
      sha256: 'b'.repeat(64),
    }));
    const log = await logIn(folder);
    await supply(log, { evidence: { root: set.root, files: [...set.files, ...more] } });
    expect(log.state.setup?.evidence.files.length).toBe(set.files.length + gone);
    expect(
      Math.max(
        ...readFileSync(pathOfLog(folder), 'utf8')
          .split('\n')
          .map((line) => Buffer.byteLength(line)),
      ),
    ).toBeLessThan(200_000);
  });

  const changes: [string, string, (path: string) => void][] = [
    ['is missing', 'manifest_missing', (path) => rmSync(path)],
    ['has gone with its folder', 'manifest_missing', (path) => rmSync(join(path, '..'), { recursive: true })],
    ['was altered', 'manifest_altered', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('1', '2'))],
    ['was cut', 'manifest_altered', (path) => writeFileSync(path, readFileSync(path).subarray(0, -200))],
    [
      'is a folder',
      'manifest_altered',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
    [
      'is a link to what it was',
      'manifest_altered',
      (path) => {
        renameSync(path, `${path}.away`);
        symlinkSync(`${path}.away`, path);
      },
    ],
  ];

  it('is named where it is missing or altered, nothing is verified by it, and nothing is written', async () => {
    const folder = await played();
    const path = manifestIn(folder);
    const whole = readFileSync(path);
    const before = readFileSync(pathOfLog(folder));
    for (const [what, code, change] of sampled('lists of evidence that changed', changes, 3)) {
      change(path);
      await withLog(folder, async (log) => {
        expect(log.manifestProblem?.code, what).toBe(code);
        expect(log.problems.map(({ message }) => message).join()).toContain(`manifests/${path.slice(-70)}`);
        expect(manifestOf(log.state.setup?.evidence)).toBeUndefined();
        for (const { status } of await checked(log)) expect(status, what).toBe('unverified');
        await expect(sendGuidance(log, 'Go on.'), what).rejects.toMatchObject({ code });
      });
      rmSync(path, { recursive: true, force: true });
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, whole);
    }
    expect(readFileSync(pathOfLog(folder)).equals(before)).toBe(true);
    const log = await logIn(folder);
    expect(log.problems).toEqual([]);
  });
});
