import type { ClosingInput, OpeningInput, SpeakerInput, StandingIssue, TurnInput } from '../../debate/tasks';
import { cut, debaterText, lines, most, newest, seqList } from './cueText';
import type { Fence } from './fence';
import type { CueValues } from './placeholders';

type Values = CueValues<'debater/turn'>;

export const openingValues = (input: OpeningInput, fence: Fence): Values => ({
  ...speakerValues(input, fence),
  occasion: 'your opening statement',
  priorSpeakers: speakersText('Before you, these opened', input.priorOpeners),
});

export function turnValues(input: TurnInput, fence: Fence): Values {
  const { round, spokenThisRound, brief } = input;
  const turns = spokenThisRound.map(({ name, seqs, summary }) => fence.wrap('turn', { debater: name, seqs: seqList(seqs) }, cut(summary, most.reason)));
  return {
    ...speakerValues(input, fence),
    occasion: `your turn in round ${round}`,
    round: `${round} of at most ${brief.maxRounds}`,
    spoken: turns.length === 0 ? '' : lines(['Spoken in this round so far, as the Chair sums it up:', ...turns]),
  };
}

export const closingValues = (input: ClosingInput, fence: Fence): Values => ({
  ...speakerValues(input, fence),
  occasion: 'your closing statement, which may cite only sources that were cited before: read those again that it will rest on',
  unresolved: lines(input.unresolved.map(({ text, seqs }) => fence.wrap('point', { seqs: seqList(seqs) }, cut(text, most.reason)))),
  priorSpeakers: speakersText('Before you, these closed', input.priorClosers),
});

function speakerValues(input: SpeakerInput, fence: Fence): Values {
  const { you, guidance, questions, mustAcknowledge, frameworks, standingIssues } = input;
  return {
    you: debaterText('persona', you, fence),
    redactions: lines(newest(mustAcknowledge).map(({ seq, struck, reason }) => fence.wrap('redaction', { seq, struck }, cut(reason, most.reason)))),
    frameworks: lines(newest(frameworks).map(({ seq, by, name, description }) => fence.wrap('framework', { seq, by, name }, cut(description, most.reason)))),
    issues: lines(newest(standingIssues).map((issue) => issueText(issue, input, fence))),
    questions: lines(newest(questions, most.asked).map(({ seq, text }) => fence.wrap('question', { seq }, cut(text)))),
    guidance: lines(newest(guidance, most.asked).map(({ seq, text }) => fence.wrap('guidance', { seq }, cut(text)))),
    ...{ research: '', occasion: '', round: '', spoken: '', priorSpeakers: '', unresolved: '' },
  };
}

/** The finding, and the line that corrects it while that is still allowed. */
function issueText(issue: StandingIssue, input: SpeakerInput, fence: Fence): string {
  const { seq, url, status, reason, ruling } = issue;
  const line = isCorrectable(issue, input) ? `\nCorrection line: SOURCE CORRECTION for seq ${seq}: replacing ${url} with NEW — why` : '';
  return fence.wrap('finding', { seq, status, ruling: ruling ?? undefined }, `${url}\n${cut(reason, most.reason)}${line}`);
}

/** Only in the next entry after the warning, and only where the wording can hold the address. */
function isCorrectable({ ruling, url }: StandingIssue, { record, you }: SpeakerInput): boolean {
  const hasSpokenSince = record.some((entry) => entry.speaker === you.name && entry.seq > (ruling ?? Infinity));
  return !hasSpokenSince && !/\s/.test(url);
}

const speakersText = (words: string, speakers: readonly { name: string; seqs: readonly number[] }[]): string =>
  speakers.length === 0 ? '' : `${words}: ${speakers.map(({ name, seqs }) => `${name} (seq ${seqList(seqs)})`).join('; ')}.`;
