import { paragraphs, counted } from '../../matching/text/shortText';
import { dialecticFacts } from '../../debate/formats/dialectic/facts';
import { verdictFigures } from '../../debate/formats/dialectic/clash';
import { argumentAt } from '../../debate/formats/dialectic/arguments';
import { motionOf } from '../../debate/formats/dialectic/options';
import { isRedacted } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { plainAnswerText, unstatedIn } from '../answer';
import { safeContent } from '../contents';
import { footer, noticeOf, noticeOfRole, unreadHead } from '../facts';
import { importedDocumentSeqs } from '../document';
import { bulletList, inline, link, quotedInline } from '../markdown';
import { seqLink, type SeqLinks, summaryLinks } from '../seqLinks';

/**
 * `README.md`: the Reporter's report, or the facts that code has without one, and the graph. Tables of scores would
 * exceed its length.
 */
export function readme(view: RecordView): string {
  const { state } = view;
  const links = summaryLinks(state);
  const written = state.documents.get('README.md');
  // An imported report has a file of its own once the debate was continued, because it does not cover the new entries.
  const imported = importedDocumentSeqs(view);
  const seq = [...imported.values()].includes(written ?? -1) ? undefined : written;
  const entry = view.visible(seq);
  const report = entry === undefined ? undefined : withoutGraph(entry.content);
  const text = paragraphs([
    // Reports of other programs have their own title.
    report?.startsWith('# ') === true ? undefined : `# ${inline(motionOf(state).text)}`,
    report === undefined || report === ''
      ? madeByCode(view)
      : paragraphs([
          safeContent(report, { links, headings: 'keep' }),
          unstatedIn(view, 'README.md'),
          sinceThen(view, seq ?? 0),
        ]),
    importedReports([...imported.keys()]),
    plainAnswerText(view, links),
    '## Argument Graph',
    graph(view),
    failure(view, report === undefined, links),
    footer(noticeOfRole(state, 'reporter') ?? noticeOf(state)),
  ]);
  return `${text.replace(/^# .*/, (title) => paragraphs([title, unreadHead(view)]))}\n`;
}

const importedReports = (names: readonly string[]): string | undefined =>
  names.length === 0
    ? undefined
    : `## Reports That Came With the Import\n\n${bulletList(names.map((name) => link(inline(name), name)))}`;

/** Removes the picture's section, which code writes; another program's shows a file that does not exist. */
const withoutGraph = (report: string): string =>
  report.replace(/^## Argument Graph[ \t]*$[^]*?(?=^## |(?![^]))/m, '').trim();

function madeByCode(view: RecordView): string {
  const { text, definitions, scope } = motionOf(view.state);
  const terms = definitions.map(({ term, meaning }) => `- **${inline(term)}**: ${inline(meaning)}`);
  return paragraphs([
    `## The Question\n\n${inline(text)}`,
    terms.length === 0 ? undefined : `**Definitions**\n\n${terms.join('\n')}`,
    scope === undefined ? undefined : `**Scope:** ${inline(scope)}`,
    ...dealtSections(view),
    `## The Verdict\n\n${view.mask.text(verdictFigures(view.state))}`,
  ]);
}

const mostShown = 40;

function dealtSections(view: RecordView): string[] {
  const { arguments: all, passagesLeft } = view.state.factsOf(dialecticFacts);
  if (passagesLeft === undefined) return [];
  const known = [...all.values()]
    .filter(({ isQuoted, seq }) => isQuoted && !isRedacted(view.state, seq))
    .map((fact) => argumentAt(view, fact));
  const differing = known.flatMap(({ id, attacks = [] }) =>
    attacks.map(({ content = '' }) => `${argumentLink(view, id)}: ${inline(content)}`),
  );
  const more =
    known.length > mostShown ? [`The first ${mostShown} of ${known.length}; all stand in the transcript.`] : [];
  return [
    paragraphs([
      '## What Was Dealt',
      'Passages of the evidence, dealt to both sides in turn by the words of the topic. Which side a passage serves was not judged.',
      bulletList(
        known
          .slice(0, mostShown)
          .map(
            ({ id, grounds }) =>
              `${argumentLink(view, id)}: ${grounds.map(({ content, source }) => `${quotedInline(content)} (${inline(source)})`).join('; ')}`,
          ),
      ),
      ...more,
    ]),
    paragraphs([
      '## Figures That Differ Between the Sides',
      differing.length === 0
        ? 'Between the sides, none with the same terms were found by code.'
        : bulletList(differing),
    ]),
  ];
}

const argumentLink = (view: RecordView, id: string): string => link(inline(id), argumentFiles(view).get(id) ?? '');

/** The current figures, if exchanges followed the report. */
function sinceThen(view: RecordView, written: number): string | undefined {
  const { judgments } = view.state.factsOf(dialecticFacts);
  const later = [...judgments.values()].filter((seq) => seq > written).length;
  const redacted = [...view.state.redactions.values()].some(({ by }) => by > written);
  if (later === 0 && !redacted) return undefined;
  const what =
    later === 0 ? 'An argument was struck' : `${counted(later, 'exchange')} ${later === 1 ? 'was' : 'were'} judged`;
  return `## Since This Report\n\n${what} after it was written. As it stands now:\n\n${view.mask.text(verdictFigures(view.state))}`;
}

function graph({ state }: RecordView): string {
  if (state.factsOf(dialecticFacts).arguments.size === 0) return 'No argument has been made yet.';
  return '![Argument graph](argument-graph.svg)\n\n[For Mermaid](argument-graph.mmd) · [Scores](scoreboard.md)';
}

function failure({ state }: RecordView, isMissing: boolean, links: SeqLinks): string | undefined {
  const failed = isMissing ? state.failures.findLast(({ step }) => step.startsWith('report/')) : undefined;
  return failed === undefined
    ? undefined
    : `*The Reporter’s part is missing: its task failed (${seqLink(failed.seq, links)}). What stands here was made by code.*`;
}

/**
 * Each argument's file, relative to the debate's folder. Its name is the id if every system accepts that as a file
 * name; other programs' ids may be anything.
 */
export function argumentFileNames(ids: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const id of ids) {
    const plain =
      /^[A-Za-z0-9][\w-]{0,79}$/.test(id) && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(id)
        ? id
        : `argument_${id.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, 60)}`;
    let name = plain;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${plain}_${number}`;
    taken.add(name.toLowerCase());
    names.set(id, `arguments/${name}.md`);
  }
  return names;
}

/** Files of all arguments of the record, by id. */
export const argumentFiles = ({ state }: RecordView): Map<string, string> =>
  argumentFileNames(state.factsOf(dialecticFacts).arguments.keys());
