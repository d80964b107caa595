import * as l10n from '@vscode/l10n';
import { readdir, readFile, stat } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { errorText } from '../../debate/log/objects';
import { showInformationMessage } from '../kit/messages';
import type { CommandHandlers } from '../kit/commandHandlers';
import { issueReport } from './issueReport';

export const issueCommands = {
  'rostrum.reportIssue': async (services) =>
    await present(issueReport(versions(services), await lastLogLines(services)), services),
} satisfies CommandHandlers<IssuePorts>;

interface IssuePorts {
  readonly context: vscode.ExtensionContext;
}

function versions({ context }: IssuePorts): [string, string][] {
  const { version } = context.extension.packageJSON as { version?: unknown };
  const { remoteName, uiKind, appName, appHost, language } = vscode.env;
  return [
    ['Rostrum', String(version)],
    [
      'editor',
      `${appName} ${vscode.version}, ${appHost}, ${uiKind === vscode.UIKind.Web ? 'web' : 'desktop'}, ${language}`,
    ],
    // Some servers report their address as a name.
    ['remote', remoteName === undefined ? 'none' : /^[a-z-]+$/i.test(remoteName) ? remoteName : 'a server'],
    ['system', `${platform()} ${release()} ${arch()}`],
    ['Node.js', process.versions.node],
    [
      'workspace',
      `${vscode.workspace.workspaceFolders?.length ?? 0} folders, ${vscode.workspace.isTrusted ? 'trusted' : 'restricted'}`,
    ],
  ];
}

const mostLogBytes = 256 * 1024;

/** Reads the file behind the output channel, which the editor writes with some delay. */
async function lastLogLines({ context }: IssuePorts): Promise<string[]> {
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
    // The file is made with the first line.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    return [`The log could not be read: ${errorText(error)}`];
  }
}

/** Shows the report as a document, so that the user reads and edits it before it goes anywhere. */
async function present(text: string, services: IssuePorts): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
  await vscode.window.showTextDocument(document, { preview: false });
  const copy = l10n.t('Copy');
  const report = l10n.t('Open Issue Reporter');
  const message = l10n.t(
    'This is the whole report: versions and the last error, without messages, keys or paths. Describe what happened before you send it.',
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

/** Whether the editor's reporter works: it fails for an extension that does not state its issues' address. */
async function hasReporter({ context }: IssuePorts): Promise<boolean> {
  if (!withIssuePage.safeParse(context.extension.packageJSON).success) return false;
  return (await vscode.commands.getCommands(true)).includes(reporterCommand);
}
