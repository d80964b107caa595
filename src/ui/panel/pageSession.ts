import type { SourcePassage, ToHost, ToPage } from '../../shared/protocol';
import type { CitationTarget } from '../findings/citation';

export interface PagePort {
  /** Settles when the page has it; false where it has not. */
  post(message: ToPage): PromiseLike<boolean>;
}

type Unnumbered<M> = M extends { rev: number } ? Omit<M, 'rev'> : never;
/** A message that changes what is shown, before it gets its number. */
export type Change = Unnumbered<ToPage>;
export type Reply = Exclude<ToPage, { rev: number }>;
/** What waits in line: an entry is brought into view once the page knows it. */
export type InTurn = Change | Extract<Reply, { kind: 'reveal' }>;

/** Time after which a message counts as lost: the page asks again when it finds the gap. */
const arrivalMs = 5_000;

export interface SavedFile {
  path: string;
  text: string;
  label: string;
  /** Extensions by their name for people. */
  kinds: Record<string, string[]>;
}

/** What fails is told to the user there. */
export interface PageEditor {
  readonly isTrusted: boolean;
  run(command: string, argument?: unknown): void;
  /** The focus stays in the page unless the reader goes there. */
  openSource(citation: CitationTarget, isFollowed: boolean): void;
  /** What a source says where it is cited; undefined where it cannot be read here. Never rejects. */
  passageOf(citation: CitationTarget): Promise<SourcePassage | undefined>;
  openWeb(url: string): void;
  /** One of the papers that come with the extension, at a heading. */
  openPaper(name: string, heading: string): void;
  copy(text: string, said: string): void;
  linkTo(target: { folder: string; seq?: number | undefined }): string;
  /** Nothing where the user changes their mind. */
  save(file: SavedFile): Promise<void>;
  confirmDisclosure(seq: number): Promise<boolean>;
  /** Undefined where the user changes their mind. */
  choose(question: string, texts: readonly string[]): Promise<string | undefined>;
  inform(message: string): void;
  warn(message: string): void;
  /** What nobody foresaw: for the user and the output channel. */
  fail(error: unknown): void;
}

/**
 * Messages are numbered and sent one at a time: whatever else comes meanwhile is gathered into the next. Asleep
 * (hidden, or not yet loaded) nothing is sent; a page that wakes is told everything.
 */
export abstract class PageSession {
  #rev = 0;
  #isAwake = false;
  /** The run of the loop that may send; another one takes over when the page wakes again. */
  #turn = 0;
  #isSending = false;

  constructor(private readonly port: PagePort) {}

  abstract receive(message: ToHost): void;

  protected abstract next(): InTurn | undefined;

  /** What the page is told instead, so that it does not wait for ever. */
  protected abstract failed(error: unknown): Change;

  get isAwake(): boolean {
    return this.#isAwake;
  }

  wake(): void {
    this.#isAwake = true;
    this.#turn += 1;
    this.#isSending = false;
    this.flush();
  }

  /** The page was hidden, and with that taken down. It says `ready` when it is back. */
  sleep(): void {
    this.#isAwake = false;
    this.#turn += 1;
  }

  dispose(): void {
    this.sleep();
  }

  /** A message that is under way is followed by the rest. */
  flush(): void {
    if (!this.#isAwake || this.#isSending) return;
    this.#isSending = true;
    void this.#send(this.#turn);
  }

  /** It does not wait in line. */
  reply(message: Reply): void {
    void this.deliver(message);
  }

  /** The same; settles when the page has it. */
  protected async deliver(message: Reply): Promise<void> {
    if (this.#isAwake) await this.#post(message);
  }

  #numbered(message: InTurn): ToPage {
    if (message.kind === 'reveal') return message;
    this.#rev += 1;
    return { ...message, rev: this.#rev };
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
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, arrivalMs);
  });
  await Promise.race([posted.catch(() => false), late]);
  clearTimeout(timer);
}
