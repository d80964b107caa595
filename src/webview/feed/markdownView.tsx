import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { h } from 'preact';
import type { Body } from '../../shared/protocol';
import type { MarkdownNode } from '../markdown';
import { markdownTree } from '../markdown';
import type { Page } from '../page';
import { Link } from './link';
import { Mention } from './mention';
import { SeqLink } from './seqLink';

interface MarkdownViewProps {
  page: Page;
  text: string;
  /** Whose sources the text may lead to. */
  body?: Body | undefined;
}

export function MarkdownView({ page, text, body }: MarkdownViewProps) {
  const tree = treeOf(page, text, body);
  if (tree === undefined) return <pre class="plain-long">{text}</pre>;
  const at = body?.at;
  const openSource = (index: number): void => {
    if (at !== undefined) page.send({ kind: 'openSource', at, index });
  };
  return <div class="md">{tree.map((node) => view({ page, openSource }, node))}</div>;
}

interface Means {
  readonly page: Page;
  readonly openSource: (index: number) => void;
}

// The entry itself is no heading; its text's headings stand below those of the sections.
const shownAs: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' };

/** As deep as the parser nests, and no deeper. */
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
        <Link title={l10n.t('Open the source')} onPress={() => means.openSource(node.index)}>
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
    default:
      return h(
        shownAs[node.tag] ?? node.tag,
        null,
        node.children.map((child) => view(means, child)),
      );
  }
}

interface Parsed {
  readonly text: string;
  readonly tree: readonly MarkdownNode[] | undefined;
}
const parsed = new WeakMap<Body, Parsed>();

/** An entry that is scrolled back into sight is not parsed again. */
function treeOf(page: Page, text: string, body: Body | undefined): readonly MarkdownNode[] | undefined {
  const before = body === undefined ? undefined : parsed.get(body);
  if (before?.text === text) return before.tree;
  const isMention = (word: string): boolean => page.mentioned(word) !== undefined;
  const tree = markdownTree(text, { isMention, ...(body === undefined ? {} : { sources: body.sources.map((source) => source.url) }) });
  if (body !== undefined) parsed.set(body, { text, tree });
  return tree;
}
