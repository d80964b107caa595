import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { registerChat } from './ui/chat/participant';
import { registerCommands } from './ui/commands/registerCommands';
import { OpenDebates } from './ui/library/openDebates';
import { linkEntriesToPanel, type PreviewMarkdown, PreviewTitles } from './ui/language/previewLinks';
import { DisposableStore, type Event } from './ui/kit/emitter';
import { registerLanguage } from './ui/language/registerLanguage';
import { DebateLibrary } from './ui/library/debateLibrary';
import { Summaries } from './ui/library/summaries';
import { registerLmTools } from './ui/lmTools/registerLmTools';
import { showErrorMessage } from './ui/kit/messages';
import { EditorWeb } from './ui/models/editorWeb';
import { EditorModelAccess } from './ui/models/modelAccess';
import { DebatePanels } from './ui/panel/debatePanels';
import { DebateChecks } from './ui/problems/debateChecks';
import { RunManager } from './ui/run/runManager';
import type { Feature, Services } from './ui/services';
import { registerSearch } from './ui/library/registerSearch';
import { Settings } from './ui/kit/settings';
import { OpenedSources } from './ui/sources/openSource';
import { LineupDrafts } from './ui/start/drafts';
import { registerStart } from './ui/start/startDebate';
import { registerDebatesTree } from './ui/library/debatesTree';
import { registerEndings } from './ui/library/endings';
import { registerEventLog } from './ui/library/eventLog';
import { registerSeatNotices } from './ui/library/seatNotices';

/** A feature that has nothing to do before the first of these events: it is loaded then, and looks for itself at what has happened. */
const onFirst =
  (eventsOf: (services: Services) => readonly Event<unknown>[], load: () => Promise<Feature>): Feature =>
  (services) => {
    const owned = new DisposableStore();
    const waiting = owned.add(new DisposableStore());
    const start = async (): Promise<void> => {
      waiting.dispose();
      try {
        const register = await load();
        if (!owned.isDisposed) owned.add(register(services));
      } catch (error) {
        services.log.error('A part could not be started.', error instanceof Error ? error : String(error));
      }
    };
    for (const event of eventsOf(services)) waiting.add(event(() => void start()));
    return owned;
  };

const features: Readonly<Record<string, Feature>> = {
  start: registerStart,
  commands: registerCommands,
  tree: registerDebatesTree,
  search: registerSearch,
  language: registerLanguage,
  links: (services) =>
    vscode.window.registerUriHandler({
      handleUri: async (uri) => (await import('./ui/uriHandler')).openLink(uri, services),
    }),
  status: onFirst(
    ({ runManager: { onDidChange }, panels: { onDidChangeActive } }) => [onDidChange, onDidChangeActive],
    async () => (await import('./ui/library/statusBar')).registerStatusBar,
  ),
  endings: registerEndings,
  seats: registerSeatNotices,
  events: registerEventLog,
  problems: onFirst(
    ({ debates: { onDidOpen }, checks: { onDidCheck } }) => [onDidOpen, onDidCheck],
    async () => (await import('./ui/problems/registerProblems')).registerProblems,
  ),
  chat: registerChat,
  tools: registerLmTools,
};

/** For tests and the bench; nothing of it is promised to other extensions. */
export interface RostrumApi {
  readonly services: Services;
  /** Milliseconds that `activate` took. */
  readonly activationMs: number;
  /** Called by the editor's preview of Markdown. */
  extendMarkdownIt<M extends PreviewMarkdown>(markdown: M): M;
}

let runManager: RunManager | undefined;

