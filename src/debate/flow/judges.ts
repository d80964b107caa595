import * as z from 'zod';
import { judgeSeatSchema, type JudgeSeat } from '../log/data/judging';
import type { SetupData } from '../log/entryData';

/** Seats of judges as a setup names them; most debates have one to three. */

/** A verdict takes two readings of the whole record, so that more cost more than they tell. */
export const mostJudges = 5;

export const judgeSeatsSchema = z.array(judgeSeatSchema).max(mostJudges);

/** Options of every format. */
export const judgingOptions = {
  judges: judgeSeatsSchema.optional(),
  /** How many plain answers are asked for before the debate. */
  baseline: z.int().min(0).max(1).optional(),
  /** Whether a page for whoever decides is written. */
  brief: z.boolean().optional(),
};

/** Plain answers that the setup asks for; none where it names no number, or one that cannot be read. */
export const plainAnswers = ({
  options = {},
}: { options?: Readonly<Record<string, unknown>> | undefined } = {}): number =>
  judgingOptions.baseline.safeParse(options['baseline']).data ?? 0;

interface Seated {
  setup?: Pick<SetupData, 'options' | 'models'> | undefined;
}

export interface SeatedJudge extends JudgeSeat {
  /** Whom its tasks are given to; the slash keeps it apart from debaters' names. */
  agent: string;
}

const agentOf = (id: string): string => `judge/${id}`;

/** Judges of the setup; empty where it names none, or none that can be read. Where a Judge leads, the first one is that Judge. */
export const seatedJudges = ({ setup }: Seated): SeatedJudge[] => (setup === undefined ? [] : judgesIn(setup));

/** The same before there is a record. */
export function judgesIn({
  options = {},
  models = {},
}: {
  options?: Readonly<Record<string, unknown>> | undefined;
  models?: Readonly<Record<string, string>> | undefined;
}): SeatedJudge[] {
  const { data = [] } = judgeSeatsSchema.safeParse(options['judges'] ?? []);
  const isLed = models['judge'] !== undefined;
  return data.map((seat, index) => ({ ...seat, agent: isLed && index === 0 ? 'judge' : agentOf(seat.id) }));
}
