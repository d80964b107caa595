import { error, type LintRule } from './lintRecord';

/** Rule 20: no blog post on a debate that could not be fairly concluded. */
export const voidBlog: LintRule = ({ state, documents }) => {
  if (state.conclusion?.outcome.toLowerCase() !== 'void') return [];
  const logged = state.documents.get('blog-post.md');
  if (logged === undefined && documents?.has('blog-post.md') !== true) return [];
  return [
    error(
      '20',
      logged ?? state.conclusion.seq,
      'The outcome is void, but there is a blog-post.md; on void none is written. Remove the file.',
    ),
  ];
};
