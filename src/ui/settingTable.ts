import * as l10n from '@vscode/l10n';
import { effortsByRole, effortSchema } from '../agents/model/thinking';
import { modelProviderNames } from '../debate/seats';
import * as z from 'zod';
import { isObject } from '../debate/objects';
import { speeds } from '../agents/pace';
import { givenPricesSchema } from '../models/prices';
import { providers } from '../models/providers';
import { formatSettings } from './formats/settings';

const texts = z.array(z.string());

/** Every setting once: default, scope and shape. A test holds it equal to package.json and package.nls.json. */
export const settingTable = {
  provider: { scope: 'machine', default: 'offline', schema: z.enum(['offline', ...modelProviderNames]) },
  'anthropic.baseUrl': { scope: 'machine', default: providers.anthropic.server.url, schema: z.string() },
  'anthropic.model': { scope: 'machine', default: providers.anthropic.standard.standard, schema: z.string() },
  'anthropic.chairModel': { scope: 'machine', default: providers.anthropic.standard.chair, schema: z.string() },
  'vscode.model': { scope: 'machine', default: '', schema: z.string() },
  'openaiCompatible.baseUrl': {
    scope: 'machine',
    default: providers['openai-compatible'].server.url,
    schema: z.string(),
  },
  'openaiCompatible.model': { scope: 'machine', default: '', schema: z.string() },
  offerModels: { scope: 'machine', default: true, schema: z.boolean() },
  models: { scope: 'machine', default: {}, schema: z.record(z.string(), z.string()) },
  effort: { scope: 'machine', default: null, schema: effortSchema.nullable() },
  efforts: { scope: 'machine', default: {}, schema: effortsByRole },
  prices: { scope: 'machine', default: {}, schema: givenPricesSchema },
  budgetUsd: { scope: 'machine', default: null, schema: z.number().positive().nullable() },
  'offline.pace': { scope: 'machine', default: 'fast', schema: z.enum(speeds) },
  'research.web': { scope: 'machine', default: true, schema: z.boolean() },
  'search.service': {
    scope: 'machine',
    default: 'automatic',
    schema: z.enum(['automatic', 'none', 'brave', 'searxng', 'tavily']),
  },
  'search.baseUrl': { scope: 'machine', default: '', schema: z.string() },
  'search.allowedHosts': { scope: 'machine', default: [], schema: texts },
  'research.proxy': { scope: 'machine', default: 'off', schema: z.enum(['off', 'editor', 'environment']) },
  'verification.archive': { scope: 'machine', default: 'wayback', schema: z.string() },
  'problems.show': { scope: 'window', default: true, schema: z.boolean() },
  'tools.editor': { scope: 'machine', default: [], schema: texts },
  outputDirectory: { scope: 'resource', default: 'output', schema: z.string() },
  'rounds.minimum': { scope: 'window', default: 3, schema: z.int().min(1).max(50) },
  'rounds.maximum': { scope: 'window', default: 8, schema: z.int().min(1).max(50) },
  timeBudgetMinutes: { scope: 'window', default: 30, schema: z.number().positive().max(10_080) },
  'limits.audienceMinutes': { scope: 'window', default: 2, schema: z.number().positive().max(60) },
  'limits.taskMinutes': { scope: 'window', default: 5, schema: z.number().positive().max(120) },
  ...formatSettings,
  'panel.setUp': { scope: 'window', default: 'page', schema: z.enum(['page', 'questions']) },
  'panel.location': { scope: 'window', default: 'beside', schema: z.enum(['beside', 'active']) },
  notifications: { scope: 'window', default: 'all', schema: z.enum(['all', 'needed']) },
} as const satisfies Record<string, { scope: string; default: unknown; schema: z.ZodType }>;

export type SettingName = keyof typeof settingTable;
export type SettingValue<K extends SettingName> = z.infer<(typeof settingTable)[K]['schema']>;

/** What was set, as far as it fits: of a table without the entries that do not. */
interface FittingValue {
  value: unknown;
  /** The names of the entries that are left out. */
  leftOut: string[];
}

/** Undefined where nothing of it fits. */
export function fittingValue(name: SettingName, given: unknown): FittingValue | undefined {
  const schema: z.ZodType = settingTable[name].schema;
  const whole = schema.safeParse(given);
  if (whole.success) return { value: whole.data, leftOut: [] };
  if (!isObject(given)) return undefined;
  const leftOut = new Set(whole.error.issues.flatMap(({ path }) => path.slice(0, 1).map(String)));
  const rest = schema.safeParse(Object.fromEntries(Object.entries(given).filter(([entry]) => !leftOut.has(entry))));
  return rest.success ? { value: rest.data, leftOut: [...leftOut] } : undefined;
}

/** What a user is told of a setting that cannot be used as it was set; undefined where nothing is wrong with it. */
export function misfitWords(name: SettingName, fitting: FittingValue | undefined): string | undefined {
  if (fitting === undefined) return l10n.t('The setting rostrum.{0} does not fit; its default is used.', name);
  const { leftOut } = fitting;
  if (leftOut.length === 0) return undefined;
  const entries = leftOut.map((entry) => `“${entry}”`).join(', ');
  return l10n.t('In the setting rostrum.{0} this does not fit and is left out: {1}', name, entries);
}
