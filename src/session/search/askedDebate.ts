import { statusFrom, type Position } from '../../projections/status';
import { leaseStatus, type LeaseStatus } from '../../record/lease';
import type { SearchQuery } from './query';
import { isSourceStatus } from './ranked';

/** Whether format and status of a debate are those that are asked for. */
export async function isDebateAsked(
  { folder, format, position }: { folder: string; format: string; position: Pick<Position, 'kind' | 'isOver'> },
  { filters }: SearchQuery,
): Promise<boolean> {
  if (filters.format.length > 0 && !filters.format.includes(format)) return false;
  const wanted = filters.status.filter((status) => !isSourceStatus(status));
  if (wanted.length === 0) return true;
  const lease = await leaseStatus(folder).catch((): LeaseStatus => ({ state: 'free' }));
  return wanted.includes(statusFrom(position, lease));
}
