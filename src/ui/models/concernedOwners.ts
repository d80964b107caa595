import { isServer, type KeyOwner } from '../../models/providers';
import { causeOf } from '../run/causes';
import type { RunEnding } from '../run/runManager';
import { providersIn } from './settingModels';

const isAboutKey: ReadonlySet<string> = new Set(['key_missing', 'key_rejected']);

/**
 * Whose key a debate most likely lacks: of the seat that it is paused for, where it is paused for a key; else of all its seats.
 *
 * @param models the references of the seats, by role or debater
 */
export function concernedOwners(models: ReadonlyMap<string, string>, end: RunEnding['end'] | undefined): KeyOwner[] {
  const all = ownersIn([...models.values()]);
  if (!isAboutKey.has(causeOf(end) ?? '')) return all;
  const agent = end?.status === 'paused' ? end.agent : undefined;
  // The Chair's decision may have a model of its own, and is still the Chair's task.
  const seats = agent === 'chair' ? ['chair', 'conclusion'] : agent === undefined ? [] : [agent];
  const concerned = ownersIn(seats.flatMap((seat) => models.get(seat) ?? []));
  return concerned.length === 0 ? all : concerned;
}

const ownersIn = (references: readonly string[]): KeyOwner[] => providersIn(references).filter(isServer);
