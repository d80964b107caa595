import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fence } from '../../../src/agents/model/fence';
import { parseScript } from '../../../src/agents/scripted';
import { has, recordVersion } from '../../../src/debate/fold/versions';
import { importDebate } from '../../../src/importers/importDebate';
import { parseModelRef } from '../../../src/models/provider';
import type { DebateLog } from '../../../src/record/debateLog';
import { pathOfLog } from '../../../src/record/logPath';
import { writeDocuments } from '../../../src/reports/writeDocuments';
import {
  askAsAudience,
  changeLimits,
  changeModels,
  concludeNow,
  requestStop,
  sendGuidance,
} from '../../../src/session/run/interventions';
import { addSource } from '../../../src/session/review/reviewedSource';
import { runnability } from '../../../src/session/run/runnability';
import { Session } from '../../../src/session/run/session';
import { checkAgain, checkAgainAll, vouch } from '../../../src/session/review/sourceReview';
import { statusOf } from '../../../src/session/library/status';
import { summaryOf } from '../../support/summaryOf';
import { statusParts } from '../../../src/ui/chat/statusParts';
import { debateText } from '../../../src/session/library/debateText';
import { panelStatusOf, type Circumstances } from '../../../src/ui/panel/panelStatus';
import { debateNode } from '../../../src/ui/library/debateNode';
import { textOf } from '../../support/chatLinks';
import { opened } from '../../support/logs';
import { copied, filesIn, recordsRoot } from '../../support/oldRecords';
import { rostrum } from '../../support/rostrum';
import { fullScript, scriptedFolder } from '../../support/scriptedDebate';
import { tempFolder } from '../../support/tempFolder';

/** Versions of the record: what is written now, what a later program may have written, and formats that nobody here knows. */

/** A record of 0.1.0 whose setup says something else. */
function changed(name: string, change: (setup: Record<string, unknown>) => Record<string, unknown>): string {
  const folder = copied(name);
  const [first = '', ...others] = readFileSync(pathOfLog(folder), 'utf8').split('\n');
  const entry = JSON.parse(first) as { data: Record<string, unknown> };
  writeFileSync(pathOfLog(folder), [JSON.stringify({ ...entry, data: change(entry.data) }), ...others].join('\n'));
  return folder;
}

const newer = (name: string): string => changed(name, (setup) => ({ ...setup, record_version: recordVersion + 1 }));
/** A later version whose setup has another shape. */
const reshaped = (name: string): string =>
  changed(name, () => ({ record_version: recordVersion + 1, question: 'Where?' }));
const duel = (name: string): string => changed(name, (setup) => ({ ...setup, format: 'duel' }));

/** Every file with its content. */
const contentOf = (folder: string): Map<string, string> =>
  new Map(filesIn(folder).map((file) => [file, readFileSync(join(folder, file), 'latin1')]));

describe('the version that is written', () => {
  it('stands in the setup of debates that are started and imported', async () => {
    const started = await opened(
      pathOfLog(
        await scriptedFolder({ script: fullScript({ names: ['ada', 'bob'], rounds: 1 }), names: ['ada', 'bob'] }),
      ),
    );
    const source = join(import.meta.dirname, '..', '..', 'fixtures', 'import', 'agent-debate');
    const imported = await opened(
      pathOfLog((await importDebate(source, { parent: tempFolder(), now: () => new Date() })).folder),
    );
    for (const { state } of [started, imported]) expect([state.setup?.record_version, state.version]).toEqual([3, 3]);
  });

  it('is known to the state: of old records, of foreign ones, of setups that cannot be read', async () => {
    const versionOf = async (folder: string) => (await opened(pathOfLog(folder))).state.version;
    expect(await versionOf(copied('panel-scripted-done'))).toBe(1);
    expect(await versionOf(copied('imported-ai-debate'))).toBe(0);
    const log = await opened(pathOfLog(reshaped('panel-scripted-done')));
    expect([log.state.version, log.state.setup]).toEqual([4, undefined]);
  });
});

