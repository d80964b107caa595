import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupDataSchema } from '../../../src/debate/log/entryData';
import { checkedSubjectText, createDebate } from '../../../src/session/plan/createDebate';
import { gatherEvidence, openEvidence } from '../../../src/session/plan/evidenceSet';
import { prepareOffline } from '../../../src/session/plan/preparation';
import { documentLineup } from '../../../src/session/plan/documentLineup';
import { RunManager } from '../../../src/ui/run/runManager';
import { evidenceSummary } from '../../support/evidenceSummary';
import { readEntries } from '../../support/scriptedDebate';
import { tempFolder } from '../../support/tempFolder';

describe('no-folder: evidence and the output folder', () => {
  const files = {
    'sub/a.md': 'A fact.',
    'b.md': 'Another fact.',
    'old/debate-log.jsonl': '{}',
    'old/summary.md': 'Redacted.',
  };
  const read = async (evidence: string, output: string): Promise<string[]> =>
    (await gatherEvidence({ evidence, subject: [], output })).files.map(({ path }) => path);

  it('may lie in each other: what is chosen in the output folder is read, and the debates in it are not', async () => {
    const folder = tempFolder(files);
    expect(await read(join(folder, 'sub'), folder)).toEqual(['a.md']);
    expect(await read(folder, folder)).toEqual(['b.md', 'sub/a.md']);
    // Not chosen, it stays out.
    expect(await read(folder, join(folder, 'sub'))).toEqual(['b.md']);
  });
});

describe('what the editor hides', () => {
  const files = {
    'a.md': 'a',
    'b.txt': 'b',
    'sub/b.txt': 'b',
    'sub/c.csv': 'c',
    'sub/gen/z.md': 'z',
    'sub/deep/gen/z.md': 'z',
  };

  it('counts from the workspace folder, wherever the evidence lies in it', async () => {
    const base = tempFolder(files);
    const root = join(base, 'sub');
    const found = await evidenceSummary(root, {
      globsBase: base,
      excludeGlobs: ['*.txt', 'sub/*.csv', '**/gen', 'sub/nothing'],
    });
    expect(found).toEqual({ files: ['b.txt'], leftOut: { 'c.csv': 'ignored', gen: 'ignored', 'deep/gen': 'ignored' } });
  });

  it('does not hide the folder that was named', async () => {
    const base = tempFolder(files);
    const found = await evidenceSummary(join(base, 'sub'), {
      globsBase: base,
      excludeGlobs: ['sub', '**/sub', '{sub,other}', '**/*.csv'],
    });
    expect(found.leftOut).toEqual({ 'c.csv': 'ignored' });
  });

  it('counts from a folder inside the evidence, and not from one beside it', async () => {
    const root = tempFolder(files);
    const inside = await evidenceSummary(root, { globsBase: join(root, 'sub'), excludeGlobs: ['*.txt', '**/z.md'] });
    expect(inside.files).toEqual(['a.md', 'b.txt', 'sub/c.csv']);
    const beside = await evidenceSummary(root, { globsBase: tempFolder(), excludeGlobs: ['**/*'] });
    expect(beside.leftOut).toEqual({});
  });

  it('is found through a link to the workspace folder', async () => {
    const base = tempFolder({ 'real/sub/a.md': 'a', 'real/sub/b.md': 'b' });
    symlinkSync('real', join(base, 'link'));
    const found = await evidenceSummary(join(base, 'link', 'sub'), {
      globsBase: join(base, 'link'),
      excludeGlobs: ['sub/b.md'],
    });
    expect(found).toEqual({ files: ['a.md'], leftOut: { 'b.md': 'ignored' } });
  });

  it('may differ from path to path of several', async () => {
    const one = tempFolder({ 'a.md': 'a', 'x.md': 'x' });
    const two = tempFolder({ 'b.md': 'b', 'x.md': 'x' });
    const set = await gatherEvidence({
      evidence: [one, join(two, 'b.md'), join(two, 'x.md')],
      subject: [],
      output: join(one, 'output'),
      hiddenAt: (path) => (path === one ? { excludeGlobs: ['x.md'], globsBase: one } : {}),
    });
    expect(set.files.map(({ path }) => path)).toEqual(
      [`${basename(one)}/a.md`, `${basename(two)}/b.md`, `${basename(two)}/x.md`].sort(),
    );
    expect(set.leftOut.map(({ path }) => path)).toEqual(['x.md']);
  });
});

const prose = (about: string): string =>
  Array.from(
    { length: 30 },
    (_, at) =>
      `The ${about} team measured ${100 + at} ms of latency in trial ${at}, because the gateway was slower then.`,
  ).join('\n\n');

