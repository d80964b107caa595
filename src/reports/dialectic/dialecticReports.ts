import { dataOf } from '../../debate/log/codec';
import { type ArgumentFact, dialecticFacts, type DialecticFacts, scoreOf } from '../../debate/formats/dialectic/facts';
import { motionOf } from '../../debate/formats/dialectic/options';
import { scoresByExchange } from '../../projections/formats/dialectic';
import { isImported } from '../../debate/fold/imported';
import { type Header, isRedacted } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import type { FormatReports, LiveDocument } from '../document';
import { groundOf, type Claim, type ClaimRelation, type DiscussionParts } from '../export/claims';
import { graphMermaid } from '../graph/graphMermaid';
import { graphSvg } from '../graph/graphSvg';
import { layoutGraph } from '../graph/layoutGraph';
import { exchangeStage } from '../../projections/stage';
import { english } from '../../projections/vocabulary';
import { stageTitle } from '../../projections/words';
import { argumentGraph, motionIn } from '../../projections/formats/argumentGraph';
import { argumentFileNames, argumentFiles, readme } from './readme';
import * as z from 'zod';
import { type Argument, sides } from '../../debate/log/entryData';
import { areDebatersExtractive, isDealt } from '../../debate/flow/seats';
import { slugOf } from '../../debate/log/names';
import { footer, importedEntryWords, noticeOf, noticeOfRole, outcomeText, unreadHead } from '../facts';
import { answerLine } from '../answer';
import { inline, link, plainText, struckText, table } from '../markdown';
import { transcriptLinks, type SeqLinks } from '../seqLinks';
import { renderArgument } from '../../debate/formats/dialectic/arguments';
import { safeContent } from '../contents';
import { isUnweighed, unweighedWords } from '../../debate/formats/dialectic/clash';
import { addressWithoutTurns, oneLine, paragraphs, signedHundredths, spaced } from '../../matching/text/shortText';

const shortSides = { proposition: 'prop', opposition: 'opp' } as const;

/** `arguments/<id>.md`; for a redacted argument it says only that. */
function argumentFile(view: RecordView, { id, side, exchange, seq }: ArgumentFact): string | undefined {
  const entry = view.visible(seq);
  if (entry === undefined) return undefined;
  const links = transcriptLinks(view.state, '../transcript.md');
  const place = { id, side: shortSides[side], exchange };
  // The data before the text has the ancestor's form.
  const notice = footer(
    isDealt(view.state, { seq, speaker: side })
      ? noticeOfRole(view.state, side, seq)
      : importedEntryWords(view.state, seq),
  );
  const argument = entry.redacted === undefined ? dataOf(entry, 'argument')?.argument : undefined;
  if (argument === undefined) {
    const struck = entry.redacted ?? { by: seq, reason: 'The record holds no argument here.' };
    return withFrontMatter(
      { ...place, title: '[REDACTED]', claim: '[REDACTED]', attacks: [], defends: [] },
      paragraphs([struckText(view, struck, links), notice]),
    );
  }
  const { title, claim, attacks = [], defends = [] } = argument;
  const related = ({ target_id, type }: { target_id: string; type: string }) => ({ target_id, type });
  return withFrontMatter(
    { ...place, title, claim, attacks: attacks.map(related), defends: defends.map(related) },
    paragraphs([renderArgument(safe(argument, links)), notice]),
  );
}

/** The argument's words in a form that cannot break out of a document. */
function safe(argument: Argument, links: SeqLinks): Argument {
  const { claim, grounds, warrant, backing, qualifier, attacks = [], defends = [] } = argument;
  const text = (words: string): string => safeContent(words, { links });
  const related = <R extends { target_id: string; content?: string | undefined }>(relation: R) => ({
    ...relation,
    target_id: inline(relation.target_id),
    content: text(relation.content ?? ''),
  });
  return {
    ...argument,
    claim: text(claim),
    grounds: grounds.map(({ source, content, relevance, url }) => ({
      source: inline(url === undefined || source.includes(url) ? source : `${source} (${addressWithoutTurns(url)})`),
      content: plainText(content, { links }),
      ...(relevance === undefined ? {} : { relevance: inline(relevance, links) }),
    })),
    warrant: text(warrant),
    ...(backing === undefined ? {} : { backing: text(backing) }),
    ...(qualifier === undefined ? {} : { qualifier: text(qualifier) }),
    attacks: attacks.map(related),
    defends: defends.map(related),
  };
}

