import * as z from 'zod';
import type { ToHost, ToPage, ViewRequest } from '../shared/protocol';
import { toPageSchema } from '../shared/protocol';

/** What `acquireVsCodeApi` gives. */
export interface VsCodeApi {
  postMessage: (message: unknown) => void;
  getState: () => unknown;
  setState: (state: unknown) => void;
}

interface HostOptions {
  readonly api: Pick<VsCodeApi, 'postMessage'>;
  readonly onMessage: (message: ToPage) => void;
  /** What would have been shown does not fit, and will not come of itself. */
  readonly onUnfit: () => void;
  /** The seq of the entry at the top of what is seen. */
  readonly focus: () => number | undefined;
  /** What is looked at beside the entries, if anything. */
  readonly look: () => ViewRequest | undefined;
  /** The reader wants no motion. */
  readonly isStill?: () => boolean;
}

const faultLimit = 20;

/** The messages that each are a page of their own. */
const wholeSchema = z.object({ kind: z.enum(['snapshot', 'review', 'failed']) });

/** The extension's end of the line: every message is checked, and a missing one is noticed. */
export class Host {
  readonly #options: HostOptions;
  #rev: number | undefined;
  #faults = 0;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  send(message: ToHost): void {
    this.#options.api.postMessage(message);
  }

  /** Asks for everything. Until it comes, changes are of no use. */
  ready(): void {
    this.#rev = undefined;
    const focus = this.#options.focus();
    const look = this.#options.look();
    const still = this.#options.isStill?.() === true ? { isStill: true } : {};
    this.send({
      kind: 'ready',
      ...(focus === undefined ? {} : { focus }),
      ...(look === undefined ? {} : { look }),
      ...still,
    });
  }

  receive(data: unknown): void {
    const parsed = toPageSchema.safeParse(data);
    if (!parsed.success) {
      this.fault(`A message does not fit: ${parsed.error.message}`);
      if (wholeSchema.safeParse(data).success) this.#options.onUnfit();
      return;
    }
    if (this.#isInOrder(parsed.data)) this.#options.onMessage(parsed.data);
  }

  /** A page that fails in a loop must not flood the log. */
  fault(message: string): void {
    this.#faults += 1;
    if (this.#faults <= faultLimit) this.send({ kind: 'fault', message: message.slice(0, 4_000) });
  }

  #isInOrder(message: ToPage): boolean {
    switch (message.kind) {
      case 'snapshot':
      case 'review':
      case 'failed':
        this.#rev = message.rev;
        return true;
      case 'changed':
      case 'head':
      case 'working':
      case 'seat':
      case 'view':
        return this.#follows(message.rev);
      case 'bodies':
      case 'found':
      case 'reveal':
      case 'said':
      case 'do':
        return true;
    }
  }

  #follows(rev: number): boolean {
    // Asked already, and not answered yet.
    if (this.#rev === undefined) return false;
    if (rev === this.#rev + 1) {
      this.#rev = rev;
      return true;
    }
    this.ready();
    return false;
  }
}
