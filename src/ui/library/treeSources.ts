import * as l10n from '@vscode/l10n';
import { sameTextAs } from '../../debate/fold/origins';
import { changeOn, stillStands, type SourceChange } from '../../debate/fold/sourceChange';
import { proofOn } from '../../debate/fold/citations';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import { cutText, plainLine, unquoted, quoted } from '../../matching/text/shortText';
import { isRedacted, type Finding } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { vouchOf } from '../../projections/sources';
import type { SourceStatus } from '../../shared/protocol';
import { sourceOutcome } from '../findings/sourceOutcome';
import { countedWords, statusTitle, statusWords } from '../../projections/sourceWords';
import { sourcesTaken } from '../findings/citation';
import { citedUrls, isOnWeb, placeLabel, type CitedUrl } from '../findings/citedUrls';
import {
  countedGroup,
  groupNode,
  mostOpen,
  rowsFor,
  rowText,
  treeNode,
  type NodeIcon,
  type TreeNode,
  type OutlineSource,
} from '../formats/treeNode';

/** Verified, and nobody judged what it is quoted for, is a kind of its own. */
type ResultKind = SourceStatus | 'quoted';

const order: readonly ResultKind[] = ['fabricated', 'unreliable', 'unverified', 'verified', 'quoted', 'pending'];

/** A result on an address that its entry does not cite is of none. */
function kindOf({ status, finding, isCited }: CitedUrl): ResultKind | undefined {
  if (!isCited) return undefined;
  return status === 'verified' && finding?.quoted === true ? 'quoted' : status;
}

const foundOfKind = (kind: ResultKind) =>
  kind === 'quoted' ? { status: 'verified' as const, isQuoted: true } : { status: kind };

/** In longer lists pages are named by their address: their titles stand in the entries, which would all have to be read. */
const mostTitles = 300;

const statusIcons: Readonly<Record<SourceStatus, NodeIcon>> = {
  fabricated: { name: 'error', colour: 'list.errorForeground' },
  unreliable: { name: 'warning', colour: 'list.warningForeground' },
  unverified: { name: 'question' },
  verified: { name: 'pass', colour: 'charts.green' },
  pending: { name: 'circle-outline' },
};

export function verificationGroup(source: OutlineSource): TreeNode | undefined {
  const counts = statusCounts(source);
  if (counts.length === 0) return undefined;
  const description = counts
    .map(([kind, cited]) => countedWords(l10n, { ...foundOfKind(kind), count: cited.length }))
    .join(' · ');
  const label = l10n.t('Verification');
  const context = counts.some(([kind]) => kind === 'unverified') ? 'group checkable' : 'group';
  const wrong = counts.flatMap(([, cited]) => cited.filter((one) => isWrong(source.view, one)));
  const isOpen = wrong.length > 0 && (wrong.length <= mostOpen || wrong.some(({ status }) => isInDoubt(status)));
  return groupNode(source.folder, {
    key: 'verification',
    label,
    description,
    context,
    isOpen,
  });
}

function statusCounts({ view }: OutlineSource): [ResultKind, CitedUrl[]][] {
  const all = citedUrls(view);
  return order
    .map((kind): [ResultKind, CitedUrl[]] => [kind, all.filter((cited) => kindOf(cited) === kind)])
    .filter(([, cited]) => cited.length > 0);
}

/** What somebody should look at stands open, the worst first; what is fine, or not decided yet, below a count. */
export function verificationNodes(source: OutlineSource, below: string): TreeNode[] {
  if (below !== '') return resultNodes(source, below);
  return statusCounts(source).flatMap(([kind, cited]) => {
    const wrong = cited.filter((one) => isWrong(source.view, one));
    const rows = resultRows(source, `${kind}/wrong`, wrong);
    if (wrong.length === cited.length) return rows;
    return [
      ...rows,
      groupNode(source.folder, {
        key: `verification/${kind}`,
        label: statusTitle(l10n, foundOfKind(kind)),
        description: String(cited.length - wrong.length),
        icon: statusIcons[foundOfKind(kind).status],
      }),
    ];
  });
}

const isInDoubt = (status: SourceStatus | undefined): boolean => status === 'fabricated' || status === 'unreliable';

