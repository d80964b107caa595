import { dataOf } from '../../debate/codec';
import { tribunalFacts, type TribunalRound } from '../../debate/formats/tribunal/facts';
import type { Header } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import type { FormatReports, LiveDocument } from '../document';
import { contribution } from './contribution';
import { issueTracker } from './issueTracker';
import { judgeReport, rulingReport } from './judgeReport';
import { moderatorReport } from './moderatorReport';

/** A folder a round, the issue tracker, the ruling. */
export const tribunalReports: FormatReports = {
  documents: (view) => [...roundsOf(view).flatMap(({ round }) => filesOf(round)), tracker, ruling],
  changedBy,
};

const tracker: LiveDocument = { name: 'issue-tracker.md', build: issueTracker, isLive: true };
const ruling: LiveDocument = { name: 'ruling.md', build: rulingReport, isLive: true };

const roundsOf = ({ state }: RecordView): readonly TribunalRound[] => state.factsOf(tribunalFacts).rounds;

const file = (
  round: number,
  name: string,
  build: (view: RecordView, found: TribunalRound) => string | undefined,
): LiveDocument => ({
  name: `round-${round}/${name}.md`,
  isLive: true,
  build: (view) => {
    const found = roundsOf(view).find((candidate) => candidate.round === round);
    return found === undefined ? undefined : build(view, found);
  },
});

const advocate = (round: number): LiveDocument =>
  file(round, 'advocate', (view, found) => contribution(view, found, 'advocate'));
const critic = (round: number): LiveDocument =>
  file(round, 'critic', (view, found) => contribution(view, found, 'critic'));
const judge = (round: number): LiveDocument => file(round, 'judge', judgeReport);
const moderator = (round: number): LiveDocument => file(round, 'moderator', moderatorReport);
const filesOf = (round: number): LiveDocument[] => [advocate(round), critic(round), judge(round), moderator(round)];

/** Earlier rounds are never among them: their files stay what they are. */
function changedBy({ seq, type }: Header, view: RecordView): readonly LiveDocument[] {
  const current = roundsOf(view).at(-1)?.round;
  if (current === undefined) return [];
  switch (type) {
    case 'defense':
      return [advocate(current)];
    case 'critique':
      return [critic(current)];
    case 'assessment':
      return [judge(current), tracker];
    case 'judges_ruling':
      return [judge(current), ruling, tracker];
    case 'note':
      return [...failureFiles(view, seq, current), moderator(current)];
    case 'announcement':
    case 'handoff':
    case 'ruling':
    case 'intervention':
      return [moderator(current)];
    default:
      return [];
  }
}

/** A contribution that failed has a file too: it says so. */
function failureFiles(view: RecordView, seq: number, round: number): LiveDocument[] {
  const entry = view.visible(seq);
  const data = entry === undefined ? undefined : dataOf(entry, 'note');
  if (data?.kind !== 'failure') return [];
  const documentOf = new Map([
    ['advocate', advocate],
    ['critic', critic],
    ['judge', judge],
  ]).get(data.side ?? '');
  return documentOf === undefined ? [] : [documentOf(round)];
}
