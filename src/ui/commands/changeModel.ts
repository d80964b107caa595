import * as vscode from 'vscode';
import type { DebateState } from '../../debate/state';
import { changeModels } from '../../session/interventions';
import { roleNames } from '../../session/modelPlan';
import { providersIn } from '../models/roleModels';
import { showInformationMessage } from '../messages';
import type { Services } from '../services';
import { resumeDebate } from './resumeDebate';
import { withDebate } from './openLogs';
import { providerOf } from '../../projections/headAndTail';

/** Gives seats another model from now on: it is an entry of the record, and holds over a reload. */
export async function changeModel(services: Services, folder: string): Promise<void> {
  const changed = await withDebate(services, folder, async ({ log }) => {
    const seats = await pickSeats(log.state);
    if (seats === undefined) return false;
    const model = await pickModel(services, log.state);
    if (model === undefined) return false;
    await changeModels(log, Object.fromEntries(seats.map((seat) => [seat, model])));
    return true;
  });
  if (changed !== true || services.runManager.runOf(folder) !== undefined) return;
  const resume = vscode.l10n.t('Resume Debate');
  if ((await showInformationMessage(vscode.l10n.t('The model is changed.'), resume)) === resume)
    await resumeDebate(services, folder, { takeOver: false });
}

/** All seats of one model together, or one by one: a model that is gone is gone for all of them. */
async function pickSeats(state: DebateState): Promise<string[] | undefined> {
  const seats = [...state.debaters.map(({ name }) => name), ...roleNames.filter((role) => role !== 'conclusion')];
  const modelOf = (seat: string): string => state.models.get(seat) ?? '';
  const shared = [...new Set(seats.map(modelOf))].filter(
    (model) => model !== '' && seats.filter((seat) => modelOf(seat) === model).length > 1,
  );
  const items = [
    ...shared.map((model) => ({
      label: vscode.l10n.t('Everybody who has {0}', model),
      seats: seats.filter((seat) => modelOf(seat) === model),
    })),
    ...seats.map((seat) => ({ label: seat, description: modelOf(seat), seats: [seat] })),
    {
      label: vscode.l10n.t('The Chair’s final decision alone'),
      description: state.models.get('conclusion') ?? '',
      seats: ['conclusion'],
    },
  ];
  const title = vscode.l10n.t('Change Model');
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Whose model is to change?'),
    matchOnDescription: true,
  });
  return picked?.seats;
}

async function pickModel({ models }: Services, state: DebateState): Promise<string | undefined> {
  const standard = state.setup === undefined ? undefined : providerOf(state.setup);
  const providers = providersIn([...state.models.values(), `${standard ?? ''}:x`]);
  const listed = async (): Promise<vscode.QuickPickItem[]> => [
    ...(await models.known.of(providers)).map(({ reference, name }) => ({
      label: reference,
      description: reference.endsWith(`:${name}`) ? '' : name,
    })),
    { label: 'human', description: vscode.l10n.t('you yourself, in the panel') },
    {
      label: 'offline',
      description: vscode.l10n.t('quotations dealt from the evidence, not judged; no language model'),
    },
    { label: otherLabel(), alwaysShow: true },
  ];
  const title = vscode.l10n.t('Change Model');
  const picked = await vscode.window.showQuickPick(listed(), {
    title,
    placeHolder: vscode.l10n.t('Which model from now on?'),
    matchOnDescription: true,
  });
  if (picked?.label !== otherLabel()) return picked?.label;
  return await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('A reference such as {0}', 'anthropic:claude-sonnet-5-5'),
    ignoreFocusOut: true,
  });
}

const otherLabel = (): string => vscode.l10n.t('Another…');
