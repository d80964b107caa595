import { dataOf } from '../../codec';
import type { Entry } from '../../entry';
import { headerOf } from '../../state';
import type { RecordView } from '../../view';

/** The Chair's announcements that the protocol demands. */
export type NoticeKind = 'ready' | 'phase_end' | 'round_start' | 'relay' | 'unresolved';

export interface Notice {
  readonly seq: number;
  readonly kind: NoticeKind;
  /** The round or the phase that it names. */
  readonly number: number | undefined;
  /** The number of rounds that a round's start announces as the most. */
  readonly limit: number | undefined;
}

/** The leading words, which our own Chair keeps, and by which the ancestors' notices are known. */
const wordings: readonly (readonly [NoticeKind, RegExp])[] = [
  ['ready', /^\W*all agents (?:are )?(?:confirmed )?ready\b/i],
  ['phase_end', /^\W*phase (\d+) complete\b/i],
  ['round_start', /^Round (\d+) of (\d+)\b/],
  ['relay', /^\W*verifier findings relayed\b/i],
  ['unresolved', /^\W*pre-phase-3 review\b/i],
];

/** All of them, in order. */
export function noticesOf(view: RecordView): Notice[] {
  const { state } = view;
  const announcements = state.headers.filter(
    (header) => header.type === 'announcement' && headerOf(state, header.seq) === header,
  );
  return announcements.flatMap((header) => {
    const entry = view.raw(header.seq);
    const notice = entry === undefined ? undefined : noticeIn(entry);
    return notice === undefined ? [] : [notice];
  });
}

function noticeIn(entry: Entry): Notice | undefined {
  const data = dataOf(entry, 'announcement');
  const known = wordings.find(([kind, wording]) =>
    data?.kind === undefined ? wording.test(entry.content) : data.kind === kind,
  );
  if (known === undefined) return undefined;
  const [kind, wording] = known;
  const [, first, second] = wording.exec(entry.content) ?? [];
  const phase = data?.['phase'];
  const told = kind === 'phase_end' ? (typeof phase === 'number' ? phase : undefined) : data?.round;
  return { seq: entry.seq, kind, number: told ?? numberOf(first), limit: numberOf(second) };
}

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);
