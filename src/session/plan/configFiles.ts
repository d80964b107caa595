import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { readRegularText } from '../../async/regularFile';
import type { PromptName } from '../../agents/model/promptBook';
import { issuesOf } from '../../debate/log/entry';
import type { Limits } from '../../debate/log/entryData';
import { PlanError } from './planError';
import { defined, errorText } from '../../debate/log/objects';

/** The ancestors' configuration files; later ones win. None can set hosts, keys, budgets of money or paths. */
const workspaceFiles = ['config/debate-config.json', '.claude/ai-debate.json', '.claude/ai-debate.local.json'];
/** The user's own, below all of them, read whatever the workspace. */
const userFile = '.claude/ai-debate.json';

const debater = z.looseObject({
  name: z.string(),
  persona: z.string().optional(),
  starting_position: z.string().optional(),
  incentives: z.string().optional(),
  model: z.string().optional(),
});

export const configSchema = z.object({
  topic: z.string().nullish(),
  debaters: z.array(debater).nullish(),
  min_rounds: z.int().min(1).nullish(),
  max_rounds: z.int().min(1).nullish(),
  time_budget_minutes: z.number().positive().nullish(),
  models: z.record(z.string(), z.string()).nullish(),
});

export type DebateConfig = z.infer<typeof configSchema>;

/** A name at least; the Chair fills in what is missing. */
export type GivenDebater = z.infer<typeof debater>;
export const givenDebaters = z.array(debater);

interface ConfigPlaces {
  /** Trusted; undefined where there is none. */
  workspace: string | undefined;
  home?: string;
}

/**
 * The user's own file, and over it those of a trusted workspace. A missing file is no problem. @throws PlanError `config_file`, with the
 * file's path.
 */
export async function readConfigFiles({ workspace, home = homedir() }: ConfigPlaces): Promise<DebateConfig> {
  const own = { path: join(home, userFile), name: `~/${userFile}` };
  const theirs = workspace === undefined ? [] : workspaceFiles.map((name) => ({ path: join(workspace, name), name }));
  let merged: DebateConfig = {};
  for (const file of [own, ...theirs]) {
    const given = await configIn(file);
    merged = { ...merged, ...given, ...mergeLimits(limitsIn(given), merged) };
  }
  return merged;
}

async function configIn({ path, name }: { path: string; name: string }): Promise<DebateConfig> {
  const text = await readRegularText(path).catch(() => undefined);
  if (text === undefined) return {};
  const parsed = configSchema.safeParse(parseJson(text, name));
  if (!parsed.success)
    throw new PlanError('config_file', `${name}: ${issuesOf(parsed.error).join('; ')}. Correct the file.`);
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value != null));
}

/** Naming one end of the rounds moves the end that stands below it, as a flag does. */
const limitsIn = ({ min_rounds: min, max_rounds: max, time_budget_minutes: minutes }: DebateConfig): Partial<Limits> =>
  limits({ min: min ?? undefined, max: max ?? undefined, minutes: minutes ?? undefined });

const limits = ({ min, max, minutes }: Record<'min' | 'max' | 'minutes', number | undefined>): Partial<Limits> =>
  defined({ min_rounds: min, max_rounds: max, time_budget_minutes: minutes });

const promptFolder = '.rostrum/prompts';

/** What a trusted workspace puts in place of our prompts. @throws PlanError `prompt` */
export async function readPromptFiles(workspace: string): Promise<Partial<Record<PromptName, string>>> {
  const folder = join(workspace, promptFolder);
  const names = await readdir(folder).catch(() => []);
  const found: Partial<Record<PromptName, string>> = {};
  const { promptNames } = await import('../../agents/model/promptBook');
  for (const name of names.filter((file) => file.endsWith('.md') && file !== 'README.md')) {
    const known = promptNames.find((prompt) => `${prompt}.md` === name);
    if (known === undefined)
      throw new PlanError(
        'prompt',
        `${promptFolder}/${name} is no prompt of Rostrum's; there are ${promptNames.join(', ')}.`,
      );
    const text = await readRegularText(join(folder, name));
    if (text.length > longestPrompt)
      throw new PlanError('prompt', `${promptFolder}/${name} is over ${longestPrompt} characters long.`);
    found[known] = text;
  }
  return found;
}

const longestPrompt = 40_000;

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new PlanError('config_file', `${name} is not JSON: ${errorText(error)}. Correct the file.`);
  }
}

export type ConfiguredLimits = Pick<DebateConfig, 'min_rounds' | 'max_rounds' | 'time_budget_minutes'>;

/**
 * What was said explicitly over what was there before (a file, the limits in force). Where one end of the rounds was said and the other
 * from before contradicts it, that one gives way. Two of the same origin that contradict each other stay: `checkedLimits` refuses them.
 */
export function mergeLimits(explicit: Partial<Limits>, config: ConfiguredLimits): Partial<Limits> {
  const { min_rounds: saidMin, max_rounds: saidMax } = explicit;
  let min = saidMin ?? config.min_rounds ?? undefined;
  let max = saidMax ?? config.max_rounds ?? undefined;
  if (min !== undefined && max !== undefined && min > max) {
    if (saidMax !== undefined && saidMin === undefined) min = max;
    if (saidMin !== undefined && saidMax === undefined) max = saidMin;
  }
  const minutes = explicit.time_budget_minutes ?? config.time_budget_minutes ?? undefined;
  return { ...explicit, ...limits({ min, max, minutes }) };
}
