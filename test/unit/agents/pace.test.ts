import { afterEach, describe, expect, it, vi } from 'vitest';
import { Pace, paced, pacedMs, type PaceClock } from '../../../src/agents/pace';
import type { ProgressEvent } from '../../../src/agents/performer';
import { ScriptedPerformer } from '../../../src/agents/scripted';
import { performTask } from '../../../src/engine/performTask';
import type { DebateEvent } from '../../../src/engine/events';
import { formats } from '../../../src/debate/formats/registry';
import { paceFlag } from '../../../src/cli/runFlags';
import { Session } from '../../../src/session/run/session';
import { sampleFolder } from '../../support/sampleRun';
import { fullScript, readEntries, scriptedFolder } from '../../support/scriptedDebate';
import { runFolder } from '../../support/testSession';

/** Time that passes only when somebody waits. */
function freeClock(): PaceClock & { passed: number } {
  const clock = {
    passed: 0,
    now: () => clock.passed,
    sleep: (ms: number) => {
      clock.passed += ms;
      return Promise.resolve();
    },
  };
  return clock;
}

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

/** What `--pace` comes to. */
const paceGiven = (given: Parameters<typeof paceFlag>[0], { isTerminal = true, ci = '' } = {}): string => {
  const { isTTY } = process.stdout;
  vi.stubEnv('CI', ci);
  process.stdout.isTTY = isTerminal;
  try {
    return paceFlag(given);
  } finally {
    process.stdout.isTTY = isTTY;
    vi.unstubAllEnvs();
  }
};

afterEach(() => void vi.useRealTimers());

async function told(
  pace: Pace,
  text: string,
  after: (event: ProgressEvent, at: number) => void = () => undefined,
  signal = new AbortController().signal,
) {
  const texts: string[] = [];
  const progress = (event: ProgressEvent): void => {
    if (event.kind === 'writing') texts.push(event.text);
    after(event, texts.length);
  };
  await pace.write(text, { signal, progress });
  return texts;
}

