import * as vscode from 'vscode';
import { settingTable, type SettingName, type SettingValue } from './settingTable';

/** The settings as they stand now. A value that does not fit is reported and its default is used. */
export class Settings {
  constructor(private readonly log: Pick<vscode.LogOutputChannel, 'warn'>) {}

  get<K extends SettingName>(name: K, scope?: vscode.Uri): SettingValue<K> {
    const value: unknown = vscode.workspace.getConfiguration('rostrum', scope).get(name);
    const entry = settingTable[name];
    const parsed = entry.schema.safeParse(value ?? entry.default);
    if (parsed.success) return parsed.data as SettingValue<K>;
    this.log.warn(`The setting rostrum.${name} is ${JSON.stringify(value)}, which does not fit; its default is used.`);
    return entry.default as SettingValue<K>;
  }

  /** Where the editor is told that nothing may move, nothing does; what its `auto` comes to only a page knows. */
  get pace(): SettingValue<'offline.pace'> {
    return vscode.workspace.getConfiguration('workbench').get('reduceMotion') === 'on'
      ? 'off'
      : this.get('offline.pace');
  }

  /** What the user set, if anything: an explicit setting wins over the ancestors' configuration files. */
  explicit<K extends SettingName>(name: K, scope?: vscode.Uri): SettingValue<K> | undefined {
    const found = vscode.workspace.getConfiguration('rostrum', scope).inspect(name);
    // The innermost place wins, as for the editor; what does not fit there is as if it were not set.
    const value: unknown = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    return settingTable[name].schema.safeParse(value).success ? this.get(name, scope) : undefined;
  }

  /** Whether the workspace, and not the user, says so: such a value is trusted less. */
  isOfWorkspace(name: SettingName, scope?: vscode.Uri): boolean {
    const found = vscode.workspace.getConfiguration('rostrum', scope).inspect(name);
    return found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
  }
}
