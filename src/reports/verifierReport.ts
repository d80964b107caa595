import { sourceCounts } from '../debate/fold/citations';
import { correctionOf, explanationOf } from '../projections/sources';
import { dataOf } from '../debate/log/codec';
import { correctionsOf } from '../debate/log/entryData';
import { paragraphs, counted } from '../matching/text/shortText';
import type { RecordView } from '../debate/fold/view';
import { questionAndAnswer } from './answer';
import {
  citedSources,
  countRows,
  resultOf,
  snapshotPath,
  sourceLink,
  speakersOf,
  statusText,
  type ReportedSource,
} from './citedSources';
import { readableUrl } from '../projections/sourcePlace';
import { footerNotice, topNotice, unreadHead } from './facts';
import { bulletList, code, inline, table } from './markdown';
import { transcriptLinks, seqLink, type SeqLinks } from './seqLinks';
import { withdrawnStatement } from './transcriptEntry';
import { speechFacts } from '../debate/formats/common/speech';

/** `verifier-report.md`: every cited source and its result. */
export function verifierReport(view: RecordView): string {
  const links = transcriptLinks(view.state);
  const cited = citedSources(view);
  const text = paragraphs([
    '# Verifier Report',
    questionAndAnswer(view, links),
    topNotice(view.state),
    unreadHead(view),
    '## Summary Statistics',
    statistics(view, cited),
    '## Results by Debater',
    ...resultsByDebater(view, cited, links),
    '## Withdrawn Claims',
    withdrawn(view, cited, links),
    '## Notable Findings',
    notable(view, cited, links),
    footerNotice(view.state),
  ]);
  return `${text}\n`;
}

function statistics(view: RecordView, all: readonly ReportedSource[]): string {
  const names = speakersOf(view.state, all);
  const groups = names.map((name) => all.filter(({ speaker }) => speaker === name));
  const { titles, rows } = countRows(all, [...groups, all]);
  const labels = [...names.map((name) => inline(name)), '**All**'];
  return paragraphs([
    table(
      ['Debater', ...titles],
      rows.map((row, index) => [labels[index] ?? '', ...row]),
    ),
    readings(view, all),
  ]);
}

/** Says how many places were read, and how certain the results are. */
function readings(view: RecordView, all: readonly ReportedSource[]): string | undefined {
  const checked = all.flatMap(({ finding, isCited }) => (isCited ? (finding ?? []) : []));
  const strays = all.filter(({ isCited }) => !isCited).length;
  const others =
    strays === 0 ? '' : ` Not counted: ${counted(strays, 'result')} on addresses that the entries do not cite.`;
  if (checked.length === 0)
    return all.length === 0 ? undefined : `No source has a result: nobody verified this debate.${others}`;
  const snapshots = new Set(checked.flatMap((finding) => snapshotPath(view, finding) ?? []));
  const confidence = checked.map((finding) => resultOf(view, finding)?.confidence ?? 'not stated');
  const levels = ['high', 'medium-high', 'low', 'not stated'] as const;
  const counts = levels.flatMap((level) => {
    const count = confidence.filter((value) => value === level).length;
    return count === 0 ? [] : [`${count} ${level}`];
  });
  const vouched = checked.filter((finding) => finding.vouched).length;
  const byUser = vouched === 0 ? '' : ` The user vouches for ${counted(vouched, 'source')}.`;
  return `${counted(snapshots.size, 'text')} read and kept. Confidence: ${counts.join(', ')}.${byUser}${others}`;
}

function resultsByDebater(view: RecordView, all: readonly ReportedSource[], links: SeqLinks): string[] {
  const names = speakersOf(view.state, all);
  if (names.length === 0) return ['No debater has spoken.'];
  return names.map((name) => {
    const own = all.filter(({ speaker }) => speaker === name);
    if (own.length === 0) return `### ${inline(name)}\n\nCited no source.`;
    const rows = own.map((cited) => resultRow(view, cited, links));
    return `### ${inline(name)}\n\n${table(['Seq', 'URL', 'Claim', 'Status', 'Notes'], rows)}`;
  });
}

function resultRow(view: RecordView, cited: ReportedSource, links: SeqLinks): string[] {
  const { seq, source } = cited;
  return [
    seqLink(seq, links),
    sourceLink(view, cited),
    cited.isRedacted ? '[REDACTED]' : inline(source?.claim ?? '', links),
    statusText(view, cited, links),
    notes(view, cited, links),
  ];
}

