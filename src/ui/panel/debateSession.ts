import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Status, ViewName } from '../../projections/vocabulary';
import type { Head, PageCommand, ToHost, ViewRequest } from '../../shared/protocol';
import type { DebateChange, OpenDebate } from '../library/openDebate';
import type { OpenDebates } from '../library/openDebates';
import { DisposableStore, Emitter, Settling } from '../kit/emitter';
import type { RunManager } from '../run/runManager';
import type { HumanTaskQueues } from '../run/humanTasks';
import { answerRequest, type RequestContext } from './debateRequests';
import { areSameDocuments, documentsIn, noDocuments } from '../library/documents';
import { absence, missingEntry, unreadable, unshowable, type Failure } from './failure';
import type { Feed } from './feed';
import { Finder } from './find';
import type { KeptVerdict, KeptVerdicts } from './keptVerdicts';
import { PageSession, type InTurn, type PageEditor, type PagePort } from './pageSession';
import { PanelUpdates, type Due, type UpdateInputs } from './panelUpdates';

interface SessionPorts {
  debates: OpenDebates;
  runManager: RunManager;
  port: PagePort;
  editor: PageEditor;
  now: () => Date;
  /** Known faults; `lookAgain` says that more are known. */
  faults?: () => Head['faults'];
  /** A page waits for the log where these are absent. */
  verdicts?: Pick<KeptVerdicts, 'find' | 'keep'> | undefined;
}

const retryMs = 3_000;

/** One page that shows one debate. Knows nothing of the editor. */
export class DebateSession extends PageSession implements RequestContext {
  readonly folder: string;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly finder = new Finder();
  readonly #updates: PanelUpdates;
  #debate: OpenDebate | undefined;
  #failure: Failure | undefined;
  /** What nobody foresaw, until it is tried again. */
  #fault: Failure | undefined;
  #documents = noDocuments;
  #isOpening = false;
  #wished: PageCommand | undefined;
  /** What was found of a debate that is over, before its log is read. */
  readonly #expected: Promise<KeptVerdict | undefined>;
  /** Requests of a page that is shown the verdict already; undefined where it is not. */
  #early: ToHost[] | undefined;
  #kept: KeptVerdict | undefined;
  readonly #keeping = this.#owned.add(new Settling(() => this.#keep()));

