import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ScriptedPerformer, type Script } from '../../../src/agents/scripted';
import type { Performer } from '../../../src/agents/performer';
import type { VerificationData } from '../../../src/debate/log/entryData';
import { panel } from '../../../src/debate/formats/panel/panel';
import type { TaskRequest } from '../../../src/debate/flow/tasks';
import { Engine } from '../../../src/engine/engine';
import type { DebateEvent } from '../../../src/engine/events';
import type { DebateLog } from '../../../src/record/debateLog';
import { pathOfLog } from '../../../src/record/logPath';
import { acquireLease, leaseStatus } from '../../../src/record/lease';
import { Session, type SessionOptions } from '../../../src/session/run/session';
import { statusOf } from '../../../src/session/library/status';
import { logIn, withLog } from '../../support/logs';
import { fact, factSource, fullScript, readEntries, scriptedFolder, shape } from '../../support/scriptedDebate';
import { capturedText } from '../../support/capturedText';

/** Pause, stop, budgets, guidance, trouble with the disk, and the two lanes. */

const names = ['ada', 'bob'];
const folderFor = (changes: Script = {}, rounds = 2): Promise<string> =>
  scriptedFolder({ script: { ...fullScript({ names, rounds }), ...changes }, names, rounds: { min: 1, max: rounds } });

const open = (folder: string, options: Partial<SessionOptions> = {}): Promise<Session> =>
  Session.open({ folder, program: 'test', ...options });

const statusIn = (folder: string) => withLog(folder, (log) => statusOf(log));

describe('pause and stop', () => {
  it('pauses after the running task, which is logged, and resumes to the same record', async () => {
    const uncut = await folderFor();
    await (await open(uncut)).run();
    const folder = await folderFor();
    const session: Session = await open(folder, {
      onEvent: (event) =>
        event.kind === 'handover' && event.step === 'r1/turn/ada' && session.pause('Enough for today.'),
    });
    expect(await session.run()).toEqual({ status: 'paused', reason: 'Enough for today.' });
    const paused = await readEntries(folder);
    expect(shape(paused).at(-1)).toContain('r1/turn/ada');
    expect(await statusIn(folder)).toMatchObject({ status: 'paused', phase: 'rounds', round: 1 });
    expect(await (await open(folder)).run()).toEqual({ status: 'done' });
    expect(shape(await readEntries(folder))).toEqual(shape(await readEntries(uncut)));
  });

  it('stops in the middle of a task, and does not wait for it; nothing half-done is logged', async () => {
    const answer = fullScript({ names, rounds: 1 })['r1/turn/ada'];
    const folder = await folderFor({ 'r1/turn/ada': { wait_ms: 3_600_000, output: answer } });
    const session: Session = await open(folder, {
      onEvent: (event) => {
        if (event.kind !== 'handover' || event.step !== 'r1/turn/ada') return;
        setTimeout(() => session.stop('Stopped.'), 50);
      },
    });
    expect(await session.run()).toEqual({ status: 'interrupted', reason: 'Stopped.' });
    expect(shape(await readEntries(folder)).at(-1)).toContain('r1/start');
    expect(await statusIn(folder)).toMatchObject({ status: 'interrupted', next: ['r1/turn/ada'] });
  });
});