/** A verified source is wrong once its passage has changed. */
function isWrong(view: RecordView, { status, seq, url }: CitedUrl): boolean {
  if (status !== 'verified') return status !== 'pending';
  const change = changeOn(view, seq, url);
  return change !== undefined && !stillStands(change);
}

const resultNodes = (source: OutlineSource, kind: string): TreeNode[] =>
  resultRows(
    source,
    kind,
    citedUrls(source.view).filter((cited) => kindOf(cited) === kind && !isWrong(source.view, cited)),
  );

/** Why it is so takes reading the entry: see `explanationOfNode`. */
function resultRows({ folder, view }: OutlineSource, part: string, those: readonly CitedUrl[]): TreeNode[] {
  return rowsFor({ folder, key: `verification/${part}` }, those, (cited) => {
    const { seq, url, speaker, status = 'pending' } = cited;
    const isGone = isRedacted(view.state, seq);
    const isRead = those.length <= mostTitles;
    const place = rowText(placeLabel(view, cited, isRead));
    const isFine = !isWrong(view, cited);
    const quote = isRead && !isFine ? quoteOf(view, cited) : undefined;
    const label = quote ?? place;
    const notes = statusNotes(view, cited);
    const same = sameTextAs(view.state, url);
    const description = [
      l10n.t('seq {0}', seq),
      rowText(view.mask.text(speaker)),
      ...(quote === undefined ? [] : [place]),
      ...notes,
      ...(kindOf(cited) === 'quoted' ? [l10n.t('quoted')] : []),
      ...(same === undefined ? [] : [l10n.t('same text as seq {0}', same)]),
      ...(isGone ? [l10n.t('struck')] : []),
    ].join(' · ');
    return treeNode({
      folder,
      key: `verification/${part}/${seq}/${url}`,
      label,
      description,
      icon: status === 'verified' && !isFine ? statusIcons.unreliable : statusIcons[status],
      seq,
      url,
      spoken: `${statusWords(l10n, foundOfKind(kindOf(cited) ?? 'pending'))}: ${label}, ${description}`,
      // The source of a redacted entry is not opened: what it quotes is part of the entry.
      ...(isGone ? { context: 'entry', click: 'entry' } : { context: sourceContext(view, cited), click: 'source' }),
    });
  });
}

/** Of a redacted entry nothing is there. */
function quoteOf(view: RecordView, { seq, index }: CitedUrl): string | undefined {
  const quote = view.visible(seq)?.sources?.[index]?.quote?.trim() ?? '';
  return quote === '' ? undefined : quoted(cutText(plainLine(unquoted(quote)), longestQuote));
}

const longestQuote = 60;

const statusNotes = (view: RecordView, cited: CitedUrl): string[] => [
  ...proofNote(view, cited),
  ...changeNote(changeOn(view, cited.seq, cited.url)),
];

const changeNote = (change: SourceChange | undefined): string[] =>
  change === undefined ? [] : [stillStands(change) ? l10n.t('file changed') : l10n.t('passage changed')];

function proofNote(view: RecordView, { url, finding }: CitedUrl): string[] {
  switch (finding && proofOn(view, url)?.proof) {
    case 'does_not_fit':
      return finding?.status === 'fabricated' ? [] : [l10n.t('does not fit')];
    case 'not_provable':
      return [l10n.t('cannot be proven here')];
    case 'proven':
    case undefined:
      return [];
  }
}

const sourceContext = (view: RecordView, cited: CitedUrl): string =>
  [
    'entry source',
    ...(changeOn(view, cited.seq, cited.url) === undefined ? [] : ['changed']),
    ...(sourcesTaken.openInBrowser(cited) ? ['web'] : []),
    ...(cited.status === 'verified' || cited.finding?.vouched === true ? [] : ['open']),
  ].join(' ');

