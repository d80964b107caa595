import * as l10n from '@vscode/l10n';
import { type MarkdownNode, markdownTree } from '../../shared/markdown';
import type { FeedRow } from '../../shared/protocol';
import { collapsed, firstUnits } from '../../matching/text/shortText';
import type { ContentForm } from '../../projections/contentForm';
import { typeName } from '../../projections/typeName';

interface TypeWords {
  /** `rebuttal to {0}`: the placeholder stands for a link to the entry. */
  readonly template: string;
  readonly seq?: number;
}

export function typeWords(row: FeedRow): TypeWords {
  const seq = row.rebuttalTo ?? row.target;
  const about = seq === undefined ? undefined : aboutWords(row.type);
  return seq === undefined || about === undefined ? { template: typeName(l10n, row.type) } : { template: about, seq };
}

// Templates are told apart from sentences by having no argument: the link is put in by the component.
function aboutWords(type: string): string {
  switch (type) {
    case 'rebuttal':
      return l10n.t('rebuttal to {0}');
    case 'new_point':
      return l10n.t('new point, on {0}');
    case 'conjecture':
      return l10n.t('conjecture, on {0}');
    case 'clarification_request':
      return l10n.t('asks about {0}');
    case 'source_challenge':
      return l10n.t('challenges a source of {0}');
    case 'ruling':
      return l10n.t('ruling on {0}');
    case 'redaction':
      return l10n.t('redaction of {0}');
    case 'verification_result':
      return l10n.t('checked a source of {0}');
    case 'note':
      return l10n.t('note on {0}');
    case 'audience_question':
      return l10n.t('question on {0}');
    default:
      return `${typeName(l10n, type)} → {0}`;
  }
}

/** Rulings and redactions stand out, the rest of the Chair's acts quietly. */
export function edgeOf(row: FeedRow): 'ruling' | 'redaction' | 'act' | 'quiet' | undefined {
  switch (row.type) {
    case 'ruling':
    case 'judges_ruling':
      return 'ruling';
    case 'redaction':
      return 'redaction';
    case 'conclusion':
    case 'assessment':
    case 'judgment':
    case 'verdict':
    case 'audience_conclusion':
      return 'act';
    case 'announcement':
    case 'intervention':
    case 'note':
    case 'setup':
    case 'verification_result':
    case 'handoff':
      return 'quiet';
    default:
      return undefined;
  }
}

/** Limit in UTF-16 code units. Nobody wants to hear more in one go; the list has the rest. */
const longest = 2_000;

/** Whole, without the signs of Markdown. */
export function spoken(content: string, form?: ContentForm): string {
  // Signs take some room, too; more than this would only take time.
  const part = firstUnits(content, 8 * longest);
  const text = collapsed(textOf(markdownTree(part, { form }) ?? [part]));
  return text.length <= longest ? text : `${firstUnits(text, longest).replace(/\s\S{0,40}$/, '')}…`;
}

const inline: ReadonlySet<string> = new Set(['em', 'strong', 's', 'code', 'web', 'source']);

/** Unlike in a plain text, what stands in blocks of its own is not run together. */
function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.tag === 'seq') return node.text;
      if (node.tag === 'mention') return node.word;
      const text = textOf(node.children);
      return inline.has(node.tag) ? text : `${text} `;
    })
    .join('');
}

/** From here on a text is shown in part. In UTF-16 code units: about one and a half screens. */
const longText = 7_000;
const longDocument = 1_800;

/** Whole paragraphs, where there are any. */
export function clamped(row: Pick<FeedRow, 'type'>, text: string): string | undefined {
  const limit = row.type === 'document' ? longDocument : longText;
  if (text.length <= limit * 1.3) return undefined;
  const part = firstUnits(text, limit);
  const end = Math.max(part.lastIndexOf('\n\n'), part.lastIndexOf('\n#'));
  if (end > limit / 2) return part.slice(0, end);
  const space = part.lastIndexOf(' ');
  return `${space > limit / 2 ? part.slice(0, space) : part}…`;
}
