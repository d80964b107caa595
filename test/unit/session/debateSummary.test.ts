import { conclusionOf } from '../../support/conclusions';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Draft, Entry } from '../../../src/debate/log/entry';
import { serialiseEntry } from '../../../src/debate/log/codec';
import { acquireLease, type Lease } from '../../../src/record/lease';
import { lintLog } from '../../../src/session/review/lintLog';
import { statusOf } from '../../../src/session/library/status';
import { SummaryReader, type DebateSummary } from '../../../src/session/library/summary';
import { summaryOf } from '../../support/summaryOf';
import { entry, numbered, setup, setupData, step } from '../../support/entries';
import { failure, withLog } from '../../support/logs';
import { longPanel } from '../../support/longScripts';
import { fact, factSource, fullScript, scriptedFolder } from '../../support/scriptedDebate';
import { tempFolder } from '../../support/tempFolder';
import { runFolder } from '../../support/testSession';

/** What a list shows of a debate must be what the whole log says, though only the ends of it are read. */

const names = ['ada', 'bob'];

async function played(changes: Record<string, unknown> = {}): Promise<{ folder: string; lines: string[] }> {
  const script = { ...fullScript({ names, rounds: 2 }), ...changes };
  const folder = await scriptedFolder({ names, script });
  await runFolder(folder);
  return { folder, lines: readFileSync(join(folder, 'debate-log.jsonl'), 'utf8').split('\n').slice(0, -1) };
}

/** A folder with this log and nothing else. */
function folderOf(log: string): string {
  return tempFolder({ 'debate-log.jsonl': log });
}

const folderWith = (lines: readonly string[]): string => folderOf(lines.map((line) => `${line}\n`).join(''));

async function statusIn(folder: string) {
  const { status, phase, round, outcome, entries, format } = await withLog(folder, (log) => statusOf(log));
  return { state: status, phase, round, outcome, entries, format };
}

const shown = ({ state, phase, round, outcome, entries, format }: DebateSummary) => ({
  state,
  phase,
  round,
  outcome,
  entries,
  format,
});

async function expectAgreement(folder: string): Promise<DebateSummary> {
  const summary = await summaryOf(folder);
  expect(shown(summary)).toEqual(await statusIn(folder));
  return summary;
}

const append = (folder: string, drafts: readonly Draft[]): Promise<Entry[]> =>
  withLog(folder, (log) => log.append(drafts));

let whole: { folder: string; lines: string[] };
beforeAll(async () => {
  whole = await played();
});

describe('at every entry of a debate', () => {
  it('says what the whole log says', async () => {
    expect(whole.lines.length).toBeGreaterThan(40);
    const states = new Set<string>();
    for (let count = 1; count <= whole.lines.length; count += 1) {
      const { state, phase } = await expectAgreement(folderWith(whole.lines.slice(0, count)));
      states.add(`${state} ${phase ?? ''}`);
    }
    expect([...states]).toEqual(
      ['setup', 'opening', 'rounds', 'closing', 'conclusion', 'documents']
        .map((phase) => `interrupted ${phase}`)
        .concat('done done'),
    );
  });

  it('also where most of the log is not looked at', async () => {
    const { lines } = await played(longPanel({ names, rounds: 2, characters: 20_000, sources: 1 }));
    expect(lines.join('\n').length).toBeGreaterThan(100_000);
    for (let count = 1; count <= lines.length; count += 1) await expectAgreement(folderWith(lines.slice(0, count)));
  });

  it('also where sources are struck and turns skipped', async () => {
    const marker = 'the vault of the north holds all the parcels that nobody ever counted';
    const lie = { url: 'workspace:vault/secret.md#L3', title: 'vault', quote: marker, claim: marker };
    const { lines } = await played({
      'r1/turn/ada': { entries: [{ type: 'new_point', content: `There is more: ${marker}.`, sources: [lie] }] },
      'r2/turn/bob': {
        entries: [
          { type: 'new_point', content: fact('bob', 3), sources: [factSource('bob', 3)] },
          { type: 'clarification_request', content: 'May I?', target_seq: 3 },
        ],
      },
      'closing/bob': { error: 'silent' },
      conclusion: conclusionOf(names, 'bob_wins', [1]),
      'assessor-report': { error: 'silent' },
    });
    for (let count = 1; count <= lines.length; count += 1) await expectAgreement(folderWith(lines.slice(0, count)));
    expect((await summaryOf(folderWith(lines))).outcome).toBe('bob_wins');
  });

  it('also where the user asks to conclude at once', async () => {
    const conclude: Draft = {
      phase: 'system',
      speaker: 'user',
      type: 'intervention',
      content: 'End.',
      data: { change: { conclude: true } },
    };
    for (const count of [2, 6, 12, 20]) {
      const folder = folderWith(whole.lines.slice(0, count));
      await append(folder, [conclude]);
      expect((await expectAgreement(folder)).phase).toBe('conclusion');
    }
  });
});

