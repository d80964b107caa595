import * as vscode from 'vscode';
import type { Services } from '../services';
import { LineupDrafts } from './drafts';
import type { TextQuestion } from './flow';

/** `Drafts` is what the other features need to know of it; making and listing them is ours. */
export function draftsOf({ drafts }: Pick<Services, 'drafts'>): LineupDrafts {
  if (drafts instanceof LineupDrafts) return drafts;
  throw new TypeError('The drafts are kept by another class than this one.');
}

/** The way from the first step to a lineup that was made and not started: whoever closed its tab finds it again. */
export async function exitToLineups(services: Services): Promise<TextQuestion['exit']> {
  const left = await draftsOf(services).left();
  if (left.length === 0) return undefined;
  const tooltip = vscode.l10n.t('Open a Lineup That Was Not Started');
  return { button: { iconPath: new vscode.ThemeIcon('history'), tooltip }, take: () => void open(services) };
}

async function open(services: Services): Promise<void> {
  const left = await draftsOf(services).left();
  const items = left.map(({ id, topic, debaters, made }) => ({
    id,
    label: topic,
    description: new Date(made).toLocaleString(),
    detail: debaters.map(({ name }) => name).join(', '),
  }));
  const title = vscode.l10n.t('Lineups That Were Not Started');
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDetail: true, ignoreFocusOut: true });
  const draft = picked === undefined ? undefined : await services.drafts.find(picked.id);
  if (draft !== undefined) await services.panels.review(draft);
}
