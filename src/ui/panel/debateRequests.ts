import * as l10n from '@vscode/l10n';
import type { DebateLog } from '../../record/debateLog';
import { askAsAudience, sendGuidance } from '../../session/run/interventions';
import { isReadingAction, type Head, type ToHost, type ViewRequest, type SourceLine } from '../../shared/protocol';
import type { HumanTaskQueues } from '../run/humanTasks';
import type { CitationTarget } from '../findings/citation';
import { bodiesAt, disclosedAt, visibleAt } from './bodies';
import { firstToRead, isDocumentName } from '../library/documents';
import { failureCommands } from './failure';
import type { Feed } from './feed';
import { findIn, type Finder } from './find';
import type { PageEditor, Reply } from './pageSession';
import { seatAnswer } from '../../shared/seat/seatForm';
import { startFrom } from './startFrom';
import { sourceKeyAt, sourceLinesOf } from './sourceLines';
import { graphFile } from './views/graph';
import type { VisibleEntry } from '../../debate/flow/tasks';
import { marks } from '../../projections/sources';
import { readableUrl } from '../../projections/sourcePlace';
import { entryMarkdown } from '../../reports/contents';
import { code, inline, link, linkLabel } from '../../reports/markdown';
import { errorText } from '../../debate/log/objects';
import { paragraphs, unquoted, quoted } from '../../matching/text/shortText';
import { typeName } from '../../projections/typeName';
import { whenText } from '../../reports/facts';

export interface RequestContext {
  readonly folder: string;
  readonly editor: PageEditor;
  readonly finder: Finder;
  /** Undefined while the page knows nothing of the log as it is now. */
  readonly feed: Feed | undefined;
  readonly isBeingChecked: boolean;
  readonly documents: Head['documents'];
  readonly seats: HumanTaskQueues;
  reply(message: Reply): void;
  /** Takes a request that needs the log while that is being read, and answers it then; false where it cannot. */
  isPutOff(message: ToHost): boolean;
  look(request: ViewRequest): void;
  retry(): void;
  fail(error: unknown): void;
}

type Kind = ToHost['kind'];
type Message<K extends Kind> = Extract<ToHost, { kind: K }>;
type Handlers = { readonly [K in Kind]?: (message: Message<K>, context: RequestContext) => void };
type FeedHandlers = {
  readonly [K in Kind]?: (message: Message<K>, feed: Feed, context: RequestContext) => void | Promise<void>;
};

const handlers: Handlers = {
  act,
  openWeb: ({ url }, { editor }) => openWeb(editor, url),
  openDocument: ({ name }, context) => openDocument(context, name),
  openAccuracy: (_, { editor }) => editor.openPaper('verification.md', 'how-often-it-is-right'),
  openFolder: (_, { editor, folder }) => editor.run('rostrum.revealFolder', { folder }),
  openLine: ({ line }, { editor, folder }) => editor.run('rostrum.revealEntryInLog', { folder, line, click: 'line' }),
  button: ({ command }, context) => press(context, command),
  look: ({ look }, context) => context.look(look),
  seat: answerSeat,
  seatDraft: ({ id, values }, { seats, folder }) => seats.type(folder, id, values),
  seatSkip: ({ id }, { seats, folder }) => seats.skip(folder, id),
};

const feedHandlers: FeedHandlers = {
  bodies: sendBodies,
  find,
  say,
  disclose,
  openSource: (message, feed, context) => {
    const citation = citationOf(message, feed, context);
    if (citation !== undefined) context.editor.openSource(citation, message.isFollowed === true);
  },
  passage: sendPassage,
  source: (message, feed, context) => {
    const citation = citationOf(message, feed, context);
    if (citation !== undefined) context.editor.run(sourceCommands[message.what], citation);
  },
  openInLog,
  copyMarkdown: ({ at }, { log }, { editor }) => editor.copy(entriesAsMarkdown(log, at), l10n.t('Markdown copied')),
  copyLink,
  exportGraph: ({ spans }, { view }, { editor, folder }) => editor.save(graphFile(view, folder, spans)),
};

export function answerRequest(message: ToHost, context: RequestContext): void {
  const handle = handlers[message.kind] as ((message: ToHost, context: RequestContext) => void) | undefined;
  const handleOnFeed = feedHandlers[message.kind] as
    | ((message: ToHost, feed: Feed, context: RequestContext) => void | Promise<void>)
    | undefined;
  const { feed } = context;
  if (handle !== undefined) handle(message, context);
  // A log that was read again since is unknown to the page: it will ask again about what it is told then.
  else if (handleOnFeed !== undefined) {
    if (feed === undefined && context.isPutOff(message)) return;
    if (feed !== undefined) void guarded(context, () => handleOnFeed(message, feed, context));
    else if (message.kind === 'say') {
      const problem = l10n.t('The log is being read again. Send it once more.');
      context.reply({ kind: 'said', id: message.id, problem });
    }
  } else context.editor.warn(`A page that shows a debate said "${message.kind}", which means nothing there.`);
}

