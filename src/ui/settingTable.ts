import { modelProviderNames } from '../debate/seats';
import * as z from 'zod';
import { effortsByRole, effortSchema } from '../agents/model/effort';
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
