import { conclusionOf } from '../../support/conclusions';
import { describe, expect, it } from 'vitest';
import { ScriptedPerformer, type Script } from '../../../src/agents/scripted';
import type { Performer } from '../../../src/agents/performer';
import type { Entry } from '../../../src/debate/log/entry';
import type { VerificationData } from '../../../src/debate/log/entryData';
import { panel } from '../../../src/debate/formats/panel/panel';
import { Engine, type EngineOptions } from '../../../src/engine/engine';
import { acquireLease } from '../../../src/record/lease';
import { lintFile, told } from '../../support/lintLog';
import { logIn } from '../../support/logs';
import { fact, fullScript, readEntries, scriptedFolder } from '../../support/scriptedDebate';
import { capturedText } from '../../support/capturedText';

/** The verifier lane: what waits for what, in which order it is logged, and what a run that ends leaves to the next. */

const names = ['ada', 'bob'];
const urlOf = (name: string, line: number): string => `https://${name}.example.org/${line}`;
const source = (name: string, line: number) => ({
  url: urlOf(name, line),
  title: 'T',
  quote: fact(name, line),
  claim: fact(name, line),
});
const everyFact = names.flatMap((name) => Array.from({ length: 20 }, (_, index) => fact(name, index + 1))).join('\n');

const onTheWeb = (rounds = 1): Script => {
  const text = JSON.stringify(fullScript({ names, rounds })).replace(
    /workspace:([a-z]+)\.md#L(\d+)/g,
    (_, name: string, line: string) => urlOf(name, Number(line)),
  );
  return JSON.parse(text) as Script;
};

const verdict = (url: string, status: VerificationData['status']): VerificationData => ({
  url,
  status,
  confidence: 'high',
  notes: {},
  snapshot: null,
  passage: null,
  explanation: status === 'verified' ? '' : 'It was made up.',
  checks: {
    exists: status === 'fabricated' ? 'fail' : 'pass',
    quote: 'pass',
    figures: 'pass',
    attribution: 'not_applicable',
    support: 'same',
  },
});

/** Checks that end when the test says so. */
class Bench {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, (status: VerificationData['status']) => void>();
  readonly #early = new Map<string, VerificationData['status']>();
  readonly #asking = new Set<string>();
  #onBegin: (url: string) => void = () => undefined;

  onBegin(listener: (url: string) => void): void {
    this.#onBegin = listener;
  }

  /** Of this source a model is asked whether it supports the claim. */
  asksForSupport(url: string): void {
    this.#asking.add(url);
  }

  end(url: string, status: VerificationData['status'] = 'verified'): void {
    const known = this.#ends.get(url);
    if (known === undefined) this.#early.set(url, status);
    else known(status);
  }

  readonly checker: EngineOptions['checker'] = {
    isLocal: () => false,
    check: async ({ seq }, url) => {
      this.begun.push(url);
      const ended = new Promise<VerificationData['status']>((resolve) => this.#ends.set(url, resolve));
      const early = this.#early.get(url);
      if (early !== undefined) this.#ends.get(url)?.(early);
      this.#onBegin(url);
      const data = verdict(url, await ended);
      if (!this.#asking.has(url)) return { isSettled: true, data };
      return {
        isSettled: false,
        question: { seq, index: 0, url, title: 'T', claim: 'c', passage: 'p', surroundings: 'p' },
        settle: () => data,
      };
    },
  };
}

interface Setup {
  script: Script;
  bench: Bench;
  rounds?: number;
  /** Called when a task is about to be answered; what it returns is waited for. */
  before?: (id: string) => Promise<void> | void;
  options?: Partial<EngineOptions>;
}

async function prepared({ script, bench, rounds = 1, before, options = {} }: Setup) {
  const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: rounds } });
  const log = await logIn(folder);
  const lease = await acquireLease(folder, { program: 'test' });
  const inner = new ScriptedPerformer(script);
  const performer: Performer = {
    provider: 'scripted',
    isLocal: true,
    canPerform: (kind, id) => inner.canPerform(kind, id),
    ready: () => Promise.resolve(),
    perform: async (request, context) => {
      await before?.(request.id);
      return await inner.perform(request, context);
    },
  };
  const make = (): Engine =>
    new Engine({
      log,
      lease,
      format: panel,
      now: () => new Date(),
      onEvent: () => undefined,
      performerOf: () => performer,
      checker: bench.checker,
      capture: () => Promise.resolve(capturedText(everyFact)),
      ...options,
    });
  const done = async (): Promise<Entry[]> => {
    await lease.release('done');
    return await readEntries(folder);
  };
  return { make, log, done };
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

const brief = (entries: readonly Entry[]): string[] =>
  entries.map(({ type, speaker, target_seq: target, data }) =>
    target === null
      ? `${speaker} ${type}`
      : `${type} ${target}${type === 'verification_result' ? ` ${String(data?.['url'])}` : ''}`,
  );

