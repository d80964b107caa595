import { cutText, oneLine, paragraphs, withFullStop } from '../matching/text/shortText';
import { dataOf } from '../debate/log/codec';
import type { EntryData } from '../debate/log/entryData';
import { briefName, wantsBrief } from '../debate/formats/common/decisionBrief';
import { isRedacted } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { answerOf, type ShownPoint } from '../projections/answer';
import { outcomeOf } from '../projections/outcome';
import { grantedIn, lastPositions } from '../projections/granted';
import { plainAnswerOf } from '../projections/plainAnswer';
import { allCitations } from '../debate/fold/citations';
import { foundAs, sourceTally } from '../projections/sources';
import { countedWords, tallied } from '../projections/sourceWords';
import { topicOf } from '../projections/topic';
import { english } from '../projections/vocabulary';
import { grantedWords, plainAnswerWords, positionWords, stableNote } from '../projections/words';
import { answerSection, unstatedIn } from './answer';
import { footerNotice, outcomeText, topNotice, unreadHead } from './facts';
import { bulletList, inline } from './markdown';
import { seqLink, seqLinkList, type SeqLinks } from './seqLinks';

type BriefPart = NonNullable<EntryData['document']['brief']>;

/** The Reporter's part; undefined where it wrote none, or it was redacted. */
export function reporterPart(view: RecordView): BriefPart | undefined {
  const seq = view.state.documents.get(briefName);
  if (seq === undefined || isRedacted(view.state, seq)) return undefined;
  return dataOf(view.visible(seq), 'document')?.brief;
}

/** `brief.md` of a debate that somebody decided: one page, code's part first. Undefined before the end, and where none is asked for. */
export function decisionBrief(view: RecordView, links: SeqLinks): string | undefined {
  const { state } = view;
  const outcome = outcomeOf(state);
  if (!wantsBrief(state) || outcome.code === 'none' || outcome.code === 'told') return undefined;
  const topic = inline(topicOf(view) ?? 'not recorded');
  const answer = answerSection(view, links);
  const sections: (readonly [title: string, body: string | undefined])[] = [
    answer ?? (['Answer', 'None: nothing was settled.'] as const),
    ['Decided', decidedText(view, links)],
    ['Granted', grantedText(view, links)],
    ...reporterSections(view, links),
    ['Figures to Check', unstatedIn(view, briefName)],
    ['Sources That Are Not Verified', uncheckedText(view, links)],
  ];
  const text = paragraphs([
    `# Decision Brief: ${topic}`,
    topNotice(state),
    unreadHead(view),
    ...sections.flatMap(([title, body]) => (body === undefined || body === '' ? [] : [`## ${title}\n\n${body}`])),
    footerNotice(state),
  ]);
  return `${text}\n`;
}

function decidedText(view: RecordView, links: SeqLinks): string {
  const { conclusion } = view.state;
  const { tally, ...outcome } = outcomeOf(view.state);
  const where = conclusion === undefined ? '' : ` (${seqLink(conclusion.seq, links)})`;
  const isByJudges = tally !== undefined || (outcome.code === 'result' && outcome.isFirm !== undefined);
  return paragraphs([`${inline(outcomeText(view))}${where}.`, isByJudges ? `*${stableNote(english)}*` : undefined]);
}

const mostGranted = 3;
const mostCiting = 8;
const longestGranted = 300;

/** Who granted what and where, and where each debater stood at last: at most three of each, in a line each. */
function grantedText(view: RecordView, links: SeqLinks): string | undefined {
  const granted = grantedIn(view).map((one) => grantedWords(english, one));
  const positions = lastPositions(view).map((one) => `Where it ended: ${positionWords(english, one)}`);
  const lines = [...granted.slice(-mostGranted), ...positions.slice(0, mostGranted)];
  return lines.length === 0
    ? undefined
    : bulletList(lines.map((line) => inline(cutText(oneLine(line), longestGranted), links)));
}

function reporterSections(view: RecordView, links: SeqLinks): (readonly [string, string | undefined])[] {
  const part = reporterPart(view);
  if (part === undefined) return [];
  const masked = <T extends { text: string }>(item: T): T => ({ ...item, text: view.mask.text(item.text) });
  const list = (items: readonly ShownPoint[]): string | undefined =>
    items.length === 0 ? undefined : bulletList(items.map((item) => pointLine(masked(item), links)));
  const cruxes = part.cruxes.map((crux) => {
    const beside = sides(crux, links);
    return beside === ''
      ? pointLine(masked(crux), links)
      : `${inline(view.mask.text(crux.text).trim(), links)}${beside}`;
  });
  const options = part.options.map(
    (option) => `${withFullStop(inline(view.mask.text(option.name).trim()))}${sides(option, links)}`,
  );
  return [
    ['What It Hangs On', cruxes.length === 0 ? 'Nothing was contested by two.' : bulletList(cruxes)],
    ['Options', options.length === 0 ? undefined : bulletList(options)],
    ['Assumptions', list(part.assumptions)],
    ['What Would Change It', list(part.would_change)],
    ['The Other View', list(part.minority)],
    ['Next (the Reporter’s judgement)', list(part.next)],
  ];
}

