import { parseArgs } from 'node:util';
import { DebateLog, pathOfLog } from '../record/debateLog';
import { debateFolderOf } from './openLog';
import { onePath } from './options';
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
  if (values.conclude) await askToConclude(folder);
  return await play(folder, { out: output(values.json, values.quiet), takeOver: values['take-over'] });
}

/** Changes are entries: the setup is never rewritten. */
async function askToConclude(folder: string): Promise<void> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    await log.append(({ state }) =>
      state.concludeRequested || state.conclusion !== undefined
        ? undefined
        : [
            {
              phase: 'system',
              speaker: 'user',
              type: 'intervention',
              content: 'The user asks to conclude now: what is left of the rounds and closings is not held.',
              data: { change: { conclude: true } },
            },
          ],
    );
  } finally {
    await log.close();
  }
}
