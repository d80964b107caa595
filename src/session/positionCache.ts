import * as z from 'zod';
import { formatPhases } from '../debate/step';
import type { ListedPosition } from '../projections/headAndTail';
import { LogCache } from './logCache';

/** What the whole log told, for a list that reads only its ends. */
export interface KnownPosition {
  position: ListedPosition;
  entries: number;
}

/** By what a log is known again. */
export interface LogMark {
  bytes: number;
  modifiedMs: number;
  /** SHA-256 of the last complete line. */
  lastLine: string;
}

const positionSchema = z
  .object({
    kind: z.enum(['empty', 'foreign', 'unknown_format', 'own']),
    isOver: z.boolean(),
    outcome: z.string().nullable(),
    phase: z.enum([...formatPhases, 'unknown']).optional(),
    round: z.number().optional(),
    result: z.string().exactOptional(),
  })
  .transform(({ phase, round, ...rest }) => ({ ...rest, phase, round }));
const knownSchema = z.object({ position: positionSchema, entries: z.int().min(0) });

/** Positions that whole logs told. `folder`: where they are kept; without one none is. */
export const positionCache = (folder: string | undefined): LogCache<LogMark, KnownPosition> =>
  new LogCache(folder, { schema: knownSchema, meaning: '2' });
