import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { issuesOf } from '../debate/entry';
import { UsageError } from './usage';

/** What the ancestors' configuration files may set: never hosts, keys, budgets of money or paths. Later files win. */
const files = ['config/debate-config.json', '.claude/ai-debate.json', '.claude/ai-debate.local.json'];

const debater = z.looseObject({
  name: z.string(),
  persona: z.string().optional(),
  starting_position: z.string().optional(),
  incentives: z.string().optional(),
  model: z.string().optional(),
});

const configSchema = z.object({
  topic: z.string().nullish(),
  debaters: z.array(debater).nullish(),
  min_rounds: z.int().min(1).nullish(),
  max_rounds: z.int().min(1).nullish(),
  time_budget_minutes: z.number().positive().nullish(),
  models: z.record(z.string(), z.string()).nullish(),
});

export type WorkspaceConfig = z.infer<typeof configSchema>;
export type GivenDebater = z.infer<typeof debater>;
export const givenDebaters = z.array(debater);

/** Reads them from a trusted workspace. A missing file is no problem; one that cannot be understood is. */
export async function readConfigFiles(workspace: string): Promise<WorkspaceConfig> {
  let merged: WorkspaceConfig = {};
  for (const name of files) {
    const text = await readFile(join(workspace, name), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const parsed = configSchema.safeParse(parseJson(text, name));
    if (!parsed.success) throw new UsageError(`${name}: ${issuesOf(parsed.error).join('; ')}. Correct it, or leave out --trust-workspace.`);
    const given = Object.entries(parsed.data).filter(([, value]) => value != null);
    merged = { ...merged, ...(Object.fromEntries(given) as WorkspaceConfig) };
  }
  return merged;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
