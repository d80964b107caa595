import { roundTitle } from './facts';
import type { DebateState, Header } from '../debate/state';

/** A stretch of the debate that navigation and timeline name: a phase, or a round of the second phase. */
export interface DebatePart {
  title: string;
  headers: Header[];
}

/**
 * Cuts the record into its parts. Entries of the system (rulings, verification results, notes) belong to the part that
 * they fall into; a part once left is not opened again.
 */
export function partsOf(state: DebateState): DebatePart[] {
  const parts: DebatePart[] = [];
  const known = new Set<string>();
  const titleOf = roundTitle(state) === 'Exchange' ? exchangeAt : titleAt;
  for (const header of state.headers) {
    const title = titleOf(header);
    const current = parts.at(-1);
    if (current !== undefined && (title === undefined || known.has(title))) current.headers.push(header);
    else parts.push({ title: title ?? 'Setup', headers: [header] });
    known.add(parts.at(-1)?.title ?? '');
  }
  return parts;
}

/** The opening exchange is announced by the system, like the debate itself. */
function exchangeAt({ phase, kind, round }: Header): string | undefined {
  return phase === 'opening' || phase === 'rebuttal' || kind === 'exchange_start' ? `Exchange ${round}` : undefined;
}

function titleAt(header: Header): string | undefined {
  if (header.type === 'conclusion' || header.type === 'judges_ruling') return 'Conclusion';
  if (header.kind === 'unresolved') return 'Unresolved points';
  switch (header.phase) {
    case 'opening':
      return 'Opening statements';
    case 'closing':
      return 'Closing statements';
    case 'rebuttal':
      return header.round > 0 ? `Round ${header.round}` : 'Debate';
    default:
      return undefined;
  }
}
