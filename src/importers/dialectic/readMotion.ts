import { collapsed, cutText } from '../../debate/shortText';
import * as z from 'zod';
import type { MotionStyle } from '../../debate/motion';
import type { Problems } from '../importProblem';
import { itemsOf, plainTitle, sectionsOf } from '../markdownSections';
import { readFrontMatter } from './frontMatter';

const stateSchema = z.looseObject({
  debate_id: z.string().optional(),
  current_exchange: z.int().min(0).optional(),
  current_phase: z.string().optional(),
  cumulative_scores: z.looseObject({ proposition: z.unknown(), opposition: z.unknown() }).partial().optional(),
});

/** What `debate.md` says. */
export interface ReadMotion {
  motion: string;
  style: MotionStyle;
  definitions: { term: string; meaning: string }[];
  scope: string | undefined;
  state: z.infer<typeof stateSchema>;
  /** The file's Markdown without the JSON object before it. */
  body: string;
}

const path = 'debate.md';

/** @param fallback stands for the motion where the file has none. */
export function readMotion(text: string, fallback: string, problems: Problems): ReadMotion {
  const { metadata, body } = readFrontMatter(text, path, problems);
  const state = stateSchema.safeParse(metadata ?? {});
  if (!state.success)
    problems.add(path, 'Of the state of the debate not all can be read; it was taken from arguments and scores.', 1);
  const sections = sectionsOf(body);
  const named = (name: string) => sections.find(({ title }) => plainTitle(title) === name);
  const motion = collapsed(named('motion')?.text ?? '');
  const name = (state.success ? state.data.debate_id : undefined) ?? fallback;
  if (motion === '') problems.add(path, `There is no motion under a heading “Motion”; “${name}” stands for it.`);
  for (const { title, line } of sections.filter(
    ({ title: other }) => !['motion', 'definitions', 'scope'].includes(plainTitle(other)),
  )) {
    problems.add(path, `The section “${title}” is no part of a motion; it stands in the setup’s text only.`, line);
  }
  const scope = named('scope')?.whole;
  return {
    motion: motion === '' ? name : motion,
    style: styleOf(motion),
    definitions: definitionsIn(named('definitions')?.whole ?? '', problems),
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

function styleOf(motion: string): MotionStyle {
  if (/^this house would\b/i.test(motion)) return 'this-house-would';
  if (/^this house believes\b/i.test(motion)) return 'this-house-believes';
  return /^resolved:/i.test(motion) ? 'resolved' : 'as-given';
}
