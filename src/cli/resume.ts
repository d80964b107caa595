import { parseArgs } from 'node:util';
import { DebateLog, pathOfLog } from '../record/debateLog';
import { debateFolderOf } from './openLog';
import { numberFlag, onePath } from './options';
import type { Output } from './output';
import { play } from './play';
import { UsageError } from './usage';

/** `rostrum resume DIR`: goes on at the exact step. */
export async function resume(args: readonly string[], output: (json: boolean, quiet: boolean) => Output): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      exchanges: { type: 'string' },
      'take-over': { type: 'boolean', default: false },
      conclude: { type: 'boolean', default: false },
      'budget-usd': { type: 'string' },
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
  });
  if (values.exchanges !== undefined) throw new UsageError('--exchanges belongs to dialectic debates.');
  const folder = await debateFolderOf(onePath(positionals, 'resume', "a debate's folder"));
  const budget = numberFlag('budget-usd', values['budget-usd']);
  if (budget !== undefined && !(budget > 0)) throw new UsageError('--budget-usd must be above 0.');
  if (budget !== undefined) {
    await change(folder, `The user sets the money budget to $${budget.toFixed(2)}.`, { budget_usd: budget });
  }
  if (values.conclude) {
    const words = 'The user asks to conclude now: what is left of the rounds and closings is not held.';
    await change(folder, words, { conclude: true });
  }
  return await play(folder, { out: output(values.json, values.quiet), takeOver: values['take-over'] });
}

/** Changes are entries: the setup is never rewritten. */
async function change(folder: string, content: string, data: Record<string, unknown>): Promise<void> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    await log.append(({ state }) =>
      state.conclusion !== undefined
        ? undefined
        : [{ phase: 'system', speaker: 'user', type: 'intervention', content, data: { change: data } }],
    );
  } finally {
    await log.close();
  }
}
