import { sides, type Side } from '../../debate/entryData';
import { dialecticFacts, scoreOf, signed, totalsLine, type ArgumentFact } from '../../debate/formats/dialectic/facts';
import { verdictFigures } from '../../debate/formats/dialectic/clash';
import { motionOf } from '../../debate/formats/dialectic/options';
import { isStruck } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import { safeContent } from '../contents';
import { footer, noticeOf, noticeOfRole } from '../facts';
import { counted, inline, link, paragraphs, table } from '../markdown';
import { seqLink, summaryLinks, type SeqLinks } from '../seqLinks';
import { argumentFileNames } from './argumentFileNames';

/** `README.md`: the Reporter's report, or what code knows where there is none; the scoreboard and the graph. */
export function readme(view: RecordView): string {
  const { state } = view;
  const links = summaryLinks(state);
  const seq = state.documents.get('README.md');
  const entry = seq === undefined ? undefined : view.visible(seq);
  const report = entry === undefined ? undefined : withoutGraph(entry.content);
  const text = paragraphs([
    // Reports of other programs have a title of their own.
    report?.startsWith('# ') === true ? undefined : `# ${inline(motionOf(state).text)}`,
    report === undefined || report === '' ? madeByCode(view) : paragraphs([safeContent(report, { links, headings: 'keep' }), sinceThen(view, seq ?? 0)]),
    '## Scoreboard',
    scoreboard(view),
    '## Argument Graph',
    graph(view),
    failure(view, report === undefined, links),
    footer(noticeOfRole(state, 'reporter') ?? noticeOf(state)),
  ]);
  return `${text}\n`;
}

/** The section with the picture is code's: of a report by another program it would show a file that is not there. */
const withoutGraph = (report: string): string => report.replace(/^## Argument Graph[ \t]*$[^]*?(?=^## |(?![^]))/m, '').trim();

/** What the record says of itself, without the Reporter. */
function madeByCode(view: RecordView): string {
  const { text, definitions, scope } = motionOf(view.state);
  const terms = definitions.map(({ term, meaning }) => `- **${inline(term)}**: ${inline(meaning)}`);
  return paragraphs([
    `## The Question\n\n${inline(text)}`,
    terms.length === 0 ? undefined : `**Definitions**\n\n${terms.join('\n')}`,
    scope === undefined ? undefined : `**Scope:** ${inline(scope)}`,
    `## The Verdict\n\n${view.mask.text(verdictFigures(view.state))}`,
  ]);
}

/** The figures as they are now, where exchanges were held after the report was written. */
function sinceThen(view: RecordView, written: number): string | undefined {
  const { judgments } = view.state.factsOf(dialecticFacts);
  const later = [...judgments.values()].filter((seq) => seq > written).length;
  const struck = [...view.state.redactions.values()].some(({ by }) => by > written);
  if (later === 0 && !struck) return undefined;
  const what = later === 0 ? 'An argument was struck' : `${counted(later, 'exchange')} ${later === 1 ? 'was' : 'were'} judged`;
  return `## Since This Report\n\n${what} after it was written. As it stands now:\n\n${view.mask.text(verdictFigures(view.state))}`;
}

/** Exchange by exchange: what each side's new arguments got, and the totals then. A rescore counts where it was made. */
function scoreboard(view: RecordView): string {
  const facts = view.state.factsOf(dialecticFacts);
  if (facts.scores.size === 0) return 'Nothing has been judged yet.';
  const changes = new Map<number, Record<Side, number>>();
  for (const [id, steps] of facts.scores) {
    const side = facts.arguments.get(id)?.side;
    if (side === undefined) continue;
    for (const [index, { exchange, hundredths }] of steps.entries()) {
      const change = changes.get(exchange) ?? { proposition: 0, opposition: 0 };
      change[side] += hundredths - (steps[index - 1]?.hundredths ?? 0);
      changes.set(exchange, change);
    }
  }
  const totals = { proposition: 0, opposition: 0 };
  const rows = [...changes].sort(([a], [b]) => a - b).map(([exchange, change]) => {
    for (const side of sides) totals[side] += change[side];
    return [String(exchange), ...sides.map((side) => signed(change[side])), ...sides.map((side) => signed(totals[side]))];
  });
  const head = ['Exchange', 'Proposition', 'Opposition', 'Proposition in all', 'Opposition in all'];
  return paragraphs([`**${totalsLine(facts) ?? ''}**`, table(head, rows), ranking(view)]);
}

const mostRanked = 60;

/** Every argument with its score now, the highest first. */
function ranking(view: RecordView): string {
  const facts = view.state.factsOf(dialecticFacts);
  const names = argumentFileNames(facts.arguments.keys());
  const all = [...facts.arguments.values()].map((argument) => ({ argument, score: scoreOf(facts, argument.id) }));
  const ordered = all.sort((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity));
  const rows = ordered.slice(0, mostRanked).map(({ argument, score }) => [
    link(inline(argument.id), names.get(argument.id) ?? ''),
    argument.side,
    titleOf(view, argument),
    score === undefined ? 'not judged' : signed(score),
  ]);
  const more = ordered.length > mostRanked ? `The ${mostRanked} highest of ${ordered.length}; all are in \`scores.json\`.` : undefined;
  return paragraphs([table(['Argument', 'Side', 'Title', 'Score'], rows), more]);
}

const titleOf = (view: RecordView, { seq, title }: ArgumentFact): string => (isStruck(view.state, seq) ? '[REDACTED]' : inline(view.mask.text(title)));

function graph({ state }: RecordView): string {
  if (state.factsOf(dialecticFacts).arguments.size === 0) return 'No argument has been made yet.';
  return '![The arguments, what they attack and what they defend](argument-graph.svg)\n\nThe same for Mermaid: [argument-graph.mmd](argument-graph.mmd).';
}

function failure({ state }: RecordView, isMissing: boolean, links: SeqLinks): string | undefined {
  const failed = isMissing ? state.failures.findLast(({ step }) => step.startsWith('report/')) : undefined;
  return failed === undefined ? undefined : `*The Reporter’s part is missing: its task failed (${seqLink(failed.seq, links)}). What stands here was made by code.*`;
}
