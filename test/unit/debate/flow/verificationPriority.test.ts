import { describe, expect, it } from 'vitest';
import { isDoubtfulUrl, urgencyOf, verificationOrder } from '../../../../src/debate/flow/verificationPriority';
import type { Draft } from '../../../../src/debate/log/entry';
import { evolve } from '../../../../src/debate/fold/evolve';
import { StateAccumulator } from '../../../../src/debate/fold/state';
import { VerificationQueue } from '../../../../src/engine/verifierLane';

type Loose = Partial<Draft> & Pick<Draft, 'type'>;

function stateOf(...drafts: Loose[]): StateAccumulator {
  const state = new StateAccumulator();
  drafts.forEach((draft, seq) => {
    const base = {
      phase: 'rebuttal' as const,
      speaker: 'ada',
      content: 'x',
      sources: null,
      rebuttal_to_seq: null,
      target_seq: null,
    };
    evolve(state, { seq, timestamp: '2026-01-01T00:00:00Z', ...base, ...draft });
  });
  return state;
}

const cites = (...urls: string[]): Loose => ({
  type: 'new_point',
  sources: urls.map((url) => ({ url, title: 'T', accessed: '2026-01-01' })),
});
const found = (target: number, url: string, status = 'verified', speaker = 'verifier'): Loose => ({
  type: 'verification_result',
  phase: 'system',
  speaker,
  target_seq: target,
  data: { url, status },
});
const challenges = (target: number, url: string): Loose => ({
  type: 'source_challenge',
  speaker: 'bob',
  target_seq: target,
  data: { url, claim: 'x' },
});

const known = 'https://known.org/a';

describe('the urgency of a check', () => {
  const newHost = 'https://new.org/a';
  const early = [cites(known), found(0, known)] as const;

  it.each([
    ['of an open challenge', [cites(newHost), challenges(2, newHost)], 'challenge'],
    [
      'of another source of a challenged entry',
      [cites(newHost, 'https://new.org/b'), challenges(2, 'https://new.org/b')],
      'challenged',
    ],
    [
      'whose entry the audience asked about',
      [cites(newHost), { type: 'audience_question', speaker: 'audience', target_seq: 2, data: { to: 'ada' } }],
      'notified',
    ],
    [
      'whose entry the user pointed at',
      [cites(newHost), { type: 'intervention', speaker: 'user', target_seq: 2, data: { guidance: 'Look.' } }],
      'notified',
    ],
    [
      'whose entry the Chair ruled an infraction on',
      [cites(newHost), { type: 'ruling', speaker: 'chair', target_seq: 2, data: { kind: 'infraction' } }],
      'notified',
    ],
    [
      'that the user vouched for before it was checked',
      [cites(newHost), found(2, newHost, 'unverified', 'user')],
      'notified',
    ],
    ['of a host that is new', [cites(newHost)], 'suspicious'],
  ] as const)('%s', (_, more, urgency) => {
    expect(urgencyOf(stateOf(...early, ...(more as readonly Loose[])), { target: 2, url: newHost })).toBe(urgency);
  });

  it('is ordinary on a host of which a source was verified, and last where the page was checked before', () => {
    const state = stateOf(...early, cites('https://KNOWN.org/b', `${known}#other`));
    expect(urgencyOf(state, { target: 2, url: 'https://KNOWN.org/b' })).toBe('ordinary');
    expect(urgencyOf(state, { target: 2, url: `${known}#other` })).toBe('recited');
    expect(
      urgencyOf(stateOf(cites(known), found(0, known, 'unverified'), cites('https://known.org/b')), {
        target: 2,
        url: 'https://known.org/b',
      }),
    ).toBe('suspicious');
  });

  it('of a challenge ends with the Chair’s ruling', () => {
    const ruled: Loose = {
      type: 'ruling',
      speaker: 'chair',
      phase: 'system',
      target_seq: 2,
      data: {
        kind: 'challenge',
        url: newHost,
        step: { id: 'challenge/3', index: 0, count: 1, attempt: 1, elapsed_ms: 0 },
      },
    };
    expect(
      urgencyOf(stateOf(...early, cites(newHost), challenges(2, newHost), ruled), { target: 2, url: newHost }),
    ).toBe('challenged');
  });

  it('orders by itself first, then by entry and place', () => {
    const state = stateOf(
      ...early,
      cites('https://b.org/2', 'https://b.org/1'),
      cites('https://a.org/1', known),
      cites('https://c.org/1'),
      challenges(4, 'https://c.org/1'),
    );
    const check = (target: number, url: string) => ({ target, url });
    const waiting = [
      check(3, known),
      check(3, 'https://a.org/1'),
      check(2, 'https://b.org/1'),
      check(4, 'https://c.org/1'),
      check(2, 'https://b.org/2'),
    ];
    expect(verificationOrder(state, waiting).map(({ url }) => url)).toEqual([
      'https://c.org/1',
      'https://b.org/2',
      'https://b.org/1',
      'https://a.org/1',
      known,
    ]);
    expect(verificationOrder(state, [...waiting].reverse())).toEqual(verificationOrder(state, waiting));
  });
});