/** `debate.md`: motion and scores, in the ancestor's form. */
function debateFile(view: RecordView): string {
  const { state } = view;
  const { exchange, awaiting, totals } = state.factsOf(dialecticFacts);
  const total = (side: (typeof sides)[number]) => ({ total: totals[side].hundredths / 100, count: totals[side].count });
  const { text, definitions, scope } = motionOf(state);
  const fields = {
    debate_id: importedId(state.setup?.['imported']) ?? slugOf(state.setup?.topic ?? text),
    current_exchange: exchange,
    current_phase: `awaiting_${awaiting}`,
    cumulative_scores: Object.fromEntries(sides.map((side) => [side, total(side)])),
  };
  const terms = definitions.map(({ term, meaning }) => `- **${inline(term)}**: ${inline(meaning)}`);
  return withFrontMatter(
    fields,
    paragraphs([
      `# Motion\n\n${inline(text)}`,
      terms.length === 0 ? undefined : `## Definitions\n\n${terms.join('\n\n')}`,
      scope === undefined ? undefined : `## Scope\n\n${inline(scope)}`,
      areDebatersExtractive(state) ? footer(noticeOf(state)) : undefined,
    ]),
  );
}

const importedFacts = z.looseObject({ stated: z.looseObject({ debate_id: z.string().min(1) }) });

/** The id that an imported debate has in its own program. */
function importedId(imported: unknown): string | undefined {
  return importedFacts.safeParse(imported).data?.stated.debate_id;
}

export const dialecticReports: FormatReports = {
  graph: argumentGraph,
  discussion,
  documents: (view) => [
    debate,
    ...argumentDocuments(view),
    scores,
    mermaid,
    svg,
    board,
    { name: 'README.md', build: readme },
  ],
  entryOfFile,
  changedBy,
  differing: (state) =>
    [...state.factsOf(dialecticFacts).arguments.values()].some(
      ({ seq, attacks }) => attacks.length > 0 && !isImported(state, seq),
    )
      ? 'Passages whose figures differ stand as attacks in the arguments of [the transcript](transcript.md).'
      : undefined,
};

const debate: LiveDocument = { name: 'debate.md', build: debateFile, isLive: true };
const scores: LiveDocument = { name: 'scores.json', build: scoresFile, isLive: true, isGrowing: true };
const board: LiveDocument = { name: 'scoreboard.md', build: scoreboard, isLive: true, isGrowing: true };
const mermaid: LiveDocument = {
  name: 'argument-graph.mmd',
  build: (view) => graphMermaid(argumentGraph(view)),
  isLive: true,
  isGrowing: true,
};
const svg: LiveDocument = { name: 'argument-graph.svg', build: graphPicture };

function graphPicture(view: RecordView): string {
  const names = argumentFiles(view);
  return graphSvg(layoutGraph(argumentGraph(view)), { title: motionIn(view), hrefOf: (id) => names.get(id) });
}

const argumentDocuments = (view: RecordView): LiveDocument[] => {
  const names = argumentFiles(view);
  return [...view.state.factsOf(dialecticFacts).arguments.values()].map((fact) => ({
    name: names.get(fact.id) ?? '',
    isLive: true,
    build: (now: RecordView) => argumentFile(now, fact),
  }));
};

function entryOfFile(view: RecordView): Map<string, number> {
  const names = argumentFiles(view);
  const facts = view.state.factsOf(dialecticFacts).arguments;
  return new Map([...facts.values()].map(({ id, seq }) => [names.get(id) ?? '', seq]));
}

function changedBy({ seq, type, kind }: Header, view: RecordView): readonly LiveDocument[] {
  if (type === 'argument') return [...argumentAt(view, seq), debate];
  if (type === 'judgment') return [scores, board, mermaid, debate];
  return type === 'setup' || kind === 'skipped' ? [debate] : [];
}

function argumentAt(view: RecordView, seq: number): LiveDocument[] {
  const id = dataOf(view.visible(seq), 'argument')?.argument.id ?? '';
  const fact = view.state.factsOf(dialecticFacts).arguments.get(id);
  const name = `arguments/${id}.md`;
  // A name that depends on others is known when all documents are written.
  if (fact?.seq !== seq || name !== argumentFileNames([id]).get(id)) return [];
  return [{ name, isLive: true, build: (now) => argumentFile(now, fact) }];
}

/**
 * `scores.json`: each argument's current score and every step to it, in the ancestor's form. Undefined before the first
 * judgment.
 */
