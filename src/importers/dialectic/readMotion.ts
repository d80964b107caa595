import { collapsed, cutText } from '../../matching/text/shortText';
import * as z from 'zod';
import { errorText, objectEnd } from '../../debate/log/objects';
import type { Problems } from '../importProblem';
import { itemsOf, plainTitle, sectionNamed, sectionsOf } from '../markdownSections';

const stateSchema = z.looseObject({
  debate_id: z.string().optional(),
  current_exchange: z.int().min(0).optional(),
  current_phase: z.string().optional(),
  cumulative_scores: z.looseObject({ proposition: z.unknown(), opposition: z.unknown() }).partial().optional(),
});

/** Content of `debate.md`. */
export interface ReadMotion {
  motion: string;
  definitions: { term: string; meaning: string }[];
  scope: string | undefined;
  state: z.infer<typeof stateSchema>;
  /** Markdown of the file after its JSON object. */
  body: string;
}

const path = 'debate.md';

/** @param fallback used as the motion if the file has none. */
export function readMotion(text: string, fallback: string, problems: Problems): ReadMotion {
  const { metadata, body } = readFrontMatter(text, path, problems);
  const state = stateSchema.safeParse(metadata ?? {});
  if (!state.success)
    problems.add(path, 'Of the state of the debate not all can be read; it was taken from arguments and scores.', 1);
  const sections = sectionsOf(body);
  const motion = collapsed(sectionNamed(sections, /^motion$/)?.text ?? '');
  const name = (state.success ? state.data.debate_id : undefined) ?? fallback;
  if (motion === '') problems.add(path, `There is no motion under a heading “Motion”; “${name}” stands for it.`);
  for (const { title, line } of sections) {
    if (!/^(?:motion|definitions|scope)$/.test(plainTitle(title)))
      problems.add(path, `The section “${title}” is no part of a motion; it stands in the setup’s text only.`, line);
  }
  const scope = sectionNamed(sections, /^scope$/)?.whole;
  return {
    motion: motion === '' ? name : motion,
    definitions: definitionsIn(sectionNamed(sections, /^definitions$/)?.whole ?? '', problems),
    scope: scope === '' ? undefined : scope,
    state: state.success ? state.data : {},
    body,
  };
}

function definitionsIn(text: string, problems: Problems): ReadMotion['definitions'] {
  return itemsOf(text).flatMap((item) => {
    const [, bold, meaning] =
      /^\*\*((?:(?!\*\*).)+)\*\*([\s\S]+)$/.exec(item) ?? /^([^:]{1,80}):\s([\s\S]+)$/.exec(item) ?? [];
    const [term, words] = [bold?.replace(/:$/, '').trim() ?? '', meaning?.replace(/^\s*:?/, '').trim() ?? ''];
    if (term !== '' && words !== '') return [{ term, meaning: words }];
    problems.add(
      path,
      `“${cutText(item, 60)}” is no definition of the form “term: meaning”; it stands in the setup’s text only.`,
    );
    return [];
  });
}

/** The JSON object with which the dialectic system begins its files. */
interface FrontMatter {
  /** Undefined if no readable object exists; a problem says so. */
  metadata: Record<string, unknown> | undefined;
  /** Text after the object, trimmed. */
  body: string;
}

const objectSchema = z.record(z.string(), z.unknown());

/** Reads the JSON object at the start of a text, and the text after it. */
export function readFrontMatter(text: string, path: string, problems: Problems): FrontMatter {
  const start = text.length - text.trimStart().length;
  if (text[start] !== '{') {
    problems.add(path, 'The file does not begin with a JSON object; what could be, was taken from its headings.', 1);
    return { metadata: undefined, body: text.trim() };
  }
  const end = objectEnd(text, start);
  const { metadata, reason } = end === undefined ? { reason: 'it is never closed' } : parsed(text.slice(start, end));
  if (metadata !== undefined) return { metadata, body: text.slice(end).trim() };
  problems.add(
    path,
    `The JSON object at the start of the file cannot be read (${reason}); what could be, was taken from the headings.`,
    text.slice(0, start).split('\n').length,
  );
  return { metadata: undefined, body: fromFirstHeading(text) };
}

function parsed(json: string): { metadata?: Record<string, unknown> | undefined; reason: string } {
  try {
    const value = objectSchema.safeParse(JSON.parse(json));
    return { metadata: value.data, reason: 'it is no object' };
  } catch (error) {
    return { reason: errorText(error) };
  }
}

const fromFirstHeading = (text: string): string => text.slice(Math.max(0, text.search(/^#{1,6} /m))).trim();
