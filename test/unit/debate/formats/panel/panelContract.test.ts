import { appendFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ScriptedPerformer, type Script } from '../../../../../src/agents/scripted';
import type { Performer } from '../../../../../src/agents/performer';
import { entryOf, serialiseEntry } from '../../../../../src/debate/log/codec';
import type { Draft } from '../../../../../src/debate/log/entry';
import { panel } from '../../../../../src/debate/formats/panel/panel';
import type { TaskRequest } from '../../../../../src/debate/flow/tasks';
import { Engine } from '../../../../../src/engine/engine';
import { takeAppendLock } from '../../../../../src/record/appendLock';
import { pathOfLog } from '../../../../../src/record/logPath';
import { acquireLease } from '../../../../../src/record/lease';
import { SnapshotStore } from '../../../../../src/record/snapshots';
import { workspaceSourceReader } from '../../../../../src/research/sourceReader';
import { Verifier } from '../../../../../src/verify/verifier';
import { logIn, withLog } from '../../../../support/logs';
import { fact, factSource, factUrl, fullScript, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';

/** What agents are given, and what happens when others write while a debate runs. */

const names = ['ada', 'bob'];

async function engineOn(folder: string, performer: Performer) {
  const log = await logIn(folder);
  const lease = await acquireLease(folder, { program: 'test' });
  const { root, files } = log.state.setup?.evidence ?? { root: null, files: [] };
  const verifier = new Verifier({
    snapshots: new SnapshotStore(folder),
    reader: workspaceSourceReader({ root: root ?? '', files }),
    manifest: files,
    today: () => '2026-01-01',
  });
  const engine = new Engine({
    log,
    lease,
    format: panel,
    now: () => new Date(),
    onEvent: () => undefined,
    performerOf: () => performer,
    checker: verifier,
    capture: (url, signal) => verifier.capture(url, signal),
  });
  const done = async (): Promise<void> => {
    await lease.release('done');
  };
  return { engine, log, done };
}

/** A performer that plays a script and lets a test look at each request first. */
function watched(script: Script, look: (request: TaskRequest) => Promise<void> | void): Performer {
  const inner = new ScriptedPerformer(script);
  return {
    provider: 'scripted',
    isLocal: true,
    canPerform: (kind, id) => inner.canPerform(kind, id),
    ready: () => Promise.resolve(),
    perform: async (request, context) => {
      await look(request);
      return await inner.perform(request, context);
    },
  };
}

const appendTo = (folder: string, drafts: readonly Draft[]): Promise<unknown> =>
  withLog(folder, (log) => log.append(drafts));

describe('after a redaction', () => {
  const marker = 'QUAGGA-1883 was the last of the parcels that the northern vault had ever counted';
  const script: Script = {
    ...fullScript({ names, rounds: 2, outcome: 'bob_wins' }),
    'opening/ada': {
      entries: [
        {
          type: 'opening_statement',
          content: `Hear this. ${marker}.`,
          introduces: [{ name: 'Vault', description: marker }],
          sources: [{ url: 'workspace:vault.md#L1', title: 'QUAGGA-1883', quote: marker, claim: marker }],
        },
      ],
    },
    'opening/ada/review': {
      summary: 'QUAGGA-1883 is claimed.',
      infractions: [{ rule: '6', reason: 'QUAGGA-1883 is an insult.' }],
    },
    'r1/turn/ada': {
      entries: [{ type: 'new_point', content: fact('ada', 2), sources: [factSource('ada', 2)], acknowledges: [4] }],
    },
  };

  it('no task is given the struck text, in whatever field it stood', async () => {
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 2 } });
    const leaks: string[] = [];
    let asked = 0;
    const performer = watched(script, (request) => {
      if (request.id.startsWith('opening/ada')) return;
      asked += 1;
      if (JSON.stringify(request.input).includes('QUAGGA-1883')) leaks.push(request.id);
    });
    const { engine, log, done } = await engineOn(folder, performer);
    await appendTo(folder, [
      {
        phase: 'system',
        speaker: 'user',
        type: 'intervention',
        content: 'Mind this.',
        data: { guidance: `They said: ${marker}.` },
      },
    ]);
    expect(await engine.run()).toEqual({ status: 'done' });
    expect(log.state.redactions.size).toBe(1);
    expect(asked).toBeGreaterThan(20);
    expect(leaks).toEqual([]);
    await done();
  });
});

