import type { Draft, Phase } from '../../log/entry';

/** Who leads a debate: the Chair of a panel, the moderator of the other formats. */
export type Host = 'chair' | 'moderator';

/** The host's entries. The leading words are the ancestors', kept so that old tools find them. */
export function noticesOf(speaker: Host) {
  const note = (content: string, data: { kind: string } & Record<string, unknown>, target?: number): Draft => ({
    speaker,
    phase: 'system',
    type: 'note',
    content,
    data,
    target_seq: target ?? null,
  });
  return {
    note,

    announcement: (content: string, data: Record<string, unknown>, phase: Phase = 'system'): Draft => ({
      speaker,
      phase,
      type: 'announcement',
      content,
      data,
    }),

    /** Which step failed, why, and what the debate goes on without. */
    failureNote: (what: string, why: string, consequence: string): Draft =>
      note(`${what} failed: ${why} ${consequence}`, { kind: 'failure', reason: why }),

    /** What nobody could honestly bring is named, so that nobody looks for it. */
    absentNote: (what: string, why: string, kind: 'absent' | 'failure' = 'absent'): Draft =>
      note(`${what} is absent: ${why}`, { kind, reason: why }),

    ruling: (target: number | null, text: string, data: Record<string, unknown>): Draft => ({
      speaker,
      phase: 'system',
      type: 'ruling',
      content: target === null ? text : `Ruling on seq ${target}: ${text}`,
      target_seq: target,
      data,
    }),

    redaction: (
      target: { seq: number; speaker: string },
      data: { reason: string; url: string; addendum: true | undefined },
    ): Draft => {
      const late = data.addendum === true ? ' Found after the conclusion: the outcome stands.' : '';
      return {
        speaker,
        phase: 'system',
        type: 'redaction',
        content: `REDACTED: seq ${target.seq} (${target.speaker}). Reason: ${data.reason} Entry is struck from the record.${late}`,
        target_seq: target.seq,
        data: { kind: 'fabricated', rule: '12', ...data },
      };
    },
  };
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

export const seqList = (seqs: readonly number[]): string => listed(seqs.map((seq) => `seq ${seq}`));
