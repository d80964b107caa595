import { isObject } from '../debate/log/objects';
import { contentWithText } from './formats/registry';

/**
 * How the content of an entry is read. Its author's words are Markdown. Code puts other entries together from words of several people, of
 * sources and of models, so that what looks like Markdown in them is text: `text`, or `lines` where code makes lists.
 */
export type ContentForm = 'markdown' | 'text' | 'lines';

const composed: Readonly<Record<string, ContentForm>> = {
  setup: 'lines',
  announcement: 'lines',
  conclusion: 'lines',
  judgment: 'lines',
  verdict: 'lines',
  vote: 'lines',
  note: 'text',
  ruling: 'text',
  redaction: 'text',
  verification_result: 'text',
  handoff: 'text',
};

interface Written {
  readonly type: string;
  readonly content: string;
  readonly data?: Record<string, unknown>;
}

export function contentForm({ type, content, data }: Written): ContentForm {
  // The files of an import were written as a whole. A conclusion without a winner has the map of the debate, which is a document.
  if (isObject(data?.['imported']) || isObject(data?.['undecided'])) return 'markdown';
  if (type === 'judgment' && isImportedJudgment(data?.['scores'])) return 'markdown';
  if (isJsonResult({ type, content })) return 'markdown';
  return Object.hasOwn(composed, type) ? (composed[type] ?? 'markdown') : 'markdown';
}

/** Scores bear times of their own only where an importer wrote them, with ids in bold. */
const isImportedJudgment = (scores: unknown): boolean =>
  Array.isArray(scores) && scores.some((score) => isObject(score) && Object.hasOwn(score, 'scored_at'));

/** The ancestors put a verification result into the content as JSON. */
const isJsonResult = ({ type, content }: Written): boolean =>
  type === 'verification_result' && /^\s*\{[\s\S]*\}\s*$/.test(content);

/** The content in the form that `contentForm` says. */
export function entryContent(entry: Written): string {
  if (isJsonResult(entry)) return `\`\`\`json\n${entry.content.trim().replace(/`{3,}/g, "'''")}\n\`\`\``;
  const content = contentWithText(entry) ?? entry.content;
  return contentForm(entry) === 'lines' ? withListsEnded(content) : content;
}

const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s+\S/;

/** Sets an empty line between a list and the sentence in the next line, which Markdown would read as part of the last item. */
export function withListsEnded(text: string): string {
  let isInList = false;
  return text
    .split('\n')
    .map((line) => {
      const isNext = isInList && /^\S/.test(line) && !listItem.test(line);
      isInList = listItem.test(line) || (isInList && /^\s+\S/.test(line));
      return isNext ? `\n${line}` : line;
    })
    .join('\n');
}
