import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import type { GraphNode } from '../../../shared/protocol';
import { MarkdownView } from '../../feed/markdownView';
import { Sources } from '../../feed/sources';
import type { Page } from '../../page';
import { IconButton } from '../../parts/elements';
import { SideBadge } from '../sideBadge';
import { exchangeText, sideText } from '../words';
import { scoreText } from './drawing';

interface BesideProps {
  page: Page;
  node: GraphNode;
  onClose: () => void;
}

/** The argument that was chosen in the graph, whole, beside the graph. */
export function Beside({ page, node, onClose }: BesideProps) {
  const at = page.atOf(node.seq);
  useEffect(() => (at === undefined ? undefined : page.bodies.hold(at)), [page, at]);
  const body = at === undefined ? undefined : page.body(at);
  return (
    <aside class="graph-beside" aria-label={l10n.t('Argument {0}', node.id)}>
      <div class="beside-head">
        <p>
          <SideBadge side={node.side} /> <b>{node.id}</b> {sideText(node.side)} · {exchangeText(node.exchange)} ·{' '}
          <b>{scoreText(node)}</b>
        </p>
        <IconButton class="quiet" icon="close" label={l10n.t('Close')} onPress={onClose} />
      </div>
      {node.redacted && <p>{l10n.t('Struck from the record: what it said is gone.')}</p>}
      {!node.redacted && body !== undefined && (
        <>
          <MarkdownView page={page} text={body.content} body={body} />
          <Sources page={page} body={body} opened={page.state.opened} passages={page.state.passages} />
        </>
      )}
      <button type="button" class="button" onClick={() => page.jumpToSeq(node.seq, node.id)}>
        {l10n.t('Show in the Debate')}
      </button>
    </aside>
  );
}