  constructor(
    folder: string,
    private readonly ports: SessionPorts,
  ) {
    super(ports.port);
    this.folder = resolve(folder);
    this.#updates = new PanelUpdates(() => this.#inputs(), {
      onHead: () => this.#changed.fire(),
      onMissing: (seq, last) => ports.editor.inform(missingEntry(seq, last)),
    });
    this.#listen();
    this.#expected = this.#expect();
    // Reading a long log would keep the page waiting for what is known already.
    void this.#expected.then((verdict) => (verdict === undefined ? this.#open() : undefined));
  }

  get topic(): string {
    return this.#updates.head?.topic ?? '';
  }

  /** Undefined while there is nothing to be shown. */
  get state(): Status | undefined {
    return this.#failure === undefined && this.#fault === undefined ? this.#updates.head?.state : undefined;
  }

  /** `debate` alone until that is known. */
  get views(): readonly ViewName[] {
    return this.#updates.head?.views ?? ['debate'];
  }

  get editor(): PageEditor {
    return this.ports.editor;
  }

  get seats(): HumanTaskQueues {
    return this.ports.runManager.seats;
  }

  get documents(): Head['documents'] {
    return this.#documents.list;
  }

  /** Undefined while the page knows nothing of the log as it is now. */
  get feed(): Feed | undefined {
    return this.#updates.feed;
  }

  get isBeingChecked(): boolean {
    return this.#updates.isBeingChecked;
  }

  override receive(message: ToHost): void {
    if (message.kind !== 'ready') {
      answerRequest(message, this);
      return;
    }
    this.#fault = undefined;
    if (message.isStill === true) this.ports.runManager.skip(this.folder);
    this.#updates.forget(message.focus);
    this.#updates.look(message.look ?? { view: 'debate' });
    this.#early = undefined;
    this.wake();
    if (this.#debate === undefined) void this.#showExpected(message);
    const wished = this.#wished;
    this.#wished = undefined;
    if (wished !== undefined) this.reply({ kind: 'do', what: wished });
  }

  override sleep(): void {
    this.finder.cancel();
    super.sleep();
  }

  override dispose(): void {
    super.dispose();
    this.#owned.dispose();
  }

  isPutOff(message: ToHost): boolean {
    return this.#early !== undefined && this.#early.push(message) > 0;
  }

  look(request: ViewRequest): void {
    this.#updates.look(request);
    this.flush();
  }

  /** At once, or as soon as the page is there; `words` are found in it. */
  reveal(seq: number, words?: string): void {
    if (words !== undefined || (this.isAwake && this.feed !== undefined)) this.#updates.reveal(seq, words);
    else this.#updates.focusOn(seq);
    this.#mark('entries');
  }

  send(what: PageCommand): void {
    if (this.isAwake) this.reply({ kind: 'do', what });
    else this.#wished = what;
  }

  /** Something that the buttons depend on has changed. */
  lookAgain(): void {
    this.#mark('head');
  }

  retry(): void {
    this.#retry().catch((error: unknown) => this.fail(error));
  }

  /** What the page waits for cannot be made: it is told in its turn. */
  fail(error: unknown): void {
    this.failed(error);
    this.#mark('failure');
    this.#changed.fire();
  }

  protected override next(): InTurn | undefined {
    if (this.#fault !== undefined) return this.#updates.reportFailure(this.#fault);
    const message = this.#updates.next();
    if (message !== undefined && 'head' in message) this.#keeping.begin();
    if (message?.kind === 'snapshot') this.#answerEarly();
    return message;
  }

  /** Once the snapshot is under way. */
  #answerEarly(): void {
    const requests = this.#early ?? [];
    this.#early = undefined;
    queueMicrotask(() => requests.forEach((request) => answerRequest(request, this)));
  }

  /** It stays until it is tried again: each change of the log would fail the same way. */
  protected override failed(error: unknown): Failure {
    this.ports.editor.fail(error);
    this.#fault = unshowable(error);
    this.#updates.startAgain();
    return this.#fault;
  }

  #inputs(): UpdateInputs {
    const { runManager, editor, now } = this.ports;
    return {
      debate: this.#debate,
      failure: this.#failure,
      run: runManager.runOf(this.folder),
      end: runManager.endOf(this.folder),
      seats: runManager.seats.seatsOf(this.folder),
      documents: this.#documents,
      faults: this.ports.faults?.(),
      isTrusted: editor.isTrusted,
      now: now(),
    };
  }

  #listen(): void {
    const { runManager } = this.ports;
    const ifOurs =
      (act: () => void) =>
      (folder: string): void => {
        if (folder === this.folder) act();
      };
    this.#owned.add(runManager.onDidWork(ifOurs(() => this.#mark('working'))));
    this.#owned.add(runManager.seats.onDidChange(ifOurs(() => this.#mark('head', 'seat', 'working'))));
    this.#owned.add(runManager.onDidChange(ifOurs(() => this.#onRun())));
    const timer = setInterval(() => {
      if (this.#debate === undefined) void this.#open();
      // Another program may write them.
      else if (this.isAwake) void this.#lookForDocuments();
    }, retryMs);
    timer.unref();
    this.#owned.add({ dispose: () => clearInterval(timer) });
  }

  async #expect(): Promise<KeptVerdict | undefined> {
    const { verdicts, debates, runManager, editor } = this.ports;
    const isRead = debates.open.some(({ folder }) => folder === this.folder);
    if (isRead || runManager.runOf(this.folder) !== undefined) return undefined;
    const verdict = await verdicts?.find(this.folder, editor);
    if (verdict !== undefined && !this.#isClosed()) this.#updates.expect(verdict);
    return verdict;
  }

  /** Shown only as long as the log is as it was: a redaction may have been appended while the page was loaded. */
  async #showExpected({ focus, look }: Extract<ToHost, { kind: 'ready' }>): Promise<void> {
    const { verdicts, editor, faults } = this.ports;
    const isWanted = look === undefined ? focus === undefined : look.view === 'verdict';
    if ((await this.#expected) !== undefined && isWanted && !this.#updates.isFocused) {
      const verdict = await verdicts?.find(this.folder, editor);
      if (verdict !== undefined && this.#debate === undefined) {
        this.#early = [];
        await this.deliver({ kind: 'verdict', ...verdict, head: { ...verdict.head, faults: faults?.() } });
      }
    }
    await this.#open();
  }

  async #keep(): Promise<void> {
    const { verdicts, runManager, editor } = this.ports;
    const { verdict } = this.#updates;
    const isSame = verdict === undefined || isDeepStrictEqual(verdict, this.#kept);
    if (isSame || this.#debate === undefined || runManager.runOf(this.folder) !== undefined) return;
    this.#kept = verdict;
    await verdicts?.keep(this.#debate.log, verdict, editor);
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
      if (this.#isClosed()) return;
      this.#debate = ref.debate;
      this.#owned.add(ref.debate.onDidChange((change) => this.#onDebate(change)));
      this.#judge();
      // Most often the page is still being loaded: the rows are made meanwhile.
      this.#updates.prepare(ref.debate);
      this.#mark('snapshot');
    } catch (error) {
      this.#showFailure(unreadable(error));
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

  /** What was read of a folder that is gone stays. */
  #judge(): void {
    const debate = this.#debate;
    if (debate === undefined || this.#isClosed()) return;
    const { state, problems } = debate.log;
    const isAbsent = debate.isGone && state.headers.length === 0 && problems.length === 0;
    if (isAbsent && this.ports.runManager.runOf(this.folder) === undefined) this.#showFailure(absence(this.folder));
    else if (this.#failure !== undefined) {
      this.#failure = undefined;
      this.#mark('snapshot');
    }
  }

  /** The same again is not told again: it would be read aloud each time. */
  #showFailure(failure: Failure): void {
    if (this.#failure?.message === failure.message && this.#failure.title === failure.title) return;
    this.#failure = failure;
    this.#mark('failure');
    this.#changed.fire();
  }

  async #retry(): Promise<void> {
    if (this.#fault !== undefined) this.#updates.startAgain();
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
    this.#updates.mark(...due);
    this.flush();
  }
}
