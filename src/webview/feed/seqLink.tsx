import * as l10n from '@vscode/l10n';
import type { Page } from '../page';
import { withPlaces } from '../../projections/sourcePlace';
import { withLinks } from '../../shared/markdown';
import { Link } from './link';
import { Mention } from './mention';

interface SeqLinkProps {
  page: Page;
  seq: number;
  text?: string;
}

/** `seq 4`, which leads there; plain text where the log holds no such entry. */
export function SeqLink({ page, seq, text = l10n.t('seq {0}', seq) }: SeqLinkProps) {
  const at = page.atOf(seq);
  if (at === undefined) return <>{text}</>;
  return (
    <Link peek={at} onPress={() => page.jump(at)}>
      {text}
    </Link>
  );
}

/** A sentence whose mentions of entries, arguments and issues lead there. */
export function SeqText({ page, text }: { page: Page; text: string }) {
  return (
    <>
      {withLinks(withPlaces(l10n, text), (word) => page.mentioned(word) !== undefined).map((node, index) => {
        if (typeof node === 'string') return node;
        if (node.tag === 'mention') return <Mention key={index} page={page} word={node.word} />;
        return node.tag === 'seq' ? <SeqLink key={index} page={page} seq={node.seq} text={node.text} /> : null;
      })}
    </>
  );
}