/** Builds the services and registers the features. Reads no debate, starts none; a part that fails leaves the others alive. */
export function activate(context: vscode.ExtensionContext): RostrumApi {
  const started = performance.now();
  // What knows nothing of the editor is translated by the same bundle.
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const log = vscode.window.createOutputChannel('Rostrum', { log: true });
  context.subscriptions.push(log);
  const parts = new Features(context, log);
  const services = servicesFor({ context, log, parts });
  runManager = services.runManager;
  for (const [name, register] of Object.entries(features)) parts.start(name, () => register(services));
  parts.showFailed();
  const titles = new PreviewTitles(() => void vscode.commands.executeCommand('markdown.preview.refresh'));
  const activationMs = performance.now() - started;
  log.debug(`Activated in ${activationMs.toFixed(1)} ms.`);
  return {
    services,
    activationMs,
    extendMarkdownIt: (markdown) => linkEntriesToPanel(markdown, vscode.env.uriScheme, (link) => titles.of(link)),
  };
}

/** What is started one by one: a part that throws is noted, and the others are started all the same. */
class Features {
  readonly #failed: string[] = [];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  start<T extends vscode.Disposable>(name: string, make: () => T): T | undefined {
    try {
      const made = make();
      this.context.subscriptions.push(made);
      return made;
    } catch (error) {
      this.#failed.push(name);
      this.log.error(`The part "${name}" could not be started.`, error instanceof Error ? error : String(error));
      return undefined;
    }
  }

  showFailed(): void {
    if (this.#failed.length === 0) return;
    const show = l10n.t('Show Output');
    const message = l10n.t(
      'A part of Rostrum ({0}) could not be started; the rest works. The output channel “Rostrum” says why.',
      this.#failed.join(', '),
    );
    void showErrorMessage(message, show).then((chosen) => {
      if (chosen === show) this.log.show();
    });
  }
}

/** A service that could not be built fails whoever asks for it, and nobody else. */
function built<T>(service: T | undefined, name: string): T {
  if (service !== undefined) return service;
  throw new Error(
    l10n.t('This part of Rostrum ({0}) could not be started. The output channel “Rostrum” says why.', name),
  );
}

interface Base {
  context: vscode.ExtensionContext;
  log: vscode.LogOutputChannel;
  parts: Features;
}

function servicesFor({ context, log, parts }: Base): Services {
  // With the workspace it goes, too.
  const { storageUri = context.globalStorageUri } = context;
  const summaries = new Summaries(join(storageUri.fsPath, 'lists'));
  const settings = new Settings(log);
  const own = { context, log, summaries, settings, web: new EditorWeb({ log, settings }), debates: new OpenDebates() };
  const models = parts.start('models', () => new EditorModelAccess({ context, log, settings }));
  const engines = new RunManager({
    now: () => new Date(),
    host: vscode.env.appName,
    prompts: async (folder) => (await import('./ui/models/workspacePrompts')).workspacePrompts(folder),
    web: () => own.web.access(),
    pace: () => settings.pace,
    ...(models === undefined ? {} : { models }),
  });
  const library = parts.start('library', () => new DebateLibrary({ context, log, summaries }));
  // Those that know of each other are reached through the one object, once it is whole.
  const services: Services = {
    ...own,
    runManager: engines,
    get models() {
      return built(models, 'models');
    },
    get library() {
      return built(library, 'library');
    },
    get checks() {
      return built(checks, 'checks');
    },
    get drafts() {
      return built(drafts, 'drafts');
    },
    get panels() {
      return built(panels, 'panels');
    },
    get sources() {
      return built(sources, 'sources');
    },
  };
  const checks = parts.start('checks', () => {
    const cacheFolder = join(storageUri.fsPath, 'checks');
    return new DebateChecks({ library: services.library, debates: services.debates, cacheFolder, log });
  });
  const drafts = parts.start('drafts', () => new LineupDrafts(services));
  const sources = parts.start('sources', () => new OpenedSources(services));
  const panels = parts.start('panels', () => new DebatePanels(services));
  return services;
}

/** The engines let go of their debates, so that whoever comes next need not guess. */
export async function deactivate(): Promise<void> {
  await runManager?.stopAll('The window was closed or reloaded.');
}
