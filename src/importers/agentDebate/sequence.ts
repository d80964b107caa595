import type { TimedDraft } from '../imported';
import type { LogEvent } from './eventLog';
import type { RoundPart } from './roundFiles';
import { failureDraft, guidanceDraft, partDrafts, roundStart, type PartContext } from './tribunalDrafts';

type Context = Omit<PartContext, 'time'>;

const failureTags = /^(?:ERROR|FAIL|FAILURE|FAILED|SKIP|SKIPPED)$/;
const guidanceTags = /^(?:INTERVENTION|USER|GUIDANCE|USER GUIDANCE|USER INTERVENTION|MID-DEBATE INTERVENTION)$/;

/**
 * The entries of the rounds in the order in which they came: that of the log where it tells of a text, else that of the system. A text that
 * the log leaves out stands at the end of its round.
 */
export class Sequence {
  readonly drafts: TimedDraft[] = [];
  readonly #left: RoundPart[];
  readonly #started = new Set<number>();
  #clock: number;

  constructor(
    private readonly parts: readonly RoundPart[],
    private readonly events: readonly LogEvent[],
    private readonly context: Context,
  ) {
    this.#left = [...parts];
    this.#clock = events[0]?.time ?? 0;
  }

  get end(): number {
    return this.#clock;
  }

  /** Walks the log, then takes what it did not tell of. */
  run(): this {
    for (const event of this.events) {
      this.#clock = Math.max(this.#clock, event.time);
      this.#take(event);
    }
    this.#finishBefore(Number.POSITIVE_INFINITY);
    return this;
  }

  #take(event: LogEvent): void {
    const { tag, round, agent } = event;
    if (tag === 'ROUND' && round !== undefined) this.#start(round);
    else if (tag === 'WRITTEN' || tag === 'HANDOFF') {
      const writer = tag === 'HANDOFF' ? 'moderator' : agent;
      const part = this.#left.find((one) => one.round === round && one.agent === writer);
      if (part !== undefined) this.#speak(part);
    } else if (failureTags.test(tag)) {
      const isMissing = !this.parts.some((part) => part.round === round && part.agent === agent);
      if (round !== undefined && this.parts.some((part) => part.round >= round)) this.#start(round);
      this.drafts.push(failureDraft(event, isMissing && !this.#hasFailed(event)));
    } else if (guidanceTags.test(tag)) this.drafts.push(guidanceDraft(event));
  }

  #hasFailed({ round, agent }: LogEvent): boolean {
    return this.drafts.some(
      ({ draft: { data } }) => data?.['kind'] === 'failure' && data['round'] === round && data['side'] === agent,
    );
  }

  #start(round: number): void {
    if (this.#started.has(round)) return;
    this.#finishBefore(round);
    this.#started.add(round);
    this.drafts.push(roundStart(round, this.#clock));
  }

  #finishBefore(round: number): void {
    for (const part of this.#left.filter((one) => one.round < round)) {
      if (this.events.length === 0) this.#clock = Math.max(this.#clock, part.modified);
      this.#speak(part);
    }
  }

  #speak(part: RoundPart): void {
    this.#left.splice(this.#left.indexOf(part), 1);
    if (!this.#started.has(part.round)) {
      // Its round begins with it: those before are over.
      this.#finishBefore(part.round);
      this.#started.add(part.round);
      this.drafts.push(roundStart(part.round, this.#clock));
    }
    this.drafts.push(...partDrafts(part, { ...this.context, time: this.#clock }));
  }
}
