import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { subjectTextName } from '../../../../src/session/plan/createDebate';
import type { Limits } from '../../../../src/debate/log/entryData';
import type { ConfiguredLimits } from '../../../../src/session/plan/configFiles';
import { planTerms } from '../../../../src/session/plan/planDebate';
import { checkedLimits, checkedTopic } from '../../../../src/session/plan/plan';
import { isSameEvidence, rememberedChoices } from '../../../../src/ui/start/choices';
import { likelyEvidence } from '../../../../src/ui/start/evidenceFolders';
import { lineupFromFile } from '../../../../src/ui/start/lineupFile';
import { isWritable, leadsOutside, outputParent } from '../../../../src/ui/start/outputParent';
import { topicProblem, withoutEvidenceProblem } from '../../../../src/ui/start/problemWords';
import { startArgument, topicOfFile, topicOfText } from '../../../../src/ui/start/startArgument';
import { bundle } from '../../../support/bundle';
import { tempFolder } from '../../../support/tempFolder';

describe('what the flow remembers', () => {
  it('comes back as it was kept, and as nothing when it cannot be understood', () => {
    const choices = {
      topic: 'x',
      format: 'panel-short',
      debaters: { kind: 'hints', text: 'a, b' },
      evidence: { kind: 'paths', paths: ['/a'] },
    };
    expect(rememberedChoices(JSON.parse(JSON.stringify(choices)))).toEqual(choices);
    for (const odd of [undefined, null, 7, { format: 'quarrel' }, { debaters: { kind: 'given', debaters: [] } }]) {
      expect(rememberedChoices(odd)).toEqual({});
    }
    expect(isSameEvidence({ kind: 'paths', paths: ['/a'] }, { kind: 'paths', paths: ['/a'] })).toBe(true);
    expect(isSameEvidence({ kind: 'paths', paths: ['/a'] }, { kind: 'none' })).toBe(false);
  });
});

describe('what programs start a debate with', () => {
  it('is read from any value, and refused where it is none of ours', () => {
    expect(startArgument({ sample: true })).toEqual({ isSample: true, isWhole: false, choices: {} });
    expect(startArgument({ sample: true, format: 'tribunal' })).toEqual({
      isSample: true,
      isWhole: false,
      choices: { format: 'tribunal' },
    });
    expect(startArgument({ topic: 'T', evidence: '/e', debaters: 'a, b', format: 'panel-short' })).toEqual({
      isSample: false,
      isWhole: true,
      choices: {
        topic: 'T',
        evidence: { kind: 'paths', paths: ['/e'] },
        debaters: { kind: 'hints', text: 'a, b' },
        format: 'panel-short',
      },
    });
    expect(startArgument({ topic: 'T', evidence: '/e', isAsked: true })).toMatchObject({ isWhole: false });
    expect(startArgument({ topic: 'T', evidence: 'none', provider: 'anthropic' })).toEqual({
      isSample: false,
      isWhole: true,
      choices: { topic: 'T', provider: 'anthropic', evidence: { kind: 'none' } },
    });
    expect(startArgument({ debaters: [{ name: 'ada' }] })?.choices.debaters).toEqual({
      kind: 'given',
      label: '',
      debaters: [{ name: 'ada' }],
    });
    for (const odd of [undefined, null, 'x', { topic: 7 }, { evidence: [] }])
      expect(startArgument(odd)).toBeUndefined();
  });
});

describe('a debate without evidence', () => {
  it('needs language models that may read the web; else it is said what to do', () => {
    expect(withoutEvidenceProblem({ provider: 'anthropic' }, true)).toBeUndefined();
    expect(withoutEvidenceProblem({ provider: 'vscode' }, false)).toMatch(
      /rostrum\.research\.web.*Choose a folder or files/,
    );
    for (const isWebRead of [true, false])
      expect(withoutEvidenceProblem({ provider: 'offline' }, isWebRead)).toMatch(
        /^Offline, debaters quote only your files\. Choose a folder or files/,
      );
  });
});

