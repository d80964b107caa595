import { parseArgs } from 'node:util';
import { DebateLog, pathOfLog } from '../record/debateLog';
import { leaseStatus } from '../record/lease';
import { changeLimits, concludeNow } from '../session/interventions';
import { PlanError } from '../session/plan';
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
  const out = output(values.json, values.quiet);
  const wishes = wishesFrom(values['budget-usd'], values.conclude);
  if (wishes.length > 0 && (await passOn(folder, wishes))) {
    out.tell('The debate is being run by another engine; what you asked for was passed on to it.');
    return 0;
  }
  return await play(folder, { out, takeOver: values['take-over'] });
}

/** What was asked for on the command line, to be added to the record. */
type Wish = (log: DebateLog) => Promise<unknown>;

function wishesFrom(budgetText: string | undefined, isConcluding: boolean): Wish[] {
  const budget = numberFlag('budget-usd', budgetText);
  if (budget !== undefined && !(budget > 0)) throw new UsageError('--budget-usd must be above 0.');
  return [
    ...(budget === undefined ? [] : [(log: DebateLog) => changeLimits(log, { budget_usd: budget })]),
    ...(isConcluding ? [concludeNow] : []),
  ];
}

/** Changes are entries: the setup is never rewritten. True when another engine runs the debate and will take them up. */
async function passOn(folder: string, wishes: readonly Wish[]): Promise<boolean> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    if (log.state.setup === undefined) return false; // It cannot be run; opening it says why.
    for (const wish of wishes) await unlessOver(wish(log));
    return (await leaseStatus(folder)).state === 'held';
  } finally {
    await log.close();
  }
}

/** A concluded debate needs neither more money nor a conclusion: what is left of it is done. */
async function unlessOver(adding: Promise<unknown>): Promise<void> {
  await adding.catch((error: unknown) => {
    if (!(error instanceof PlanError && error.code === 'debate_over')) throw error;
  });
}