describe('what the user changes while it runs', () => {
  const intervene = async (folder: string, content: string, data: Record<string, unknown>): Promise<void> => {
    const log = await logIn(folder);
    await log.append([{ phase: 'system', speaker: 'user', type: 'intervention', content, data }]);
  };

  it('concludes at once when asked: no further round, no closing', async () => {
    const folder = await folderFor();
    const session: Session = await open(folder, {
      onEvent: (event) => event.kind === 'round' && session.pause('Wait.'),
    });
    await session.run();
    await intervene(folder, 'Conclude.', { change: { conclude: true } });
    expect(await (await open(folder)).run()).toEqual({ status: 'done' });
    const steps = shape(await readEntries(folder));
    expect(steps.some((line) => line.includes('closing'))).toBe(false);
    expect(steps.some((line) => line.startsWith('chair conclusion'))).toBe(true);
  });

  it('tells of what was struck beside it, so that documents and indexes lose it while the debate goes on', async () => {
    const answer = fullScript({ names, rounds: 1 })['r1/turn/ada'];
    const folder = await folderFor({ 'r1/turn/ada': { wait_ms: 400, output: answer } });
    const events: DebateEvent[] = [];
    let striking: Promise<unknown> | undefined;
    const session = await open(folder, {
      onEvent: (event) => {
        events.push(event);
        if (event.kind !== 'handover' || event.step !== 'r1/turn/ada') return;
        striking = logIn(folder).then((log) =>
          log.append([
            { phase: 'system', speaker: 'chair', type: 'redaction', content: 'REDACTED: seq 2.', target_seq: 2 },
          ]),
        );
      },
    });
    await session.run();
    await striking;
    const told = events.flatMap((event) => (event.kind === 'written' && event.type === 'redaction' ? [event] : []));
    expect(told).toHaveLength(1);
  });

  it('ends the rounds at a maximum that was lowered meanwhile', async () => {
    const folder = await folderFor({}, 5);
    const session: Session = await open(folder, {
      onEvent: (event) => event.kind === 'round' && event.round === 2 && session.pause('Wait.'),
    });
    await session.run();
    await intervene(folder, 'Two rounds will do.', { change: { max_rounds: 2 } });
    await (await open(folder)).run();
    expect((await statusIn(folder)).round).toBe(2);
  });

  it('puts guidance into the next prompt and not into later ones', async () => {
    const folder = await folderFor();
    const seen: Record<string, string[]> = {};
    const session = await open(folder, {
      onEvent: (event) => event.kind === 'round' && event.round === 1 && session.pause('Wait.'),
    });
    await session.run();
    await intervene(folder, 'Speak of weekends.', { guidance: 'Speak of weekends.' });
    const log = await logIn(folder);
    const performer = new ScriptedPerformer(fullScript({ names, rounds: 2 }));
    const spy: Performer = {
      provider: 'scripted',
      isLocal: true,
      canPerform: (kind, id) => performer.canPerform(kind, id),
      ready: () => Promise.resolve(),
      perform: (request: TaskRequest, context) => {
        if (request.kind === 'debater/turn') {
          const input = request.input as TaskRequest<'debater/turn'>['input'];
          seen[request.id] = input.guidance.map((item) => item.text);
        }
        return performer.perform(request, context);
      },
    };
    const lease = await acquireLease(folder, { program: 'test' });
    const local = { check: () => Promise.resolve(verdict('verified')), isLocal: () => true };
    await engineOf(log, lease, { performer: spy, checker: local }).run();
    await lease.release('done');
    expect(seen).toEqual({
      'r1/turn/ada': ['Speak of weekends.'],
      'r1/turn/bob': ['Speak of weekends.'],
      'r2/turn/ada': [],
      'r2/turn/bob': [],
    });
  });

  it('stops at the money budget and goes on when there is more', async () => {
    const folder = await folderFor();
    const log = await logIn(folder);
    await log.append([
      {
        phase: 'system',
        speaker: 'user',
        type: 'intervention',
        content: 'Two dollars.',
        data: { change: { budget_usd: 2 } },
      },
    ]);
    const usage = { input: 10, cache_write: 0, cache_read: 90, output: 5, usd: 0.75 };
    const script = new ScriptedPerformer(fullScript({ names, rounds: 2 }));
    const paid: Performer = {
      provider: 'scripted',
      isLocal: true,
      canPerform: () => true,
      ready: () => Promise.resolve(),
      perform: async (request, context) => {
        const paidFor = await context.mayAsk?.(usage.usd);
        const outcome = await script.perform(request, context);
        paidFor?.(usage.usd);
        return { ...outcome, usage };
      },
    };
    const lease = await acquireLease(folder, { program: 'test' });
    const checker = { check: () => Promise.resolve(verdict('verified')), isLocal: () => true };
    const end = await engineOf(log, lease, { performer: paid, checker }).run();
    expect(end).toMatchObject({
      status: 'budget',
      reason: 'The budget of $2.00 is all but spent ($1.50): the next request may cost $0.75.',
    });
    await log.append([
      {
        phase: 'system',
        speaker: 'user',
        type: 'intervention',
        content: 'More.',
        data: { change: { budget_usd: 100 } },
      },
    ]);
    expect(await engineOf(log, lease, { performer: paid, checker }).run()).toEqual({ status: 'done' });
    expect(log.state.usage.cache_read).toBe(log.state.usage.input * 9);
    await lease.release('done');
  });
});

