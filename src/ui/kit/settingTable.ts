import * as l10n from '@vscode/l10n';
import { effortsByRole, effortSchema } from '../../agents/model/thinking';
import { modelProviderNames } from '../../debate/flow/seats';
import * as z from 'zod';
import { isObject } from '../../debate/log/objects';
import { speeds } from '../../agents/pace';
import { givenPricesSchema } from '../../models/prices';
import { providers } from '../../models/providers';
import { ofMachine, ofWindow } from './settingRow';

const texts = z.array(z.string());

/**
 * Settings by name: default, scope and schema; those of formats' options are in `optionSettings`. A test compares both
 * with package.json and package.nls.json.
 */
export const settingTable = {
  provider: ofMachine('offline', z.enum(['offline', ...modelProviderNames])),
  'anthropic.baseUrl': ofMachine(providers.anthropic.server.url, z.string()),
  'anthropic.model': ofMachine(providers.anthropic.standard.standard, z.string()),
  'anthropic.chairModel': ofMachine(providers.anthropic.standard.chair, z.string()),
  'vscode.model': ofMachine('', z.string()),
  'openaiCompatible.baseUrl': ofMachine(providers['openai-compatible'].server.url, z.string()),
  'openaiCompatible.model': ofMachine('', z.string()),
  offerModels: ofMachine(true, z.boolean()),
  models: ofMachine({}, z.record(z.string(), z.string())),
  effort: ofMachine(null, effortSchema.nullable()),
  efforts: ofMachine({}, effortsByRole),
  prices: ofMachine({}, givenPricesSchema),
  budgetUsd: ofMachine(null, z.number().positive().nullable()),
  'offline.pace': ofMachine('fast', z.enum(speeds)),
  'research.web': ofMachine(true, z.boolean()),
  'search.service': ofMachine('automatic', z.enum(['automatic', 'none', 'brave', 'searxng', 'tavily'])),
  'search.baseUrl': ofMachine('', z.string()),
  'search.allowedHosts': ofMachine([], texts),
  'research.proxy': ofMachine('off', z.enum(['off', 'editor', 'environment'])),
  'verification.archive': ofMachine('wayback', z.string()),
  'problems.show': ofWindow(true, z.boolean()),
  'tools.editor': ofMachine([], texts),
  outputDirectory: { scope: 'resource', default: 'output', schema: z.string() },
  'rounds.minimum': ofWindow(3, z.int().min(1).max(50)),
  'rounds.maximum': ofWindow(8, z.int().min(1).max(50)),
  timeBudgetMinutes: ofWindow(30, z.number().positive().max(10_080)),
  'limits.audienceMinutes': ofWindow(2, z.number().positive().max(60)),
  'limits.taskMinutes': ofWindow(5, z.number().positive().max(120)),
  'panel.location': ofWindow('beside', z.enum(['beside', 'active'])),
  notifications: ofWindow('all', z.enum(['all', 'needed'])),
} as const satisfies Record<string, { scope: string; default: unknown; schema: z.ZodType }>;

export interface SettingRow {
  scope: string;
  default: unknown;
  schema: z.core.$ZodType;
}

export type SettingName = keyof typeof settingTable;
export type SettingValue<K extends SettingName> = z.infer<(typeof settingTable)[K]['schema']>;

/** The valid part of a set value: a table loses its invalid entries. */
interface FittingValue {
  value: unknown;
  leftOut: string[];
}

/** Returns undefined if no part of the value is valid. */
export function fittingValue({ schema }: SettingRow, given: unknown): FittingValue | undefined {
  const whole = z.safeParse(schema, given);
  if (whole.success) return { value: whole.data, leftOut: [] };
  if (!isObject(given)) return undefined;
  const leftOut = new Set(whole.error.issues.flatMap(({ path }) => path.slice(0, 1).map(String)));
  const rest = z.safeParse(schema, Object.fromEntries(Object.entries(given).filter(([entry]) => !leftOut.has(entry))));
  return rest.success ? { value: rest.data, leftOut: [...leftOut] } : undefined;
}

/** Describes an invalid value; undefined if it is valid. */
export function misfitWords(name: string, fitting: FittingValue | undefined): string | undefined {
  if (fitting === undefined) return l10n.t('The setting rostrum.{0} does not fit; its default is used.', name);
  const { leftOut } = fitting;
  if (leftOut.length === 0) return undefined;
  const entries = leftOut.map((entry) => `“${entry}”`).join(', ');
  return l10n.t('In the setting rostrum.{0} this does not fit and is left out: {1}', name, entries);
}
