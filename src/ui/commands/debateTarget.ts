import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { DebateSummary } from '../../session/summary';
import { logFileName } from '../../record/debateLog';
import type { Services } from '../services';

/** What commands are called with: a node of the tree, a file of the explorer, or what a link holds. */
export interface DebateTarget {
  folder: string;
  seq?: number;
  url?: string;
}

/** Reads a command's argument, from wherever it comes; undefined when it names no debate. */
export function targetIn(argument: unknown): DebateTarget | undefined {
  if (argument instanceof vscode.Uri) return { folder: folderOf(argument.fsPath) };
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { folder, seq, url } = argument as { folder?: unknown; seq?: unknown; url?: unknown };
  if (typeof folder !== 'string' || folder === '') return undefined;
  return {
    folder,
    ...(typeof seq === 'number' && Number.isInteger(seq) && seq >= 0 ? { seq } : {}),
    ...(typeof url === 'string' ? { url } : {}),
  };
}

/** The debate's folder, of a path to it or to its log. */
export const folderOf = (path: string): string => (basename(path) === logFileName ? dirname(path) : path);

/**
 * The debate that a command acts on: the one it was called on, else the focused panel's, else the only one that fits, else
 * the one that the user picks. Undefined when there is none, which is said, or when the user picks none.
 */
export async function debateFor(
  services: Services,
  argument: unknown,
  options: { fits?: (debate: DebateSummary) => boolean; title: string; none: string },
): Promise<string | undefined> {
  const target = targetIn(argument);
  if (target !== undefined) return target.folder;
  const { activeFolder } = services.panels;
  if (activeFolder !== undefined) return activeFolder;
  await services.library.refresh();
  const fitting = services.library.debates.filter(options.fits ?? (() => true));
  const [only] = fitting;
  if (only === undefined) {
    void vscode.window.showInformationMessage(options.none);
    return undefined;
  }
  if (fitting.length === 1) return only.folder;
  return await pick(fitting, options.title);
}

async function pick(debates: readonly DebateSummary[], title: string): Promise<string | undefined> {
  const items = debates.map((debate) => ({
    label: debate.topic,
    description: debate.outcome ?? debate.state,
    detail: debate.folder,
    folder: debate.folder,
  }));
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  return picked?.folder;
}