describe('a selection', () => {
  const topic = 'Is the gateway too slow?';
  const limits = { min_rounds: 1, max_rounds: 1, time_budget_minutes: 30, budget_usd: null };
  async function made(evidence: string | undefined, parent: string): Promise<string> {
    const set = await gatherEvidence({ evidence, subject: [], output: parent });
    const subjectText = checkedSubjectText({ name: 'notes-L3-L9.md', text: prose('payments') });
    const offline = await prepareOffline(set, { subjectText });
    const debaters = documentLineup(topic, await offline.documentsOn(topic));
    const plan = { topic, debaters, limits, provider: 'offline' as const, parent };
    return await createDebate({ ...plan, evidence: set, subjectText, now: () => new Date('2026-07-21T12:34:56.789Z') });
  }

  const setupIn = (folder: string) =>
    setupDataSchema.parse(JSON.parse(readFileSync(join(folder, 'debate.json'), 'utf8')));

  it('is kept in the folder of the debate, listed with all else that may be cited', async () => {
    const base = tempFolder({ 'docs/a.md': prose('search') });
    const folder = await made(join(base, 'docs'), join(base, 'output'));
    const { evidence, subject } = setupIn(folder) as ReturnType<typeof setupIn> & { subject: string[] };
    const path = `output/${basename(folder)}/subject/notes-L3-L9.md`;
    expect(evidence.root).toBe(base);
    expect(evidence.files.map((file) => file.path)).toEqual(['docs/a.md', path]);
    expect(subject).toEqual([path]);
    const opened = await openEvidence(evidence);
    expect(opened.changed).toEqual([]);
    expect(await opened.text(path)).toBe(prose('payments'));
  });

  it('may be all there is; the debate is run, cites it, and its sources are verified', async () => {
    const base = tempFolder();
    const folder = await made(undefined, join(base, 'output'));
    expect(setupIn(folder).evidence).toMatchObject({
      root: join(folder, 'subject'),
      files: [{ path: 'notes-L3-L9.md' }],
    });
    const runManager = new RunManager({ now: () => new Date(), host: 'unit test' });
    await runManager.run(folder);
    await runManager.settled(folder);
    const entries = await readEntries(folder);
    expect(entries.some(({ type }) => type === 'conclusion')).toBe(true);
    const cited = entries.flatMap(({ sources }) => sources ?? []).map(({ url }) => url.replace(/#.*/, ''));
    expect(new Set(cited)).toEqual(new Set(['workspace:notes-L3-L9.md']));
    const results = entries.filter(({ type }) => type === 'verification_result');
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ data }) => data?.['status'] === 'verified')).toBe(true);
  });

  it('gets the path of the folder that was made, also where the first name was taken, and through a link', async () => {
    const base = tempFolder({ 'docs/a.md': prose('search') });
    mkdirSync(join(base, 'real'));
    symlinkSync('real', join(base, 'link'));
    const first = await made(join(base, 'docs'), join(base, 'link'));
    const second = await made(join(base, 'docs'), join(base, 'link'));
    expect(second).toBe(`${first}-2`);
    const { evidence } = setupIn(second);
    expect(evidence.files.map(({ path }) => path)).toEqual([
      'docs/a.md',
      `real/${basename(second)}/subject/notes-L3-L9.md`,
    ]);
    expect((await openEvidence(evidence)).changed).toEqual([]);
  });

  it('is refused when it is empty, too long, secret, or holds nothing to quote', async () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(8)}\n-----END RSA PRIVATE KEY-----`;
    for (const [text, why] of [
      [' \n', /no text/],
      ['x'.repeat(200_001), /at most 200000/],
      [key, /cannot be used/],
    ] as const) {
      expect(() => checkedSubjectText({ name: 'a.md', text })).toThrow(why);
    }
    const nothing = await gatherEvidence({ evidence: undefined, subject: [], output: tempFolder() });
    await expect(prepareOffline(nothing, { subjectText: { name: 'a.md', text: 'x' } })).rejects.toMatchObject({
      code: 'evidence_unusable',
    });
    await expect(prepareOffline(nothing)).rejects.toMatchObject({ code: 'no_evidence' });
  });

  it('stays what it was when somebody else reads the folders of debates', async () => {
    const base = tempFolder({ 'docs/a.md': prose('search') });
    const folder = await made(join(base, 'docs'), join(base, 'output'));
    writeFileSync(join(folder, 'subject', 'more.md'), 'more');
    await expect(
      gatherEvidence({ evidence: folder, subject: [], output: join(base, 'elsewhere') }),
    ).rejects.toMatchObject({ code: 'evidence_is_debate' });
    const { files } = await gatherEvidence({ evidence: base, subject: [], output: join(base, 'elsewhere') });
    expect(files.map(({ path }) => path)).toEqual(['docs/a.md']);
  });
});
