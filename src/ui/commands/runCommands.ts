import * as vscode from 'vscode';
import type { CommandHandlers, Services } from '../services';
import { changeModel } from './changeModel';
import { concludeDebate } from './concludeDebate';
import { debateFor } from './debateTarget';
import { isOpenDebate, isResting, isRunning } from './debateFits';
import { focusedDebate } from './focusedDebate';
import { pauseDebate, stopDebate } from './haltDebate';
import { resumeDebate } from './resumeDebate';

/** Resume, Pause, Stop and Conclude Now: on the debate they were called on, else the focused panel's, else one to be picked. */
export const runCommands = {
  'rostrum.resumeDebate': async (services, argument) => {
    const texts = {
      title: vscode.l10n.t('Resume Debate'),
      none: vscode.l10n.t('No debate of this workspace waits to be resumed.'),
    };
    const folder = await debateFor(services, argument, { ...texts, fits: isResting });
    if (folder !== undefined) await resumeDebate(services, folder, { takeOver: isSaid(argument, 'takeOver') });
  },
  'rostrum.pauseDebate': async (services, argument) => {
    const folder =
      runningHere(services, argument) ??
      (await debateFor(services, argument, { ...whichRuns('pause'), fits: isRunning }));
    if (folder !== undefined) await pauseDebate(services, folder);
  },
  'rostrum.stopDebate': async (services, argument) => {
    const folder =
      runningHere(services, argument) ??
      (await debateFor(services, argument, { ...whichRuns('stop'), fits: isRunning }));
    if (folder !== undefined) await stopDebate(services, folder);
  },
  'rostrum.skipToEnd': async (services, argument) => {
    const folder =
      runningHere(services, argument) ??
      (await debateFor(services, argument, { ...whichRuns('skip'), fits: isRunning }));
    if (folder !== undefined) services.runManager.skip(folder);
  },
  'rostrum.concludeNow': async (services, argument) => {
    const texts = {
      title: vscode.l10n.t('Conclude Debate Now'),
      none: vscode.l10n.t('No debate of this workspace is under way.'),
    };
    const folder = await debateFor(services, argument, { ...texts, fits: isOpenDebate });
    if (folder !== undefined) await concludeDebate(services, folder, { isSure: isSaid(argument, 'isSure') });
  },
  'rostrum.changeModel': async (services, argument) => {
    const texts = {
      title: vscode.l10n.t('Change Model'),
      none: vscode.l10n.t('No debate of this workspace is under way.'),
    };
    const folder = await debateFor(services, argument, { ...texts, fits: isOpenDebate });
    if (folder !== undefined) await changeModel(services, folder);
  },
} satisfies CommandHandlers;

const whichRuns = (what: 'pause' | 'stop' | 'skip'): { title: string; none: string } => ({
  title: {
    pause: vscode.l10n.t('Pause Debate'),
    stop: vscode.l10n.t('Stop Debate'),
    skip: vscode.l10n.t('Skip to the End'),
  }[what],
  none: vscode.l10n.t('No debate of this workspace is running.'),
});

/** The list may not know yet of a run that began just now. */
function runningHere(services: Services, argument: unknown): string | undefined {
  const [only, ...others] = services.runManager.runs;
  return argument === undefined && focusedDebate(services) === undefined && others.length === 0
    ? only?.folder
    : undefined;
}

const isSaid = (argument: unknown, what: 'takeOver' | 'isSure'): boolean =>
  typeof argument === 'object' &&
  argument !== null &&
  what in argument &&
  (argument as Record<string, unknown>)[what] === true;
