import * as l10n from '@vscode/l10n';
import { tribunalFacts } from '../../debate/formats/tribunal/facts';
import { isStruck, type Turn } from '../../debate/state';
import { sourceTally } from '../../projections/sources';
import type { RecordView } from '../../debate/view';
import { summary } from '../../reports/summary';
import { entryLink, markdown, panelLinks, standingLinks, type ChatPart, plainMarkdown } from './chatPart';
import { entryLine } from './entryLine';
import { countsText, list } from './statusParts';
import { panelFacts } from '../../debate/formats/panel/facts';
import { standingConcessions } from '../../projections/concessions';
import { issueCounts } from '../../projections/formats/tribunal';
import { outcomeOf } from '../../projections/outcome';
import { topicOf } from '../../projections/topic';
import { outcomeWords } from '../../projections/words';

/** More of a document than this is read in the editor. */
const longestDocument = 14_000;

/** The summary of a finished debate, made again from the record: without what was redacted since it was written. */
export function summaryParts(view: RecordView, folder: string): ChatPart[] {
  const whole = summary(view, standingLinks(folder, view.state));
  const text = whole.length <= longestDocument ? whole : beginningOf(whole);
  const rest = text === whole ? [] : [markdown(`\n\n*${l10n.t('The summary goes on in its document.')}*\n`)];
  return [
    { kind: 'markdown', text, folder },
    ...rest,
    {
      kind: 'button',
      title: l10n.t('Open Summary'),
      command: 'rostrum.openDocument',
      argument: { folder, name: 'summary.md' },
    },
  ];
}

/** As many whole sections as have room. */
function beginningOf(text: string): string {
  const end = text.slice(0, longestDocument).lastIndexOf('\n## ');
  return end > 0 ? text.slice(0, end) : text.slice(0, longestDocument);
}

/** What code can say of a debate that goes on: who said what last, who gave way, what became of the sources, how it ended so far. */
export function digestParts(view: RecordView, folder: string): ChatPart[] {
  const { state } = view;
  const links = panelLinks(folder, state);
  const topic = plainMarkdown(topicOf(view) ?? l10n.t('topic not recorded'), links);
  const found = outcomeOf(state);
  const words = plainMarkdown(view.mask.text(outcomeWords(l10n, found)));
  const outcome = state.conclusion === undefined ? words : `${words} (${entryLink(folder, state.conclusion.seq)})`;
  const points = (state.factsOf(panelFacts).unresolved ?? []).map(({ text }) =>
    plainMarkdown(view.mask.text(text), links),
  );
  const sections = [
    `**${topic}**`,
    state.debaters.length === 0 ? '' : list(state.debaters.map(({ name }) => debaterLine(view, folder, name))),
    points.length === 0 ? '' : `${l10n.t('Left open:')}\n\n${list(points)}`,
    list([
      found.code === 'result' ? l10n.t('Scores: {0}', outcome) : l10n.t('Outcome: {0}', outcome),
      ...trackerLines(view),
      l10n.t('Sources: {0}', countsText(sourceTally(view))),
    ]),
  ];
  return [markdown(`${sections.filter((section) => section !== '').join('\n\n')}\n`)];
}

/** Of a tribunal: how many of its issues are settled. */
function trackerLines({ state }: RecordView): string[] {
  const facts = state.factsOf(tribunalFacts);
  if (facts.tracker.length === 0) return [];
  const { resolved, open, stalled } = issueCounts(facts);
  return [l10n.t('Issues: {0} resolved, {1} open, {2} stalled', resolved, open, stalled)];
}

function debaterLine(view: RecordView, folder: string, name: string): string {
  const { state } = view;
  const turns = state.turns.filter((turn) => turn.debater === name && !turn.skipped);
  const own = standingConcessions(state).filter(({ by }) => by === name);
  const conceded = new Set(own.map(({ at }) => at));
  const gaveWay =
    conceded.size === 0
      ? ''
      : ` ${l10n.t('Gave way in {0}.', [...conceded].map((at) => entryLink(folder, at)).join(', '))}`;
  const last = turns.at(-1);
  if (last === undefined) return `**${plainMarkdown(name)}** ${l10n.t('has not spoken yet.')}${gaveWay}`;
  return `${turnText(view, folder, last)}${gaveWay}`;
}

/** The Chair's summary of the turn covers all of it, what was struck too: then the entries speak for themselves. */
function turnText(view: RecordView, folder: string, turn: Turn): string {
  const { state } = view;
  const { seqs, debater } = turn;
  const words = state.factsOf(panelFacts).summaries.get(turn);
  const seq = seqs[0] ?? 0;
  if (words === undefined || seqs.some((one) => isStruck(state, one))) return entryLine(view, folder, seq);
  return `${entryLink(folder, seq)} **${plainMarkdown(debater)}**: ${plainMarkdown(view.mask.text(words), panelLinks(folder, state))}`;
}
