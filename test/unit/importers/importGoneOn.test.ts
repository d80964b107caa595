import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedSystems } from '../../../src/importers/recognise';
import { writeDocumentsIn } from '../../../src/reports/writeDocuments';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import { moreExchanges, supply, type Supply } from '../../../src/session/run/interventions';
import { runnability } from '../../../src/session/run/runnability';
import { clash, laterScores, rebuttal } from '../../support/dialecticScript';
import { dialecticFiles, ferryDebate } from '../../support/dialecticFolder';
import { runFolder } from '../../support/testSession';
import { importFiles, openRecord } from '../../support/imported';
import { logIn } from '../../support/logs';
import { writeEvidence } from '../../support/scriptedDebate';
import { tempFolder } from '../../support/tempFolder';

/** Files of a fixture's folder, and others in their place. */
function fixtureFiles(name: string, others: Record<string, string>): Record<string, string> {
  const root = resolve(import.meta.dirname, '../../fixtures/import', name);
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = paths.map(({ parentPath, name: file }): [string, string] => [
    join(parentPath, file).slice(root.length + 1),
    readFileSync(join(parentPath, file), 'utf8'),
  ]);
  return { ...Object.fromEntries(files), ...others };
}

const withoutRuling = (text: string): string => text.replace(/^.*JUDGE.S RULING[^]*$/im, '');

/** The judge of the last round has not ruled yet. */
function unruled(name: string, judge: string): Record<string, string> {
  const files = fixtureFiles(name, { 'final-synthesis.md': '# Halfway\n\nNeither side has won.\n' });
  return { ...files, [judge]: `${withoutRuling(files[judge] ?? '')}\n\nThe round was even.\n` };
}

const report = '# Report on the ferry\n\nIt was close.\n\n## Argument Graph\n\nAs it was then.\n';
const ferry = { ...dialecticFiles(ferryDebate()), 'README.md': report };
const notes = {
  'notes/one.md': '# Ferry\n\nThe night ferry carried 812 people in 2021. The night ferry sails at 23.40.\n',
  'notes/two.md': '# Trams\n\nTrams all night cost 12,000 euros. The market moves on Saturday with the fair outside.\n',
};

async function goOn(folder: string, given: Supply, exchanges = 0): Promise<void> {
  const log = await logIn(folder);
  await supply(log, given);
  if (exchanges > 0) await moreExchanges(log, exchanges);
  expect(await runFolder(folder)).toMatchObject({ status: 'done' });
}

async function offline(folder: string, exchanges = 0): Promise<void> {
  const root = tempFolder(notes);
  await goOn(
    folder,
    {
      provider: 'offline',
      evidence: await gatherEvidence({ evidence: join(root, 'notes'), subject: [], output: folder }),
    },
    exchanges,
  );
}

const textOf = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

describe('a debate of another system that is gone on with', () => {
  it('is refused offline, where nobody performs the seats, and keeps the report that came with it', async () => {
    const { folder } = await importFiles(ferry);
    await expect(offline(folder, 1)).rejects.toThrow(/Nobody performs proposition, opposition, judge any more/);
    await writeDocumentsIn(folder);
    expect(textOf(folder, 'imported-README.md')).toContain('It was close.');
    expect((await openRecord(folder)).state.conclusion).toBeUndefined();
  });

  it('has the Reporter’s report and the one that came with it, where a script goes on', async () => {
    const { folder, entries } = await importFiles(ferry);
    const root = tempFolder();
    const evidence = await gatherEvidence({
      evidence: await writeEvidence(['proposition', 'opposition']),
      subject: [],
      output: folder,
    });
    const file = join(root, 'script.json');
    const fresh = { defends: [] };
    const sides = {
      'e2/proposition': rebuttal('proposition', 2, fresh),
      'e2/opposition': rebuttal('opposition', 2, fresh),
    };
    writeFileSync(
      file,
      JSON.stringify({
        ...sides,
        'e2/judgment': laterScores(2),
        'report/e2': { ...clash, clash: `${clash.clash} ${clash.clash.slice(0, 140)}` },
      }),
    );
    await goOn(folder, { provider: 'scripted', script: file, evidence }, 1);
    const readme = textOf(folder, 'README.md');
    expect(readme).toContain('neither asked who was waiting');
    expect(readme).toContain('[imported-README.md](imported-README.md)');
    expect(readme).toContain(`seq 0 to ${entries - 1} came with an import (dialectic), what follows was made here`);
    expect(textOf(folder, 'imported-README.md')).toContain(report.trim());
  });

  it.each([
    ['agent-debate', 'round-2/judge.md'],
    ['agent-debate-scribe', 'round-1/judge.md'],
  ])('is refused offline: the texts of %s stay as they came', async (name, judge) => {
    const { folder } = await importFiles(unruled(name, judge));
    await expect(offline(folder)).rejects.toThrow(/Nobody performs advocate, critic, judge any more/);
    await writeDocumentsIn(folder);
    expect(textOf(folder, judge)).toContain('The round was even.');
    expect((await openRecord(folder)).state.conclusion).toBeUndefined();
  });

  it('cannot be gone on with where its log has no setup of ours: every importer is named here', async () => {
    expect([...importedSystems].sort()).toEqual(['agent-debate', 'ai-debate', 'dialectic']);
    const line = {
      seq: 0,
      timestamp: '2026-02-01T10:00:00Z',
      phase: 'system',
      speaker: 'chair',
      type: 'setup',
      content: 'Chair is ready.',
      sources: null,
    };
    const { folder } = await importFiles({
      'debate-log.jsonl': `${JSON.stringify(line)}\n`,
      'summary.md': '# Theirs\n',
    });
    expect(runnability((await openRecord(folder)).state).ok).toBe(false);
    // Its documents are made beside the ones that came with it, which stay in originals/.
    await writeDocumentsIn(folder);
    expect(textOf(folder, 'originals/summary.md')).toBe('# Theirs\n');
  });
});
