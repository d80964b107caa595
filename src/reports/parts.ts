import type { DebateState, Header } from '../debate/state';

/** A stretch of the debate that navigation and timeline name: a phase, or a round of the second phase. */
export interface Part {
  title: string;
  headers: Header[];
}

/**
 * Cuts the record into its parts. Entries of the system (rulings, verification results, notes) belong to the part that
 * they fall into; a part once left is not opened again.
 */
export function partsOf(state: DebateState): Part[] {
  const parts: Part[] = [];
  for (const header of state.headers) {
    const title = titleAt(header);
    const current = parts.at(-1);
    const isKnown = title === undefined || parts.some((part) => part.title === title);
    if (current !== undefined && isKnown) current.headers.push(header);
    else parts.push({ title: title ?? 'Setup', headers: [header] });
  }
  return parts;
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
