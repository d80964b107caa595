import * as z from 'zod';
import rules from '../../../../prompts/rules.md';
import verifier from '../../../../prompts/verifier.md';
import { cue, type ModelFormat, text } from '../modelTask';
import { cut, lines, most } from '../cueText';

/** What debates of every format have. */
export const shared: ModelFormat<'verifier/support'> = {
  prompts: { rules, verifier },
  tasks: {
    'verifier/support': {
      readership: 'officials',
      record: 'none',
      brief: 'none',
      isFrequent: true,
      answer: z.strictObject({
        explanation: text('One or two sentences with the decisive words.'),
        answer: z.enum(['supports', 'contradicts', 'does_not_say']),
      }),
      cue: cue(
        ['claim', 'passage', 'surroundings', 'source'],
        ({ claim, passage, surroundings, note = '', title, url }, fence) => ({
          claim: fence.wrap('claim', {}, cut(claim)),
          passage: fence.wrap('passage', {}, cut(passage, most.entry)),
          surroundings: surroundings.trim() === '' ? '' : fence.wrap('surroundings', {}, cut(surroundings, most.entry)),
          source: lines([
            fence.wrap('source', {}, lines([cut(title, 300), cut(url, 500)])),
            note === '' ? '' : fence.wrap('note', {}, cut(note)),
          ]),
        }),
      ),
    },
  },
};