function notes(view: RecordView, cited: ReportedSource, links: SeqLinks): string {
  const { seq, finding } = cited;
  const by = view.state.redactions.get(seq)?.by;
  const why = finding === undefined ? '' : inline(explanationOf(view, finding), links);
  const parts = [
    ...(by === undefined ? [] : [`Entry struck by ${seqLink(by, links)}.`]),
    ...(why === '' ? [] : [why]),
    ...(cited.isCited ? [] : ['The entry does not cite this address.']),
    ...(finding === undefined ? [] : [`(${seqLink(finding.seq, links)})`]),
  ];
  return parts.join(' ');
}

/** Corrected sources and redacted entries. */
function withdrawn(view: RecordView, all: readonly ReportedSource[], links: SeqLinks): string {
  const { state } = view;
  const corrections = state.corrections.flatMap(({ by, seq, oldUrl }) => {
    const entry = view.visible(by);
    if (entry === undefined || entry.redacted !== undefined) return [];
    // The state holds the reason unmasked, even if the correction was redacted.
    const made = correctionsOf(dataOf({ ...entry, type: 'new_point' }, 'new_point') ?? {});
    const url = view.mask.text(oldUrl);
    const correction = made.find((one) => one.seq === seq && one.old_url === url);
    if (correction === undefined) return [];
    const { old_url, new_url, reason } = correction;
    const statement = withdrawnStatement(correction, links)
      .map((words) => `; ${words}`)
      .join('');
    const old = all.find((cited) => cited.seq === seq && cited.url === oldUrl);
    const isMade = old?.isCorrected === true && correctionOf(state, old)?.by === by;
    const result = isMade ? 'the new source is verified' : 'the new source is not verified, so the old result stands';
    const what = `${place(old_url)} of ${seqLink(seq, links)}`;
    const did = new_url === undefined ? `withdraws ${what}` : `replaces ${what} with ${place(new_url)}`;
    const outcome = new_url === undefined ? '' : ` (${result})`;
    return `${inline(entry.speaker)} ${did} in ${seqLink(by, links)}: ${inline(reason, links)}${outcome}${statement}`;
  });
  const redacted = [...state.redactions].map(
    ([seq, { by, reason }]) =>
      `${seqLink(seq, links)} is struck with all its claims by ${seqLink(by, links)}: ${inline(view.mask.text(reason), links)}`,
  );
  const lines = [...corrections, ...redacted];
  return lines.length === 0
    ? 'No claim was withdrawn: no source was corrected and no entry was struck.'
    : bulletList(lines);
}

const place = (url: string): string => code(readableUrl(url));

function notable(view: RecordView, cited: readonly ReportedSource[], links: SeqLinks): string {
  const lines = cited.flatMap((one) => {
    const what = remark(view, one);
    if (what === undefined || one.finding === undefined) return [];
    const { seq, speaker, finding } = one;
    const by = view.state.redactions.get(seq)?.by;
    const why = by === undefined ? inline(explanationOf(view, finding), links) : `struck by ${seqLink(by, links)}`;
    return [
      `**${what}:** ${inline(speaker)}, ${seqLink(seq, links)}, ${sourceLink(view, one)}${why === '' ? '' : ` — ${why}`}`,
    ];
  });
  const ruled = rulingsOnChallenges(view);
  const challenges = [...view.state.factsOf(speechFacts).challenges.keys()].map((seq) => {
    const by = ruled.get(seq);
    return `**Challenge:** ${seqLink(seq, links)}${by === undefined ? ', not ruled on yet' : `, ruled on in ${seqLink(by, links)}`}`;
  });
  const all = [...lines, ...challenges, ...undecided(cited)];
  return all.length === 0 ? 'Nothing out of the ordinary.' : bulletList(all);
}

/** Sources that count neither for nor against anyone. */
function undecided(cited: readonly ReportedSource[]): string[] {
  const { unverified, unchecked } = sourceCounts(cited);
  return [
    ...(unverified === 0 ? [] : [`**Unverified:** ${counted(unverified, 'source')}, found neither sound nor false.`]),
    ...(unchecked === 0 ? [] : [`**Not checked:** ${counted(unchecked, 'source')}, at which nobody looked.`]),
  ];
}

/** Rulings by the challenge's seq. */
function rulingsOnChallenges(view: RecordView): Map<unknown, number> {
  const rulings = view.state.rulings.filter(({ kind }) => kind === 'challenge');
  return new Map(rulings.map(({ seq }) => [view.visible(seq)?.data?.['challenge'], seq]));
}

/** Reason why a result deserves a second look. */
function remark(view: RecordView, { finding }: ReportedSource): string | undefined {
  if (finding === undefined) return undefined;
  if (finding.status === 'fabricated') return 'Fabricated';
  if (finding.status === 'unreliable') return 'Unreliable';
  if (finding.vouched) return 'Vouched for by the user';
  return resultOf(view, finding)?.checks?.quote === 'approximate' ? 'Quoted with small differences' : undefined;
}
