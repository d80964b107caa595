import * as l10n from '@vscode/l10n';
import { readdir, readFile, stat } from 'node:fs/promises';
import { arch, homedir, hostname, platform, release, userInfo } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { pickItem, targetIn, focusedDebate } from '../commands/debateTarget';
import { showInformationMessage } from '../messages';
import type { CommandHandlers, Services } from '../services';
import { settingTable } from '../settingTable';
import { type IssueFacts, noWords, privateWords, reportedDebate, type PrivateWords } from './issueBundle';
import type { Private } from './redact';
import { defined, errorText, keysOf } from '../../debate/objects';

export const issueCommands = {
  'rostrum.reportIssue': async (services, argument) => {
    const folder = targetIn(argument)?.folder ?? (await pickDebate(services));
    if (folder === null) return;
    const { facts, words } = await factsOf(services, folder);
    const { issueBundle } = await import('./issueBundle');
    await present(issueBundle(facts, { ...privatePlaces(folder), ...words }), services);
  },
} satisfies CommandHandlers;

/** `undefined`: about no debate; `null`: the user thought better of it. */
async function pickDebate(services: Services): Promise<string | undefined | null> {
  const { library } = services;
  const focused = focusedDebate(services);
  if (focused !== undefined) return focused;
  if (library.state === 'loading') await library.refresh();
  if (library.debates.length === 0) return undefined;
  const none = { label: l10n.t('No particular debate'), folder: undefined };
  const items = library.debates.map(pickItem);
  const title = l10n.t('Which debate is the issue about?');
  const picked = await vscode.window.showQuickPick([none, ...items], { title, matchOnDetail: true });
  return picked === undefined ? null : picked.folder;
}

async function factsOf(
  services: Services,
  folder: string | undefined,
): Promise<{ facts: IssueFacts; words: PrivateWords }> {
  const common = { versions: versions(services), settings: settings(services), log: await lastLogLines(services) };
  if (folder === undefined) return { facts: { ...common, debate: undefined }, words: noWords };
  try {
    return await services.debates.with(folder, async (debate) => {
      const { log } = debate;
      return { facts: { ...common, debate: await reportedDebate(log) }, words: privateWords(log) };
    });
  } catch (error) {
    const debateProblem = errorText(error);
    return { facts: { ...common, debate: undefined, debateProblem }, words: noWords };
  }
}

function versions({ context }: Services): [string, string][] {
  const { version } = context.extension.packageJSON as { version?: unknown };
  const { remoteName, uiKind, appName, appHost, language } = vscode.env;
  return [
    ['Rostrum', String(version)],
    [
      'editor',
      `${appName} ${vscode.version}, ${appHost}, ${uiKind === vscode.UIKind.Web ? 'web' : 'desktop'}, ${language}`,
    ],
    // Some servers give their address for a name.
    ['remote', remoteName === undefined ? 'none' : /^[a-z-]+$/i.test(remoteName) ? remoteName : 'a server'],
    ['system', `${platform()} ${release()} ${arch()}`],
    ['Node.js', process.versions.node],
    [
      'workspace',
      `${vscode.workspace.workspaceFolders?.length ?? 0} folders, ${vscode.workspace.isTrusted ? 'trusted' : 'restricted'}`,
    ],
  ];
}

/** Those that somebody has set: the defaults are known. */
function settings({ settings: own }: Services): Record<string, unknown> {
  return defined(Object.fromEntries(keysOf(settingTable).map((name) => [name, own.explicit(name)])));
}

const mostLogBytes = 256 * 1024;

/** From the file behind the output channel, which the editor writes with some delay. */
async function lastLogLines({ context }: Services): Promise<string[]> {
  try {
    const folder = context.logUri.fsPath;
    const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
    const dated = await Promise.all(
      names.map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })),
    );
    const newest = dated.sort((one, other) => other.time - one.time)[0];
    if (newest === undefined) return [];
    const text = await readFile(join(folder, newest.name), 'utf8');
    return text
      .slice(-mostLogBytes)
      .split(/\r?\n/)
      .filter((line) => line !== '');
  } catch (error) {
    // It is made with the first line.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    return [`The log could not be read: ${errorText(error)}`];
  }
}

function privatePlaces(folder: string | undefined): Pick<Private, 'folders' | 'names'> {
  const workspaces = (vscode.workspace.workspaceFolders ?? []).map(({ uri }, index) => ({
    path: uri.fsPath,
    placeholder: index === 0 ? '<workspace>' : `<workspace ${index + 1}>`,
  }));
  const debate = folder === undefined ? [] : [{ path: folder, placeholder: '<debate>' }];
  return {
    folders: [...workspaces, ...debate, { path: homedir(), placeholder: '~' }],
    names: [
      { name: hostname(), placeholder: '<machine>' },
      { name: userName(), placeholder: '<user>' },
    ],
  };
}

/** Words of our own that may also be the name of a user. */
const commonNames: ReadonlySet<string> = new Set([
  'root',
  'user',
  'node',
  'code',
  'vscode',
  'rostrum',
  'admin',
  'runner',
  'coder',
]);

function userName(): string {
  try {
    const { username } = userInfo();
    return commonNames.has(username.toLowerCase()) ? '' : username;
  } catch {
    return ''; // A user without a name, as in some containers.
  }
}

/** The user sees, and may change, everything before it goes anywhere. */
async function present(text: string, services: Services): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
  await vscode.window.showTextDocument(document, { preview: false });
  const copy = l10n.t('Copy');
  const report = l10n.t('Open Issue Reporter');
  const message = l10n.t(
    'This is all that the report would hold: no keys, no paths of yours, nothing that was said in the debate. Say what happened, and change what you like.',
  );
  const buttons = (await hasReporter(services)) ? [report, copy] : [copy];
  const picked = await showInformationMessage(message, ...buttons);
  const edited = document.isClosed ? text : document.getText();
  if (picked === copy) await vscode.env.clipboard.writeText(edited);
  if (picked === report)
    await vscode.commands.executeCommand(reporterCommand, {
      extensionId: services.context.extension.id,
      issueBody: edited,
    });
}

const reporterCommand = 'workbench.action.openIssueReporter';
const withIssuePage = z.union([
  z.looseObject({ bugs: z.union([z.string(), z.looseObject({ url: z.string() })]) }),
  z.looseObject({ repository: z.union([z.string(), z.looseObject({ url: z.string() })]) }),
]);

/** The editor's reporter fails for an extension that does not say where its issues are kept. */
async function hasReporter({ context }: Services): Promise<boolean> {
  if (!withIssuePage.safeParse(context.extension.packageJSON).success) return false;
  return (await vscode.commands.getCommands(true)).includes(reporterCommand);
}
