import type * as vscode from 'vscode';
import type { Settings } from '../kit/settings';
import type { OpenDebates } from '../library/openDebates';
import type { ChecksPort } from '../library/ports';
import type { Summaries } from '../library/summaries';
import type { RunManager } from '../run/runManager';
import type { OpenedSources } from '../sources/openSource';
import type { LineupDrafts } from '../start/drafts';
import type { WayBack } from './wayBack';

/** What a panel uses. */
export interface PanelPorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly debates: OpenDebates;
  readonly runManager: RunManager;
  readonly checks: ChecksPort;
  readonly drafts: LineupDrafts;
  readonly sources: OpenedSources;
  readonly summaries: Pick<Summaries, 'onDidForget'>;
  readonly panels: { readonly wayBack: Pick<WayBack, 'follow'> };
}