/** A log that cannot be read any more, most likely: the page would wait for what never comes. */
async function guarded(context: RequestContext, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.fail(error);
  }
}

function sendBodies({ id, epoch, at, isWhole }: Message<'bodies'>, feed: Feed, context: RequestContext): void {
  if (epoch !== feed.epoch) return;
  const bodies = bodiesAt(feed.log, at, { isWhole, isBeingChecked: context.isBeingChecked });
  context.reply({ kind: 'bodies', id, epoch, bodies });
}

/** What is redacted stays masked, also where a source holds the same words. */
async function sendPassage(
  { epoch, at, index }: Message<'passage'>,
  feed: Feed,
  context: RequestContext,
): Promise<void> {
  const citation = citationOf({ at, index }, feed, context);
  if (epoch !== feed.epoch || citation === undefined) return;
  const found = await context.editor.passageOf(citation);
  const { mask } = feed.log.view;
  const passage =
    found === undefined
      ? undefined
      : { ...found, before: mask.text(found.before), marked: mask.text(found.marked), after: mask.text(found.after) };
  context.reply({ kind: 'passage', epoch, at, index, passage });
}

async function find({ id, query }: Message<'find'>, feed: Feed, context: RequestContext): Promise<void> {
  const { epoch } = feed;
  await context.finder.find(findIn(feed), query, ({ hits, counts, isDone }) => {
    context.reply({ kind: 'found', id, epoch, hits: [...hits], counts: [...counts], isDone });
  });
}

async function say(message: Message<'say'>, { log }: Feed, context: RequestContext): Promise<void> {
  const problem = context.editor.isTrusted
    ? await problemOfSaying(message, log)
    : l10n.t(
        'This workspace is in Restricted Mode, in which debates are only read. To take part in one, trust the workspace first.',
      );
  context.reply({ kind: 'said', id: message.id, problem });
}

/** Returns what stood in the way, in words for the user. */
async function problemOfSaying({ what, to, text }: Message<'say'>, log: DebateLog): Promise<string | undefined> {
  try {
    if (what === 'guidance') await sendGuidance(log, text);
    else if (to === undefined || to === '') return l10n.t('Say whom the question is put to.');
    else await askAsAudience(log, { to, question: text });
    return undefined;
  } catch (error) {
    // Refusals and faults of the disk alike say what to do next; what was typed stays in the box.
    return errorText(error);
  }
}

/** The one way out for redacted text. */
async function disclose({ at }: Message<'disclose'>, feed: Feed, context: RequestContext): Promise<void> {
  const row = feed.rows[at];
  if (row?.redacted === undefined) return;
  const isWished = await context.editor.confirmDisclosure(row.seq);
  if (!isWished || !feed.isCurrent) return;
  const body = disclosedAt(feed.log, at);
  if (body !== undefined) context.reply({ kind: 'bodies', id: 0, epoch: feed.epoch, bodies: [body] });
}

/** What is missing in it the person is told at once; the rules are the engine's to hold it against. */
function answerSeat({ id, values }: Message<'seat'>, { seats, folder }: RequestContext): void {
  const asked = seats.seatsOf(folder).find(({ request }) => request.id === id);
  if (asked === undefined) return;
  const answer = seatAnswer(asked.request, values);
  if ('problems' in answer) seats.refuse(folder, id, { problems: answer.problems, values });
  else seats.answer(folder, id, { output: answer.output, values });
}

/** Nothing for the sources of a redacted entry: the page is shown none of them. */
function citationOf(
  { at, index }: { at: number; index: number },
  { log }: Feed,
  { folder }: RequestContext,
): CitationTarget | undefined {
  const header = log.state.headers[at];
  const entry = visibleAt(log, at);
  if (header === undefined || entry === undefined) return undefined;
  const url = sourceKeyAt(log.view, header, entry, index);
  return url === undefined ? undefined : { folder, seq: header.seq, url };
}

/** By its line: the log may hold the seq twice. */
function openInLog({ at }: Message<'openInLog'>, { log }: Feed, { editor, folder }: RequestContext): void {
  const seq = log.state.headers[at]?.seq;
  const line = log.lineAt(at);
  if (seq !== undefined && line !== undefined)
    editor.run('rostrum.revealEntryInLog', { folder, seq, line, click: 'line' });
}

