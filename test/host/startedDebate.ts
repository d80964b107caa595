import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RostrumApi } from '../../src/extension';
import type { LineupDraft } from '../../src/ui/start/lineupDraft';
import type { Services } from '../../src/extension';

/** The services of the extension that runs in this host. */
export async function servicesHere(): Promise<Services> {
  const extension = vscode.extensions.getExtension<RostrumApi>('rostrum.rostrum');
  assert.ok(extension, 'the extension is not there');
  return (await extension.activate()).services;
}

/** The folder that the suite's window has open: a copy of the sample. */
export function workspacePath(...parts: string[]): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'no folder is open');
  return join(folder.uri.fsPath, ...parts);
}

/** A lineup to review, made as a program makes one. */
export async function draftOf(argument: Record<string, unknown> = {}): Promise<LineupDraft> {
  const standard = {
    topic: 'Should the payments service move from REST to gRPC?',
    evidence: workspacePath('evidence'),
    format: 'panel-short',
  };
  const id = await vscode.commands.executeCommand<string | undefined>('rostrum.startDebate', {
    ...standard,
    ...argument,
  });
  assert.ok(id !== undefined, 'nothing came of the start');
  const draft = await (await servicesHere()).drafts.find(id);
  assert.ok(draft, `the draft ${id} is not kept`);
  return draft;
}

export async function startedDebate(argument: Record<string, unknown> = {}): Promise<string> {
  const draft = await draftOf(argument);
  const folder = await draft.start(draft.review.debaters);
  assert.ok(folder !== undefined, JSON.stringify(draft.review.problems));
  return folder;
}

/** Waits until something holds, so long that no test fails because the machine is slow. */
export async function until(
  what: string,
  holds: () => boolean | PromiseLike<boolean>,
  limitMs = 300_000,
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `${what} did not come about`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
