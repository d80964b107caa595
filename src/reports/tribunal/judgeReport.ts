import { dataOf } from '../../debate/codec';
import { tribunalFacts, type TribunalRound } from '../../debate/formats/tribunal/facts';
import type { VisibleEntry } from '../../debate/tasks';
import type { RecordView } from '../../debate/view';
import { safeContent } from '../contents';
import { footer, noticeOfRole, outcomeText } from '../facts';
import { inline, paragraphs } from '../markdown';
import { linksToTranscript, seqLink, type SeqLinks } from '../seqLinks';
import { linksFromSubfolder } from '../subfolderLinks';
import { topicLine } from './contribution';
import { failureIn } from './failureIn';

/** `round-N/judge.md`: the assessment, and in the last round the ruling. */
export function judgeReport(view: RecordView, round: TribunalRound): string | undefined {
  const links = linksFromSubfolder(view.state);
  const ruling = rulingEntry(view);
  const isLast = ruling !== undefined && roundOfRuling(view, ruling) === round.round;
  const assessment = round.assessment === undefined ? undefined : view.visible(round.assessment);
  const failed = assessment === undefined ? failureIn(view, round, 'judge') : undefined;
  if (assessment === undefined && failed === undefined && !isLast) return undefined;
  const text = paragraphs([
    `# Judge, Round ${round.round}`,
    topicLine(view),
    assessment === undefined ? failed : judged(assessment, links),
    isLast ? judged(ruling, links) : undefined,
    footer(noticeOfRole(view.state, 'judge', assessment?.seq ?? (isLast ? ruling.seq : undefined))),
  ]);
  return `${text}\n`;
}

/** `ruling.md`: the ruling by itself; undefined before there is one. */
export function rulingReport(view: RecordView): string | undefined {
  const ruling = rulingEntry(view);
  if (ruling === undefined) return undefined;
  const links = linksToTranscript(view.state);
  const head = ['# Ruling', topicLine(view), `**Outcome:** ${inline(outcomeText(view.state))}`];
  return `${paragraphs([...head, judged(ruling, links), footer(noticeOfRole(view.state, 'judge', ruling.seq))])}\n`;
}

const judged = (entry: VisibleEntry, links: SeqLinks): string =>
  paragraphs([
    `*${inline(entry.timestamp)} · ${seqLink(entry.seq, links)}*`,
    safeContent(entry.content, { links, headings: 'keep' }),
  ]);

function rulingEntry(view: RecordView): VisibleEntry | undefined {
  const seq = view.state.factsOf(tribunalFacts).ruling?.seq;
  return seq === undefined ? undefined : view.visible(seq);
}

/** Where it does not say its round, it belongs to the last one. */
function roundOfRuling({ state }: RecordView, ruling: VisibleEntry): number | undefined {
  const { rounds } = state.factsOf(tribunalFacts);
  const said = dataOf(ruling, 'judges_ruling')?.round;
  return rounds.some(({ round }) => round === said) ? said : rounds.at(-1)?.round;
}
