import type { ToHost, ToPage } from '../shared/protocol';
import { isWanting } from './bodyCache';
import type { State } from './state';

type Bodies = Extract<ToPage, { kind: 'bodies' }>;

/** What a request may ask for at once; the schema allows 500. */
const batch = 200;
const pause = 40;
const repeatAfterMs = 4_000;

interface AskedBodies {
  readonly ats: readonly number[];
  readonly since: number;
}

/**
 * Requests bodies for the rows on the screen and around it: each once, and none for rows that were scrolled past
 * meanwhile.
 */
export class BodyRequests {
  readonly #asked = new Map<number, AskedBodies>();
  #near: readonly number[] = [];
  #wanted: ReadonlySet<number> = new Set();
  #listed: readonly number[] = [];
  /** Shown elsewhere than in the list, by how often. */
  readonly #held = new Map<number, number>();
  #id = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #epoch = -1;
  /** Those that the host has none of; asked for again only when they change. */
  readonly #missing = new Set<number>();

  constructor(
    private readonly send: (message: ToHost) => void,
    private readonly state: () => State,
  ) {}

  get wanted(): ReadonlySet<number> {
    return this.#wanted;
  }

  /**
   * `near`: on the screen and next, the most urgent first; `far`: around them, asked for together when a near one is
   * missing.
   */
  want(near: readonly number[], far: readonly number[]): void {
    this.#near = near;
    this.#listed = [...near, ...far];
    this.#wantAll();
  }

  /** Keeps a body until the returned function is called. */
  hold(at: number): () => void {
    this.#held.set(at, (this.#held.get(at) ?? 0) + 1);
    this.#wantAll();
    return () => {
      const count = (this.#held.get(at) ?? 1) - 1;
      if (count > 0) this.#held.set(at, count);
      else this.#held.delete(at);
    };
  }

  #wantAll(): void {
    this.#wanted = new Set([...this.#listed, ...this.#held.keys()]);
    this.request();
  }

  /** Now where nothing was asked just before, else shortly: a fling passes many rows. */
  request(): void {
    if (this.#timer !== undefined) return;
    this.#ask();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#ask();
    }, pause);
  }

  requestWhole(at: number): void {
    this.send({ kind: 'bodies', id: this.#nextId([at]), epoch: this.state().epoch, at: [at], isWhole: true });
  }

  /** Entries have changed: what could not be had before may be there now. */
  retry(): void {
    this.#missing.clear();
  }

  answered(message: Bodies): void {
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    const there = new Set(message.bodies.map((body) => body.at));
    for (const at of asked?.ats ?? []) if (!there.has(at)) this.#missing.add(at);
  }

  #ask(): void {
    const { bodies, epoch } = this.state();
    if (epoch !== this.#epoch) this.#forget(epoch);
    const pending = this.#pending();
    const isNeeded = (at: number): boolean => isWanting(bodies, at) && !pending.has(at) && !this.#missing.has(at);
    const ats = [...this.#near, ...this.#held.keys()].some(isNeeded) ? [...this.#wanted].filter(isNeeded) : [];
    for (let from = 0; from < ats.length; from += batch) {
      const some = ats.slice(from, from + batch);
      this.send({ kind: 'bodies', id: this.#nextId(some), epoch, at: some, isWhole: false });
    }
  }

  #nextId(ats: readonly number[]): number {
    this.#id += 1;
    this.#asked.set(this.#id, { ats, since: performance.now() });
    return this.#id;
  }

  #pending(): Set<number> {
    const now = performance.now();
    const pending = new Set<number>();
    for (const [id, { ats, since }] of this.#asked) {
      if (now - since > repeatAfterMs) this.#asked.delete(id);
      else for (const at of ats) pending.add(at);
    }
    return pending;
  }

  #forget(epoch: number): void {
    this.#epoch = epoch;
    this.#asked.clear();
    this.#missing.clear();
  }
}
