import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { basename, dirname } from 'node:path';
import { positionOf } from '../../projections/status';
import { exists, pathOfLog } from '../../record/logPath';
import { reverify } from '../../session/review/reverify';
import { statusOf } from '../../session/library/status';
import type { DebateSummary } from '../../session/library/summary';
import { folderOf, focusedDebate, isDriven, isOpenDebate } from '../library/debateTarget';
import type { OpenDebate } from '../library/openDebate';
import { documentsIn } from '../library/documents';
import type { ChatPorts } from './ports';
import { isReal } from '../kit/workspaceFolders';
import { titleOf } from '../library/debateNode';
import { markdown, plainMarkdown, type ChatPart } from './chatPart';
import { whichDebate, type WhichDebate } from './chatRequests';
import { digestParts, type FollowEnd, followEntries, summaryParts } from './digestParts';
import { metadataOf, type ChatMetadata } from './followUps';
import { entryLine, headline, list, type DebateDetails, statusParts } from './statusParts';
import { entryFindings, reverifiedParts, urlFindings, verifyRequest } from './verifyParts';

export async function answerStatus(asked: Asked): Promise<ChatMetadata> {
  const which = await debateInQuestion(asked);
  if (which.kind === 'none') sayNone(asked);
  else if (which.kind === 'several') await saySeveral(asked, which.folders);
  else if (which.isGuess)
    asked.say([
      markdown(
        await listed(
          asked,
          asked.services.library.debates.map(({ folder }) => folder),
        ),
      ),
    ]);
  else {
    return await answeredFrom(asked, which.folder, async (debate) => {
      const from = debate.log.state.headers.length;
      asked.say(statusParts(await detailsOf(asked, debate), { entries: 1 }));
      if (isDriven(asked.services, debate)) await followDebate(asked, debate, from);
    });
  }
  return {};
}

/** Answers from the current state of a debate. */
export const answeredFrom = (
  { services }: Asked,
  folder: string,
  answer: (debate: OpenDebate) => Promise<void>,
): Promise<ChatMetadata> =>
  services.debates.withCurrent(folder, async (debate) => {
    await answer(debate);
    return metadataOf(debate);
  });

/** Answers a message without a command. */
export async function answerPlain(asked: Asked): Promise<ChatMetadata> {
  const commands = l10n.t(
    'Rostrum answers from the record of a debate, without a language model: `/status`, `/summary`, `/verify` with a seq or an address, `/ask` with `@debater` and a question, `/start` with a topic.',
  );
  const folder = await oneDebate(asked);
  if (folder === undefined) {
    asked.say([markdown(commands)]);
    return {};
  }
  return await answeredFrom(asked, folder, async (debate) =>
    asked.say([...statusParts(await detailsOf(asked, debate), { entries: 5 }), markdown(commands)]),
  );
}

/** Answers with the summary of a finished debate; before that, with facts that code has. */
export async function answerSummary(asked: Asked): Promise<ChatMetadata> {
  const folder = await oneDebate(asked);
  if (folder === undefined) return {};
  return await answeredFrom(asked, folder, async (debate) => {
    const { view, state } = debate.log;
    const { list } = await documentsIn(folder);
    const isWritten = positionOf(state).isOver && list.some(({ name }) => name === 'summary.md');
    if (isWritten) asked.say(summaryParts(view, folder));
    else asked.say([markdown(headline(await detailsOf(asked, debate))), ...digestParts(view, folder)]);
  });
}

/** Answers with the Verifier's results for an entry or a source; without either, checks all sources again. */
export async function answerVerify(asked: Asked): Promise<ChatMetadata> {
  const wanted = verifyRequest(asked.prompt);
  if (wanted.kind === 'unclear') {
    asked.say([
      markdown(
        l10n.t(
          'Say which: `/verify seq 12`, `/verify https://…`, `/verify workspace:path/to/file.md`, or `/verify` alone to check all sources again.',
        ),
      ),
    ]);
    return {};
  }
  const folder = await oneDebate(asked);
  if (folder === undefined) return {};
  return await answeredFrom(asked, folder, async (debate) => {
    const { log } = debate;
    await debate.lookForChanges();
    // A seq belongs to one debate, and which one may have been guessed.
    asked.say([markdown(headline(await detailsOf(asked, debate)))]);
    if (wanted.kind === 'entry') asked.say(entryFindings(log.view, folder, wanted.seq));
    else if (wanted.kind === 'url') asked.say(urlFindings(log.view, folder, wanted.url));
    else {
      asked.progress(l10n.t('Checking every source again…'));
      const today = new Date().toISOString().slice(0, 10);
      const results = await reverify(log, { refetch: false, today, signal: asked.signal });
      asked.say(reverifiedParts(log.view, folder, results));
    }
  });
}

/** Entries in one answer; the panel has all. */
const mostEntries = 60;

/**
 * Reports each entry as it is logged, until the round is over. Cancelling ends the answer and does not affect the
 * debate.
 */
export async function followDebate(
  asked: Asked,
  debate: OpenDebate,
  from = debate.log.state.headers.length,
): Promise<void> {
  const { runManager } = asked.services;
  const { folder, log } = debate;
  const working = runManager.onDidWork((changed) => changed === folder && reportWork(asked, folder));
  reportWork(asked, folder);
  try {
    const end = await followEntries(
      {
        view: () => log.view,
        isRunning: () => isDriven(asked.services, debate),
        refresh: async () => {
          await debate.look();
          if (!debate.isGone) await log.refresh();
        },
        onDidChange: (listener) =>
          vscode.Disposable.from(debate.onDidChange(listener), runManager.onDidChange(listener)),
      },
      {
        from,
        most: mostEntries,
        signal: asked.signal,
        onEntry: (at) => asked.say([markdown(`- ${lineAt(debate, at)}`)]),
      },
    );
    if (end === 'cancelled') return;
    asked.say([markdown(`${headline(await detailsOf(asked, debate))}. ${endText(end)}`)]);
  } finally {
    working.dispose();
  }
}

