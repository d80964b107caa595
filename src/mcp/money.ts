import { dollars, shellWord } from '../matching/text/shortText';
import { providerInForce } from '../debate/flow/seats';
import { modelProvider, parseModelRef } from '../models/provider';
import { DebateLog } from '../record/debateLog';
import { pathOfLog } from '../record/logPath';
import { changeLimits } from '../session/run/interventions';
import { McpError } from './mcpError';
import { modelSeats, type PlannedDebate, type StartInput } from './startDebate';
import type { KnownDebate, Spending, StateFolder } from './stateFolder';
import type { McpToolContext } from './tools';

interface MoneyOptions {
  state: StateFolder;
  /** `--max-usd`, for each debate and for each UTC day of all servers of this user; undefined: nothing is spent. */
  maxUsd: number | undefined;
  today?: () => string;
}

type Asking = Pick<McpToolContext, 'confirm'>;

/**
 * Decides what a server may spend: nothing without `--max-usd`, and nothing that the user has not confirmed in the
 * client. Seats of the client's agents spend nothing.
 */
export class Money {
  constructor(private readonly options: MoneyOptions) {}

  /** Most that a debate may cost; undefined where nobody is paid. @throws McpError where nothing may be spent */
  async capOf(input: StartInput, { confirm }: Asking): Promise<number | undefined> {
    const named = [...Object.values(input.seats ?? {}), ...(typeof input.judges === 'object' ? input.judges : [])];
    const paid = named.filter(isPaid);
    if (paid.length === 0) return undefined;
    const { maxUsd } = this.options;
    if (maxUsd === undefined || confirm === undefined) throw refused(paid, input.topic ?? '');
    return Math.min(await this.#left(maxUsd), input.budget_usd ?? maxUsd);
  }

  /** Has the user confirm what a debate may cost, in each start. @throws McpError where they do not */
  confirm(
    { seats, estimate }: Pick<PlannedDebate, 'seats' | 'estimate'>,
    { cap, topic, ask }: { cap: number | undefined; topic: string; ask: McpToolContext['confirm'] },
  ): void {
    const paid = modelSeats(seats);
    if (paid.length === 0) return;
    if (cap === undefined || ask === undefined) throw refused(paid, topic);
    const models = [...new Set(paid.map((seat) => seats[seat]))].join(', ');
    const about =
      estimate === undefined ? '' : ` The estimate is ${dollars(estimate.usd_low)} to ${dollars(estimate.usd_high)}.`;
    const question = `Start this debate? ${paid.join(', ')} would be answered by ${models}, for ${dollars(cap)} at most.${about}`;
    if (!ask(question)) throw new McpError('declined', 'The user does not want to spend money on this debate.');
  }

  /**
   * What going on with a debate may cost, and whose seats are paid for; undefined where nobody is paid. @throws McpError
   * where nothing may be spent
   */
  async goingOn(folder: string, { confirm }: Asking): Promise<{ most: number; paid: string[] } | undefined> {
    const { paid, left, usd } = await paidIn(folder);
    if (paid.length === 0) return undefined;
    const { maxUsd, state } = this.options;
    if (maxUsd === undefined || confirm === undefined)
      throw new McpError(
        'money',
        `This server spends nothing, and ${paid.join(', ')} would be paid for. Have the user type: rostrum resume ${shellWord(folder)}`,
      );
    return { paid, most: Math.min(await this.#left(maxUsd, { id: await state.idOf(folder), usd }), left ?? Infinity) };
  }

  /**
   * Sets aside what a debate may cost before it runs, and holds its record to it, so that the limit of the day holds for
   * servers side by side and for one that is killed. @throws McpError where another debate was faster
   */
  async begin({ folder, id }: KnownDebate, most: number): Promise<void> {
    const { maxUsd = 0, state } = this.options;
    const log = await DebateLog.open(pathOfLog(folder));
    try {
      const before = log.state.usage.usd;
      const { budget_usd: budget } = log.state.limits;
      const isFree = await state.changeSpending(this.#today, (spending) => {
        settle(spending, id, before);
        if (usedIn(spending) + most > maxUsd + tolerance) return false;
        spending.running[id] = { most, before };
        return true;
      });
      if (!isFree) throw this.#spent(maxUsd);
      if (budget === null || budget > before + most) await changeLimits(log, { budget_usd: before + most });
    } finally {
      await log.close();
    }
  }

  /** Counts what a run has spent, in place of what was set aside for it. `usd`: what its record has at its end. */
  async ended(id: string, usd: number): Promise<void> {
    const { state } = this.options;
    if ((await state.spending(this.#today)).running[id] === undefined) return;
    await state.changeSpending(this.#today, (spending) => settle(spending, id, usd));
  }

  /** What is left of the day. What was set aside for this debate by a run that was killed counts as its record has it. */
  async #left(maxUsd: number, { id, usd = 0 }: { id?: string | undefined; usd?: number } = {}): Promise<number> {
    const spending = await this.options.state.spending(this.#today);
    if (id !== undefined) settle(spending, id, usd);
    const left = maxUsd - usedIn(spending);
    if (left <= tolerance) throw this.#spent(maxUsd);
    return left;
  }

  #spent(maxUsd: number): McpError {
    return new McpError(
      'money',
      `Today’s ${dollars(maxUsd)} are spent, or set aside for debates that run. Wait for their end, or for midnight UTC.`,
    );
  }

  get #today(): string {
    return this.options.today?.() ?? new Date().toISOString().slice(0, 10);
  }
}

const isPaid = (named: string): boolean => parseModelRef(named)?.kind === 'model';

/** Seats of a debate that models have, by what is in force, what it spent, and what is left of its budget if it has one. */
async function paidIn(folder: string): Promise<{ paid: string[]; left: number | undefined; usd: number }> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const { models, limits, usage } = log.state;
    // A name without a provider is one of the debate's own provider.
    const provider = modelProvider(providerInForce(log.state));
    const paid = [...models].flatMap(([seat, named]) =>
      parseModelRef(named, provider)?.kind === 'model' ? [seat] : [],
    );
    const { usd } = usage;
    return { paid, usd, left: limits.budget_usd === null ? undefined : Math.max(0, limits.budget_usd - usd) };
  } finally {
    await log.close();
  }
}

export const paidSeats = async (folder: string): Promise<string[]> => (await paidIn(folder)).paid;

/** Sums of floating-point numbers differ in their last digits. */
const tolerance = 1e-9;

const usedIn = ({ usd, running }: Spending): number =>
  Object.values(running).reduce((total, { most }) => total + most, usd);

function settle(spending: Spending, id: string, usd: number): void {
  const { [id]: own, ...others } = spending.running;
  if (own === undefined) return;
  spending.running = others;
  spending.usd += Math.max(0, usd - own.before);
}

const refused = (seats: readonly string[], topic: string): McpError =>
  new McpError(
    'money',
    `This server spends nothing, and ${seats.join(', ')} would be paid for. Leave these seats to "host", or have the user type: rostrum run --topic ${shellWord(topic)}`,
  );
