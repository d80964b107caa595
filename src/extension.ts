import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { SummaryReader } from './session/summary';
import { registerDeleteDebate } from './ui/commands/deleteDebate';
import { registerOpenCommands } from './ui/commands/openCommands';
import { registerRunCommands } from './ui/commands/runCommands';
import { registerSayCommands } from './ui/commands/sayCommands';
import { OpenDebates } from './ui/debates/openDebates';
import { registerLanguage } from './ui/language/registerLanguage';
import { DebateLibrary } from './ui/library/debateLibrary';
import { DebatePanels } from './ui/panel/debatePanels';
import { registerReportIssue } from './ui/reportIssue/reportIssue';
import { Conductor } from './ui/run/conductor';
import type { Feature, Services } from './ui/services';
import { Settings } from './ui/settings';
import { OpenedSources } from './ui/sources/openSource';
import { LineupDrafts } from './ui/start/drafts';
import { registerStart } from './ui/start/startDebate';
import { registerUriHandler } from './ui/uriHandler';
import { registerDebatesTree } from './ui/views/debatesTree';
import { registerEndings } from './ui/views/endings';
import { registerEventLog } from './ui/views/eventLog';
import { registerStatusBar } from './ui/views/statusBar';

const features: Readonly<Record<string, Feature>> = {
  start: registerStart,
  run: registerRunCommands,
  say: registerSayCommands,
  open: registerOpenCommands,
  delete: registerDeleteDebate,
  tree: registerDebatesTree,
  language: registerLanguage,
  links: registerUriHandler,
  status: registerStatusBar,
  endings: registerEndings,
  events: registerEventLog,
  issues: registerReportIssue,
};

/** For tests and the bench; nothing of it is promised to other extensions. */
export interface RostrumApi {
  readonly services: Services;
  /** Milliseconds that `activate` took. */
  readonly activationMs: number;
}

let conductor: Conductor | undefined;

/** Builds the services and registers the features. Reads no debate, starts none; a feature that fails leaves the others alive. */
export function activate(context: vscode.ExtensionContext): RostrumApi {
  const started = performance.now();
  // What knows nothing of the editor is translated by the same bundle.
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const log = vscode.window.createOutputChannel('Rostrum', { log: true });
  context.subscriptions.push(log);
  const services = servicesFor(context, log);
  conductor = services.conductor;
  for (const [name, register] of Object.entries(features)) {
    try {
      context.subscriptions.push(register(services));
    } catch (error) {
      log.error(`The feature "${name}" could not be registered.`, error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(
        vscode.l10n.t('A part of Rostrum ({0}) could not be started; the rest works. The output channel “Rostrum” says why.', name),
      );
    }
  }
  const activationMs = performance.now() - started;
  log.debug(`Activated in ${activationMs.toFixed(1)} ms.`);
  return { services, activationMs };
}

function servicesFor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Services {
  const summaries = new SummaryReader();
  const own = { context, log, summaries, settings: new Settings(log), debates: new OpenDebates() };
  const engines = new Conductor({ now: () => new Date(), host: vscode.env.appName });
  const library = new DebateLibrary({ context, log, summaries });
  context.subscriptions.push(library);
  const core = { ...own, conductor: engines, library };
  // The three that know of each other are reached through the one object, once it is whole.
  const services: Services = {
    ...core,
    get drafts() {
      return drafts;
    },
    get panels() {
      return panels;
    },
    get sources() {
      return sources;
    },
  };
  const drafts = new LineupDrafts(services);
  const sources = new OpenedSources(services);
  const panels = new DebatePanels(services);
  context.subscriptions.push(drafts, sources, panels);
  return services;
}

/** The engines let go of their debates, so that whoever comes next need not guess. */
export async function deactivate(): Promise<void> {
  await conductor?.stopAll('The window was closed or reloaded.');
}