const pointLine = ({ text, seqs }: ShownPoint, links: SeqLinks): string =>
  `${inline(text.trim(), links)}${seqs.length === 0 ? '' : ` (${seqLinkList(seqs, links)})`}`;

function sides({ for: pro, against: con }: { for: readonly number[]; against: readonly number[] }, links: SeqLinks) {
  const parts = [
    pro.length === 0 ? '' : ` For: ${seqLinkList(pro, links)}.`,
    con.length === 0 ? '' : ` Against: ${seqLinkList(con, links)}.`,
  ];
  return parts.join('');
}

/** What did not stand, or nobody judged, with the entries that cite it. */
function uncheckedText(view: RecordView, links: SeqLinks): string | undefined {
  const open = tallied(sourceTally(view)).filter(({ status, count }) => status !== 'verified' && count > 0);
  if (open.length === 0) return undefined;
  const citing = allCitations(view.state).filter((one) => foundAs(view, one.finding).status !== 'verified');
  const seqs = [...new Set(citing.map(({ seq }) => seq))].slice(0, mostCiting);
  const counts = open.map((one) => countedWords(english, one)).join(', ');
  return `${counts}, cited in ${seqLinkList(seqs, links)}: see [the verifier report](verifier-report.md).`;
}

/** The debate as an architecture decision record (MADR), from the record alone. */
export function madr(view: RecordView): string {
  const { state } = view;
  const { question = 'Not recorded', given, agreed, open } = answerOf(view);
  const part = reporterPart(view);
  const plain = plainAnswerOf(view);
  const isDecided = given !== undefined && state.conclusion !== undefined && state.conclusion.outcome !== 'undecided';
  const line = ({ text, seqs }: ShownPoint): string =>
    `${inline(view.mask.text(text).trim())}${seqs.length === 0 ? '' : ` (entries ${seqs.join(', ')})`}`;
  const bullets = (items: readonly string[]): string | undefined =>
    items.length === 0 ? undefined : items.map((item) => `* ${item}`).join('\n');
  const positions = state.debaters.map(
    ({ name, starting_position: position }) => `${inline(view.mask.text(position))} (${inline(view.mask.text(name))})`,
  );
  const options = part?.options.map(({ name }) => inline(view.mask.text(name))) ?? [];
  const consequences = [
    ...agreed.map((one) => `Accepted by both sides: ${line(one)}`),
    ...open.map(
      (one) => `Open: ${line(one)}${one.settle === undefined ? '' : ` What would settle it: ${inline(one.settle)}`}`,
    ),
    ...(part?.would_change ?? []).map((one) => `Would change it: ${line(one)}`),
  ];
  const sections: (readonly [string, string | undefined])[] = [
    ['Context and Problem Statement', inline(question)],
    ['Decision Drivers', bullets((part?.cruxes ?? []).map(line))],
    ['Considered Options', bullets(options.length > 0 ? options : positions)],
    [
      'Decision Outcome',
      paragraphs([
        given === undefined ? undefined : line(given),
        `Outcome of the debate: ${inline(outcomeText(view))}.`,
      ]),
    ],
    ['Consequences', bullets(consequences)],
    [
      'More Information',
      bullets([
        ...(part?.minority ?? []).map((one) => `The other view: ${line(one)}`),
        ...(plain === undefined ? [] : [inline(plainAnswerWords(english, plain))]),
      ]),
    ],
  ];
  const front = ['---', `status: ${isDecided ? 'proposed' : 'draft'}`, ...dateLine(view), '---'].join('\n');
  const body = sections.flatMap(([title, text]) =>
    text === undefined || text === '' ? [] : [`## ${title}\n\n${text}`],
  );
  return `${paragraphs([front, `# ${inline(question)}`, ...body])}\n`;
}

function dateLine({ state }: RecordView): string[] {
  const time = state.lastTime;
  return time > 0 ? [`date: ${new Date(time).toISOString().slice(0, 10)}`] : [];
}
