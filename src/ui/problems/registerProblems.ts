import * as vscode from 'vscode';
import type { OpenDebate } from '../debates/openDebate';
import { DisposableStore } from '../emitter';
import type { Feature } from '../services';
import { DebateProblems } from './debateProblems';

/** The doubtful sources of the debates that are open, in the editor's Problems view. No debate is opened for it. */
export const registerProblems: Feature = ({ debates, settings, log }) => {
  const owned = new DisposableStore();
  const collection = owned.add(vscode.languages.createDiagnosticCollection('rostrum'));
  const shown = new Map<OpenDebate, DebateProblems>();
  const failed = (error: unknown): void =>
    log.warn('The doubtful sources of a debate could not be told to the Problems view.', String(error));
  const parts = { collection, isShown: () => settings.get('problems.show'), failed };
  const take = (debate: OpenDebate): void => void shown.set(debate, new DebateProblems(debate, parts));
  debates.open.forEach(take);
  owned.add(debates.onDidOpen(take));
  owned.add(
    debates.onDidClose((debate) => {
      shown.get(debate)?.dispose();
      shown.delete(debate);
    }),
  );
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('rostrum.problems.show')) for (const problems of shown.values()) problems.look();
    }),
  );
  owned.add({ dispose: () => shown.forEach((problems) => problems.dispose()) });
  return owned;
};
