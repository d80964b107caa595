import { renameSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { acquireLease } from '../../../../src/record/lease';
import { OpenDebate, type DebateChange } from '../../../../src/ui/library/openDebate';
import { OpenDebates } from '../../../../src/ui/library/openDebates';
import { newLog, plain } from '../../../support/logs';
import { tempFolder } from '../../../support/tempFolder';

async function held(folder: string): Promise<{ debate: OpenDebate; changes: DebateChange[] }> {
  const debate = await OpenDebate.open(folder);
  onTestFinished(() => debate.close());
  const changes: DebateChange[] = [];
  debate.onDidChange((change) => changes.push(change));
  return { debate, changes };
}

describe('OpenDebate', () => {
  it('follows what another writer appends', async () => {
    const { folder, log } = await newLog();
    const { debate, changes } = await held(folder);
    await log.append([plain('one'), plain('two')]);
    await vi.waitFor(() => expect(changes).toContainEqual({ kind: 'entries', added: 2, isReplaced: false }));
    expect(debate.log.state.headers).toHaveLength(3);
  });

  it('says that a log was cut, and counts the epoch on', async () => {
    const { folder, path, log } = await newLog();
    await log.append([plain('one')]);
    const { debate, changes } = await held(folder);
    truncateSync(path, 0);
    writeFileSync(path, '');
    await vi.waitFor(
      () => expect(changes.some((change) => change.kind === 'entries' && change.isReplaced)).toBe(true),
      5_000,
    );
    expect(debate.epoch).toBe(1);
    expect(debate.log.state.headers).toHaveLength(0);
  });

  it('sees who takes the debate and lets go of it', async () => {
    const { folder } = await newLog();
    const { debate, changes } = await held(folder);
    const lease = await acquireLease(folder, { program: 'somebody' });
    await vi.waitFor(
      () => expect(debate.lease).toMatchObject({ state: 'held', holder: { program: 'somebody' } }),
      5_000,
    );
    await lease.release('paused', 'lunch');
    await vi.waitFor(
      () => expect(debate.lease).toMatchObject({ state: 'released', holder: { reason: 'lunch' } }),
      5_000,
    );
    expect(changes).toContainEqual({ kind: 'lease' });
  });

  it('says when the folder goes away, keeps what was read, and notices that it came back', async () => {
    const { folder } = await newLog();
    const { debate, changes } = await held(folder);
    renameSync(folder, `${folder}-away`);
    await vi.waitFor(() => expect(debate.isGone).toBe(true), 5_000);
    expect(debate.log.state.headers).toHaveLength(1);
    renameSync(`${folder}-away`, folder);
    await vi.waitFor(() => expect(debate.isGone).toBe(false), 5_000);
    expect(changes.filter((change) => change.kind === 'presence')).toHaveLength(2);
  });

  it('opens a folder without a log as an empty debate', async () => {
    const { debate } = await held(tempFolder());
    expect(debate.log.state.headers).toEqual([]);
    expect(debate.isGone).toBe(true);
  });
});

describe('OpenDebates', () => {
  it('reads a debate once for all who hold it, and anew when all had let go', async () => {
    const { folder } = await newLog();
    const debates = new OpenDebates();
    const [first, second] = await Promise.all([debates.acquire(folder), debates.acquire(`${folder}/`)]);
    expect(second.debate).toBe(first.debate);
    first.dispose();
    first.dispose();
    const third = await debates.acquire(folder);
    expect(third.debate).toBe(second.debate);
    second.dispose();
    third.dispose();
    const fourth = await debates.acquire(folder);
    expect(fourth.debate).not.toBe(first.debate);
    fourth.dispose();
  });
});
