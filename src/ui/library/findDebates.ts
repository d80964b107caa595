import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { logFileName } from '../../record/logPath';
import { isReal, realFolders } from '../start/workspaceFolders';

/**
 * The folders of all debates in the workspace. Honours `files.exclude` and nothing else: the editor's search for files looks at neither
 * `search.exclude` nor ignore files here, and debates mostly stand in a folder that Git ignores. A debate that can be reached on
 * several ways (a symbolic link, a workspace folder in another one) is found once.
 */
export async function findDebates(
  token: vscode.CancellationToken,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): Promise<string[]> {
  // One by one: a search in all of them fails as a whole where one is on no disk and nobody can look into it.
  const logsIn = (root: vscode.WorkspaceFolder): Thenable<vscode.Uri[]> =>
    vscode.workspace.findFiles(new vscode.RelativePattern(root, `**/${logFileName}`), undefined, undefined, token);
  const uris = (await Promise.all(realFolders().map(logsIn))).flat();
  const folders = new Set(uris.filter(isReal).map((uri) => dirname(uri.fsPath)));
  return await withoutAliases(
    [...folders].filter((folder) => !isBeingMade.test(folder)),
    log,
  );
}

/** A debate that is being made, or was when a crash came: `createDebateFolder` renames it when it is whole. */
const isBeingMade = /[\\/]\.new-debate-[\da-f-]+$/;

async function withoutAliases(
  folders: readonly string[],
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): Promise<string[]> {
  const real = await Promise.all(
    folders.map((folder) =>
      realpath(folder).catch((error: unknown) => {
        log.warn(`${folder} could not be resolved; it is listed as it is.`, String(error));
        return folder;
      }),
    ),
  );
  const direct = new Set(folders.filter((folder, index) => real[index] === folder));
  const seen = new Set<string>();
  return folders.filter((folder, index) => {
    const target = real[index] ?? folder;
    // The way without a link is the one that is kept.
    if (target !== folder && direct.has(target)) return false;
    return seen.has(target) ? false : (seen.add(target), true);
  });
}
