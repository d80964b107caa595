import type { ToHost, ToPage, ViewRequest } from '../shared/protocol';

/** What `acquireVsCodeApi` gives. */
export interface VsCodeApi {
  postMessage: (message: unknown) => void;
  getState: () => unknown;
  setState: (state: unknown) => void;
}

export type Send = (message: ToHost) => void;

interface HostOptions {
  readonly api: Pick<VsCodeApi, 'postMessage'>;
  readonly onMessage: (message: ToPage) => void;
  /** What would have been shown does not fit, and will not come of itself. */
  readonly onUnfit: () => void;
  /** Seq of the entry at the top of what is seen. */
  readonly focus: () => number | undefined;
  readonly look: () => ViewRequest | undefined;
  /** The reader wants no motion. */
  readonly isStill?: () => boolean;
}

const faultLimit = 20;

const requiredFields: { readonly [K in ToPage['kind']]: readonly (keyof Extract<ToPage, { kind: K }>)[] } = {
  verdict: ['head', 'verdict', 'links'],
  snapshot: ['rev', 'epoch', 'head', 'rows', 'rawLines', 'bodies', 'working'],
  changed: ['rev', 'epoch', 'head', 'rows', 'rawLines', 'updated', 'bodies', 'working'],
  head: ['rev', 'head', 'working'],
  working: ['rev', 'working'],
  seat: ['rev'],
  view: ['rev', 'shown'],
  review: ['rev', 'review'],
  failed: ['rev', 'title', 'message'],
  bodies: ['id', 'epoch', 'bodies'],
  passage: ['epoch', 'at', 'index'],
  found: ['id', 'epoch', 'hits'],
  reveal: ['seq'],
  said: ['id'],
  do: ['what'],
};

/** The kinds of message that each are a page of their own. */
const wholePages: readonly unknown[] = ['snapshot', 'review', 'failed'];

/** Something else than the host may post to the window, so that a message is taken by its kind and fields. */
function isToPage(data: object): data is ToPage {
  const kind = 'kind' in data && typeof data.kind === 'string' ? data.kind : '';
  const fields = new Map<string, readonly string[]>(Object.entries(requiredFields)).get(kind);
  return fields?.every((field) => field in data) === true;
}

/** A message that is not whole is dropped, and a missing one is noticed. */
export class HostConnection {
  #rev: number | undefined;
  #faults = 0;

  constructor(private readonly options: HostOptions) {}

  send(message: ToHost): void {
    this.options.api.postMessage(message);
  }

  /** Asks for everything. Until it comes, changes are of no use. */
  ready(): void {
    this.#rev = undefined;
    const { focus, look, isStill } = this.options;
    this.send({
      kind: 'ready',
      focus: focus(),
      look: look(),
      isStill: isStill?.() === true ? true : undefined,
    });
  }

  receive(data: unknown): void {
    const message = typeof data === 'object' && data !== null ? data : {};
    if (!isToPage(message)) {
      const kind = 'kind' in message ? message.kind : undefined;
      this.fault(`A message does not fit: ${String(kind)} with ${Object.keys(message).join(', ')}`);
      if (wholePages.includes(kind)) this.options.onUnfit();
      return;
    }
    if (this.#isInOrder(message)) this.options.onMessage(message);
  }

  /** A page that fails in a loop must not flood the log. */
  fault(message: string): void {
    this.#faults += 1;
    if (this.#faults <= faultLimit) this.send({ kind: 'fault', message: message.slice(0, 4_000) });
  }

  #isInOrder(message: ToPage): boolean {
    if (!('rev' in message)) return true;
    if (!wholePages.includes(message.kind)) return this.#follows(message.rev);
    this.#rev = message.rev;
    return true;
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
