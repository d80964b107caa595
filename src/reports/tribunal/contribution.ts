import { tribunalFacts, type TribunalRound, visibleTracker } from '../../debate/formats/tribunal/facts';
import type { VisibleEntry } from '../../debate/flow/tasks';
import type { RecordView } from '../../debate/fold/view';
import { claimBeyondQuote } from '../citedSources';
import { readableUrl } from '../../projections/sourcePlace';
import { safeContent } from '../contents';
import {
  claimOf,
  partOf,
  short,
  standingEntries,
  type Claim,
  type ClaimRelation,
  type DiscussionParts,
} from '../export/claims';
import { footer, noticeOfRole, whenText } from '../facts';
import { code, inline, link, linkLabel, struckText, quotedInline } from '../markdown';
import { transcriptLinks, seqLink, type SeqLinks } from '../seqLinks';
import { topicOf } from '../../projections/topic';
import { english } from '../../projections/vocabulary';
import { seatName } from '../../projections/seatName';
import { dataOf } from '../../debate/log/codec';
import { oneLine, paragraphs } from '../../matching/text/shortText';

/** `round-N/advocate.md`, `round-N/critic.md`; for a failed contribution, the reason. */
export function contribution(view: RecordView, round: TribunalRound, side: 'advocate' | 'critic'): string | undefined {
  const links = transcriptLinks(view.state, '../transcript.md');
  const seq = side === 'advocate' ? round.defense : round.critique;
  const entry = view.visible(seq);
  const failed = failureIn(view, round, side);
  if (entry === undefined && failed === undefined) return undefined;
  const said = entry === undefined ? [failed] : spoken(view, entry, links);
  const text = paragraphs([
    `# ${seatName(english, side)}, Round ${round.round}`,
    topicLine(view),
    ...said,
    footer(noticeOfRole(view.state, side, seq)),
  ]);
  return `${text}\n`;
}

export function topicLine(view: RecordView): string | undefined {
  const topic = topicOf(view);
  return topic === undefined ? undefined : `**Question:** ${inline(topic)}`;
}

function spoken(view: RecordView, entry: VisibleEntry, links: SeqLinks): string[] {
  const head = `*${inline(whenText(entry.timestamp))} · ${seqLink(entry.seq, links)}*`;
  if (entry.redacted !== undefined) return [head, struckText(view, entry.redacted, links)];
  return [head, safeContent(entry.content, { links, headings: 'keep' }), quotations(entry, links)];
}

/** Sources without the Verifier's results, so that a later check does not change a round's file. */
function quotations({ sources }: VisibleEntry, links: SeqLinks): string {
  if (sources === null || sources.length === 0) return 'No source is cited.';
  const items = sources.map(({ url, title, quote, ...source }, index) => {
    const claim = claimBeyondQuote({ quote, ...source });
    const marker = `${index + 1}. `;
    const under = ' '.repeat(marker.length);
    const name = /^https?:/i.test(url)
      ? link(linkLabel(title) || linkLabel(url), url)
      : [inline(title), code(readableUrl(url))].filter(Boolean).join(', ');
    const lines = [
      `${marker}${name}`,
      ...(quote === undefined || quote === '' ? [] : [`${under}> ${quotedInline(quote, links)}`]),
      ...(claim === undefined ? [] : [`${under}Supports: ${inline(claim, links)}`]),
    ];
    return lines.join('\n\n');
  });
  return paragraphs([
    '### Passages relied on',
    items.join('\n'),
    'How the Verifier left them: [verifier report](../verifier-report.md).',
  ]);
}

/** The failure as a line of Markdown; undefined if nothing failed. */
export function failureIn(view: RecordView, { round, failed }: TribunalRound, agent: string): string | undefined {
  if (!failed.includes(agent)) return undefined;
  const links = transcriptLinks(view.state, '../transcript.md');
  for (const { seq, kind } of view.state.headers) {
    const entry = kind === 'failure' ? view.visible(seq) : undefined;
    const data = dataOf(entry, 'note');
    if (entry !== undefined && data?.side === agent && data.round === round)
      return `*${inline(entry.content, links)} (${seqLink(seq, links)})*`;
  }
  return '*There is no contribution to this round.*';
}

const contributionTypes: ReadonlySet<string> = new Set(['defense', 'critique']);

/** The arguments: issues attack the proposition, objections carry them, answers attack the objections. */
export function discussion(view: RecordView): DiscussionParts | undefined {
  if (!view.state.headers.some(({ type }) => contributionTypes.has(type))) return undefined;
  const claims: Claim[] = [];
  const relations: ClaimRelation[] = [];
  const add = (claim: Claim, to: string | undefined, kind: ClaimRelation['kind'], type?: string): void => {
    claims.push(claim);
    relations.push({ from: claim.id, to, kind, type });
  };
  const { tracker, rounds } = view.state.factsOf(tribunalFacts);
  for (const { id, title, history } of visibleTracker(view)) {
    const seq = rounds.find(({ round }) => round === history[0]?.round)?.critique ?? 0;
    add(
      {
        id,
        speaker: 'critic',
        seq,
        title: short(view.mask.text(title)),
        text: oneLine(view.mask.text(title)),
        grounds: [],
      },
      undefined,
      'attack',
      'issue',
    );
  }
  const issueOf = (issue: string | undefined): string | undefined =>
    issue !== undefined && tracker.some(({ id }) => id === issue) ? issue : undefined;
  for (const entry of standingEntries(view, contributionTypes)) {
    const defense = entry.type === 'defense' ? dataOf(entry, 'defense') : undefined;
    const critique = entry.type === 'critique' ? dataOf(entry, 'critique') : undefined;
    if (defense !== undefined)
      add(
        claimOf(view, entry, defense.argument ?? entry.content),
        undefined,
        'support',
        `defence in round ${defense.round ?? ''}`.trim(),
      );
    for (const [index, { point, issue, answer }] of (defense?.assessments ?? []).entries()) {
      const target = issueOf(issue);
      const text = answer ?? point;
      if (target !== undefined) add(partOf(entry, index, text), target, 'attack', 'answer');
    }
    for (const [index, { title, text, issue, severity }] of (critique?.objections ?? []).entries()) {
      const target = issueOf(issue) ?? tracker.find((row) => title !== undefined && row.title === title)?.id;
      add(
        partOf(entry, index, text, title),
        target,
        target === undefined ? 'attack' : 'support',
        severity.toLowerCase(),
      );
    }
  }
  return { claims, relations };
}
