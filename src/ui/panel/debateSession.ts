import { resolve } from 'node:path';
import type { Status } from '../../projections/vocabulary';
import type { ToHost } from '../../shared/protocol';
import type { DebateChange, OpenDebate } from '../debates/openDebate';
import type { OpenDebates } from '../debates/openDebates';
import { DisposableStore, Emitter } from '../emitter';
import type { Conductor } from '../run/conductor';
import { DebateRequests } from './debateRequests';
import { DebateTeller, type Due, type Told } from './debateTeller';
import { areSameDocuments, documentsIn, noDocuments } from './documents';
import { absence, unreadable, unshowable, type Failure } from './failure';
import { missingEntry } from './missingEntry';
import { Outbox, type PagePort, type Reply } from './outbox';
import type { PageEditor } from './pageEditor';
import type { PageSession } from './pageSession';

export interface SessionPorts {
  debates: OpenDebates;
  conductor: Conductor;
  port: PagePort;
  editor: PageEditor;
  now: () => Date;
}

/** How often a log that cannot be read is tried again. */
const retryMs = 3_000;

/** One page that shows one debate, from when it is opened until it is closed. Knows nothing of the editor. */
export class DebateSession implements PageSession {
  readonly folder: string;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  /** The topic or the state has changed. */
  readonly onDidChange = this.#changed.event;
  readonly #teller: DebateTeller;
  readonly #outbox: Outbox;
  readonly #requests: DebateRequests;
  #debate: OpenDebate | undefined;
  #failure: Failure | undefined;
  /** What nobody foresaw, until it is tried again. */
  #fault: Failure | undefined;
  #documents = noDocuments;
  #isOpening = false;
  /** What the page is to do once it is there. */
  #wished: Extract<Reply, { kind: 'do' }>['what'] | undefined;

