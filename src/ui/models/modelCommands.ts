import * as l10n from '@vscode/l10n';
import { cutText, oneLine } from '../../matching/text/shortText';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { ModelPorts } from './ports';
import { clearApiKey, setApiKey } from './keyCommands';
import * as vscode from 'vscode';
import { showInformationMessage, showWarningMessage } from '../kit/messages';
import type { Settings } from '../kit/settings';
import { allTools } from './editorTools';
import { withDebate } from '../library/openLogs';
import { targetIn } from '../library/debateTarget';
import { errorText } from '../../debate/log/objects';
import { concernedOwners } from './settingModels';

export const modelCommands = {
  'rostrum.setApiKey': setKeyFor,
  'rostrum.clearApiKey': clearApiKey,
  'rostrum.chooseEditorTools': ({ settings }) => chooseEditorTools(settings),
} satisfies CommandHandlers<ModelPorts>;

interface ToolItem extends vscode.QuickPickItem {
  name: string;
}

/** Selects editor tools, kept in the user's settings; initially none. */
async function chooseEditorTools(settings: Settings): Promise<void> {
  const tools = allTools();
  const ticked = new Set(settings.get('tools.editor'));
  if (tools.length === 0 && ticked.size === 0) {
    void showInformationMessage(
      l10n.t('The editor has no tools for language models. MCP servers and extensions bring such tools.'),
    );
    return;
  }
  const chosen = await vscode.window.showQuickPick(itemsFor(tools, ticked), {
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
    title: l10n.t('Tools of the Editor for Debaters'),
    placeHolder: l10n.t('Ticked tools may be called by language models that debate'),
  });
  if (chosen === undefined) return;
  await keep(chosen.map(({ name }) => name));
}

/**
 * Lists tools. A selected tool that is unavailable, for example because its MCP server is not running, stays selected
 * unless the user clears it.
 */
function itemsFor(tools: ReturnType<typeof allTools>, ticked: ReadonlySet<string>): ToolItem[] {
  const known = tools.map(({ name, description, isReadOnly }): ToolItem => {
    const mark = isReadOnly ? l10n.t('marked as read-only') : l10n.t('asks you at every call');
    return {
      name,
      label: name,
      description: mark,
      detail: cutText(oneLine(description), 300),
      picked: ticked.has(name),
    };
  });
  const gone = [...ticked].filter((name) => !tools.some((tool) => tool.name === name));
  return [
    ...known.sort(byName),
    ...gone.map((name): ToolItem => ({ name, label: name, description: l10n.t('not there now'), picked: true })),
  ];
}

const byName = (a: ToolItem, b: ToolItem): number => (a.name < b.name ? -1 : 1);

async function keep(names: string[]): Promise<void> {
  try {
    await vscode.workspace.getConfiguration('rostrum').update('tools.editor', names, vscode.ConfigurationTarget.Global);
  } catch (error) {
    const reason = errorText(error);
    void showWarningMessage(l10n.t('The tools could not be kept in your settings: {0}', reason));
  }
}

/**
 * Command Set API Key for a debate: offers the owners of its seats' models only, and continues the debate afterwards.
 */
async function setKeyFor(services: ModelPorts, argument: unknown): Promise<boolean> {
  const folder = targetIn(argument)?.folder;
  if (folder === undefined) return await setApiKey(services, argument);
  const end = services.runManager.endOf(folder);
  const among =
    (await withDebate(services, folder, ({ log }) => Promise.resolve(concernedOwners(log.state.models, end)))) ?? [];
  const resume = async (): Promise<void> => {
    await vscode.commands.executeCommand('rostrum.resumeDebate', { folder });
  };
  const isResting = services.runManager.runOf(folder) === undefined;
  return await setApiKey(services, undefined, {
    ...(among.length === 0 ? {} : { among }),
    ...(isResting ? { next: { label: l10n.t('Resume Debate'), run: resume } } : {}),
  });
}
