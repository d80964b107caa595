import { paragraphs, counted } from '../matching/text/shortText';
import { isOpenEnded } from '../debate/formats/registry';
import { headerOf } from '../debate/fold/state';
import { allCitations, sourceCounts } from '../debate/fold/citations';
import type { RecordView } from '../debate/fold/view';
import { answerSection } from './answer';
import { safeContent } from './contents';
import {
  dateText,
  durationText,
  hostTitle,
  footerNotice,
  noticeOf,
  topNotice,
  outcomeText,
  roundTitle,
  roundWord,
  rulingWords,
  spanOf,
  unreadHead,
  whenText,
} from './facts';
import { blockQuote, inline, link, partsOf, table } from './markdown';
import { seqLink, type SeqLinks, transcriptLinks } from './seqLinks';
import { factCheckLine, transcriptEntry } from './transcriptEntry';
import { tallyWords } from '../projections/sourceWords';
import { elapsedOf, roundsHeld } from '../projections/status';
import { topicOf } from '../projections/topic';
import { english } from '../projections/vocabulary';

/** `transcript.md`: the whole record in its order. */
export function transcript(view: RecordView): string {
  const links = transcriptLinks(view.state, '');
  const answer = answerSection(view, links);
  const text = paragraphs([
    `# Debate Transcript: ${inline(topicOf(view) ?? 'topic not recorded')}`,
    `*${dateText(spanOf(view).start) ?? 'Date not recorded'}*`,
    topNotice(view.state),
    unreadHead(view),
    answer && `## ${answer.join('\n\n')}`,
    '## Metadata',
    metadataTable(view),
    '## Quick Navigation',
    navigation(view, links),
    '## Transcript',
    entries(view, links),
    audienceConclusion(view, links),
    `## ${hostTitle(view.state)} Rulings`,
    rulings(view, links),
    '## Redactions',
    redactions(view, links),
    footerNotice(view.state),
  ]);
  return `${text}\n`;
}

function metadataTable(view: RecordView): string {
  const { state } = view;
  const { start, end } = spanOf(view);
  const notice = topNotice(state) === undefined ? noticeOf(state) : undefined;
  // The steps of an import have no time of their own.
  const ran = state.elapsedMs > 0 ? elapsedOf(state) : Date.parse(end ?? '') - Date.parse(start ?? '');
  const took = end === undefined ? '' : ` (${durationText(ran)})`;
  return table(
    ['Field', 'Value'],
    [
      ['Topic', inline(topicOf(view) ?? 'not recorded')],
      ['Format', state.setup?.format ?? 'not recorded'],
      ['Debaters', state.debaters.map(({ name }) => inline(name)).join(', ') || 'none yet'],
      ['Start', start === undefined ? 'not started' : inline(whenText(start))],
      ['End', end === undefined ? notEnded(view) : `${inline(whenText(end))}${took}`],
      [isOpenEnded(state.setup?.format) ? 'Result' : 'Outcome', inline(outcomeText(view))],
      [`${roundTitle(state)}s`, String(roundsHeld(state))],
      ['Entries', String(state.headers.length)],
      ['Verification', tallyWords(english, sourceCounts(allCitations(state)))],
      ['Redactions', String(state.redactions.size)],
      ...(notice === undefined ? [] : [['Notice', inline(notice)]]),
    ],
  );
}

const notEnded = (view: RecordView): string =>
  isOpenEnded(view.state.setup?.format) ? `open: more ${roundWord(view.state)}s can be asked for` : outcomeText(view);

function navigation(view: RecordView, links: SeqLinks): string {
  const { state } = view;
  const rows = partsOf(state).map(({ title, headers }) => {
    const first = headers[0]?.seq ?? 0;
    const last = headers.at(-1)?.seq ?? first;
    const speakers = [...new Set(headers.map(({ speaker }) => speaker))].filter((name) => isDebating(view, name));
    const range = last === first ? seqLink(first, links) : `${seqLink(first, links)} – ${seqLink(last, links)}`;
    return [link(title, `#seq-${first}`), range, speakers.map((name) => inline(name)).join(', ')];
  });
  const audience = audienceEntries(view).length;
  const host = hostTitle(state);
  const sections = [
    ...(audience > 0 ? [[link('Audience Conclusion', '#audience-conclusion'), '', 'audience']] : []),
    [
      link(`${host} Rulings`, `#${host.toLowerCase()}-rulings`),
      counted(state.rulings.length, 'ruling'),
      host.toLowerCase(),
    ],
    [link('Redactions', '#redactions'), counted(state.redactions.size, 'redaction'), host.toLowerCase()],
  ];
  return table(['Part', 'Entries', 'Voices'], [...rows, ...sections]);
}

const isDebating = ({ state }: RecordView, name: string): boolean =>
  name === 'audience' || name === 'user' || state.debaters.some((debater) => debater.name === name);

/** Entries in order. A seq that is in the log twice is shown once, because links could not distinguish the two. */
function entries(view: RecordView, links: SeqLinks): string {
  const { headers } = view.state;
  const shown = new Set<number>();
  const texts: string[][] = [];
  for (const header of headers) {
    if (shown.has(header.seq)) continue;
    shown.add(header.seq);
    const line = factCheckLine(view, header, links);
    const before = texts.at(-1);
    if (line === undefined || before === undefined) texts.push([line ?? transcriptEntry(view, header, links)]);
    else before.push(line);
  }
  const doubled = headers.length - shown.size;
  const warning =
    doubled === 0 ? [] : [`*${counted(doubled, 'line')} of the log with a seq that was there before: left out here.*`];
  return (
    [...warning, ...texts.map((parts) => paragraphs(parts))].join('\n\n---\n\n') || '*The log holds no entry yet.*'
  );
}

const audienceEntries = (view: RecordView): number[] =>
  view.state.headers.filter((header) => header.type === 'audience_conclusion').map((header) => header.seq);

function audienceConclusion(view: RecordView, links: SeqLinks): string {
  const texts = audienceEntries(view).map((seq) => {
    const entry = view.visible(seq);
    return `${blockQuote(safeContent(entry?.content ?? '', { links }))}\n\n*${seqLink(seq, links)}*`;
  });
  return texts.length === 0 ? '---' : paragraphs(['---', '## Audience Conclusion', ...texts, '---']);
}

function rulings(view: RecordView, links: SeqLinks): string {
  const rows = view.state.rulings.map((ruling) => [
    seqLink(ruling.seq, links),
    ruling.target === null ? inline(ruling.debater ?? '') : seqLink(ruling.target, links),
    `${inline(ruling.kind)}${ruling.rule === undefined ? '' : `, rule ${inline(ruling.rule)}`}`,
    inline(rulingWords(view, ruling), links),
  ]);
  return rows.length === 0 ? 'No ruling was issued.' : table(['Ruling', 'On', 'Kind', 'In words'], rows);
}

function redactions(view: RecordView, links: SeqLinks): string {
  const { state } = view;
  const rows = [...state.redactions].map(([redacted, { by, reason }]) => [
    seqLink(redacted, links),
    inline(headerOf(state, redacted)?.speaker ?? ''),
    seqLink(by, links),
    inline(view.mask.text(reason), links),
  ]);
  return rows.length === 0 ? 'No entry was struck.' : table(['Struck', 'Speaker', 'By', 'Reason'], rows);
}
