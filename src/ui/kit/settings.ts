import * as vscode from 'vscode';
import { keysOf } from '../../debate/log/objects';
import { fittingValue, misfitWords, settingTable, type SettingName, type SettingValue } from './settingTable';

/** As they are now. Of a value that does not fit what fits is used, else its default; that is reported. */
export class Settings {
  constructor(private readonly log: Pick<vscode.LogOutputChannel, 'warn'>) {}

  get<K extends SettingName>(name: K, scope?: vscode.Uri): SettingValue<K> {
    const given = valueNow(name, scope);
    const fitting = fittingValue(name, given);
    const misfit = misfitWords(name, fitting);
    if (misfit !== undefined) this.log.warn(`${misfit} ${JSON.stringify(given)}`);
    return (fitting === undefined ? settingTable[name].default : fitting.value) as SettingValue<K>;
  }

  /** A sentence for each setting that cannot be used as it was set. */
  misfits(scope?: vscode.Uri): string[] {
    return keysOf(settingTable).flatMap((name) => misfitWords(name, fittingValue(name, valueNow(name, scope))) ?? []);
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
    return fittingValue(name, value) === undefined ? undefined : this.get(name, scope);
  }

  /** Whether the workspace, and not the user, says so: such a value is trusted less. */
  isOfWorkspace(name: SettingName, scope?: vscode.Uri): boolean {
    const found = vscode.workspace.getConfiguration('rostrum', scope).inspect(name);
    return found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
  }
}

function valueNow(name: SettingName, scope: vscode.Uri | undefined): unknown {
  const value: unknown = vscode.workspace.getConfiguration('rostrum', scope).get(name);
  return value ?? settingTable[name].default;
}
