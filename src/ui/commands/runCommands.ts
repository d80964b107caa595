import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { CommandPorts } from './ports';
import { isResting, isRunning, isSaid, onDebate, whichIsOpen } from '../library/debateTarget';
import { askToStop, resumeDebate, howToRun, runDebate } from './resumeDebate';
import type { OpenDebate } from '../library/openDebate';
import { isAgreed, offer, showInformationMessage, showDone } from '../kit/messages';
import { holderText } from '../panel/panelStatus';
import { withDebate } from '../library/openLogs';
import type { DebateState } from '../../debate/fold/state';
import { changeModels, concludeNow } from '../../session/run/interventions';
import { roleNames } from '../../session/plan/modelPlan';
import { canBeOffline } from '../../session/run/runnability';
import { endpointsNow, providersIn } from '../models/settingModels';
import { providerOf } from '../../projections/headAndTail';
import { planNoticeWords } from '../../projections/planNotice';
import { noticesNow } from '../../session/plan/windows';
import { mayConclude } from '../../projections/status';
import { isTrusted } from '../start/guards';

export const runCommands = {
  'rostrum.resumeDebate': onDebate(
    () => ({
      title: l10n.t('Resume Debate'),
      none: l10n.t('No debate of this workspace waits to be resumed.'),
      fits: isResting,
    }),
    (services, folder, argument) => resumeDebate(services, folder, { takeOver: isSaid(argument, 'takeOver') }),
  ),
  'rostrum.pauseDebate': onDebate((services) => whichRuns(services, l10n.t('Pause Debate')), pauseDebate),
  'rostrum.stopDebate': onDebate((services) => whichRuns(services, l10n.t('Stop Debate')), stopDebate),
  'rostrum.skipToEnd': onDebate((services) => whichRuns(services, l10n.t('Skip to the End')), skipToEnd),
  'rostrum.concludeNow': onDebate(
    () => whichIsOpen(l10n.t('Conclude Debate Now')),
    (services, folder, argument) => concludeDebate(services, folder, { isSure: isSaid(argument, 'isSure') }),
  ),
  'rostrum.changeModel': onDebate(() => whichIsOpen(l10n.t('Change Model')), changeModel),
} satisfies CommandHandlers<CommandPorts>;

/** Chooses among running debates; the list may lack a run that has just begun. */
function whichRuns({ runManager: { runs } }: CommandPorts, title: string) {
  const known = runs.length === 1 ? runs[0]?.folder : undefined;
  return { title, none: l10n.t('No debate of this workspace is running.'), fits: isRunning, known };
}

/** Reasons are stored in the record's lease, and so in one language. */
const pausedReason = 'Paused by the user.';
const stoppedReason = 'Stopped by the user.';

/** Pauses this window's run after the running task; another program can only be asked to stop. */
async function pauseDebate(services: CommandPorts, folder: string): Promise<void> {
  const { runManager } = services;
  const run = runManager.runOf(folder);
  if (run !== undefined) {
    if (run.ending === undefined) runManager.pause(folder, pausedReason);
    const text =
      run.ending === 'stopping'
        ? l10n.t('The debate is being stopped.')
        : l10n.t('The debate pauses when the running task is finished.');
    showDone(text);
    return;
  }
  await withDebate(services, folder, async (debate) => {
    if (debate.lease.state !== 'held') {
      showPaused(debate);
      return;
    }
    const who = holderText(debate.lease.holder, new Date());
    const message = l10n.t(
      '{0}. It cannot be paused from here. It can be asked to stop through the record: it then pauses before its next step, and nothing is lost.',
      who,
    );
    await offer(showInformationMessage, message, { [l10n.t('Ask It to Stop')]: () => askToStop(debate.log) });
  });
}

/** Shows the rest at once. Whether a run can skip is unknown while it is being opened. */
function skipToEnd({ runManager }: CommandPorts, folder: string): void {
  const run = runManager.runOf(folder);
  if (run !== undefined && run.canSkip !== false) runManager.skip(folder);
  else void showInformationMessage(l10n.t('There is nothing to skip: no answer of this debate waits to be shown.'));
}

/** Stops this window's run at once, and asks what to do next; another program is asked through the record. */
async function stopDebate(services: CommandPorts, folder: string): Promise<void> {
  const { runManager } = services;
  if (runManager.runOf(folder) === undefined) {
    await withDebate(services, folder, async (debate) => {
      if (debate.lease.state === 'held') await askToStop(debate.log);
      else showPaused(debate);
    });
    return;
  }
  runManager.stop(folder, stoppedReason, 'stopped');
  await runManager.settled(folder);
  // The question must not keep the command from ending, because it stays open as long as the user likes.
  void whatThen(services, folder);
}

async function whatThen(services: CommandPorts, folder: string): Promise<void> {
  const isOffered = await withDebate(services, folder, ({ log }) => Promise.resolve(mayConclude(log.state)));
  const message = l10n.t('The debate is stopped. It can be resumed at the exact step.');
  const resume = { [l10n.t('Resume')]: () => resumeDebate(services, folder) };
  const conclude = { [l10n.t('Conclude Now')]: () => concludeDebate(services, folder, { isSure: true }) };
  await offer(showInformationMessage, message, isOffered === true ? { ...resume, ...conclude } : resume);
}

