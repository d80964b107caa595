import * as z from 'zod';
import { issuesOf } from '../../debate/log/entry';
import { PlanError } from './planError';
import { errorText } from '../../debate/log/objects';

export const motionTermsSchema = z.object({
  definitions: z.array(z.object({ term: z.string(), meaning: z.string() })),
  scope: z.union([z.string(), z.undefined()]),
});
type MotionTerms = z.infer<typeof motionTermsSchema>;

const text = z.string().trim().min(1);
const pairs = z.array(z.looseObject({ term: text, meaning: text }));
const terms = z
  .union([
    pairs,
    z.record(text, text).transform((given) => Object.entries(given).map(([term, meaning]) => ({ term, meaning }))),
  ])
  .transform((given) => given.map(({ term, meaning }) => ({ term, meaning })));
const schema = z.union([
  z.strictObject({ definitions: terms.default([]), scope: text.optional() }),
  terms.transform((definitions) => ({ definitions, scope: undefined })),
]);

/**
 * JSON: `{"definitions": …, "scope": "…"}` or the definitions alone, a list of `{"term", "meaning"}` or an object from term to meaning.
 * Markdown: items such as `- **Term**: meaning`, under any heading but `Scope`; what stands under `## Scope`, or behind `Scope:` at the
 * start of a line, is the scope. @throws PlanError `motion_file` saying what the file should hold.
 */
export function parseMotionFile(content: string, name: string): MotionTerms {
  const trimmed = content.trim();
  const found = /^[[{]/.test(trimmed) ? fromJson(trimmed, name) : fromMarkdown(trimmed);
  if (found.definitions.length === 0 && found.scope === undefined) {
    throw refused(name, 'It holds neither a definition nor a scope.');
  }
  return found;
}

const refused = (name: string, why: string): PlanError =>
  new PlanError(
    'motion_file',
    `${name}: ${why} Write JSON such as {"definitions": {"Term": "meaning"}, "scope": "…"}, or Markdown with items such as "- **Term**: meaning" and a section "## Scope".`,
  );

function fromJson(content: string, name: string): MotionTerms {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw refused(name, `It is not JSON (${errorText(error)}).`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refused(name, `${issuesOf(parsed.error).join('; ')}.`);
  const { definitions, scope } = parsed.data;
  return { definitions, scope };
}

/** It needs no sign behind it, since its colon may stand within the marks. */
const marked = /^[-*+]\s+(?:\*\*((?:(?!\*\*).)+)\*\*|__((?:(?!__).)+)__|`([^`]+)`)(.+)$/;
const plain = /^[-*+]\s([^:—–*_`]{1,120}?)(?::|—|–|\s-\s)(.+)$/;

function fromMarkdown(content: string): MotionTerms {
  const definitions: MotionTerms['definitions'] = [];
  const scope: string[] = [];
  let isScope = false;
  for (const line of content.split(/\r?\n/)) {
    const heading = /^#{1,6}\s(.*)$/.exec(line)?.[1]?.trim();
    const labelled = /^(?:\*\*scope:?\*\*:?|scope:)\s(.+)$/i.exec(line)?.[1]?.trimStart();
    if (heading !== undefined) {
      isScope = /^scope\b/i.test(heading);
    } else if (isScope) {
      scope.push(line);
    } else if (labelled !== undefined) {
      isScope = true;
      scope.push(labelled);
    } else {
      addDefinition(definitions, line.trim());
    }
  }
  const said = scope.join('\n').trim();
  return { definitions, scope: said === '' ? undefined : said };
}

/** A line without a bullet goes on with the definition before. */
function addDefinition(definitions: MotionTerms['definitions'], line: string): void {
  const bold = marked.exec(line);
  const bare = bold === null ? plain.exec(line) : null;
  const [term, meaning] =
    bold === null
      ? [bare?.[1], bare?.[2]]
      : [bold[1] ?? bold[2] ?? bold[3], bold[4]?.replace(/^\s*(?::|—|–|-\s)?/, '')];
  if (term !== undefined && meaning !== undefined && meaning.trim() !== '') {
    definitions.push({ term: term.replace(/:$/, '').trim(), meaning: meaning.trim() });
    return;
  }
  const last = definitions.at(-1);
  if (line !== '' && last !== undefined && !/^[-*+]\s/.test(line)) last.meaning = `${last.meaning} ${line}`;
}