describe('what came with a version', () => {
  it('is neither wanted nor missed in earlier records', async () => {
    const found = async (folder: string) => {
      const log = await opened(pathOfLog(folder));
      return [has(log.state, 'crux'), has(log.state, 'points')];
    };
    const second = changed('panel-scripted-done', (setup) => ({ ...setup, record_version: 2 }));
    const third = changed('panel-scripted-done', (setup) => ({ ...setup, record_version: 3 }));
    expect([
      await found(copied('panel-scripted-done')),
      await found(copied('imported-ai-debate')),
      await found(second),
      await found(third),
    ]).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [true, true],
    ]);
  });
});

/** All that writes to a debate or beside it. */
const writers: Record<string, (log: DebateLog) => Promise<unknown>> = {
  append: (log) =>
    log.append([
      { phase: 'system', speaker: 'user', type: 'intervention', content: 'Go on.', data: { guidance: 'Go on.' } },
    ]),
  repair: (log) => log.repair(),
  guidance: (log) => sendGuidance(log, 'Speak of costs.'),
  question: (log) => askAsAudience(log, { to: 'bob', question: 'And then?' }),
  limits: (log) => changeLimits(log, { max_rounds: 4 }),
  models: (log) => changeModels(log, { bob: 'human' }),
  conclude: (log) => concludeNow(log),
  stop: (log) => requestStop(log),
  'check again': (log) => checkAgain(log, citedIn(log), { signal }),
  'check all again': (log) => checkAgainAll(log, { signal }),
  'I Read It': (log) => vouch(log, citedIn(log)),
  'add source': (log) => addSource(log, 'https://example.com/', { web: undefined, signal }),
  documents: (log) => writeDocuments(log),
};
const { signal } = new AbortController();

function citedIn({ state }: DebateLog): { seq: number; url: string } {
  const header = state.headers.find(({ urls }) => urls.length > 0);
  return { seq: header?.seq ?? 0, url: header?.urls[0] ?? '' };
}

const paused = 'panel-scripted-paused-rounds';
const done = 'panel-scripted-done';

describe.each([
  ['whose setup can be read', newer],
  ['whose setup has another shape', reshaped],
])('a record of a later version, %s', (_, make) => {
  it.each(Object.keys(writers))('is not written to: %s', async (what) => {
    const folder = make(paused);
    const before = contentOf(folder);
    const log = await opened(pathOfLog(folder));
    await expect(writers[what]?.(log)).rejects.toThrow(
      /version 4; this program writes version 3|Nobody runs this debate/,
    );
    expect(contentOf(folder)).toEqual(before);
  });

  it('is not run: no lease is taken', async () => {
    const folder = make(paused);
    const before = contentOf(folder);
    await expect(Session.open({ folder, program: 'test', takeOver: true })).rejects.toMatchObject({ code: 'version' });
    expect(contentOf(folder)).toEqual(before);
  });

  it('is refused on the command line, which says both versions, and read', async () => {
    const folder = make(paused);
    const words = join(tempFolder({ 'words.txt': 'Go on.' }), 'words.txt');
    const before = contentOf(folder);
    const appending = [
      'append',
      folder,
      '--speaker',
      'user',
      '--type',
      'intervention',
      '--phase',
      'system',
      '--content-file',
      words,
    ];
    for (const args of [
      ['resume', folder],
      ['resume', folder, '--conclude'],
      appending,
      ['report', folder],
      ['verify', folder, '--again', '--no-web'],
    ]) {
      const { code, err } = await rostrum(args);
      expect([args[0], code]).toEqual([args[0], 2]);
      expect(err).toMatch(/record of version 4; this program writes version 3/);
    }
    const { code, out } = await rostrum(['status', folder, '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { entries: 14, next: [], warnings: expect.arrayContaining([expect.stringContaining('version 3')]) as string[] },
    ]);
    expect((await rostrum(['lint', folder])).out).toMatch(/No problems|errors?,/);
    expect(contentOf(folder)).toEqual(before);
  });

  it('offers nothing that writes in the editor', async () => {
    const log = await opened(pathOfLog(make(paused)));
    const found = statusNow(log);
    expect(found).toMatchObject({ actions: [], isOpen: false });
    expect(found.stateText).toContain('version 3');
    expect(found.closedReason).toContain('version 3');
    const holder = { pid: 1, host: 'box', since: '2026-11-20T10:03:00Z', program: 'rostrum 9' };
    expect(statusNow(log, { lease: { state: 'held', epoch: 1, holder } }).actions).toEqual([]);
    const { context } = debateNode(await summaryOf(log.folder), facts);
    expect(context).not.toMatch(/resumable|concludable/);
  });
});