describe('an odd address', () => {
  it.each([
    'https://example.com/article',
    'https://www.example.org/a',
    'https://news.invalid/a',
    'https://intranet/a',
    'https://host.test/a',
    'https://a.org/lorem-ipsum',
    'https://a.org/path/your-article-here',
    'https://a.org//b',
    'https://a.org/a%20b',
    'https://a.org/a%E0%A4%A',
    'https://a.org/[id]/x',
    'https://a.org/some…thing',
    'https://doi.org/10.1234/5678',
    'https://doi.org/10.12/abc',
    'https://doi.org/10.1000/0000000',
    'https://a.org/a b',
  ])('is one: %s', (url) => expect(isDoubtfulUrl(url)).toBe(true));

  it.each([
    'https://a.org/examples/of/use',
    'https://a.org/laboremus',
    'https://web.archive.org/web/2020/https://b.org/c',
    'https://doi.org/10.1038/s41586-020-2649-2',
    'https://doi.org/10.1016/j.cell.2020.01.001',
    'https://doi.org/10.1257/0895330041371321',
    'https://a.org/%C3%A9t%C3%A9?q=a%20b',
    'https://93.184.216.34/a',
    'https://a.org/x#example',
    'workspace:a%20b.md',
  ])('is none: %s', (url) => expect(isDoubtfulUrl(url)).toBe(false));
});

describe('the queue', () => {
  interface Check {
    target: number;
    url: string;
  }
  const checks = (count: number): Check[] => Array.from({ length: count }, (_, target) => ({ target, url: 'u' }));
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  function controlled(atOnce: number, order: (waiting: readonly Check[]) => readonly Check[] = (waiting) => waiting) {
    const queue = new VerificationQueue<Check>({ atOnce, order });
    const started: number[] = [];
    const ends = new Map<number, () => void>();
    const run = (check: Check): Promise<number | undefined> =>
      queue.run(check, async () => {
        started.push(check.target);
        await new Promise<void>((resolve) => ends.set(check.target, resolve));
        return check.target;
      });
    const end = async (target: number): Promise<void> => {
      ends.get(target)?.();
      await settle();
    };
    return { queue, run, end, started };
  }

  it('runs so many at once, and next the one that is most urgent by then', async () => {
    let order = (waiting: readonly Check[]): readonly Check[] => waiting;
    const { run, end, started } = controlled(2, (waiting) => order(waiting));
    const all = checks(5).map(run);
    await settle();
    expect(started).toEqual([0, 1]);
    order = (waiting) => [...waiting].reverse();
    await end(0);
    expect(started).toEqual([0, 1, 4]);
    order = (waiting) => waiting;
    await end(4);
    await end(1);
    expect(started).toEqual([0, 1, 4, 2, 3]);
    await end(2);
    await end(3);
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
  });

  it('reads the record on before it chooses, and goes on when it cannot', async () => {
    const seen: string[] = [];
    const queue = new VerificationQueue<Check>({
      atOnce: 1,
      order: (waiting) => (seen.push('order'), waiting),
      refresh: () => (seen.push('refresh'), Promise.reject(new Error('gone'))),
    });
    expect(await queue.run({ target: 1, url: 'u' }, () => Promise.resolve('done'))).toBe('done');
    expect(seen.slice(0, 2)).toEqual(['refresh', 'order']);
  });

  it('drops what is wanted no more, and what waits when it is held', async () => {
    const { queue, run, end, started } = controlled(1, (waiting) => waiting.filter(({ target }) => target !== 1));
    const all = checks(4).map(run);
    await settle();
    expect(await all[1]).toBeUndefined();
    queue.hold(true);
    expect(await Promise.all([all[2], all[3]])).toEqual([undefined, undefined]);
    await end(0);
    expect(await all[0]).toBe(0);
    expect(started).toEqual([0]);
    queue.hold(false);
    const late = run({ target: 9, url: 'u' });
    await settle();
    await end(9);
    expect(await late).toBe(9);
  });

  it('goes on after work that failed', async () => {
    const queue = new VerificationQueue<Check>({ atOnce: 1, order: (waiting) => waiting });
    const failed = queue.run({ target: 0, url: 'u' }, () => Promise.reject(new Error('broken')));
    const next = queue.run({ target: 1, url: 'u' }, () => Promise.resolve('fine'));
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('fine');
  });
});
