import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../src/debate/log/entry';
import { DebateLog } from '../../../../src/record/debateLog';
import { followEntries, type FollowEnd, type FollowOptions } from '../../../../src/ui/chat/digestParts';
import { Emitter } from '../../../../src/ui/kit/emitter';
import { newLog, setupDraft, speech } from '../../../support/logs';
import { step } from '../../../support/entries';

const ready: Draft = {
  phase: 'system',
  speaker: 'chair',
  type: 'announcement',
  content: 'All ready.',
  data: { kind: 'ready', step: step('ready') },
};
const opening = (name: string): Draft =>
  speech(name, { phase: 'opening', type: 'opening_statement', data: { step: step(`opening/${name}`) } });
const openingEnd: Draft = {
  phase: 'system',
  speaker: 'chair',
  type: 'announcement',
  content: 'Openings are over.',
  data: { kind: 'opening_end', step: step('opening/end') },
};
const note: Draft = { phase: 'system', speaker: 'chair', type: 'note', content: 'Review.' };

/** A debate that a test writes to, and whoever follows it. */
function following(log: DebateLog, options: Partial<FollowOptions> = {}) {
  const changed = new Emitter<undefined>();
  const controller = new AbortController();
  const told: number[] = [];
  const running = { is: true };
  const end = followEntries(
    {
      view: () => log.view,
      isRunning: () => running.is,
      refresh: () => log.refresh(),
      onDidChange: (listener) => changed.event(listener),
    },
    {
      from: log.state.headers.length,
      most: 100,
      signal: controller.signal,
      onEntry: (at) => told.push(at),
      ...options,
    },
  );
  const write = async (...drafts: Draft[]): Promise<void> => {
    await log.append(drafts);
    changed.fire(undefined);
    await new Promise(setImmediate);
  };
  return { end, told, running, write, controller, changed };
}

const names = (setupDraft.data?.['debaters'] as { name: string }[]).map(({ name }) => name);
const [first = '', second = ''] = names;

describe('following a debate', () => {
  it('tells entries as they are logged, without the officials’ notes, to the end of the openings', async () => {
    const { log } = await newLog();
    const { end, told, write } = following(log);
    await write(ready);
    await write(opening(first), note);
    expect(told).toEqual([1, 2]);
    await write(opening(second));
    await write(openingEnd);
    expect(await end).toBe<FollowEnd>('round');
    expect(told).toEqual([1, 2, 4, 5]);
  });

  it('tells from where it is asked to, what was logged before too', async () => {
    const { log } = await newLog();
    await log.append([ready, opening(first)]);
    const { end, told, controller } = following(log, { from: 0 });
    controller.abort();
    expect(await end).toBe('cancelled');
    expect(told).toEqual([1, 2]);
  });

  it('leaves the rest to the panel after so many', async () => {
    const { log } = await newLog();
    const { end, told, write } = following(log, { most: 2 });
    await write(ready, opening(first), opening(second));
    expect(await end).toBe('enough');
    expect(told).toEqual([1, 2]);
  });

  it('tells nothing more once it is cancelled, and lets go of what it listened to', async () => {
    const { log } = await newLog();
    const { end, told, write, controller } = following(log);
    await write(ready);
    controller.abort();
    expect(await end).toBe('cancelled');
    await write(opening(first));
    expect(told).toEqual([1]);
  });

  it('ends where nobody runs the debate, with the last entries that were written', async () => {
    const { log, path } = await newLog();
    const { end, told, write, running, changed } = following(log);
    await write(ready);
    // By another program, which nobody noticed yet.
    const other = await DebateLog.open(path);
    await other.append([opening(first)]);
    await other.close();
    running.is = false;
    changed.fire(undefined);
    expect(await end).toBe('paused');
    expect(told).toEqual([1, 2]);
  });
});
