import type { TaskRequest } from '../debate/flow/tasks';
import { draftText } from './model/jsonAnswer';
import type { PerformContext, Performance, Performer } from './performer';

export const speeds = ['fast', 'reading', 'off'] as const;
/** Pace: for watching, for reading along, or without delay. */
export type Speed = (typeof speeds)[number];

/** Clock for pacing, in milliseconds. */
export interface PaceClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

const realClock: PaceClock = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
};

/** Words per second. */
const rates: Record<Exclude<Speed, 'off'>, number> = { fast: 60, reading: 250 / 60 };

/**
 * Longest milliseconds for one answer at the pace for watching, since documents would otherwise take most of the time.
 */
const longestFastMs = 2_000;

/** Milliseconds between two steps of growing text. */
const tickMs = 50;

/** Milliseconds that so many words take. */
export function pacedMs(words: number, speed: Speed): number {
  if (speed === 'off') return 0;
  const ms = (words / rates[speed]) * 1_000;
  return speed === 'fast' ? Math.min(ms, longestFastMs) : ms;
}

/** Pace of a run; once skipped, all that is left arrives at once. */
export class Pace {
  #speed: Speed;
  #isUsed = false;

  constructor(
    speed: Speed,
    private readonly clock: PaceClock = realClock,
  ) {
    this.#speed = speed;
  }

  get isOn(): boolean {
    return this.#speed !== 'off';
  }

  /** Whether a paced answer is being shown. */
  get canSkip(): boolean {
    return this.isOn && this.#isUsed;
  }

  use(): void {
    this.#isUsed = true;
  }

  /** Ends the pacing, even in the middle of a word. */
  skip(): void {
    this.#speed = 'off';
  }

  /** Reports all of the text so far, word by word. Returns early when skipped. Rejects with the signal's reason. */
  async write(text: string, context: Pick<PerformContext, 'signal' | 'progress'>): Promise<void> {
    const ends = [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => index + word.length);
    const whole = pacedMs(ends.length, this.#speed);
    const begun = this.clock.now();
    let shown = 0;
    while (this.isOn && shown < ends.length) {
      await this.clock.sleep(tickMs);
      context.signal.throwIfAborted();
      const due = Math.min(ends.length, Math.floor((ends.length * (this.clock.now() - begun)) / whole));
      if (due > shown) context.progress({ kind: 'writing', text: text.slice(0, ends[due - 1]) });
      shown = Math.max(shown, due);
    }
  }
}

/** Shows a performer's immediate answers at a pace that people can follow. */
export function paced(performer: Performer, pace: Pace): Performer {
  pace.use();
  return {
    provider: performer.provider,
    isLocal: performer.isLocal,
    isPerson: performer.isPerson === true,
    repeats: performer.repeats === true,
    canPerform: (kind, id) => performer.canPerform(kind, id),
    ready: (...given) => performer.ready(...given),
    perform: (request, context) => performAtPace(performer, pace, { request, context }),
  };
}

interface AskedTask {
  request: TaskRequest;
  context: PerformContext;
}

async function performAtPace(performer: Performer, pace: Pace, { request, context }: AskedTask): Promise<Performance> {
  // Judgments of sources are no text for readers, and finish between steps.
  if (!pace.isOn || request.kind === 'verifier/support') return await performer.perform(request, context);
  const performance = await performer.perform(request, {
    ...context,
    progress: (event) => {
      if (event.kind !== 'writing') context.progress(event);
    },
  });
  const text = draftText(JSON.stringify(performance.output));
  const write = (): Promise<void> => pace.write(text, context);
  await (context.untimed === undefined ? write() : context.untimed(write));
  return performance;
}
