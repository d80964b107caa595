import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { registerFeatures } from './ui/features';
import { built, Parts } from './ui/kit/parts';
import { Settings } from './ui/kit/settings';
import { linkEntriesToPanel, type PreviewMarkdown, PreviewTitles } from './ui/language/previewLinks';
import { DebateLibrary } from './ui/library/debateLibrary';
import { OpenDebates } from './ui/library/openDebates';
import { Summaries } from './ui/library/summaries';
import { EditorWeb } from './ui/models/editorWeb';
import { EditorModelAccess } from './ui/models/modelAccess';
import { DebatePanels } from './ui/panel/debatePanels';
import { DebateChecks } from './ui/problems/debateChecks';
import { RunManager } from './ui/run/runManager';
import { OpenedSources } from './ui/sources/openSource';
import { LineupDrafts } from './ui/start/drafts';

export type Services = ReturnType<typeof build>;

/** Services for tests and the bench; other extensions must not rely on them. */
export interface RostrumApi {
  readonly services: Services;
  /** Milliseconds that `activate` took. */
  readonly activationMs: number;
  /** Called by the editor's preview of Markdown. */
  extendMarkdownIt<M extends PreviewMarkdown>(markdown: M): M;
}

let runManager: RunManager | undefined;

/**
 * Builds the services and passes them to the features. It reads no debate and starts none. If a part fails, the others
 * still work.
 */
export function activate(context: vscode.ExtensionContext): RostrumApi {
  const started = performance.now();
  // Code that does not know the editor uses the same bundle for translations.
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const log = vscode.window.createOutputChannel('Rostrum', { log: true });
  context.subscriptions.push(log);
  const parts = new Parts(context.subscriptions, log);
  const services = build(context, log, parts);
  runManager = services.runManager;
  registerFeatures(services, parts);
  parts.showFailed();
  const titles = new PreviewTitles(() => void vscode.commands.executeCommand('markdown.preview.refresh'));
  const activationMs = performance.now() - started;
  log.debug(`Activated in ${activationMs.toFixed(1)} ms.`);
  return {
    services,
    activationMs,
    extendMarkdownIt: (markdown) =>
      linkEntriesToPanel(markdown, vscode.env.uiKind === vscode.UIKind.Web ? undefined : vscode.env.uriScheme, (link) =>
        titles.of(link),
      ),
  };
}

function build(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, parts: Parts) {
  const storage = (name: string): string => join((context.storageUri ?? context.globalStorageUri).fsPath, name);
  const own = { context, log, settings: new Settings(log), summaries: new Summaries(storage('lists')) };
  const { settings, summaries } = own;
  const web = new EditorWeb({ log, settings });
  const debates = new OpenDebates();
  const models = parts.start('models', () => new EditorModelAccess(own));
  const engines = new RunManager({
    now: () => new Date(),
    host: vscode.env.appName,
    prompts: async (folder) => (await import('./ui/models/workspacePrompts')).workspacePrompts(folder),
    web: () => web.access(),
    pace: () => settings.pace,
    ...(models === undefined ? {} : { models }),
  });
  const library = parts.build('library', () => new DebateLibrary({ context, log, summaries }));
  const checks = parts.build('checks', () => {
    return new DebateChecks({ library: library(), debates, cacheFolder: storage('checks'), log });
  });
  // Drafts, sources and panels use each other, so each is looked up when it is needed.
  const services = {
    ...own,
    ...{ web, debates, runManager: engines },
    get models(): EditorModelAccess {
      return built(models, 'models');
    },
    get library(): DebateLibrary {
      return library();
    },
    get checks(): DebateChecks {
      return checks();
    },
    get drafts(): LineupDrafts {
      return drafts();
    },
    get sources(): OpenedSources {
      return sources();
    },
    get panels(): DebatePanels {
      return panels();
    },
  };
  const drafts = parts.build('drafts', () => new LineupDrafts(services));
  const sources = parts.build('sources', () => new OpenedSources(services));
  const panels = parts.build('panels', () => new DebatePanels(services));
  return services;
}

/** Releases the debates of all engines, so that another program can resume them at once. */
export async function deactivate(): Promise<void> {
  await runManager?.stopAll('The window was closed or reloaded.');
}
