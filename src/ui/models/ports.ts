import type * as vscode from 'vscode';
import type { Settings } from '../kit/settings';
import type { OpenDebates } from '../library/openDebates';
import type { RunManager } from '../run/runManager';
import type { EditorModelAccess } from './modelAccess';

/** Services that the commands on models, keys and tools use. */
export interface ModelPorts {
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly debates: OpenDebates;
  readonly runManager: RunManager;
  readonly models: EditorModelAccess;
}