describe('trouble with the disk', () => {
  it('pauses on a full disk in the middle of a batch, leaves no fragment, and resumes', async () => {
    const folder = await folderFor();
    let writes = 0;
    const io = {
      write: async (file: FileHandle, buffer: Buffer): Promise<number> => {
        writes += 1;
        if (writes !== 6) return (await file.write(buffer)).bytesWritten;
        await file.write(buffer.subarray(0, Math.floor(buffer.length / 2)));
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
      },
      sync: (file: FileHandle) => file.datasync(),
    };
    const end = await (await open(folder, { log: { io } })).run();
    expect(end).toMatchObject({ status: 'paused' });
    expect('reason' in end && end.reason).toMatch(/the disk is full. Free some space, then resume/);
    expect((await readFile(pathOfLog(folder), 'utf8')).endsWith('\n')).toBe(true);
    expect((await statusIn(folder)).status).toBe('paused');
    expect(await (await open(folder)).run()).toEqual({ status: 'done' });
  });

  it('pauses when the folder is deleted under it, and resumes when it is back', async () => {
    const folder = await folderFor();
    const away = `${folder}-away`;
    let isMoved = false;
    const session: Session = await open(folder, {
      onEvent: (event) => {
        if (event.kind === 'handover' && event.step === 'r1/turn/bob') isMoved = true;
      },
      log: {
        io: {
          write: async (file: FileHandle, buffer: Buffer): Promise<number> => (await file.write(buffer)).bytesWritten,
          sync: async (file: FileHandle) => {
            await file.datasync();
            if (isMoved) await rename(folder, away).catch(() => undefined);
          },
        },
      },
    });
    const end = await session.run();
    expect(end).toMatchObject({ status: 'paused' });
    expect('reason' in end && end.reason).toMatch(/Put .*back/);
    await rm(folder, { recursive: true, force: true });
    await rename(away, folder);
    expect(await (await open(folder)).run()).toEqual({ status: 'done' });
  });
});

const verdict = (status: VerificationData['status']): VerificationData => ({
  url: '',
  status,
  confidence: 'high' as const,
  notes: {},
  snapshot: null,
  passage: null,
  checks: { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'not_applicable', support: 'same' },
  explanation: status === 'verified' ? '' : 'It was made up.',
});

const everyFact = names.flatMap((name) => Array.from({ length: 20 }, (_, index) => fact(name, index + 1))).join('\n');

interface Parts {
  performer: Performer;
  checker: { isLocal: () => boolean; check: () => Promise<VerificationData> };
}

function engineOf(
  log: DebateLog,
  lease: Awaited<ReturnType<typeof acquireLease>>,
  { performer, checker }: Parts,
): Engine {
  return new Engine({
    log,
    lease,
    format: panel,
    now: () => new Date(),
    onEvent: () => undefined,
    performerOf: () => performer,
    checker: { ...checker, check: async (_, url) => ({ isSettled: true, data: { ...(await checker.check()), url } }) },
    capture: () => Promise.resolve(capturedText(everyFact)),
  });
}

describe('a person in a seat', () => {
  it('may try as often as they like, and their time is not the debate’s', async () => {
    const folder = await scriptedFolder({
      script: fullScript({ names, rounds: 1 }),
      names,
      rounds: { min: 1, max: 1 },
    });
    const log = await logIn(folder);
    const lease = await acquireLease(folder, { program: 'test' });
    const script = new ScriptedPerformer(fullScript({ names, rounds: 1 }));
    let tries = 0;
    const person: Performer = {
      provider: 'human',
      isLocal: false,
      isPerson: true,
      canPerform: () => true,
      ready: () => Promise.resolve(),
      perform: async (request, context) => {
        if (request.id !== 'opening/ada') return await script.perform(request, context);
        tries += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return tries < 6
          ? { output: { entries: [{ type: 'opening_statement', content: 'Without any source.' }] } }
          : await script.perform(request, context);
      },
    };
    const checker: Parts['checker'] = { isLocal: () => true, check: () => Promise.resolve(verdict('verified')) };
    expect(await engineOf(log, lease, { performer: person, checker }).run()).toEqual({ status: 'done' });
    const spoken = log.state.headers.find((header) => header.speaker === 'ada');
    expect(log.entry(spoken?.seq ?? -1)?.data?.['step']).toMatchObject({ attempt: 6, elapsed_ms: 0 });
    await lease.release('done');
  });
});