describe('the pace of answers', () => {
  it('tells whole words, each time all so far, and takes the time of its speed', async () => {
    const clock = freeClock();
    const texts = await told(new Pace('reading', clock), words(50));
    expect(texts.at(-1)).toBe(words(50));
    for (const [at, text] of texts.entries())
      expect(words(50).startsWith(text) && (at === 0 || text.length > (texts[at - 1]?.length ?? 0))).toBe(true);
    expect(texts.every((text) => /word\d+$/.test(text) && (text === words(50) || words(50)[text.length] === ' '))).toBe(
      true,
    );
    // 250 words a minute.
    expect(clock.passed).toBeGreaterThanOrEqual(12_000);
    expect(clock.passed).toBeLessThan(12_200);
    expect(pacedMs(5_000, 'fast')).toBeLessThanOrEqual(2_000);
    expect(await told(new Pace('off', clock), words(50))).toEqual([]);
  });

  it('is skipped in mid-text, and stops with its signal', async () => {
    const clock = freeClock();
    const pace = new Pace('reading', clock);
    const texts = await told(pace, words(500), (_, at) => at === 3 && pace.skip());
    expect(texts).toHaveLength(3);
    expect(await told(pace, words(500))).toEqual([]);
    const controller = new AbortController();
    const stopped = told(
      new Pace('reading', clock),
      words(500),
      (_, at) => at === 3 && controller.abort(new Error('stopped')),
      controller.signal,
    );
    await expect(stopped).rejects.toThrow('stopped');
  });

  it('counts neither as silence nor in the limit of the task, nor as time spent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const questions = { questions: [{ to: 'ada', question: words(100) }] };
    const pace = new Pace('reading');
    const performer = paced(new ScriptedPerformer({ 'r1/audience': questions }), pace);
    const drafts: string[] = [];
    const outcome = performTask(
      { id: 'r1/audience', agent: 'audience', kind: 'audience/questions', totalMs: 2_000, input: () => ({}) as never },
      {
        performer,
        signal: new AbortController().signal,
        idleMs: 1_000,
        view: () => ({ state: { redactions: new Map() } }) as never,
        capture: () => Promise.reject(new Error('not asked')),
        onRetry: () => undefined,
        onProgress: (event) => event.kind === 'writing' && drafts.push(event.text),
      },
    );
    await vi.advanceTimersByTimeAsync(30_000);
    const { ok, elapsedMs, untimedMs = 0 } = await outcome;
    expect(ok).toBe(true);
    expect(elapsedMs).toBeLessThan(1_000);
    expect(untimedMs).toBeGreaterThan(20_000);
    expect(drafts.at(-1)).toBe(words(100));
  });

  it.each(formats.map(({ name }) => name))(
    'has the whole %s sample over in at most 90 seconds, and takes its time',
    async (name) => {
      const clock = freeClock();
      const folder = await sampleFolder(name);
      expect(await runFolder(folder, { pace: new Pace('fast', clock) })).toEqual({ status: 'done' });
      expect(clock.passed).toBeLessThanOrEqual(90_000);
      expect(clock.passed).toBeGreaterThan(10_000);
    },
  );

  it('is given on a terminal that somebody watches, and nowhere else', () => {
    const watched = { json: false, quiet: false };
    expect(paceGiven(watched)).toBe('fast');
    expect(paceGiven({ ...watched, pace: 'reading' })).toBe('reading');
    expect(paceGiven({ ...watched, pace: 'off' })).toBe('off');
    for (const given of [
      { ...watched, json: true },
      { ...watched, quiet: true },
    ])
      expect(paceGiven({ ...given, pace: 'reading' })).toBe('off');
    expect(paceGiven({ ...watched, pace: 'reading' }, { isTerminal: false })).toBe('off');
    expect(paceGiven({ ...watched, pace: 'reading' }, { ci: 'true' })).toBe('off');
    expect(() => paceGiven({ ...watched, pace: 'slow' })).toThrow('fast, reading, off');
  });

  it('is over at once when the run is stopped, or paused: what arrives is in the record then', async () => {
    const openedAt = async (pace: Pace, act: (session: Session) => void) => {
      const folder = await sampleFolder('panel');
      const session: Session = await Session.open({
        folder,
        program: 'unit test',
        pace,
        onEvent: (event) => event.kind === 'draft' && act(session),
      });
      return { end: await session.run(), entries: await readEntries(folder) };
    };
    const stopped = await openedAt(new Pace('reading', freeClock()), (session) => session.stop('Enough.'));
    expect(stopped.end.status).toBe('interrupted');
    expect(stopped.entries.some(({ type }) => type === 'opening_statement')).toBe(false);
    const clock = freeClock();
    const paused = await openedAt(new Pace('reading', clock), (session) => session.pause('Enough.'));
    expect(paused.end.status).toBe('paused');
    expect(paused.entries.filter(({ type }) => type === 'opening_statement')).toHaveLength(1);
    expect(clock.passed).toBeLessThan(2_000);
  });

  it('leaves the record as it is without, but for times, and shows each turn before it is in the record', async () => {
    const names = ['ada', 'bob'];
    const entriesAt = async (pace: Pace): Promise<{ content: unknown[]; events: DebateEvent[]; pacedMs: number[] }> => {
      const folder = await scriptedFolder({
        script: fullScript({ names, rounds: 1 }),
        names,
        rounds: { min: 1, max: 1 },
      });
      const events: DebateEvent[] = [];
      expect(await runFolder(folder, { pace, onEvent: (event) => events.push(event) })).toEqual({ status: 'done' });
      const entries = await readEntries(folder);
      const marks = entries.map(({ data }) => data?.['step'] as { elapsed_ms: number; paced_ms?: number });
      const content = entries.map(({ seq, type, speaker, content: text, sources }) => ({
        seq,
        type,
        speaker,
        text,
        sources,
      }));
      return { content, events, pacedMs: marks.flatMap(({ paced_ms: ms }) => (ms === undefined ? [] : [ms])) };
    };
    const at = await entriesAt(new Pace('fast', freeClock()));
    const off = await entriesAt(new Pace('off'));
    expect(at.content).toEqual(off.content);
    expect(off.pacedMs).toEqual([]);
    const isWhole = (event: DebateEvent, text: string): boolean => event.kind === 'draft' && event.text.includes(text);
    const spoken = (at.content as { type: string; text: string }[]).filter(({ type }) => type === 'opening_statement');
    expect(spoken).toHaveLength(2);
    for (const { text } of spoken) expect(at.events.some((event) => isWhole(event, text))).toBe(true);
  });
});
