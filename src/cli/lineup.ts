import { TaskError } from '../agents/performer';
import type { Debater } from '../debate/log/entryData';
import { dollars } from '../matching/text/shortText';
import { notPerformed } from '../debate/flow/step';
import type { LineupProposer } from '../session/plan/lineupProposer';
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

/** Whether the answer is yes; Enter means yes. */
const isYes = (answer: string | undefined): boolean => answer !== undefined && /^(?:y|yes)?$/i.test(answer.trim());

/** Asks for confirmation; ending the input means no. */
export const isConfirmed = async (question: string): Promise<boolean> => isYes(await askLine(question));

interface ApprovalTools {
  proposer: LineupProposer;
  out: Output;
}

/** Undefined where whoever performs cannot do that. */
async function revisedOrTold(
  { proposed, revision }: { proposed: readonly Debater[]; revision: string },
  { proposer, out }: ApprovalTools,
): Promise<Debater[] | undefined> {
  try {
    return await proposer.revise(proposed, revision);
  } catch (error) {
    if (!(error instanceof TaskError) || error.code !== notPerformed) throw error;
    out.print(error.message);
    return undefined;
  }
}

/** Asks the user to approve, to ask for one revision in words, or to stop; undefined if the user stops. */
export async function approveLineup(
  topic: string,
  debaters: Debater[],
  tools: ApprovalTools,
): Promise<Debater[] | undefined> {
  const { out } = tools;
  for (const line of lineupLines(topic, debaters, out)) out.print(line);
  const answer = (await askLine('Start with this lineup? [Y]es, [n]o, or say what to change: '))?.trim();
  if (isYes(answer)) return debaters;
  if (answer === undefined || isLeaving(answer)) return undefined;
  const revised = await revisedOrTold({ proposed: debaters, revision: answer }, tools);
  // What cannot be done is not spent.
  if (revised === undefined) return await approveLineup(topic, debaters, tools);
  for (const line of lineupLines(topic, revised, out)) out.print(line);
  return (await isConfirmed('Start with this lineup? [Y]es or [n]o: ')) ? revised : undefined;
}

const thousands = (tokens: number): string => `${Math.round(tokens / 1_000)}k`;

const range = (low: string, high: string): string => (low === high ? `about ${low}` : `${low} to ${high}`);

export function estimateLines(estimate: Estimate): string[] {
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
  ];
}

export function cheaperLine({ models, saves }: CheaperSeats): string {
  const flag = Object.entries(models).map(([role, reference]) => `${role}=${reference}`);
  return `  ${range(dollars(saves.low), dollars(saves.high))} less with --models ${flag.join(',')}.`;
}