describe('a finished debate', () => {
  it('shows topic, debaters and time', async () => {
    const summary = await expectAgreement(whole.folder);
    const first = JSON.parse(whole.lines[0] ?? '') as Entry;
    expect(summary).toMatchObject({
      folder: whole.folder,
      logPath: join(whole.folder, 'debate-log.jsonl'),
      topic: 'Where should the parcels go?',
      provider: 'scripted',
      debaters: names,
      state: 'done',
      outcome: 'draw',
    });
    expect(summary.started?.toISOString()).toBe(first.timestamp);
    expect(summary.bytes).toBe(readFileSync(summary.logPath).length);
    expect(Object.keys(summary)).not.toContain('problem');
  });

  const added = (draft: Partial<Draft>): Draft[] => [
    { phase: 'system', speaker: 'user', type: 'intervention', content: 'Thanks.', ...draft },
  ];

  it('stays done when the user adds something', async () => {
    const folder = folderWith(whole.lines);
    await append(folder, added({ data: { guidance: 'Thanks.' } }));
    const cited = JSON.parse(whole.lines.find((line) => line.includes('"quote"')) ?? '') as Entry;
    const vouch = { url: cited.sources?.[0]?.url, status: 'unverified', explanation: 'I read it.' };
    await append(folder, added({ type: 'verification_result', target_seq: cited.seq, data: vouch }));
    expect((await expectAgreement(folder)).state).toBe('done');
  });

  it('is open again when a source turns out fabricated, or a debater speaks', async () => {
    const cited = JSON.parse(whole.lines.find((line) => line.includes('"quote"')) ?? '') as Entry;
    const late = folderWith(whole.lines);
    const data = { url: cited.sources?.[0]?.url, status: 'fabricated', explanation: 'There is none.' };
    await append(late, added({ speaker: 'verifier', type: 'verification_result', target_seq: cited.seq, data }));
    expect((await expectAgreement(late)).state).toBe('interrupted');
    const spoken = folderWith(whole.lines);
    await append(
      spoken,
      added({ speaker: 'ada', type: 'new_point', phase: 'rebuttal', sources: cited.sources ?? null }),
    );
    expect((await expectAgreement(spoken)).state).toBe('interrupted');
  });

  it('knows the outcome though documents of a megabyte follow it', async () => {
    const folder = folderWith(whole.lines);
    const line = (content: string, id: string): string =>
      serialiseEntry(
        entry({
          seq: whole.lines.length,
          type: 'document',
          speaker: 'reporter',
          content,
          data: { name: 'blog-post.md', step: step(id) },
        }),
      );
    const before = whole.lines
      .slice(0, -1)
      .map((text) => `${text}\n`)
      .join('');
    writeFileSync(
      join(folder, 'debate-log.jsonl'),
      before + line('word '.repeat(190_000), 'documents/revision') + `${whole.lines.at(-1) ?? ''}\n`,
    );
    const summary = await summaryOf(folder);
    expect(summary).toMatchObject({ state: 'done', outcome: 'draw', round: 2 });
  });
});

describe('the lease', () => {
  const open = (count = 10): string => folderWith(whole.lines.slice(0, count));
  async function held(folder: string): Promise<Lease> {
    const lease = await acquireLease(folder, { program: 'test' });
    onTestFinished(() => lease.release('done'));
    return lease;
  }

  it('says running, and paused, failed or interrupted with the reason when it was let go', async () => {
    for (const [as, state] of [
      ['paused', 'paused'],
      ['budget', 'paused'],
      ['failed', 'failed'],
      ['interrupted', 'interrupted'],
    ] as const) {
      const folder = open();
      const lease = await held(folder);
      expect((await expectAgreement(folder)).state).toBe('running');
      await lease.release(as, 'Because.');
      expect(await expectAgreement(folder)).toMatchObject({ state, reason: 'Because.' });
    }
  });

  it('is told without what a gate quotes, which may be struck by now', async () => {
    const folder = open();
    const words = 'The depot lost forty parcels in the flood of May.';
    await (await held(folder)).release('paused', `conclusion failed: rule 19: seq 4 repeats “${words}”.`);
    expect((await summaryOf(folder)).reason).toBe('conclusion failed: rule 19: seq 4 repeats “…”.');
  });

  it('of a dead process is interrupted, a fresh one of a stranger running, a silent one interrupted', async () => {
    const holder = { pid: 2 ** 22 - 1, host: 'elsewhere', since: '2026-07-21T12:00:00Z', program: 'another' };
    const folder = open();
    const lock = join(folder, 'lock.1');
    writeFileSync(lock, JSON.stringify(holder));
    const reader = new SummaryReader();
    expect((await reader.summaryOf(folder)).state).toBe('running');
    await expectAgreement(folder);
    utimesSync(lock, new Date(0), new Date(0));
    expect((await reader.summaryOf(folder)).state).toBe('interrupted');
    await expectAgreement(folder);
    const lease = await acquireLease(folder, { program: 'test', takeOver: true });
    await lease.release('paused');
    const dead = JSON.parse(readFileSync(join(folder, 'lock.2'), 'utf8')) as Record<string, unknown>;
    delete dead['released'];
    writeFileSync(join(folder, 'lock.2'), JSON.stringify({ ...dead, pid: 2 ** 22 - 1, nonce: undefined }));
    expect((await expectAgreement(folder)).state).toBe('interrupted');
  });

  it('does not matter when the debate is done', async () => {
    const folder = folderWith(whole.lines);
    await held(folder);
    expect((await expectAgreement(folder)).state).toBe('done');
  });
});

