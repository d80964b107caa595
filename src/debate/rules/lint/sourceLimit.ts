import { citesSources } from '../../state';
import { maximumSources } from '../spokenRules';
import { error, type LintRule } from './lintRecord';

/** Rule 16: at most five sources an entry. */
export const sourceLimit: LintRule = ({ headers }) =>
  headers
    .filter((header) => citesSources(header) && header.urls.length > maximumSources)
    .map(({ seq, urls }) =>
      error(
        '16',
        seq,
        `The entry cites ${urls.length} sources; at most ${maximumSources} are allowed (keep the most direct ones), and only the first ${maximumSources} are owed a verification.`,
      ),
    );