const facts = {
  run: undefined,
  isByHand: false,
  wrong: { grave: 0, changed: 0, errors: 0 },
  now: Date.parse('2026-11-23T12:00:00Z'),
  language: 'en',
};

function statusNow(log: DebateLog, circumstances: Partial<Circumstances> = {}) {
  return panelStatusOf(log.view, {
    lease: { state: 'free' },
    run: undefined,
    isGone: false,
    isTrusted: true,
    documents: [],
    isWritten: true,
    now: new Date(),
    ...circumstances,
  });
}

describe('a debate in a format that nobody here knows', () => {
  it.each([
    [done, 'bob_wins'],
    [paused, null],
  ])('is neither done nor interrupted on the command line: %s', async (name, outcome) => {
    const folder = duel(name);
    const before = contentOf(folder);
    const { code, out } = await rostrum(['status', folder, '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { status: 'unreadable_format', format: 'duel', phase: 'unknown', outcome, next: [] },
    ]);
    expect((await rostrum(['status', folder])).out).toContain('unreadable_format, duel');
    for (const args of [[], ['--conclude'], ['--take-over']]) {
      const resumed = await rostrum(['resume', folder, ...args]);
      expect(resumed.code).toBe(2);
      expect(resumed.err).toContain('duel debates can be read, not run');
    }
    expect(contentOf(folder)).toEqual(before);
  });

  it.each([
    [done, 'bob wins · Unknown format “duel”'],
    [paused, 'Unknown format “duel”'],
  ])('says so in tree and status bar, chat, panel and tools: %s', async (name, words) => {
    const log = await opened(pathOfLog(duel(name)));
    const [summary, status] = [await summaryOf(log.folder), await statusOf(log)];
    expect(summary).toMatchObject({
      state: 'unreadable_format',
      outcome: status.outcome,
      entries: log.state.headers.length,
    });
    const node = debateNode(summary, facts);
    expect(node.spoken).toContain(words);
    expect(node.context).not.toMatch(/resumable|concludable|pausable|stoppable|done|open/);
    const text = textOf(statusParts({ summary, status, view: log.view, run: undefined }, { entries: 1 }));
    expect(text).toContain('Unknown format');
    expect(text).not.toContain('Next:');
    const { head, entries } = debateText({
      view: log.view,
      status,
      fence: new Fence(() => '0123456789ab'),
      fromSeq: 0,
      limit: 100,
    });
    expect(head).toContain('State: unreadable_format;');
    expect(entries).toHaveLength(log.state.headers.length);
    const panel = statusNow(log);
    expect(panel).toMatchObject({ state: 'unreadable_format', actions: [], isOpen: false });
    expect(panel.stateText).toContain('duel debates can be read, not run');
    if (status.outcome !== null) expect(panel.stateText).toMatch(/^bob wins/);
  });

  it('takes no guidance', async () => {
    const log = await opened(pathOfLog(duel(paused)));
    await expect(sendGuidance(log, 'Speak of costs.')).rejects.toMatchObject({ code: 'format' });
  });
});

describe('the word “offline” of old records', () => {
  it('names who performs: as a provider, as a model, as what a script falls back to', async () => {
    const { state } = await opened(pathOfLog(copied('panel-offline-paused-rounds')));
    expect(runnability(state)).toMatchObject({ ok: true, provider: 'offline' });
    expect(parseModelRef('offline')).toEqual({ kind: 'offline' });
    expect(parseScript(readFileSync(join(recordsRoot, 'scripts', 'bare-fallback.json'), 'utf8'))).toEqual({
      $fallback: 'offline',
    });
  });
});