describe('records of other programs', () => {
  const plainSetup = { type: 'setup', content: 'Debate session initialised.' } as const;
  const foreign = (...parts: Parameters<typeof numbered>): string[] =>
    numbered(plainSetup, ...parts).map((item) => serialiseEntry(item).trimEnd());
  const topic = { type: 'announcement', content: 'All agents confirmed ready. Topic: Tabs or spaces?' } as const;
  const opened = (speaker: string) =>
    ({ type: 'opening_statement', phase: 'opening', speaker, content: 'Words. '.repeat(4_000) }) as const;

  it('are foreign until they are concluded, then done', async () => {
    const lines = foreign(topic, opened('promoter'), opened('detractor'));
    const open = await summaryOf(folderWith(lines));
    expect(open).toMatchObject({
      state: 'foreign',
      topic: 'Tabs or spaces?',
      debaters: ['promoter', 'detractor'],
      entries: 4,
      provider: undefined,
    });
    const conclusion = { type: 'conclusion', content: 'Debate concluded. Outcome: draw. Reason: even.' } as const;
    const done = await summaryOf(
      folderWith(foreign(topic, opened('promoter'), opened('detractor'), conclusion, opened('late'))),
    );
    expect(done).toMatchObject({ state: 'done', outcome: 'draw', phase: 'done', topic: 'Tabs or spaces?' });
  });

  const ancestor = join(import.meta.dirname, '../../../../shared/data/panel-ancestor');
  it.skipIf(!existsSync(ancestor))('the ancestor’s record', async () => {
    const summary = await summaryOf(ancestor);
    expect(summary).toMatchObject({
      state: 'done',
      outcome: 'draw',
      entries: 25,
      debaters: ['promoter', 'detractor'],
    });
    expect(summary.topic).toMatch(/^With the progress/);
    expect(shown(summary)).toEqual(await statusIn(ancestor));
  });
});

describe('awkward logs', () => {
  it('with a setup of 200 KB and one of 2 MB', async () => {
    for (const count of [2_000, 20_000]) {
      const files = Array.from({ length: count }, (_, index) => ({
        path: `notes/file-${index}.md`,
        bytes: 1,
        sha256: 'a'.repeat(60),
      }));
      const data = { ...setupData, topic: 'Say "why"?', provider: 'scripted', evidence: { root: '/e', files } };
      const line = serialiseEntry(entry({ seq: 0, ...setup, data: { ...data, step: step('setup') } }));
      const ready = serialiseEntry(
        entry({ seq: 1, type: 'announcement', content: 'Ready.', data: { kind: 'ready', step: step('ready') } }),
      );
      const folder = folderOf(line + ready);
      const { topic, debaters, provider, state, phase, entries, started } = await summaryOf(folder);
      expect({ topic, debaters, provider, state, phase, entries }).toEqual({
        topic: 'Say "why"?',
        debaters: ['ada', 'bob'],
        provider: 'scripted',
        state: 'interrupted',
        phase: 'opening',
        entries: 2,
      });
      expect(started).toBeInstanceOf(Date);
    }
  });

  it('that end in a torn line, or are in lines of Windows', async () => {
    const torn = folderWith(whole.lines.slice(0, 9));
    appendFileSync(join(torn, 'debate-log.jsonl'), '{"seq":9,"content":"half of a');
    await expectAgreement(torn);
    await expectAgreement(
      folderOf(
        whole.lines
          .slice(0, 9)
          .map((line) => `${line}\r\n`)
          .join(''),
      ),
    );
  });

  it('that are empty, unfinished, no log at all, gone, or not to be read', async () => {
    expect(await summaryOf(folderOf(''))).toMatchObject({ state: 'empty', bytes: 0, entries: undefined, topic: '' });
    expect(await summaryOf(folderOf('{"seq":0,'))).toMatchObject({
      state: 'empty',
      problem: expect.stringContaining('complete line') as string,
    });
    expect(await summaryOf(folderOf('\n  \r\n\n'))).toMatchObject({ state: 'empty' });
    expect(await summaryOf(folderOf('x'.repeat(2_000_000)))).toMatchObject({ state: 'empty' });
    expect(await summaryOf(folderOf('not a log\n'))).toMatchObject({
      state: 'unreadable',
      problem: expect.stringContaining('No line') as string,
    });
    expect(await summaryOf(join(tempFolder(), 'none'))).toMatchObject({
      state: 'unreadable',
      problem: expect.stringContaining('gone') as string,
    });
    const folder = tempFolder();
    mkdirSync(join(folder, 'debate-log.jsonl'));
    expect((await summaryOf(folder)).state).toBe('unreadable');
    const shut = folderWith(whole.lines);
    await chmod(join(shut, 'debate-log.jsonl'), 0o000);
    if (process.getuid?.() !== 0)
      expect(await summaryOf(shut)).toMatchObject({
        state: 'unreadable',
        problem: expect.stringContaining('refused') as string,
      });
  });
});

