import { tribunalFacts, type TribunalRound } from '../../debate/formats/tribunal/facts';
import type { Header } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import { footer, noticeOf } from '../facts';
import { bulletList, inline, paragraphs } from '../markdown';
import { seqLink, type SeqLinks } from '../seqLinks';
import { linksFromSubfolder } from '../subfolderLinks';
import { topicLine } from './contribution';

/** `round-N/moderator.md`: what was announced, handed on, ruled and missed in the round, and what the user asked for. */
export function moderatorReport(view: RecordView, round: TribunalRound): string {
  const links = linksFromSubfolder(view.state);
  const { own, before } = spansOf(view, round);
  const section = (title: string, headers: readonly Header[], none: string): string =>
    `## ${title}\n\n${headers.length === 0 ? none : bulletList(headers.map((header) => line(view, header, links)))}`;
  const failures = own.filter(({ kind }) => kind === 'failure');
  const rulings = own.filter(({ type }) => type === 'ruling' || type === 'redaction');
  const text = paragraphs([
    `# Moderator, Round ${round.round}`,
    topicLine(view),
    section(
      'Announcements',
      own.filter(({ type, speaker }) => type === 'announcement' && speaker === 'moderator'),
      'Nothing was announced.',
    ),
    section('Guidance taken up', before.filter(isGuidance), 'The user had said nothing new before this round.'),
    section(
      'Hand-offs',
      own.filter(({ type }) => type === 'handoff'),
      'None is in the record.',
    ),
    section('Rulings and redactions', rulings, 'None.'),
    section('Failures', failures, 'None: everybody contributed.'),
    section(
      'Said by the user during this round',
      own.filter(isGuidance),
      'Nothing. What is said during a round is taken up in the next.',
    ),
    footer(noticeOf(view.state)),
  ]);
  return `${text}\n`;
}

const isGuidance = ({ type }: Header): boolean => type === 'intervention';

const line = (view: RecordView, { seq }: Header, links: SeqLinks): string =>
  `${seqLink(seq, links)}: ${inline(view.visible(seq)?.content ?? '', links)}`;

/** The entries of the round, up to where the next one begins, and those of the one before. */
function spansOf(
  { state }: RecordView,
  { round }: TribunalRound,
): { own: readonly Header[]; before: readonly Header[] } {
  const { rounds } = state.factsOf(tribunalFacts);
  const at = rounds.findIndex((candidate) => candidate.round === round);
  const first = (index: number): number => {
    const { start, defense, critique, assessment } = rounds[index] ?? {};
    return Math.min(...[start, defense, critique, assessment].map((seq) => seq ?? Infinity));
  };
  const from = first(at);
  const to = first(at + 1);
  const since = at <= 0 ? 0 : first(at - 1);
  const { headers } = state;
  return {
    own: headers.filter(({ seq }) => seq >= from && seq < to),
    before: headers.filter(({ seq }) => seq >= since && seq < from),
  };
}
