import * as l10n from '@vscode/l10n';
import type { Action, Head, ToHost, ViewRequest } from '../../shared/protocol';
import type { SeatDesks } from '../run/seatDesk';
import type { CitationTarget } from '../services';
import { disclosedAt, visibleAt } from './bodies';
import { entriesAsMarkdown } from './copyMarkdown';
import type { DebateTeller } from './debateTeller';
import { isDocumentName, summaryName } from './documents';
import { failureCommands } from './failure';
import { findInLog } from './findInLog';
import { Finder } from './find';
import type { Outbox } from './outbox';
import type { PageEditor } from './pageEditor';
import { say } from './say';
import { seatAnswer } from './seat/seatAnswer';
import type { ShownLog } from './shownLog';
import { sourceKeyAt } from './sourceLines';
import { graphFile } from './views/exportGraph';

export interface RequestPorts {
  editor: PageEditor;
  outbox: Outbox;
  teller: DebateTeller;
  retry(): void;
  /** What the page waits for cannot be made. */
  fail(error: unknown): void;
  documents(): Head['documents'];
  /** Where the people of this window are asked. */
  seats: SeatDesks;
}

type Kind = ToHost['kind'];
type Message<K extends Kind> = Extract<ToHost, { kind: K }>;
type Handlers = { [K in Kind]?: (message: Message<K>) => void };
type HandlersOnLog = { [K in Kind]?: (message: Message<K>, shown: ShownLog) => void | Promise<void> };

/** What a page of a debate asks for. */
export class DebateRequests {
  readonly #finder = new Finder();
  readonly #handlers: Handlers;
  readonly #handlersOnLog: HandlersOnLog;