function showPaused({ lease }: OpenDebate): void {
  const message =
    lease.state === 'silent'
      ? l10n.t(
          '{0}, and it has given no sign of life since. Resume the debate to take it over.',
          holderText(lease.holder, new Date()),
        )
      : l10n.t('This debate is not running.');
  void showInformationMessage(message);
}

/** Changes a model from now on, as an entry of the record, so that it survives a reload. */
async function changeModel(services: CommandPorts, folder: string): Promise<void> {
  const changed = await withDebate(services, folder, async ({ log }) => {
    const seats = await pickSeats(log.state);
    if (seats === undefined) return false;
    const model = await pickModel(services, log.state, seats);
    if (model === undefined) return false;
    await changeModels(log, Object.fromEntries(seats.map((seat) => [seat, model])), {
      prices: services.settings.get('prices'),
      endpoints: endpointsNow(services),
    });
    return (await noticesNow(log.state, services.models)).map((notice) => planNoticeWords(l10n, notice));
  });
  if (changed === undefined || changed === false || services.runManager.runOf(folder) !== undefined) return;
  await offer(showInformationMessage, [l10n.t('The model is changed.'), ...changed].join(' '), {
    [l10n.t('Resume Debate')]: () => resumeDebate(services, folder),
  });
}

/** Seats to change: all seats of one model together, or single ones. A missing model is missing for all its seats. */
async function pickSeats(state: DebateState): Promise<string[] | undefined> {
  const seats = [...state.debaters.map(({ name }) => name), ...roleNames.filter((role) => role !== 'conclusion')];
  const modelOf = (seat: string): string => state.models.get(seat) ?? '';
  const shared = [...new Set(seats.map(modelOf))].filter(
    (model) => model !== '' && seats.filter((seat) => modelOf(seat) === model).length > 1,
  );
  const items = [
    ...shared.map((model) => ({
      label: l10n.t('Everybody who has {0}', model),
      seats: seats.filter((seat) => modelOf(seat) === model),
    })),
    ...seats.map((seat) => ({ label: seat, description: modelOf(seat), seats: [seat] })),
    {
      label: l10n.t('The Chair’s final decision alone'),
      description: state.models.get('conclusion') ?? '',
      seats: ['conclusion'],
    },
  ];
  const title = l10n.t('Change Model');
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: l10n.t('Whose model is to change?'),
    matchOnDescription: true,
  });
  return picked?.seats;
}

async function pickModel(
  { models }: CommandPorts,
  state: DebateState,
  seats: readonly string[],
): Promise<string | undefined> {
  const standard = state.setup === undefined ? undefined : providerOf(state.setup);
  const providers = providersIn([...state.models.values(), `${standard ?? ''}:x`]);
  const listed = async (): Promise<vscode.QuickPickItem[]> => [
    ...(await models.known.of(providers)).map(({ reference, name }) => ({
      label: reference,
      description: reference.endsWith(`:${name}`) ? '' : name,
    })),
    { label: 'human', description: l10n.t('you yourself, in the panel') },
    ...(canBeOffline(state, seats)
      ? [
          {
            label: 'offline',
            description: l10n.t('no language model: nothing is judged, documents are made from the record'),
          },
        ]
      : []),
    { label: otherLabel(), alwaysShow: true },
  ];
  const title = l10n.t('Change Model');
  const picked = await vscode.window.showQuickPick(listed(), {
    title,
    placeHolder: l10n.t('Which model from now on?'),
    matchOnDescription: true,
  });
  if (picked?.label !== otherLabel()) return picked?.label;
  return await vscode.window.showInputBox({
    title,
    prompt: l10n.t('A reference such as {0}', 'anthropic:claude-sonnet-5-5'),
    ignoreFocusOut: true,
  });
}

const otherLabel = (): string => l10n.t('Another…');

/** Skips further rounds and closings; a paused debate runs for the rest: verification, conclusion, documents. */
async function concludeDebate(services: CommandPorts, folder: string, { isSure }: { isSure: boolean }): Promise<void> {
  const { runManager } = services;
  if (!isTrusted('say')) return;
  const isOurs = (): boolean => runManager.runOf(folder) !== undefined;
  const next = await withDebate(services, folder, async (debate) => {
    const isElsewhere = debate.lease.state === 'held' && !isOurs();
    // Asked before anything is written: the record of a debate that cannot run would keep a request without effect.
    const how = isElsewhere || isOurs() ? { takeOver: false } : await howToRun(services, debate);
    if (how === undefined || !(isSure || (await isConfirmed()))) return undefined;
    await concludeNow(debate.log);
    return { ...how, isElsewhere };
  });
  if (next === undefined) return;
  const { isElsewhere, takeOver } = next;
  if (isElsewhere) showDone(l10n.t('Logged. The program that runs the debate concludes it after its running step.'));
  else if (!isOurs()) await services.panels.show(folder).then(() => runDebate(services, folder, { takeOver }));
}

async function isConfirmed(): Promise<boolean> {
  const message = l10n.t('Conclude the debate now?');
  const detail = l10n.t(
    'The rounds and closings that are left are not held. The Chair concludes on what was said, and the documents are written.',
  );
  return await isAgreed(message, detail, l10n.t('Conclude Now'));
}