const voidEnd = conclusionOf(names, 'void', [1]);
const bobWins = conclusionOf(names, 'bob_wins', [1]);

describe('a fabricated source', () => {
  it('is logged and struck while a turn is under way, before slower and earlier checks', async () => {
    const bench = new Bench();
    const script: Script = { ...onTheWeb(), conclusion: bobWins };
    script['opening/ada'] = {
      entries: [
        {
          type: 'opening_statement',
          content: `${fact('ada', 1)} ${fact('ada', 3)}`,
          sources: [source('ada', 1), source('ada', 3)],
        },
      ],
    };
    const { make, log, done } = await prepared({
      script,
      bench,
      before: async (id) => {
        if (id !== 'r1/turn/bob') return;
        // Both openings are still being looked at; so is the first source of this entry's neighbour.
        bench.end(urlOf('ada', 3), 'fabricated');
        await until(() => log.state.redactions.has(2));
        for (const [name, line] of [
          ['ada', 1],
          ['bob', 1],
          ['ada', 2],
          ['bob', 2],
        ] as const)
          bench.end(urlOf(name, line));
      },
    });
    script['r1/turn/ada'] = { entries: [{ type: 'new_point', content: fact('ada', 2), sources: [source('ada', 2)] }] };
    expect(await make().run()).toEqual({ status: 'done' });
    const entries = await done();
    const order = brief(entries);
    const at = (line: string): number => order.indexOf(line);
    expect(at(`verification_result 2 ${urlOf('ada', 3)}`)).toBe(at('redaction 2') - 1);
    expect(at('redaction 2')).toBeLessThan(order.lastIndexOf('bob new_point'));
    expect(at(`verification_result 2 ${urlOf('ada', 1)}`)).toBeGreaterThan(order.lastIndexOf('bob new_point'));
    expect(order.filter((line) => line.startsWith('verification_result'))).toHaveLength(5);
    const last = order.findLastIndex((line) => line.startsWith('verification_result'));
    expect(last).toBeLessThan(at('chair conclusion'));
    expect(told(await lintFile(log.path)).filter((line) => /error/.test(line))).toEqual([]);
  });

  it('twice: both entries are struck, each once, and the outcome is void', async () => {
    const bench = new Bench();
    const script: Script = { ...onTheWeb(), conclusion: voidEnd };
    const acknowledging = (name: string, redacted: number) => ({
      entries: [{ type: 'new_point', content: fact(name, 2), sources: [source(name, 2)], acknowledges: [redacted] }],
    });
    script['r1/turn/ada'] = acknowledging('ada', 2);
    script['r1/turn/bob'] = acknowledging('bob', 4);
    const { make, log, done } = await prepared({
      script,
      bench,
      before: async (id) => {
        if (id !== 'r1/turn/ada') return;
        for (const name of ['bob', 'ada']) bench.end(urlOf(name, 1), 'fabricated');
        await until(() => log.state.redactions.size === 2);
        for (const name of names) bench.end(urlOf(name, 2));
      },
    });
    expect(await make().run()).toEqual({ status: 'done' });
    const entries = await done();
    expect(entries.filter(({ type }) => type === 'redaction')).toHaveLength(2);
    expect(entries.find(({ type }) => type === 'conclusion')?.data?.['outcome']).toBe('void');
  });

  it('found during a closing is struck before it is logged', async () => {
    const bench = new Bench();
    const { make, log, done } = await prepared({
      script: { ...onTheWeb(), conclusion: bobWins },
      bench,
      before: async (id) => {
        if (id !== 'closing/bob') return;
        for (const [name, line] of [
          ['ada', 1],
          ['bob', 1],
          ['bob', 2],
        ] as const)
          bench.end(urlOf(name, line));
        bench.end(urlOf('ada', 2), 'fabricated');
        await until(() => log.state.redactions.size === 1);
      },
    });
    expect(await make().run()).toEqual({ status: 'done' });
    const order = brief(await done());
    const redacted = order.findIndex((line) => line.startsWith('redaction'));
    expect(redacted).toBeLessThan(order.indexOf('bob closing_statement'));
    expect(redacted).toBeGreaterThan(order.indexOf('bob new_point'));
  });
});

