import { describe, expect, it } from 'vitest';
import type { Performer } from '../../../../src/agents/performer';
import type { Usage } from '../../../../src/debate/log/entryData';
import type { TaskRequest } from '../../../../src/debate/flow/tasks';
import { isMotion, needsMotion, proposeMotions } from '../../../../src/session/plan/motions';

const usage: Usage = { input: 10, cache_write: 0, cache_read: 0, output: 5, usd: 0.01 };

function answering(...outputs: unknown[]): { performer: Performer; requests: TaskRequest[] } {
  const requests: TaskRequest[] = [];
  const perform: Performer['perform'] = (request) => {
    requests.push(request);
    return Promise.resolve({ output: outputs.shift(), usage });
  };
  return {
    requests,
    performer: { provider: 'test', isLocal: true, canPerform: () => true, ready: () => Promise.resolve(), perform },
  };
}

describe('a topic that is no motion', () => {
  it.each([
    ['This house would close the old bridge.', true],
    ['Resolved: the ferry stays.', true],
    ['We should close the old bridge.', true],
    ['We should close the old bridge', false],
    ['Homework does more harm than good.', true],
    ['Wir sollten die alte Brücke schließen.', true],
    ['Should we close the old bridge?', false],
    ['Postgres or MySQL?', false],
    ['Go, Rust or Zig?', false],
    ['Soll die alte Brücke gesperrt werden?', false],
    ['橋を閉鎖すべきですか？', false],
    ['橋を閉鎖すべきだ。', true],
    ['The old bridge', false],
  ])('%s: a motion? %s', (topic, expected) => {
    expect(isMotion(topic)).toBe(expected);
    expect(needsMotion(topic, { format: 'dialectic', motion: undefined })).toBe(!expected);
    expect(needsMotion(topic, { format: 'dialectic', motion: 'Ours.' })).toBe(false);
    expect(needsMotion(topic, { format: 'panel', motion: undefined })).toBe(false);
  });

  it('is given motions by a model, the best first, and each try is counted', async () => {
    const { performer, requests } = answering(
      { motions: [] },
      { motions: ['Which one?'] },
      { motions: ['Postgres should be chosen.\n', 'MySQL should be chosen.', 'MySQL should be chosen.'] },
    );
    const used: Usage[] = [];
    const motions = await proposeMotions(
      { topic: 'Postgres or MySQL?', evidence: ['a.md'], onUsage: (one) => used.push(one) },
      performer,
    );
    expect(motions).toEqual(['Postgres should be chosen.', 'MySQL should be chosen.']);
    expect(used).toHaveLength(3);
    expect(requests.map(({ attempt, feedback }) => [attempt, feedback.map(({ rule }) => rule)])).toEqual([
      [1, []],
      [2, ['schema']],
      [3, ['structure']],
    ]);
    expect(requests[0]).toMatchObject({
      kind: 'moderator/propose_motions',
      input: { topic: 'Postgres or MySQL?', evidence: ['a.md'] },
    });
  });

  it('says what to do when no motion comes of it', async () => {
    const { performer, requests } = answering({}, {}, {});
    await expect(proposeMotions({ topic: 'Postgres or MySQL?', evidence: [] }, performer)).rejects.toMatchObject({
      code: 'motions',
      message: expect.stringContaining('--motion') as string,
    });
    expect(requests).toHaveLength(3);
  });
});
