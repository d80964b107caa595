import * as vscode from 'vscode';
import { defined } from '../../debate/log/objects';
import {
  fittingValue,
  misfitWords,
  settingTable,
  type SettingName,
  type SettingRow,
  type SettingValue,
} from './settingTable';

/** Current values. An invalid value is replaced by its valid part, else by the default, with a warning. */
export class Settings {
  constructor(private readonly log: Pick<vscode.LogOutputChannel, 'warn'>) {}

  get<K extends SettingName>(name: K, scope?: vscode.Uri): SettingValue<K> {
    return this.#value(name, settingTable[name], scope) as SettingValue<K>;
  }

  /** The values of settings that are not in the table; those without a value are left out. */
  valuesOf(rows: Readonly<Record<string, SettingRow>>): Record<string, unknown> {
    const values = Object.entries(rows).map(([name, row]) => [name, this.#value(name, row) ?? undefined]);
    return defined(Object.fromEntries(values));
  }

  #value(name: string, row: SettingRow, scope?: vscode.Uri): unknown {
    const given = valueNow(name, row, scope);
    const fitting = fittingValue(row, given);
    const misfit = misfitWords(name, fitting);
    if (misfit !== undefined) this.log.warn(`${misfit} ${JSON.stringify(given)}`);
    return fitting === undefined ? row.default : fitting.value;
  }

  /** A sentence for each setting whose value cannot be used as it is. */
  misfits(scope: vscode.Uri, others: Readonly<Record<string, SettingRow>> = {}): string[] {
    return Object.entries<SettingRow>({ ...settingTable, ...others }).flatMap(
      ([name, row]) => misfitWords(name, fittingValue(row, valueNow(name, row, scope))) ?? [],
    );
  }

  /**
   * Pace of offline answers; off if the editor's setting forbids motion. The result of its `auto` is known to pages
   * only.
   */
  get pace(): SettingValue<'offline.pace'> {
    return vscode.workspace.getConfiguration('workbench').get('reduceMotion') === 'on'
      ? 'off'
      : this.get('offline.pace');
  }

  /** The user's own value, if any: an explicit setting wins over the ancestors' configuration files. */
  explicit<K extends SettingName>(name: K, scope?: vscode.Uri): SettingValue<K> | undefined {
    const found = vscode.workspace.getConfiguration('rostrum', scope).inspect(name);
    // The innermost place wins, as in the editor; an invalid value there counts as unset.
    const value: unknown = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    return fittingValue(settingTable[name], value) === undefined ? undefined : this.get(name, scope);
  }

  /** Whether the value comes from the workspace and not from the user; it is then trusted less. */
  isOfWorkspace(name: SettingName, scope?: vscode.Uri): boolean {
    const found = vscode.workspace.getConfiguration('rostrum', scope).inspect(name);
    return found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
  }
}

function valueNow(name: string, row: SettingRow, scope: vscode.Uri | undefined): unknown {
  const value: unknown = vscode.workspace.getConfiguration('rostrum', scope).get(name);
  return value ?? row.default;
}