/** The first entry stands for the debate as a whole. */
function copyLink({ at }: Message<'copyLink'>, { log }: Feed, { editor, folder }: RequestContext): void {
  const seq = at === 0 ? undefined : log.state.headers[at]?.seq;
  editor.copy(editor.linkTo({ folder, seq }), l10n.t('Link copied'));
}

/** What a model wrote must not start a program: web addresses only. */
function openWeb(editor: PageEditor, url: string): void {
  if (/^https?:\/\/\S+$/i.test(url)) editor.openWeb(url);
  else editor.warn(`The page asked to open ${url.slice(0, 200)}, which is no web address.`);
}

function openDocument({ editor, folder }: RequestContext, name: string): void {
  if (isDocumentName(name)) editor.run('rostrum.openDocument', { folder, name });
}

function openFirst(context: RequestContext): void {
  const first = firstToRead(context.documents);
  if (first !== undefined) openDocument(context, first.name);
}

function act(message: Message<'act'>, context: RequestContext): void {
  const { action } = message;
  const { editor, folder, feed } = context;
  if (isReadingAction(action)) openFirst(context);
  else if (action === 'trust') editor.run('workbench.trust.manage');
  else if (action === 'showSettings') editor.run('workbench.action.openSettings', '@ext:rostrum.rostrum');
  else if (action === 'answer') context.reply({ kind: 'do', what: 'focusComposer' });
  else if (action === 'startAgain' || action === 'debateOpenPoint') {
    if (feed === undefined) context.isPutOff(message);
    else void guarded(context, () => startFrom(action, feed.view, editor));
  } else editor.run(commands[action], { folder, ...(action === 'takeOver' ? { takeOver: true } : {}) });
}

function press(context: RequestContext, button: string): void {
  if (button === failureCommands.retry) context.retry();
  else if (button === failureCommands.openFolder) context.editor.run('rostrum.openDebateFolder');
}

const sourceCommands: Record<Message<'source'>['what'], string> = {
  checkAgain: 'rostrum.checkSourceAgain',
  vouch: 'rostrum.vouchForSource',
  browse: 'rostrum.openSourceInBrowser',
};

const commands = {
  pause: 'rostrum.pauseDebate',
  resume: 'rostrum.resumeDebate',
  takeOver: 'rostrum.resumeDebate',
  stop: 'rostrum.stopDebate',
  skip: 'rostrum.skipToEnd',
  conclude: 'rostrum.concludeNow',
  setApiKey: 'rostrum.setApiKey',
  changeModel: 'rostrum.changeModel',
  moreExchanges: 'rostrum.moreExchanges',
  export: 'rostrum.exportDebate',
  copyDebate: 'rostrum.copyDebateAsMarkdown',
  delete: 'rostrum.deleteDebate',
};

/** The entries as anyone may see them. */
export function entriesAsMarkdown(log: DebateLog, positions: readonly number[]): string {
  const parts = positions.map((at) => {
    const entry = visibleAt(log, at);
    return entry && entryAsMarkdown(log, at, entry);
  });
  return paragraphs(parts);
}

function entryAsMarkdown(log: DebateLog, at: number, entry: VisibleEntry): string {
  const header = log.state.headers[at];
  const { redacted } = entry;
  if (redacted !== undefined) {
    return paragraphs([
      heading(entry),
      `*${l10n.t('Struck from the record by seq {0}: {1}', redacted.by, inline(redacted.reason))}*`,
    ]);
  }
  const sources = header === undefined ? [] : sourceLinesOf(log.view, header, entry, false);
  return paragraphs([heading(entry), entryMarkdown(entry), sourceList(sources)]);
}

function heading({ seq, speaker, type, timestamp, rebuttal_to_seq: to, target_seq: about }: VisibleEntry): string {
  const what = inline(typeName(l10n, type));
  const other = to ?? about;
  const words =
    other === null
      ? what
      : to === null
        ? l10n.t('{0}, about seq {1}', what, other)
        : l10n.t('{0} to seq {1}', what, other);
  return `**[seq ${seq}] ${inline(speaker)}** · ${words} · ${inline(whenText(timestamp))}`;
}

function sourceList(sources: readonly SourceLine[]): string | undefined {
  if (sources.length === 0) return undefined;
  return sources.map((source, index) => sourceItem(source, `${index + 1}. `)).join('\n');
}

function sourceItem({ url, label, place, status, words, quote }: SourceLine, marker: string): string {
  const where = place === 'web' ? link(linkLabel(label), url) : code(place === 'workspace' ? readableUrl(url) : url);
  const mark = status === 'pending' ? words : `${marks[status]} ${words}`;
  const line = `${marker}${where} — ${inline(mark)}`;
  return quote === undefined ? line : `${line}\n\n${' '.repeat(marker.length)}> ${quoted(inline(unquoted(quote)))}\n`;
}