describe('others write while a debate runs', () => {
  it('an answer that waits for the append lock is judged again when a redaction landed meanwhile', async () => {
    const long = `Look at the record. ${fact('ada', 1)}`;
    const script: Script = { ...fullScript({ names, rounds: 1 }) };
    script['opening/bob#1'] = {
      entries: [{ type: 'opening_statement', content: `They say: ${long}`, sources: [factSource('bob', 1)] }],
    };
    script['opening/bob#2'] = {
      entries: [{ type: 'opening_statement', content: fact('bob', 30), sources: [factSource('bob', 30)] }],
    };
    delete script['opening/bob'];
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 1 } });
    let attempts = 0;
    const performer = watched(script, async (request) => {
      if (request.id !== 'opening/bob') return;
      attempts += 1;
      if (request.attempt !== 1) return;
      // The redaction is written under the lock that the answer is about to wait for.
      const lock = await takeAppendLock(pathOfLog(folder));
      setTimeout(
        () =>
          void strike(folder).then(() => {
            lock.release();
          }),
        300,
      );
    });
    const { engine, log, done } = await engineOn(folder, performer);
    await engine.run();
    expect(attempts).toBe(2);
    const opening = (await readEntries(folder)).find((entry) => entry.speaker === 'bob');
    expect(opening?.content).toBe(fact('bob', 30));
    expect((opening?.data?.['step'] as { attempt: number }).attempt).toBe(2);
    expect(log.state.headers.map((header) => header.seq)).toEqual(log.state.headers.map((_, index) => index));
    await done();
  });

  async function strike(folder: string): Promise<void> {
    const seq = (await readEntries(folder)).length;
    const draft: Draft = {
      phase: 'system',
      speaker: 'chair',
      type: 'redaction',
      target_seq: 2,
      content: 'REDACTED: seq 2 (ada). Reason: made up. Entry is struck from the record.',
      data: { kind: 'fabricated', reason: 'made up', url: factUrl('ada', 1) },
    };
    await appendFile(pathOfLog(folder), serialiseEntry(entryOf(draft, seq, new Date().toISOString())));
  }

  it('a challenge without a source is dismissed and the debate goes on', async () => {
    const script = fullScript({ names, rounds: 1 });
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 1 } });
    const performer = watched(script, async (request) => {
      if (request.id !== 'r1/turn/ada') return;
      await appendTo(folder, [
        { phase: 'rebuttal', speaker: 'bob', type: 'source_challenge', content: 'I doubt it all.', target_seq: 1 },
      ]);
    });
    const { engine, log, done } = await engineOn(folder, performer);
    expect(await engine.run()).toEqual({ status: 'done' });
    expect(log.state.conclusion?.outcome).toBe('draw');
    expect(log.state.rulings.find((ruling) => ruling.kind === 'challenge')?.reason).toContain('names no source');
    await done();
  });

  it('a maximum lowered below the round that was just judged starts no further round', async () => {
    const script = fullScript({ names, rounds: 4 });
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 4 } });
    const performer = watched(script, async (request) => {
      if (request.id !== 'r2/go-on') return;
      await appendTo(folder, [
        {
          phase: 'system',
          speaker: 'user',
          type: 'intervention',
          content: 'One will do.',
          data: { change: { max_rounds: 1 } },
        },
      ]);
    });
    const { engine, log, done } = await engineOn(folder, performer);
    expect(await engine.run()).toEqual({ status: 'done' });
    expect(log.state.round).toBe(2);
    await done();
  });

  it('stops when the user asks it to through the log, and goes on when resumed', async () => {
    const script = fullScript({ names, rounds: 1 });
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 1 } });
    let hasAsked = false;
    const performer = watched(script, async (request) => {
      if (request.id !== 'r1/turn/ada' || hasAsked) return;
      hasAsked = true;
      await appendTo(folder, [
        { phase: 'system', speaker: 'user', type: 'intervention', content: 'Stop.', data: { change: { stop: true } } },
      ]);
    });
    const { engine, done } = await engineOn(folder, performer);
    expect(await engine.run()).toEqual({ status: 'stopped', reason: 'The user asked to stop.' });
    await done();
    const again = await engineOn(folder, performer);
    expect(await again.engine.run()).toEqual({ status: 'done' });
    await again.done();
  });
});

describe('what is relayed', () => {
  it('a question of the last round reaches the closing; a skipped turn leaves what was pending', async () => {
    const script: Script = {
      ...fullScript({ names, rounds: 2 }),
      'r2/audience': { questions: [{ to: 'bob', question: 'And in winter?' }] },
      'r2/questions': { chosen: [0] },
      'r1/turn/ada': { error: 'refusal' },
    };
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 2 } });
    const prompts: Record<string, string[]> = {};
    const performer = watched(script, (request) => {
      if (!request.kind.startsWith('debater/')) return;
      const { questions, guidance } = request.input as TaskRequest<'debater/turn'>['input'];
      prompts[request.id] = [...questions, ...guidance].map((item) => item.text);
    });
    const { engine, done } = await engineOn(folder, performer);
    await appendTo(folder, [
      {
        phase: 'rebuttal',
        speaker: 'user',
        type: 'audience_question',
        content: 'What does it cost?',
        data: { to: 'bob' },
      },
    ]);
    expect(await engine.run()).toEqual({ status: 'done' });
    expect(prompts['opening/bob']).toEqual(['What does it cost?']);
    expect(prompts['closing/bob']).toEqual(['To bob: And in winter?']);
    expect(prompts['r2/turn/ada']).toEqual(['To ada: What of the weekends?']);
    await done();
  });

  it('an honest citation through another spelling of a listed file is not called fabricated', async () => {
    const script: Script = { ...fullScript({ names, rounds: 1 }) };
    const aliased = { ...factSource('ada', 2), url: 'workspace:./ada.md#L2' };
    script['r1/turn/ada'] = { entries: [{ type: 'new_point', content: fact('ada', 2), sources: [aliased] }] };
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 1 } });
    const { engine, log, done } = await engineOn(
      folder,
      watched(script, () => undefined),
    );
    expect(await engine.run()).toEqual({ status: 'done' });
    expect(log.state.redactions.size).toBe(0);
    await done();
  });
});