describe('what waits for what', () => {
  it('a challenge waits for its own source only', async () => {
    const bench = new Bench();
    const script = onTheWeb();
    const challenging = (target: number) => ({
      entries: [
        { type: 'new_point', content: fact('bob', 2), sources: [source('bob', 2)] },
        {
          type: 'source_challenge',
          content: 'I doubt it.',
          target_seq: target,
          url: urlOf('ada', 2),
          claim: fact('ada', 2),
        },
      ],
    });
    const adasPoint = (): number | undefined =>
      log.state.headers.find(({ speaker, type }) => speaker === 'ada' && type === 'new_point')?.seq;
    const { make, log, done } = await prepared({
      script,
      bench,
      options: { checksAtOnce: 2 },
      before: (id) => {
        if (id === 'r1/turn/bob') script[id] = challenging(adasPoint() ?? -1);
        if (id === 'unresolved') for (const name of names) for (const line of [1, 2]) bench.end(urlOf(name, line));
      },
    });
    const running = make().run();
    await until(() => log.state.headers.some(({ type }) => type === 'source_challenge'));
    const challenge = log.state.headers.find(({ type }) => type === 'source_challenge');
    expect(challenge?.target).toBe(adasPoint());
    // Two places, both taken by slow hosts: the challenged one comes next, whatever else waits.
    expect(bench.begun).toEqual([urlOf('ada', 1), urlOf('bob', 1)]);
    bench.end(urlOf('bob', 1));
    await until(() => bench.begun.length > 2);
    expect(bench.begun[2]).toBe(urlOf('ada', 2));
    bench.end(urlOf('ada', 2));
    expect(await running).toEqual({ status: 'done' });
    const order = brief(await done());
    expect(order.indexOf(`ruling ${challenge?.target ?? ''}`)).toBeLessThan(
      order.indexOf(`verification_result 2 ${urlOf('ada', 1)}`),
    );
  });

  it('one that takes too long is logged as unverified, with the time-out named, and holds up nothing more', async () => {
    const bench = new Bench();
    bench.onBegin((url) => url !== urlOf('ada', 1) && bench.end(url));
    const { make, done } = await prepared({ script: onTheWeb(), bench, options: { checkMs: 150 } });
    expect(await make().run()).toEqual({ status: 'done' });
    const late = (await done()).find(
      ({ type, data }) => type === 'verification_result' && data?.['url'] === urlOf('ada', 1),
    );
    expect(late?.data).toMatchObject({ status: 'unverified', refusal: 'timeout', checks: { exists: 'not_judged' } });
    expect(late?.content).toContain('it took longer than');
  });

  it('what has waited for others as long as a check may take is logged before them', async () => {
    const bench = new Bench();
    const script: Script = { ...onTheWeb(), 'support/2/0': { answer: 'supports', explanation: 'It says so.' } };
    bench.asksForSupport(urlOf('ada', 1));
    bench.onBegin((url) => bench.end(url));
    const bobs = (): boolean => [...log.state.findings.values()].some((byUrl) => byUrl.has(urlOf('bob', 1)));
    const { make, log, done } = await prepared({
      script,
      bench,
      options: { checkMs: 60 },
      before: async (id) => {
        // The model thinks for as long as it takes; that of other checks does not hang on it.
        if (id === 'support/2/0') await until(bobs);
        if (id === 'r1/turn/ada' || id === 'closing/bob') await new Promise((resolve) => setTimeout(resolve, 150));
      },
    });
    expect(await make().run()).toEqual({ status: 'done' });
    const order = brief(await done()).filter((line) => line.startsWith('verification_result'));
    expect(order.findIndex((line) => line.endsWith(urlOf('bob', 1)))).toBeLessThan(
      order.findIndex((line) => line.endsWith(urlOf('ada', 1))),
    );
  });

  it('a judge of support that quotes what it was not shown is told so once', async () => {
    const bench = new Bench();
    const misquoting = { answer: 'supports', explanation: 'It says “in 64 of 84 questions”.' };
    const script: Script = { ...onTheWeb(), 'support/2/0#1': misquoting, 'support/2/0#2': misquoting };
    bench.asksForSupport(urlOf('ada', 1));
    bench.onBegin((url) => bench.end(url));
    const told: string[] = [];
    const onEvent: EngineOptions['onEvent'] = (event) => {
      if (event.kind === 'retry') told.push(event.reasons.join());
    };
    const { make, done } = await prepared({ script, bench, options: { onEvent } });
    expect(await make().run()).toEqual({ status: 'done' });
    await done();
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('“in 64 of 84 questions” stands nowhere in what you were shown');
  });

  it('in a strict run everything waits for its place', async () => {
    const bench = new Bench();
    bench.onBegin((url) => {
      if (url === urlOf('ada', 3)) bench.end(url, 'fabricated');
      setTimeout(() => bench.end(url), 30);
    });
    const script: Script = { ...onTheWeb(), conclusion: bobWins };
    script['opening/ada'] = {
      entries: [
        {
          type: 'opening_statement',
          content: `${fact('ada', 1)} ${fact('ada', 3)}`,
          sources: [source('ada', 1), source('ada', 3)],
        },
      ],
    };
    script['r1/turn/ada'] = {
      entries: [{ type: 'new_point', content: fact('ada', 2), sources: [source('ada', 2)], acknowledges: [2] }],
    };
    const { make, done } = await prepared({ script, bench, options: { isStrict: true } });
    expect(await make().run()).toEqual({ status: 'done' });
    const entries = await done();
    expect(brief(entries).slice(3, 6)).toEqual([
      `verification_result 2 ${urlOf('ada', 1)}`,
      `verification_result 2 ${urlOf('ada', 3)}`,
      'redaction 2',
    ]);
    expect((entries[3]?.data?.['step'] as { id: string; count: number }).count).toBe(2);
  });
});