it('lines that end in CR alone are named in list, status and lint, and are kept', async () => {
  const text = whole.lines.map((line) => `${line}\r`).join('');
  for (const end of ['', '\n', '{"seq":9']) {
    const folder = folderOf(text + end);
    const wanted = expect.stringContaining('end in CR alone') as string;
    expect(await summaryOf(folder)).toMatchObject({
      state: 'unreadable',
      ...(end === '\n' ? {} : { problem: wanted }),
    });
    await withLog(folder, async (log) => {
      expect(await statusOf(log)).toMatchObject({ status: 'unreadable', warnings: [wanted] });
      expect(lintLog(log)).toMatchObject([{ rule: 'format', severity: 'error', line: 1, message: wanted }]);
      expect(log.view.unreadLines).toEqual([1]);
      if (end !== '\n') expect(await failure(log.repair())).toMatchObject({ code: 'line_ends', message: wanted });
    });
    expect(readdirSync(folder)).toEqual(['debate-log.jsonl']);
    expect(readFileSync(join(folder, 'debate-log.jsonl'), 'utf8')).toBe(text + end);
  }
});

it('lines that end in CR alone are known where the first of them is damaged', async () => {
  const text = `{"seq":0, oops\r${whole.lines.map((line) => `${line}\r`).join('')}`;
  const folder = folderOf(text);
  await withLog(folder, async (log) => {
    expect(await failure(log.repair())).toMatchObject({ code: 'line_ends' });
  });
  expect(readdirSync(folder)).toEqual(['debate-log.jsonl']);
  expect(readFileSync(join(folder, 'debate-log.jsonl'), 'utf8')).toBe(text);
});

it('CR as white space of a line that is broken makes no lines of it', async () => {
  const broken = '{"seq":1,\r"x": 2,\r oops}';
  const text = whole.lines.map((line) => `${line}\n`).join('');
  await withLog(folderOf(`${text}${broken}\n`), (log) => {
    expect(log.problems).toMatchObject([{ code: 'not_json' }]);
    return Promise.resolve();
  });
  const folder = folderOf(text + broken);
  await withLog(folder, async (log) => {
    expect(log.problems).toEqual([]);
    await log.repair();
  });
  expect(readFileSync(join(folder, 'debate-log.jsonl'), 'utf8')).toBe(text);
});

it('a log that is longer than what is read of its end says that its lines end in CR alone', async () => {
  const [first = ''] = whole.lines;
  const text = `${first}\r`.repeat(Math.ceil(3_000_000 / first.length));
  expect(await summaryOf(folderOf(text))).toMatchObject({
    problem: expect.stringContaining('end in CR alone') as string,
  });
});

describe('SummaryReader', () => {
  it('reads a log again when it has grown', async () => {
    const reader = new SummaryReader();
    const folder = folderWith(whole.lines.slice(0, -1));
    expect((await reader.summaryOf(folder)).phase).toBe('documents');
    appendFileSync(join(folder, 'debate-log.jsonl'), `${whole.lines.at(-1) ?? ''}\n`);
    expect((await reader.summaryOf(folder)).state).toBe('done');
  });

  it('gives the summaries in the order of the folders, whatever is wrong with some', async () => {
    const folders = [folderOf(''), whole.folder, join(tempFolder(), 'none'), folderWith(whole.lines.slice(0, 3))];
    const summaries = await new SummaryReader().summariesOf(folders);
    expect(summaries.map(({ folder, state }) => [folder, state])).toEqual(
      folders.map((folder, index) => [folder, ['empty', 'done', 'unreadable', 'interrupted'][index]]),
    );
    const aborted = new SummaryReader().summariesOf(folders, AbortSignal.abort(new Error('enough')));
    await expect(aborted).rejects.toThrow('enough');
  });
});
