import type { ToPage } from '../../shared/protocol';

/** The page's end of the line. */
export interface PagePort {
  /** Settles when the page has it; false where it has not. */
  post(message: ToPage): PromiseLike<boolean>;
}

type Unnumbered<M> = M extends { rev: number } ? Omit<M, 'rev'> : never;
/** A message that changes what is shown, before it gets its number. */
export type Change = Unnumbered<ToPage>;
export type Reply = Exclude<ToPage, { rev: number }>;

/** After this long a message counts as lost: the page asks anew when it finds the gap. */
const patienceMs = 5_000;

/**
 * Sends what changes one at a time: while one is under way, whatever else comes is gathered into the next. Asleep (hidden,
 * or not yet loaded) nothing is sent; a page that wakes is told everything.
 */
export class Outbox {
  #rev = 0;
  #isAwake = false;
  /** The run of the loop that may send; another one takes over when the page wakes anew. */
  #turn = 0;
  #isSending = false;

  constructor(
    private readonly port: PagePort,
    /** What the page is to be told next, if anything. */
    private readonly next: () => Change | Reply | undefined,
    /** That could not be made: what the page is told instead, so that it does not wait for ever. */
    private readonly failed: (error: unknown) => Change,
  ) {}

  get isAwake(): boolean {
    return this.#isAwake;
  }

  wake(): void {
    this.#isAwake = true;
    this.#turn += 1;
    this.#isSending = false;
    this.flush();
  }

  sleep(): void {
    this.#isAwake = false;
    this.#turn += 1;
  }

  /** Sends what there is, unless a message is under way: then that is followed by the rest. */
  flush(): void {
    if (!this.#isAwake || this.#isSending) return;
    this.#isSending = true;
    void this.#send(this.#turn);
  }

  /** An answer to the page, which does not wait in line. */
  reply(message: Reply): void {
    if (this.#isAwake) void this.#post(message);
  }

  #numbered(message: Change | Reply): ToPage {
    switch (message.kind) {
      case 'bodies':
      case 'found':
      case 'reveal':
      case 'said':
      case 'do':
        return message;
      default:
        this.#rev += 1;
        return { ...message, rev: this.#rev };
    }
  }

  async #send(turn: number): Promise<void> {
    try {
      for (let change = this.next(); change !== undefined; change = this.next()) {
        await this.#post(this.#numbered(change));
        if (turn !== this.#turn) return;
      }
    } catch (error) {
      await this.#post(this.#numbered(this.failed(error)));
    } finally {
      if (turn === this.#turn) this.#isSending = false;
    }
  }

  /** Never rejects: a page that went away meanwhile, even with its port, will ask for everything when it is back. */
  async #post(message: ToPage): Promise<void> {
    await arrival((async () => this.port.post(message))());
  }
}

async function arrival(posted: Promise<boolean>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  const posting = posted.catch(() => false);
  await Promise.race([posting, patience]);
  clearTimeout(timer);
}
