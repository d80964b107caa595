import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { motionOf } from '../../../debate/formats/dialectic/options';
import type { RecordView } from '../../../debate/view';
import { graphSvg } from '../../../reports/graph/graphSvg';
import { layoutGraph } from '../../../reports/graph/layoutGraph';
import type { EntryRange } from '../../../shared/views';
import type { SavedFile } from '../pageSession';
import { graphPart } from './graph';

/** The graph of these exchanges as a file: what is drawn, whatever part of it is in sight. */
export function graphFile(view: RecordView, folder: string, spans: readonly EntryRange[]): SavedFile {
  const { part } = graphPart(view, spans);
  return {
    path: join(folder, 'argument-graph.svg'),
    text: graphSvg(layoutGraph(part), { title: view.mask.text(motionOf(view.state).text) }),
    label: l10n.t('Export Graph'),
    kinds: { [l10n.t('Picture')]: ['svg'] },
  };
}
