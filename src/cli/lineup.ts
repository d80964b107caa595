import { type Performer, TaskError } from '../agents/performer';
import type { Debater } from '../debate/log/entryData';
import { dollars } from '../matching/text/shortText';
import { notPerformed } from '../debate/flow/step';
import { type LineupRequest, type LineupRevision, reviseLineup } from '../session/plan/lineup';
import type { Output } from './output';
import type { CheaperSeats, Estimate } from '../session/plan/estimate';
import { askLine, isLeaving } from './modelOffers';

export function lineupLines(topic: string, debaters: readonly Debater[], out: Output): string[] {
  return [
    `Topic: ${topic}`,
    'Proposed lineup:',
    ...debaters.flatMap(({ name, persona, starting_position: position, incentives, document }) => [
      `  ${out.paint('bold', name)}: ${persona}`,
      ...(document === undefined ? [`    Position: ${position}`, `    Incentives: ${incentives}`] : []),
    ]),
  ];
}

/** Enter means yes. */
const isYes = (answer: string | undefined): boolean => answer !== undefined && /^(?:y|yes)?$/i.test(answer.trim());

/** Ending the input is a no. */
export const isConfirmed = async (question: string): Promise<boolean> => isYes(await askLine(question));

/** Undefined where whoever performs cannot do that. */
async function revisedOrTold(
  request: LineupRevision,
  { performer, out }: { performer: Performer; out: Output },
): Promise<Debater[] | undefined> {
  try {
    return await reviseLineup(request, performer);
  } catch (error) {
    if (!(error instanceof TaskError) || error.code !== notPerformed) throw error;
    out.print(error.message);
    return undefined;
  }
}

/** The user approves, asks for one revision in words, or stops: undefined. */
export async function approveLineup(
  request: LineupRequest,
  debaters: Debater[],
  tools: { performer: Performer; out: Output },
): Promise<Debater[] | undefined> {
  const { out } = tools;
  for (const line of lineupLines(request.topic, debaters, out)) out.print(line);
  const answer = (await askLine('Start with this lineup? [Y]es, [n]o, or say what to change: '))?.trim();
  if (isYes(answer)) return debaters;
  if (answer === undefined || isLeaving(answer)) return undefined;
  const revised = await revisedOrTold({ ...request, proposed: debaters, revision: answer }, tools);
  // What cannot be done is not spent.
  if (revised === undefined) return await approveLineup(request, debaters, tools);
  for (const line of lineupLines(request.topic, revised, out)) out.print(line);
  return (await isConfirmed('Start with this lineup? [Y]es or [n]o: ')) ? revised : undefined;
}

const thousands = (tokens: number): string => `${Math.round(tokens / 1_000)}k`;

const range = (low: string, high: string): string => (low === high ? `about ${low}` : `${low} to ${high}`);

export function estimateLines(estimate: Estimate, budget: number | null): string[] {
  const { usd_low: low, usd_high: high, tokens_low: few, tokens_high: many, unpriced, untold, basis } = estimate;
  const tokens = `${range(thousands(few), thousands(many))} tokens`;
  const isPriced = high > 0 || unpriced.length === 0;
  return [
    isPriced
      ? `Estimated cost: ${range(dollars(low), dollars(high))} (${tokens}).`
      : `Estimated use: ${tokens}; no price is known.`,
    ...(unpriced.length > 0 && isPriced
      ? [`  Not in it, because their price is not known: ${unpriced.join(', ')}.`]
      : []),
    ...(untold.length > 0
      ? [`  No usage is reported by ${untold.join(', ')}: what is shown while it runs is an estimate.`]
      : []),
    ...basis.map((line) => `  ${line}`),
    ...budgetLines(estimate, budget),
  ];
}

export function cheaperLine({ models, saves }: CheaperSeats): string {
  const flag = Object.entries(models).map(([role, reference]) => `${role}=${reference}`);
  return `  ${range(dollars(saves.low), dollars(saves.high))} less with --models ${flag.join(',')}.`;
}

function budgetLines({ usd_low: low }: Estimate, budget: number | null): string[] {
  if (budget === null) return [];
  return low > budget
    ? [
        `  The budget of ${dollars(budget)} is below that: the debate is paused when it is spent, and can be resumed with more.`,
      ]
    : [];
}