describe('the topic', () => {
  it('is judged as it is typed', () => {
    expect(topicProblem('Tabs or spaces?')).toBeUndefined();
    expect(topicProblem('  ')).toBe('Write the question.');
    expect(topicProblem('???')).toBe('Write the question in words.');
    expect(topicProblem('\u200F\u0007')).toBe('Write the question in words.');
    expect(checkedTopic(' Tabs\u0000\u001B[31m\n or \u202Espaces? ')).toBe('Tabs[31m or spaces?');
    expect(topicProblem('x'.repeat(2_001))).toContain('2001 characters; at most 2000');
  });

  it.each([
    ['adr.md', '# Should we use gRPC?\n', 'Should we use gRPC?'],
    ['adr.md', '# Use gRPC.\n', 'Is “Use gRPC” sound?'],
    ['adr-012_use-grpc.txt', '# no heading in text', 'Is “adr 012 use grpc” sound?'],
    ['.env', '', 'Is “.env” sound?'],
  ])('is suggested for %s', (name, text, topic) => expect(topicOfFile(name, text)).toBe(topic));

  it.each([
    ['Should we move? I think so.', 'Should we move?'],
    ['- The cache is the bottleneck. More follows.', 'Is this right: “The cache is the bottleneck”?'],
    ['word '.repeat(40), `Is this right: “${'word '.repeat(14)}…”?`],
    ['  3. Costs 1.5 times as much', 'Is this right: “Costs 1.5 times as much”?'],
    ['3.5 million people left. What now?', 'Is this right: “3.5 million people left”?'],
    ['## 2024 results were good.', 'Is this right: “2024 results were good”?'],
    ['-5 °C is too cold for it. So?', 'Is this right: “-5 °C is too cold for it”?'],
    ['e.g. this is fine.', 'Is this right: “e.g. this is fine”?'],
    ['> - [ ] Dr. Ames is wrong. Ask her.', 'Is this right: “Dr. Ames is wrong”?'],
    ['// The lock, i.e. the mutex, is held! Too long.', 'Is this right: “The lock, i.e. the mutex, is held”?'],
    ['2) Is v1.2 slower, e.g. on Linux? Yes. Why?', 'Is v1.2 slower, e.g. on Linux?'],
    ['Should it move? no.', 'Should it move?'],
    ['**The cache** is slow.', 'Is this right: “**The cache** is slow”?'],
  ])('is suggested for the text %s', (text, topic) => {
    expect(topicOfText(text)).toBe(topic);
    expect(topicProblem(topicOfText(text))).toBeUndefined();
  });
});

describe('where a debate is made', () => {
  const own = { isOfWorkspace: false };
  const theirs = { isOfWorkspace: true };

  it.each([
    ['output', own, '/w', { ok: true, parent: '/w/output' }],
    ['', own, '/w', { ok: true, parent: '/w/output' }],
    ['a/../b', theirs, '/w', { ok: true, parent: '/w/b' }],
    ['/abs', own, undefined, { ok: true, parent: '/abs' }],
    ['~/debates', own, undefined, { ok: true, parent: join(homedir(), 'debates') }],
    ['~', own, '/w', { ok: true, parent: homedir() }],
    ['../beside', own, '/w', { ok: true, parent: '/beside' }],
    ['/abs', theirs, '/w', { ok: false, code: 'refused' }],
    ['~/x', theirs, '/w', { ok: false, code: 'refused' }],
    ['../beside', theirs, '/w', { ok: false, code: 'refused' }],
    ['a/../../beside', theirs, '/w', { ok: false, code: 'refused' }],
    ['..', theirs, '/w', { ok: false, code: 'refused' }],
    ['D:x', theirs, '/w', { ok: false, code: 'refused' }],
    ['..hidden', theirs, '/w', { ok: true, parent: '/w/..hidden' }],
    ['output', own, undefined, { ok: false, code: 'needs_folder' }],
  ] as const)('%j of %j in %j', (value, origin, folder, expected) => {
    expect(outputParent({ value, ...origin }, folder)).toEqual(expected);
  });

  it('does not leave the workspace through a link, to nothing either', async () => {
    const outside = tempFolder();
    const folder = tempFolder({ 'real/x': '' });
    symlinkSync(outside, join(folder, 'output'));
    symlinkSync(join(folder, 'real'), join(folder, 'within'));
    symlinkSync(join(outside, 'not-there'), join(folder, 'dangling'));
    const found = ['output', 'output/a/b', 'dangling/a', 'within', 'within/a', 'new/a', '.', '..'].map((path) =>
      leadsOutside(join(folder, path), folder),
    );
    expect(await Promise.all(found)).toEqual([true, true, true, false, false, false, false, false]);
    // A workspace that was opened over a link is the folder that it leads to.
    symlinkSync(folder, join(outside, 'opened'));
    expect(await leadsOutside(join(outside, 'opened', 'new'), join(outside, 'opened'))).toBe(false);
  });

  it('must be a place in which a folder can be made', async () => {
    const folder = tempFolder({ file: 'x', 'closed/': '' });
    expect(await isWritable(join(folder, 'not/there/yet'))).toEqual({ ok: true });
    expect(await isWritable(join(folder, 'file'))).toEqual({
      ok: false,
      code: 'not_a_folder',
      at: join(folder, 'file'),
    });
    expect(await isWritable(join(folder, 'file', 'below'))).toMatchObject({ ok: false, code: 'not_a_folder' });
    const closed = join(folder, 'closed');
    chmodSync(closed, 0o555);
    expect(await asNobody(folder, join(closed, 'x'))).toEqual({ ok: false, code: 'not_writable', at: closed });
    chmodSync(closed, 0o755);
  });
});

