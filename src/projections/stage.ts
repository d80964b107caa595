import type { DebatePhase } from './status';

/** `rounds` where a log of another program does not number its rounds. */
export interface Stage {
  code: StageCode;
  /** Number of a round or an exchange. */
  number?: number;
}

type StageCode =
  | 'setup'
  | 'plan'
  | 'opening'
  | 'rounds'
  | 'round'
  | 'exchange'
  | 'exchanges'
  | 'closing'
  | 'conclusion'
  | 'ruling'
  | 'documents'
  | 'report';

/** What a format calls a stage, where it is not the same as everywhere. */
export type StageNames = Readonly<Partial<Record<StageCode, StageCode>>>;

export const namedStage = (names: StageNames, { code, ...rest }: Stage): Stage => ({
  code: names[code] ?? code,
  ...rest,
});

/** The first exchange, number 0, is the one of the openings. */
export const exchangeStage = (exchange: number): Stage =>
  exchange === 0 ? { code: 'opening' } : { code: 'exchange', number: exchange };

/** Undefined if the record's format is not known. */
export function stageAt(phase: DebatePhase | undefined, round: number | undefined = 0): Stage | undefined {
  switch (phase) {
    case undefined:
    case 'unknown':
      return undefined;
    case 'rounds':
      return { code: 'round', number: Math.max(1, round) };
    case 'awaiting_arguments':
    case 'awaiting_judgment':
      return exchangeStage(round);
    case 'done':
      return { code: 'documents' };
    default:
      return { code: phase };
  }
}
