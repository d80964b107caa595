import type { ArguingInput, StandingIssue } from '../../debate/tasks/common';
import { cut, debaterText, lines, most, newest } from './cueText';
import type { Fence } from './fence';

/** What whoever argues is told, in every format: `ArguingInput` without the record. */

export const arguingFills = ['you', 'research', 'redactions', 'issues', 'questions', 'guidance'] as const;

/**
 * `research` is left empty: the caller puts the notes there, fenced. `mayCorrect`: an unreliable source may be replaced at the start of
 * the next entry, in fixed words.
 */
export function arguingValues(
  input: ArguingInput,
  fence: Fence,
  mayCorrect = true,
): Record<(typeof arguingFills)[number], string> {
  const { you, questions, mustAcknowledge, standingIssues } = input;
  return {
    you: debaterText('persona', you, fence),
    redactions: lines(
      newest(mustAcknowledge).map(({ seq, struck, reason }) =>
        fence.wrap('redaction', { seq, struck }, cut(reason, most.reason)),
      ),
    ),
    issues: lines(
      newest(standingIssues).map((issue) => issueText(issue, mayCorrect && isCorrectable(issue, input), fence)),
    ),
    questions: lines(newest(questions, most.asked).map(({ seq, text }) => fence.wrap('question', { seq }, cut(text)))),
    guidance: guidanceText(input.guidance, fence),
    research: '',
  };
}

export const guidanceText = (guidance: readonly { seq: number; text: string }[], fence: Fence): string =>
  lines(newest(guidance, most.asked).map(({ seq, text }) => fence.wrap('guidance', { seq }, cut(text))));

/** The finding, and the line that corrects it while that is still allowed. */
function issueText({ seq, url, status, reason, ruling }: StandingIssue, isOpen: boolean, fence: Fence): string {
  const line = isOpen ? [`Correction line: SOURCE CORRECTION for seq ${seq}: replacing ${url} with NEW — why`] : [];
  return fence.wrap(
    'finding',
    { seq, status, ruling: ruling ?? undefined },
    lines([url, cut(reason, most.reason), ...line]),
  );
}

/** Only in the next entry after the warning, and only where the wording can hold the address. */
function isCorrectable({ ruling, url }: StandingIssue, { record, you }: ArguingInput): boolean {
  const hasSpokenSince = record.some((entry) => entry.speaker === you.name && entry.seq > (ruling ?? Infinity));
  return !hasSpokenSince && !/\s/.test(url);
}
