import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { withPlaces } from '../../projections/sourcePlace';
import { withLinks } from '../../shared/markdown';
import type { Page } from '../page';

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

/** `prop_001`, which leads to the argument; `I3`, which leads to the issue on the board. */
export function Mention({ page, word }: { page: Page; word: string }) {
  const go = page.mentioned(word);
  if (go === undefined) return <>{word}</>;
  return (
    <Link title={l10n.t('Go to {0}', word)} peek={page.argumentAt(word)} onPress={go}>
      {word}
    </Link>
  );
}

/** Whoever opens a source so goes there; otherwise the focus stays in the page. */
export const isFollowing = (event: MouseEvent | KeyboardEvent): boolean =>
  event instanceof KeyboardEvent
    ? event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey
    : event.detail > 1 || event.ctrlKey || event.metaKey;

interface LinkProps {
  onPress: (event: MouseEvent | KeyboardEvent) => void;
  title?: string | undefined;
  /** The entry that it leads to, which is previewed while the pointer or the focus rests on it. */
  peek?: number | undefined;
  class?: string;
  children: ComponentChildren;
}

/** It has no address: nothing but `onPress` can happen, whatever button opens it. */
export function Link({ onPress, title, peek, class: classes = 'link', children }: LinkProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onPress(event);
  };
  return (
    <a
      role="link"
      tabIndex={0}
      class={classes}
      title={peek === undefined ? title : undefined}
      data-peek={peek}
      onClick={onPress}
      onKeyDown={onKeyDown}
    >
      {children}
    </a>
  );
}