/** In a process of its own: the system judges access by the real user, which a process cannot change for a while. */
async function asNobody(folder: string, parent: string): Promise<unknown> {
  const program = await bundle('src/ui/start/outputParent.ts');
  for (const open of [folder, dirname(program)]) chmodSync(open, 0o755);
  const script = `require(${JSON.stringify(program)}).isWritable(${JSON.stringify(parent)}).then((found) => console.log(JSON.stringify(found)))`;
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  return JSON.parse(
    execFileSync(process.execPath, ['-e', script], { ...user, cwd: folder, encoding: 'utf8' }),
  ) as unknown;
}

describe('the limits', () => {
  it('take what is explicit over the files of the workspace over the defaults', () => {
    const limits = (explicit: Partial<Limits>, config: ConfiguredLimits = {}) =>
      planTerms({ topic: 'T', format: 'panel', provider: 'anthropic', wishes: {}, explicit, config, seats: {} }).limits;
    expect(limits({})).toEqual(checkedLimits({}));
    expect(limits({ min_rounds: 4 }, { min_rounds: 2, max_rounds: 5, time_budget_minutes: 9 })).toMatchObject({
      min_rounds: 4,
      max_rounds: 5,
      time_budget_minutes: 9,
    });
    expect(() => limits({ min_rounds: 5, max_rounds: 4 })).toThrow(/above the maximum/);
  });
});

describe('a lineup file', () => {
  it('is a JSON array of debaters, or words for the Chair', () => {
    const debaters = [{ name: 'ada' }, { name: 'bob', persona: 'a builder' }];
    const given = { ok: true, choice: { kind: 'given', label: 'l.json', debaters } };
    expect(lineupFromFile('l.json', JSON.stringify(debaters))).toEqual(given);
    expect(lineupFromFile('l.json', JSON.stringify({ debaters }))).toEqual(given);
    expect(lineupFromFile('l.md', 'ada: a builder\nbob: a tester\n')).toEqual({
      ok: true,
      choice: { kind: 'hints', text: 'ada: a builder\nbob: a tester' },
    });
  });

  it.each([
    ['l.json', '[{"persona": "x"}]', /l\.json is no lineup/],
    ['l.json', '[]', /no lineup/],
    ['l.json', '{', /is not JSON/],
    ['l.md', '  ', /is empty/],
    ['l.txt', 'x'.repeat(100_001), /too long/],
  ])('that is none says why: %s', (name, text, why) => {
    const found = lineupFromFile(name, text);
    expect(found.ok ? '' : found.message).toMatch(why);
  });
});

describe('evidence that is offered', () => {
  it('are folders with likely names, also below docs', async () => {
    const folder = tempFolder({ 'docs/adr/': '', 'docs/images/': '', 'src/': '', 'Research/': '', notes: 'a file' });
    expect(await likelyEvidence(folder)).toEqual(['Research', 'docs', 'docs/adr'].map((path) => join(folder, path)));
    expect(await likelyEvidence(join(folder, 'gone'))).toEqual([]);
  });
});

describe('the name of a selection', () => {
  it.each([
    ['notes.md', { first: 3, last: 9 }, 'notes-L3-L9.md'],
    ['notes.md', { first: 3, last: 3 }, 'notes-L3.md'],
    ['Untitled-1', undefined, 'Untitled-1.txt'],
    ['paper.pdf', { first: 1, last: 2 }, 'paper.pdf-L1-L2.txt'],
    ['../a b/ü?.TS', undefined, 'a-b-ü.ts'],
    ['???', undefined, 'selection.txt'],
  ])('%s', (origin, lines, name) => expect(subjectTextName(origin, lines)).toBe(name));
});