/** The explanation as anyone may read it; undefined for rows that are about no source. */
export function explanationOfNode(
  { view }: OutlineSource,
  { seq, url }: Pick<TreeNode, 'seq' | 'url'>,
): string | undefined {
  if (seq === undefined || url === undefined) return undefined;
  const cited = citedUrls(view).find((candidate) => candidate.seq === seq && candidate.url === url);
  if (cited === undefined) return undefined;
  const { finding, status, index } = cited;
  const source = index < 0 ? undefined : view.visible(seq)?.sources?.[index];
  const outcome = finding && sourceOutcome(view, finding);
  const lines = [
    placeLabel(view, cited, true),
    status === undefined
      ? l10n.t('not checked (beyond the first five)')
      : statusWords(l10n, foundOfKind(kindOf(cited) ?? status)),
    outcome?.explanation,
    outcome?.proof?.words === outcome?.explanation ? undefined : outcome?.proof?.words,
    outcome?.changed,
    finding && vouchedText(view, finding),
    source?.quote === undefined ? undefined : quoted(source.quote),
  ];
  return lines.filter((line) => line !== undefined && line !== '').join('\n\n');
}

function vouchedText(view: RecordView, finding: Finding): string | undefined {
  const day = vouchOf(view, finding)?.day;
  if (!finding.vouched) return undefined;
  return day === undefined
    ? l10n.t('The user has vouched for it.')
    : l10n.t('The user has vouched for it on {0}.', day);
}

function bySource({ view }: OutlineSource): Map<string, CitedUrl[]> {
  const found = new Map<string, CitedUrl[]>();
  for (const cited of citedUrls(view)) {
    const those = found.get(cited.key);
    if (those === undefined) found.set(cited.key, [cited]);
    else those.push(cited);
  }
  return found;
}

export function sourcesGroup(source: OutlineSource): TreeNode | undefined {
  const { size: count } = bySource(source);
  return countedGroup(source.folder, { key: 'sources', label: l10n.t('Sources'), count });
}

/** The most cited come first. */
export function sourceNodes(source: OutlineSource, below: string): TreeNode[] {
  if (below !== '') return citingNodes(source, below);
  const { folder, view } = source;
  const sources = [...bySource(source)].sort(([, a], [, b]) => b.length - a.length);
  return rowsFor({ folder, key: 'sources' }, sources, ([key, cited]) => {
    const [first] = cited;
    const label = rowText(
      first === undefined ? key : placeLabel(view, { ...first, url: key }, sources.length <= mostTitles),
    );
    const times = cited.length === 1 ? l10n.t('cited once') : l10n.t('cited {0} times', cited.length);
    const doubtful = cited.filter(({ status }) => isInDoubt(status)).length;
    const description = doubtful === 0 ? times : `${times} · ${l10n.t('{0} in doubt', doubtful)}`;
    const icon = { name: isOnWeb(key) ? 'globe' : 'file' };
    const tooltip = view.mask.text(key);
    return treeNode({
      folder,
      key: `sources/${key}`,
      label,
      description,
      tooltip,
      icon,
      context: 'group',
      isParent: true,
    });
  });
}

function citingNodes(source: OutlineSource, part: string): TreeNode[] {
  const { folder, view } = source;
  return rowsFor({ folder, key: `sources/${part}` }, bySource(source).get(part) ?? [], (cited) => {
    const { seq, url, speaker, status } = cited;
    const words = statusWords(l10n, foundOfKind(kindOf(cited) ?? 'pending'));
    const isGone = isRedacted(view.state, seq);
    const description = [partText(url), words, ...statusNotes(view, cited), ...(isGone ? [l10n.t('struck')] : [])]
      .filter((text) => text !== '')
      .join(' · ');
    return treeNode({
      folder,
      key: `sources/${part}\n${seq}\n${url}`,
      label: l10n.t('{0}, seq {1}', rowText(view.mask.text(speaker)), seq),
      description,
      seq,
      url,
      icon: status === undefined ? { name: 'circle-outline' } : statusIcons[status],
      click: 'entry',
      context: isGone ? 'entry' : sourceContext(view, cited),
    });
  });
}

function partText(url: string): string {
  const parsed = parseSourceUrl(url);
  if (parsed.kind !== 'workspace') return '';
  const { lines, page } = parsed;
  if (page !== undefined) return l10n.t('page {0}', page);
  if (lines === undefined) return '';
  return lines.start === lines.end
    ? l10n.t('line {0}', lines.start)
    : l10n.t('lines {0} to {1}', lines.start, lines.end);
}