function scoresFile(view: RecordView): string | undefined {
  const { scores } = view.state.factsOf(dialecticFacts);
  if (scores.size === 0) return undefined;
  const byId = [...scores].map(([id, steps]) => {
    const history = steps.map(({ hundredths, reasoning, time, seq }) => ({
      score: hundredths / 100,
      reasoning: view.mask.of(seq, reasoning),
      scored_at: timeText(time),
    }));
    return [id, { current_score: history.at(-1)?.score ?? 0, history }] as const;
  });
  return `${JSON.stringify(Object.fromEntries(byId), null, 2)}\n`;
}

/** Time as text; null for a time outside the calendar, which a log may claim. */
const timeText = (time: number): string | null => (Math.abs(time) < 8.64e15 ? new Date(time).toISOString() : null);

/**
 * JSON before the Markdown, as the ancestor's program reads it: an object from the first character on, a blank line,
 * the text. Tags are escaped for Markdown viewers.
 */
const withFrontMatter = (fields: object, body: string): string =>
  `${JSON.stringify(fields, null, 2).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n\n${body}\n`;

/** `scoreboard.md`; undefined before the first judgment. */
function scoreboard(view: RecordView): string | undefined {
  const facts = view.state.factsOf(dialecticFacts);
  if (facts.scores.size === 0) return undefined;
  const text = paragraphs([
    '# Scoreboard',
    `**Motion:** ${inline(motionOf(view.state).text)}`,
    answerLine(view, transcriptLinks(view.state)),
    `**${outcomeText(view)}**`,
    unreadHead(view),
    isUnweighed(view.state) ? unweighedWords : undefined,
    exchangeTable(facts),
    ranking(view),
    footer(noticeOfRole(view.state, 'judge') ?? noticeOf(view.state)),
  ]);
  return `${text}\n`;
}

/** Table of exchanges; a rescore counts in the exchange that made it. */
function exchangeTable(facts: DialecticFacts): string {
  const rows = scoresByExchange(facts).map(({ exchange, change, totals }) => [
    exchange === 0 ? stageTitle(english, exchangeStage(exchange)) : String(exchange),
    ...sides.map((side) => signedHundredths(change[side])),
    ...sides.map((side) => signedHundredths(totals[side])),
  ]);
  const head = ['Exchange', 'Proposition', 'Opposition', 'Proposition in all', 'Opposition in all'];
  return table(head, rows);
}

const mostRanked = 60;

function ranking(view: RecordView): string {
  const facts = view.state.factsOf(dialecticFacts);
  const names = argumentFiles(view);
  const all = [...facts.arguments.values()].map((argument) => ({ argument, score: scoreOf(facts, argument.id) }));
  const ordered = all.sort((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity));
  const rows = ordered
    .slice(0, mostRanked)
    .map(({ argument, score }) => [
      link(inline(argument.id), names.get(argument.id) ?? ''),
      argument.side,
      titleOf(view, argument),
      score === undefined ? 'not judged' : signedHundredths(score),
    ]);
  const more =
    ordered.length > mostRanked
      ? `The ${mostRanked} highest of ${ordered.length}; all are in \`scores.json\`.`
      : undefined;
  return paragraphs([table(['Argument', 'Side', 'Title', 'Score'], rows), more]);
}

const titleOf = (view: RecordView, { seq, title }: ArgumentFact): string =>
  isRedacted(view.state, seq) ? '[REDACTED]' : inline(view.mask.text(title));

function discussion(view: RecordView): DiscussionParts | undefined {
  if (!view.state.headers.some(({ type }) => type === 'argument')) return undefined;
  const { nodes, edges } = argumentGraph(view);
  const inForce = nodes.filter(({ redacted }) => !redacted);
  const known = new Set(inForce.map(({ id }) => id));
  const claims = inForce.map(({ id, side, seq, title, claim }) => ({
    id,
    speaker: side,
    seq,
    title: oneLine(title),
    text: oneLine(claim),
    grounds: groundsIn(view, seq),
  }));
  const own = inForce.map(({ id, side }): ClaimRelation => ({
    from: id,
    to: undefined,
    kind: side === 'proposition' ? 'support' : 'attack',
    type: undefined,
  }));
  const between = edges
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map(({ from, to, kind, type }): ClaimRelation => ({
      from,
      to,
      kind: kind === 'attack' ? 'attack' : 'support',
      type: spaced(type),
    }));
  return { claims, relations: [...own, ...between] };
}

function groundsIn(view: RecordView, seq: number): Claim['grounds'] {
  const entry = view.visible(seq);
  const { grounds = [] } = dataOf(entry, 'argument')?.argument ?? {};
  const cited = dataOf(view.raw(seq), 'argument')?.argument.grounds ?? [];
  return grounds.map(({ content, url }, index) =>
    groundOf(view, seq, { text: content, url, cited: cited[index]?.url }),
  );
}