describe('the verifier lane', () => {
  /** A script whose sources are web pages: their checks take as long as the test wants. */
  const onTheWeb = (): Script => {
    const text = JSON.stringify(fullScript({ names, rounds: 2 })).replaceAll('workspace:', 'https://example.org/');
    return JSON.parse(text) as Script;
  };

  it('runs beside the main lane, and the conclusion waits for all of it', async () => {
    const folder = await scriptedFolder({ script: onTheWeb(), names, rounds: { min: 1, max: 2 } });
    const log = await logIn(folder);
    const lease = await acquireLease(folder, { program: 'test' });
    let running = 0;
    let most = 0;
    const checker: Parts['checker'] = {
      isLocal: () => false,
      check: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 150));
        running -= 1;
        return verdict('verified');
      },
    };
    expect(await engineOf(log, lease, { performer: new ScriptedPerformer(onTheWeb()), checker }).run()).toEqual({
      status: 'done',
    });
    const types = log.state.headers.map((header) => header.type);
    expect(most).toBeGreaterThan(1);
    expect(types.lastIndexOf('verification_result')).toBeLessThan(types.indexOf('conclusion'));
    expect(types.filter((type) => type === 'verification_result')).toHaveLength(6);
    await lease.release('done');
  });

  it('sends an answer in flight back when it quotes what was struck meanwhile', async () => {
    const script: Script = onTheWeb();
    const long = 'The depot of ada keeps every parcel it was ever given under one single roof.';
    const url = 'https://example.org/ada.md#L1';
    script['opening/ada'] = {
      entries: [{ type: 'opening_statement', content: long, sources: [{ url, title: 'a', quote: long, claim: long }] }],
    };
    const repeats = { type: 'opening_statement', content: `They say: ${long}`, sources: [factSource('bob', 1)] };
    const other = { type: 'opening_statement', content: fact('bob', 1), sources: [factSource('bob', 1)] };
    delete script['opening/bob'];
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 2 } });
    const log = await logIn(folder);
    const lease = await acquireLease(folder, { program: 'test' });
    const answers: Performer = new ScriptedPerformer(script);
    const strike = async (): Promise<void> => {
      const writer = await logIn(folder);
      await writer.append([
        {
          phase: 'system',
          speaker: 'chair',
          type: 'redaction',
          target_seq: 2,
          content: 'REDACTED: seq 2 (ada). Reason: it was made up. Entry is struck from the record.',
          data: { kind: 'fabricated', reason: 'It was made up.', url },
        },
      ]);
    };
    let asked = 0;
    const performer: Performer = {
      provider: 'scripted',
      isLocal: true,
      canPerform: () => true,
      ready: () => Promise.resolve(),
      perform: async (request, context) => {
        if (request.id !== 'opening/bob') return await answers.perform(request, context);
        asked += 1;
        if (asked === 1) {
          await strike();
          return { output: { entries: [repeats] } };
        }
        expect(request.feedback.map((violation) => violation.rule)).toContain('19');
        return { output: { entries: [other] } };
      },
    };
    const checker: Parts['checker'] = { isLocal: () => true, check: () => Promise.resolve(verdict('verified')) };
    const engine = engineOf(log, lease, { performer, checker });
    await engine.run();
    expect(asked).toBe(2);
    const spoken = log.state.headers.find((header) => header.speaker === 'bob');
    expect(log.entry(spoken?.seq ?? -1)?.content).toBe(fact('bob', 1));
    await lease.release('done');
  });
});

describe('the lease', () => {
  it('is let go with the reason, and an engine that was taken over writes nothing more', async () => {
    const folder = await folderFor();
    const log = await logIn(folder);
    const lease = await acquireLease(folder, { program: 'the old one' });
    await writeFile(join(folder, `lock.${lease.epoch + 1}`), '{}');
    const checker: Parts['checker'] = { isLocal: () => true, check: () => Promise.resolve(verdict('verified')) };
    const performer = new ScriptedPerformer(fullScript({ names, rounds: 2 }));
    await expect(engineOf(log, lease, { performer, checker }).run()).rejects.toMatchObject({ code: 'lease_lost' });
    expect(log.state.headers).toHaveLength(1);
    expect((await leaseStatus(folder)).state).not.toBe('free');
  });
});