describe('a run that ends in the middle of checks', () => {
  it('paused: what runs is finished and logged, what waits is left, and the next run asks for the rest only', async () => {
    const bench = new Bench();
    const script = onTheWeb();
    script['opening/ada'] = {
      entries: [
        {
          type: 'opening_statement',
          content: `${fact('ada', 1)} ${fact('ada', 3)} ${fact('ada', 4)}`,
          sources: [source('ada', 1), source('ada', 3), source('ada', 4)],
        },
      ],
    };
    const running: { engine?: Engine } = {};
    const { make, log, done } = await prepared({
      script,
      bench,
      options: { checksAtOnce: 2 },
      before: async (id) => {
        if (id !== 'opening/bob') return;
        await until(() => bench.begun.length === 2);
        running.engine?.pause('Enough.');
        for (const line of [1, 3]) bench.end(urlOf('ada', line));
      },
    });
    running.engine = make();
    expect(await running.engine.run()).toEqual({ status: 'paused', reason: 'Enough.' });
    expect(bench.begun).toEqual([urlOf('ada', 1), urlOf('ada', 3)]);
    expect(log.state.findings.get(2)?.size).toBe(2);
    bench.onBegin((url) => bench.end(url));
    expect(await make().run()).toEqual({ status: 'done' });
    expect(bench.begun.filter((url) => url === urlOf('ada', 1) || url === urlOf('ada', 3))).toHaveLength(2);
    expect(log.state.findings.get(2)?.size).toBe(3);
    const ids = (await done()).map(
      ({ data }) => (data?.['step'] as { id: string; index: number } | undefined) ?? { id: '', index: 0 },
    );
    const firsts = ids.filter(({ index }) => index === 0).map(({ id }) => id);
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it('stopped right after a fabricated source was logged: the next run strikes it first', async () => {
    const bench = new Bench();
    const script: Script = { ...onTheWeb(), conclusion: bobWins };
    script['r1/turn/ada'] = {
      entries: [{ type: 'new_point', content: fact('ada', 2), sources: [source('ada', 2)], acknowledges: [2] }],
    };
    let engine: Engine | undefined;
    const { make, log, done } = await prepared({
      script,
      bench,
      options: {
        onEvent: (event) => {
          if (event.kind === 'verified' && event.status === 'fabricated') engine?.stop('Now.');
        },
      },
      before: async (id) => {
        if (id !== 'opening/bob' || bench.begun.length > 1) return;
        bench.end(urlOf('ada', 1), 'fabricated');
        await until(() => log.state.findings.size > 0);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      },
    });
    engine = make();
    expect(await engine.run()).toMatchObject({ status: 'interrupted' });
    expect(log.state.findings.get(2)?.size).toBe(1);
    const before = log.state.headers.length;
    engine = undefined;
    bench.onBegin((url) => bench.end(url));
    expect(await make().run()).toEqual({ status: 'done' });
    const order = brief(await done());
    expect(order.filter((line) => line === 'redaction 2')).toHaveLength(1);
    expect(order.slice(before - 1, before + 1)).toContain('redaction 2');
  });

  it('a check that somebody else made meanwhile is not made, or not logged twice', async () => {
    const bench = new Bench();
    const { make, log, done } = await prepared({
      script: onTheWeb(),
      bench,
      options: { checksAtOnce: 1 },
      before: async (id) => {
        if (id !== 'r1/turn/ada') return;
        const other = await logIn(log.folder);
        const drafts = [
          [2, 'ada'],
          [5, 'bob'],
        ] as const;
        for (const [seq, name] of drafts) {
          const target =
            other.state.headers.find(({ speaker, type }) => speaker === name && type === 'opening_statement')?.seq ??
            seq;
          await other.append([
            {
              phase: 'system',
              speaker: 'verifier',
              type: 'verification_result',
              target_seq: target,
              content: 'Checked.',
              data: { ...verdict(urlOf(name, 1), 'verified'), again: true },
            },
          ]);
        }
        bench.end(urlOf('ada', 1));
        bench.onBegin((url) => bench.end(url));
      },
    });
    expect(await make().run()).toEqual({ status: 'done' });
    expect(bench.begun).not.toContain(urlOf('bob', 1));
    const entries = await done();
    expect(entries.filter(({ type }) => type === 'verification_result')).toHaveLength(4);
  });
});
