import type { DebateLog } from '../../record/debateLog';
import { withoutFragment } from '../../debate/sourceUrl';
import type { Disposable } from '../emitter';

/** New entries and new proofs that come within this time are taken together. */
const settleMs = 250;

/** Finds out whether what was kept of a debate's sources is what their bodies say: each source once, in the background, as its result comes in. */
export class SourceProofs implements Disposable {
  readonly #stop = new AbortController();
  #begins: NodeJS.Timeout | undefined;
  #tells: NodeJS.Timeout | undefined;
  #isRunning = false;

  /** `told`: the view's proofs have changed. */
  constructor(
    private readonly log: DebateLog,
    private readonly told: () => void,
  ) {
    this.look();
  }

  /** There may be sources that nobody has looked at. */
  look(): void {
    if (this.#stop.signal.aborted || this.#isRunning) return;
    this.#begins ??= setTimeout(() => void this.#run(), settleMs).unref();
  }

  dispose(): void {
    this.#stop.abort();
    clearTimeout(this.#begins);
    clearTimeout(this.#tells);
  }

  async #run(): Promise<void> {
    this.#begins = undefined;
    this.#isRunning = true;
    const { length } = this.log.state.headers;
    await this.#prove();
    this.#isRunning = false;
    if (this.log.state.headers.length !== length) this.look();
  }

  async #prove(): Promise<void> {
    const { signal } = this.#stop;
    // A log that is read anew has another view, whose sources are looked at in their turn.
    const { proofs } = this.log.view;
    try {
      // What proves is much, and most debates are only looked at.
      const { provenSources } = await import('../../session/reverify');
      // One after the other: a thread is left for what somebody waits for.
      await provenSources(this.log, {
        signal,
        width: 1,
        isKnown: (key) => proofs.has(key),
        onProven: ({ url, proof, reason }) => {
          proofs.set(withoutFragment(url), { proof, ...(reason === undefined ? {} : { reason }) });
          this.#tells ??= setTimeout(() => this.#tell(), settleMs).unref();
        },
      });
    } catch (error) {
      if (!signal.aborted) process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  #tell(): void {
    this.#tells = undefined;
    if (!this.#stop.signal.aborted) this.told();
  }
}