  constructor(
    private readonly folder: string,
    private readonly ports: RequestPorts,
  ) {
    const { editor } = ports;
    this.#handlers = {
      act: ({ action }) => this.#act(action),
      openWeb: ({ url }) => this.#openWeb(url),
      openDocument: ({ name }) => this.#openDocument(name),
      openFolder: () => editor.run('rostrum.revealFolder', { folder: this.folder }),
      openLine: ({ line }) => editor.run('rostrum.revealEntryInLog', { folder: this.folder, line }),
      button: ({ command }) => this.#press(command),
      look: ({ look }) => this.#look(look),
      seat: (message) => this.#answerSeat(message),
      seatDraft: ({ id, values }) => ports.seats.type(this.folder, id, values),
      seatSkip: ({ id }) => ports.seats.skip(this.folder, id),
    };
    this.#handlersOnLog = {
      bodies: (message, shown) => this.#sendBodies(shown, message),
      find: (message, shown) => this.#find(shown, message),
      say: (message, shown) => this.#say(shown, message),
      disclose: ({ at }, shown) => this.#disclose(shown, at),
      openSource: (message, shown) => this.#openSource(shown, message),
      source: (message, shown) => this.#doWithSource(shown, message),
      openInLog: ({ at }, shown) => this.#openInLog(shown, at),
      copyMarkdown: ({ at }, { debate }) => editor.copy(entriesAsMarkdown(debate.log, at), l10n.t('Markdown copied')),
      copyLink: ({ at }, shown) => this.#copyLink(shown, at),
      exportGraph: ({ spans }, { debate }) => editor.save(graphFile(debate.log.view, this.folder, spans)),
    };
  }

  cancel(): void {
    this.#finder.cancel();
  }

  receive(message: ToHost): void {
    const handle = this.#handlers[message.kind] as ((message: ToHost) => void) | undefined;
    const handleOnLog = this.#handlersOnLog[message.kind] as
      ((message: ToHost, shown: ShownLog) => void | Promise<void>) | undefined;
    const { shown } = this.ports.teller;
    if (handle !== undefined) handle(message);
    // A log that was read anew since is unknown to the page: it will ask again about what it is told then.
    else if (handleOnLog !== undefined) {
      if (shown !== undefined) this.#guarded(() => handleOnLog(message, shown));
      else if (message.kind === 'say') this.#refuse(message.id);
    } else this.ports.editor.warn(`A page that shows a debate said "${message.kind}", which means nothing there.`);
  }

  /** A log that cannot be read any more, most likely: the page would wait for what never comes. */
  #guarded(work: () => void | Promise<void>): void {
    void (async () => {
      try {
        await work();
      } catch (error) {
        this.ports.fail(error);
      }
    })();
  }

  #refuse(id: number): void {
    this.ports.outbox.reply({ kind: 'said', id, problem: l10n.t('The log is being read anew. Send it once more.') });
  }

  #sendBodies(shown: ShownLog, { id, epoch, at, isWhole }: Message<'bodies'>): void {
    if (epoch !== shown.epoch) return;
    const bodies = shown.bodies(at, { isWhole, isBeingChecked: this.ports.teller.isBeingChecked });
    this.ports.outbox.reply({ kind: 'bodies', id, epoch, bodies });
  }

  async #find(shown: ShownLog, { id, query }: Message<'find'>): Promise<void> {
    const { epoch } = shown;
    await this.#finder.find(findInLog(shown), query, ({ hits, total, isDone }) => {
      this.ports.outbox.reply({ kind: 'found', id, epoch, hits: [...hits], total, isDone });
    });
  }

  async #say({ debate }: ShownLog, message: Message<'say'>): Promise<void> {
    const isAllowed = this.ports.editor.isTrusted;
    const problem = isAllowed
      ? await say(debate.log, message)
      : l10n.t(
          'This workspace is in Restricted Mode, in which debates are only read. To take part in one, trust the workspace first.',
        );
    this.ports.outbox.reply({ kind: 'said', id: message.id, ...(problem === undefined ? {} : { problem }) });
  }

  /** The one way out for struck text. */
  async #disclose(shown: ShownLog, at: number): Promise<void> {
    const row = shown.feed.rows[at];
    if (row?.struck === undefined) return;
    const isWished = await this.ports.editor.confirmDisclosure(row.seq);
    if (!isWished || !shown.feed.isCurrent) return;
    const body = disclosedAt(shown.debate.log, at);
    if (body !== undefined) this.ports.outbox.reply({ kind: 'bodies', id: 0, epoch: shown.epoch, bodies: [body] });
  }

  /** What is missing in it the person is told at once; the rules are the engine's to hold it against. */
  #answerSeat({ id, values }: Message<'seat'>): void {
    const { seats } = this.ports;
    const asked = seats.seatsOf(this.folder).find(({ request }) => request.id === id);
    if (asked === undefined) return;
    const answer = seatAnswer(asked.request, values);
    if ('problems' in answer) seats.refuse(this.folder, id, { problems: answer.problems, values });
    else seats.answer(this.folder, id, { output: answer.output, values });
  }

  #openSource(shown: ShownLog, message: Message<'openSource'>): void {
    const citation = this.#citation(shown, message);
    if (citation !== undefined) this.ports.editor.openSource(citation);
  }

  #doWithSource(shown: ShownLog, message: Message<'source'>): void {
    const citation = this.#citation(shown, message);
    if (citation !== undefined) this.ports.editor.run(sourceCommands[message.what], citation);
  }

  /** Nothing for the sources of a struck entry: the page is shown none of them. */
  #citation({ debate }: ShownLog, { at, index }: { at: number; index: number }): CitationTarget | undefined {
    const header = debate.log.state.headers[at];
    const entry = visibleAt(debate.log, at);
    if (header === undefined || entry === undefined) return undefined;
    const url = sourceKeyAt(debate.log.view, header, entry, index);
    return url === undefined ? undefined : { folder: this.folder, seq: header.seq, url };
  }

  /** By its line: the log may hold the seq twice. */
  #openInLog({ debate: { log } }: ShownLog, at: number): void {
    const seq = log.state.headers[at]?.seq;
    const line = log.lineAt(at);
    if (seq !== undefined && line !== undefined)
      this.ports.editor.run('rostrum.revealEntryInLog', { folder: this.folder, seq, line });
  }

  #look(request: ViewRequest): void {
    this.ports.teller.look(request);
    this.ports.outbox.flush();
  }

  /** The first entry stands for the debate as a whole. */
  #copyLink({ debate }: ShownLog, at: number): void {
    const { editor } = this.ports;
    const seq = at === 0 ? undefined : debate.log.state.headers[at]?.seq;
    const link = editor.linkTo({ folder: this.folder, ...(seq === undefined ? {} : { seq }) });
    editor.copy(link, l10n.t('Link copied'));
  }

  /** What a model wrote must not start a program: web addresses only. */
  #openWeb(url: string): void {
    if (/^https?:\/\/\S+$/i.test(url)) this.ports.editor.openWeb(url);
    else this.ports.editor.warn(`The page asked to open ${url.slice(0, 200)}, which is no web address.`);
  }

  #openDocument(name: string): void {
    if (isDocumentName(name)) this.ports.editor.run('rostrum.openDocument', { folder: this.folder, name });
  }

  #openSummary(): void {
    const names = this.ports.documents().map(({ name }) => name);
    this.#openDocument(names.includes(summaryName) ? summaryName : (names[0] ?? summaryName));
  }

  #act(action: Action): void {
    if (action === 'openSummary' || action === 'openReport') this.#openSummary();
    else if (action === 'trust') this.ports.editor.run('workbench.trust.manage');
    else if (action === 'showSettings') this.ports.editor.run('workbench.action.openSettings', '@ext:rostrum.rostrum');
    // The page has the composer.
    else if (action === 'answer') this.ports.outbox.reply({ kind: 'do', what: 'focusComposer' });
    else
      this.ports.editor.run(commands[action], {
        folder: this.folder,
        ...(action === 'takeOver' ? { takeOver: true } : {}),
      });
  }

  #press(command: string): void {
    if (command === failureCommands.retry) this.ports.retry();
    else if (command === failureCommands.openFolder) this.ports.editor.run('rostrum.openDebateFolder');
  }
}

const sourceCommands: Record<Message<'source'>['what'], string> = {
  checkAgain: 'rostrum.checkSourceAgain',
  vouch: 'rostrum.vouchForSource',
  browse: 'rostrum.openSourceInBrowser',
};

const commands: Record<Exclude<Action, 'openSummary' | 'openReport' | 'trust' | 'answer' | 'showSettings'>, string> = {
  pause: 'rostrum.pauseDebate',
  resume: 'rostrum.resumeDebate',
  takeOver: 'rostrum.resumeDebate',
  stop: 'rostrum.stopDebate',
  skip: 'rostrum.skipToEnd',
  conclude: 'rostrum.concludeNow',
  setApiKey: 'rostrum.setApiKey',
  changeModel: 'rostrum.changeModel',
  moreExchanges: 'rostrum.moreExchanges',
};