const lineAt = ({ log, folder }: OpenDebate, at: number): string =>
  entryLine(log.view, folder, log.state.headers[at]?.seq ?? at);

function reportWork({ services, progress }: Asked, folder: string): void {
  const [first] = services.runManager.runOf(folder)?.working ?? [];
  if (first !== undefined) progress(`${plainMarkdown(first.agent)} ${first.words}…`);
}

function endText(end: Exclude<FollowEnd, 'cancelled'>): string {
  switch (end) {
    case 'round':
    case 'enough':
      return l10n.t('The debate goes on in its panel; `/status` follows it further.');
    case 'paused':
      return l10n.t('Nobody runs it now.');
    case 'done':
      return l10n.t('`/summary` shows what came of it.');
  }
}

/** Finds the debate in the list, which is read again. */
async function debateInQuestion(
  { services, attached, before }: Asked,
  fits: (debate: DebateSummary) => boolean = () => true,
): Promise<WhichDebate> {
  const { library, panels } = services;
  await library.refresh();
  const folders = await Promise.all(attached.map(({ uri }) => debateAt(uri)));
  const isThere = before !== undefined && (await exists(pathOfLog(before)));
  return whichDebate({
    attached: folders.filter((folder) => folder !== undefined),
    focused: focusedDebate(services) ?? panels.activeFolder,
    before: isThere ? before : undefined,
    debates: library.debates.filter(fits),
  });
}

/** Debate of a folder, log, document or snapshot. */
async function debateAt(uri: vscode.Uri): Promise<string | undefined> {
  if (!isReal(uri)) return undefined;
  const path = folderOf(uri.fsPath);
  for (const folder of [path, dirname(path), dirname(dirname(path))])
    if (await exists(pathOfLog(folder))) return folder;
  return undefined;
}

/** Returns the debate that is meant. If that is unclear or there is none, it says so and returns undefined. */
async function oneDebate(asked: Asked): Promise<string | undefined> {
  const which = await debateInQuestion(asked);
  if (which.kind === 'one') return which.folder;
  if (which.kind === 'none') sayNone(asked);
  else await saySeveral(asked, which.folders);
  return undefined;
}

/**
 * Returns the debate to which an entry is added. It does not guess among several, because the entry stays in the
 * record. If that is unclear or none can continue, it says so and returns undefined.
 */
export async function openDebate(asked: Asked): Promise<string | undefined> {
  const which = await debateInQuestion(asked, isOpenDebate);
  if (which.kind === 'one' && !which.isGuess) return which.folder;
  const { debates } = asked.services.library;
  if (which.kind !== 'none') {
    const folders = which.kind === 'several' ? which.folders : debates.filter(isOpenDebate).map(({ folder }) => folder);
    await saySeveral(asked, folders);
  } else if (debates.length === 0) sayNone(asked);
  else asked.say([markdown(l10n.t('No debate of this workspace is under way.'))]);
  return undefined;
}

function sayNone({ say }: Asked): void {
  say([
    markdown(
      l10n.t(
        'There is no debate in this workspace yet. Start one with `/start` and a topic, or open the folder of a debate from elsewhere.',
      ),
    ),
    { kind: 'button', title: l10n.t('Start Debate'), command: 'rostrum.startDebate' },
    { kind: 'button', title: l10n.t('Open Debate Folder…'), command: 'rostrum.openDebateFolder' },
  ]);
}

const mostListed = 8;

async function saySeveral(asked: Asked, folders: readonly string[]): Promise<void> {
  asked.say([
    markdown(
      `${l10n.t('Several debates could be meant. Open the panel of one, or attach its log, and ask again:')}\n\n${await listed(asked, folders)}`,
    ),
  ]);
}

/** List of debates; those on the same topic are distinguished by their folders. */
async function listed({ services }: Asked, folders: readonly string[]): Promise<string> {
  const summaries = await services.summaries.summariesOf(folders.slice(0, mostListed));
  const lines = summaries.map((summary) => {
    const line = headline({ summary, run: services.runManager.runOf(summary.folder) });
    const isAlone = summaries.filter((other) => titleOf(other) === titleOf(summary)).length === 1;
    return isAlone ? line : `${line} · ${plainMarkdown(basename(summary.folder))}`;
  });
  const rest = folders.length - lines.length;
  return list(rest > 0 ? [...lines, l10n.t('{0} more in the list of debates', rest)] : lines);
}

export async function detailsOf(
  { services }: Pick<Asked, 'services'>,
  { folder, log }: OpenDebate,
): Promise<DebateDetails> {
  const [summary, status] = await Promise.all([services.summaries.summaryOf(folder), statusOf(log)]);
  return { summary, status, view: log.view, run: services.runManager.runOf(folder) };
}

export interface Asked {
  readonly services: ChatPorts;
  /** Typed text without the names of attached files. */
  readonly prompt: string;
  /** `isImplicit`: attached by the editor, not by the user. */
  readonly attached: readonly { uri: vscode.Uri; isImplicit: boolean }[];
  /** Debate that the conversation was about. */
  readonly before: string | undefined;
  readonly signal: AbortSignal;
  readonly say: (parts: readonly ChatPart[]) => void;
  /** Shows progress until the answer begins. */
  readonly progress: (text: string) => void;
}
