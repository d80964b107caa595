import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Settings = Record<string, unknown>;

/** Settings that keep a workbench quiet and the same on each run. */
const quiet: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.tips.enabled': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'window.autoDetectColorScheme': false,
  'workbench.reduceMotion': 'on',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'chat.commandCenter.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'npm.autoDetect': 'off',
  'editor.accessibilitySupport': 'off',
};

/** Writes the settings of the user; windows read them when they open. */
export function writeUserSettings(dataFolder: string, settings: Settings): void {
  write(dataFolder, 'User', { ...quiet, ...settings });
}

/** Writes the settings of the machine, which come before the user's; open windows follow these, but not settings of the application. */
export function writeMachineSettings(dataFolder: string, settings: Settings): void {
  write(dataFolder, 'Machine', settings);
}

function write(dataFolder: string, whose: string, settings: Settings): void {
  const file = join(dataFolder, 'data', whose, 'settings.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(settings, null, 2));
}
