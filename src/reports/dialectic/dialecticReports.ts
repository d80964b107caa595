import { dataOf } from '../../debate/codec';
import { dialecticFacts } from '../../debate/formats/dialectic/facts';
import { motionOf } from '../../debate/formats/dialectic/options';
import type { Header } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import type { FormatReports, LiveDocument } from '../document';
import { argumentGraph } from '../graph/argumentGraph';
import { graphMermaid } from '../graph/graphMermaid';
import { graphSvg } from '../graph/graphSvg';
import { layoutGraph } from '../graph/layoutGraph';
import { argumentFile } from './argumentFile';
import { argumentFileNames } from './argumentFileNames';
import { debateFile } from './debateFile';
import { readme } from './readme';
import { scoreboard } from './scoreboard';
import { scoresFile } from './scoresFile';

/** The folder as the ancestor's program reads it, the graph, and the report. */
export const dialecticReports: FormatReports = {
  documents: (view) => [
    debate,
    ...argumentDocuments(view),
    scores,
    mermaid,
    svg,
    board,
    { name: 'README.md', build: readme },
  ],
  changedBy,
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
  const names = argumentFileNames(view.state.factsOf(dialecticFacts).arguments.keys());
  return graphSvg(layoutGraph(argumentGraph(view)), {
    title: view.mask.text(motionOf(view.state).text),
    hrefOf: (id) => names.get(id),
  });
}

const argumentDocuments = (view: RecordView): LiveDocument[] => {
  const facts = view.state.factsOf(dialecticFacts).arguments;
  const names = argumentFileNames(facts.keys());
  return [...facts.values()].map((fact) => ({
    name: names.get(fact.id) ?? '',
    isLive: true,
    build: (now: RecordView) => argumentFile(now, fact),
  }));
};

function changedBy({ seq, type, kind }: Header, view: RecordView): readonly LiveDocument[] {
  if (type === 'argument') return [...argumentAt(view, seq), debate];
  if (type === 'judgment') return [scores, board, mermaid, debate];
  return type === 'setup' || kind === 'skipped' ? [debate] : [];
}

function argumentAt(view: RecordView, seq: number): LiveDocument[] {
  const { arguments: known } = view.state.factsOf(dialecticFacts);
  const entry = view.visible(seq);
  const id = entry === undefined ? undefined : dataOf(entry, 'argument')?.argument.id;
  const fact = id === undefined ? undefined : known.get(id);
  // A name that other arguments' names have a say in is settled when all documents are written.
  const name = id === undefined ? undefined : argumentFileNames([id]).get(id);
  if (fact?.seq !== seq || name !== `arguments/${id ?? ''}.md`) return [];
  return [{ name, isLive: true, build: (now) => argumentFile(now, fact) }];
}