  constructor(
    folder: string,
    private readonly ports: SessionPorts,
  ) {
    this.folder = resolve(folder);
    this.#teller = new DebateTeller(() => this.#told(), {
      onHead: () => this.#changed.fire(),
      onMissing: (seq, last) => ports.editor.inform(missingEntry(seq, last)),
    });
    this.#outbox = new Outbox(
      ports.port,
      () => this.#next(),
      (error) => this.#faultOf(error),
    );
    this.#requests = new DebateRequests(this.folder, {
      editor: ports.editor,
      outbox: this.#outbox,
      teller: this.#teller,
      retry: () => this.retry(),
      fail: (error) => this.#break(error),
      documents: () => this.#documents.list,
      seats: ports.conductor.seats,
    });
    this.#listen();
    void this.#open();
  }

  get topic(): string {
    return this.#teller.head?.topic ?? '';
  }

  /** Undefined while there is nothing to be shown. */
  get state(): Status | undefined {
    return this.#failure === undefined && this.#fault === undefined ? this.#teller.head?.state : undefined;
  }

  receive(message: ToHost): void {
    if (message.kind !== 'ready') {
      this.#requests.receive(message);
      return;
    }
    this.#fault = undefined;
    if (message.isStill === true) this.ports.conductor.skip(this.folder);
    this.#teller.forget(message.focus);
    this.#teller.look(message.look ?? { view: 'debate' });
    this.#outbox.wake();
    const wished = this.#wished;
    this.#wished = undefined;
    if (wished !== undefined) this.#outbox.reply({ kind: 'do', what: wished });
  }

  sleep(): void {
    this.#requests.cancel();
    this.#outbox.sleep();
  }

  dispose(): void {
    this.sleep();
    this.#owned.dispose();
  }

  /** Brings an entry into view, at once or as soon as the page is there. */
  reveal(seq: number): void {
    if (this.#outbox.isAwake && this.#teller.shown !== undefined) this.#teller.reveal(seq);
    else this.#teller.focusOn(seq);
    this.#mark('entries');
  }

  tell(what: Extract<Reply, { kind: 'do' }>['what']): void {
    if (this.#outbox.isAwake) this.#outbox.reply({ kind: 'do', what });
    else this.#wished = what;
  }

  /** The workspace is trusted now, or something else that the buttons depend on. */
  lookAgain(): void {
    this.#mark('head');
  }

  /** Looks at once whether what kept the debate from being shown is gone. */
  retry(): void {
    this.#retry().catch((error: unknown) => this.#break(error));
  }

  #next(): ReturnType<DebateTeller['next']> {
    return this.#fault === undefined ? this.#teller.next() : this.#teller.tellFailure(this.#fault);
  }

  #told(): Told {
    const { conductor, editor, now } = this.ports;
    return {
      debate: this.#debate,
      failure: this.#failure,
      run: conductor.runOf(this.folder),
      end: conductor.endOf(this.folder),
      seats: conductor.seats.seatsOf(this.folder),
      documents: this.#documents,
      isTrusted: editor.isTrusted,
      now: now(),
    };
  }

  #listen(): void {
    const { conductor } = this.ports;
    const ifOurs =
      (act: () => void) =>
      (folder: string): void => {
        if (folder === this.folder) act();
      };
    this.#owned.add(conductor.onDidWork(ifOurs(() => this.#mark('working'))));
    this.#owned.add(conductor.seats.onDidChange(ifOurs(() => this.#mark('head', 'seat', 'working'))));
    this.#owned.add(conductor.onDidChange(ifOurs(() => this.#onRun())));
    const timer = setInterval(() => {
      if (this.#debate === undefined) void this.#open();
    }, retryMs);
    timer.unref();
    this.#owned.add({ dispose: () => clearInterval(timer) });
  }

  #onRun(): void {
    this.#mark('head', 'working');
    void this.#debate?.look();
    void this.#lookForDocuments();
  }

  async #open(): Promise<void> {
    if (this.#isOpening || this.#isClosed()) return;
    this.#isOpening = true;
    try {
      const [acquired, documents] = await Promise.all([
        this.ports.debates.acquire(this.folder),
        documentsIn(this.folder),
      ]);
      const ref = this.#owned.add(acquired);
      this.#documents = documents;
      // Closed while it was being opened.
      if (this.#isClosed()) return;
      this.#debate = ref.debate;
      this.#owned.add(ref.debate.onDidChange((change) => this.#onDebate(change)));
      this.#judge();
      // Most often the page is still being loaded: the rows are made meanwhile.
      this.#teller.prepare(ref.debate);
      this.#mark('snapshot');
    } catch (error) {
      this.#fail(unreadable(error));
    } finally {
      this.#isOpening = false;
    }
  }

  #onDebate(change: DebateChange): void {
    const isOfEntries = change.kind === 'entries' || change.kind === 'proofs';
    this.#mark(isOfEntries ? 'entries' : 'head');
    if (!isOfEntries) void this.#lookForDocuments();
    this.#judge();
  }

  /** Whether there is anything to be shown. What was read of a folder that is gone stays. */
  #judge(): void {
    const debate = this.#debate;
    if (debate === undefined || this.#isClosed()) return;
    const { state, problems } = debate.log;
    const isAbsent = debate.isGone && state.headers.length === 0 && problems.length === 0;
    if (isAbsent && this.ports.conductor.runOf(this.folder) === undefined) this.#fail(absence(this.folder));
    else if (this.#failure !== undefined) {
      this.#failure = undefined;
      this.#mark('snapshot');
    }
  }

  /** The same again is not told again: it would be read aloud each time. */
  #fail(failure: Failure): void {
    if (this.#failure?.message === failure.message && this.#failure.title === failure.title) return;
    this.#failure = failure;
    this.#mark('failure');
    this.#changed.fire();
  }

  /** It stays until it is tried again: each change of the log would fail the same way. */
  #faultOf(error: unknown): Failure {
    this.ports.editor.fail(error);
    this.#fault = unshowable(error);
    this.#teller.startAnew();
    return this.#fault;
  }

  /** The page is told in its turn. */
  #break(error: unknown): void {
    this.#faultOf(error);
    this.#mark('failure');
    this.#changed.fire();
  }

  async #retry(): Promise<void> {
    if (this.#fault !== undefined) this.#teller.startAnew();
    this.#fault = undefined;
    const debate = this.#debate;
    // What cannot be read now is tried again by the log's own follower.
    if (debate !== undefined) await Promise.all([debate.look(), debate.log.refresh().catch(() => 0)]);
    else await this.#open();
    this.#judge();
    // A button was pressed: the page is told, also that nothing has changed.
    this.#mark('failure', 'entries');
  }

  async #lookForDocuments(): Promise<void> {
    const before = this.#documents;
    this.#documents = await documentsIn(this.folder);
    if (!areSameDocuments(before, this.#documents)) this.#mark('head');
  }

  #isClosed(): boolean {
    return this.#owned.isDisposed;
  }

  #mark(...due: Due[]): void {
    this.#teller.mark(...due);
    this.#outbox.flush();
  }
}
