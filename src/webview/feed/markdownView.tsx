import * as l10n from '@vscode/l10n';
import { h, type VNode } from 'preact';
import type { Body } from '../../shared/protocol';
import { markdownTree, type MarkdownNode } from '../../shared/markdown';
import type { Page } from '../page';
import { SeqLink, Mention, Link, isFollowing } from './seqLink';

interface MarkdownViewProps {
  page: Page;
  text: string;
  body?: Body | undefined;
  form?: Body['form'];
}

export function MarkdownView({ page, text, body, form = body?.form }: MarkdownViewProps) {
  const tree = treeOf({ page, text, body, form });
  if (tree === undefined) return <pre class="plain-long">{text}</pre>;
  const at = body?.at;
  const openSource = (index: number, isFollowed: boolean): void => {
    if (at !== undefined) page.openSource(at, index, isFollowed);
  };
  const top = Math.min(...tree.map(levelOf));
  return <div class="md">{tree.map((node) => view({ page, openSource, top }, node))}</div>;
}

interface Means {
  readonly page: Page;
  readonly openSource: (index: number, isFollowed: boolean) => void;
  /** The highest level of a heading in the text; infinite where there is none. */
  readonly top: number;
}

/** Level of a heading, 1 for `h1`; infinite for anything else. */
const levelOf = (node: MarkdownNode): number =>
  typeof node === 'object' && /^h[1-6]$/.test(node.tag) ? Number(node.tag[1]) : Infinity;

/** Recursion goes as deep as the parser nests, and no deeper. */
function view(means: Means, node: MarkdownNode): VNode | string {
  if (typeof node === 'string') return node;
  switch (node.tag) {
    case 'seq':
      return <SeqLink page={means.page} seq={node.seq} text={node.text} />;
    case 'mention':
      return <Mention page={means.page} word={node.word} />;
    case 'web':
      return (
        <Link title={node.url} onPress={() => means.page.send({ kind: 'openWeb', url: node.url })}>
          {node.children.map((child) => view(means, child))}
        </Link>
      );
    case 'source':
      return (
        <Link title={l10n.t('Open the source')} onPress={(event) => means.openSource(node.index, isFollowing(event))}>
          {node.children.map((child) => view(means, child))}
        </Link>
      );
    case 'hr':
    case 'br':
      return h(node.tag, null);
    case 'table':
      return (
        <div class="md-table">
          <table>{node.children.map((child) => view(means, child))}</table>
        </div>
      );
    case 'ol':
      return <ol start={node.start ?? 1}>{node.children.map((child) => view(means, child))}</ol>;
    default: {
      const level = levelOf(node);
      // Headings of a text begin right below those of the sections, on whatever level they were written.
      const tag = level === Infinity ? node.tag : `h${Math.min(6, 3 + Math.max(0, level - means.top))}`;
      return h(
        tag,
        null,
        node.children.map((child) => view(means, child)),
      );
    }
  }
}

interface Parsed {
  readonly text: string;
  readonly tree: readonly MarkdownNode[] | undefined;
}
const parsed = new WeakMap<Body, Parsed>();

/** An entry that is scrolled back into sight is not parsed again. */
function treeOf({ page, text, body, form }: MarkdownViewProps): readonly MarkdownNode[] | undefined {
  const before = body && parsed.get(body);
  if (before?.text === text) return before.tree;
  const isMention = (word: string): boolean => page.mentioned(word) !== undefined;
  const tree = markdownTree(text, {
    isMention,
    form,
    ...(body === undefined ? {} : { sources: body.sources.map((source) => source.url) }),
  });
  if (body !== undefined) parsed.set(body, { text, tree });
  return tree;
}
