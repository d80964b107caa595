import type { SpokenEntry } from '../../debate/tasks';
import type { CaseFile } from './caseFile';
import { joined } from './grammar';
import { aimOf, measureOf } from './persona';
import { argumentsIn } from './record';

const wordings = [
  'The evidence holds no unused passage that carries my case further, so this is conjecture and cites nothing. {rest} What would settle the point between us is {measure}. I expect that it would bear me out, and I would accept it if it did not.',
  'What follows rests on no source, because the evidence holds no unused passage that speaks to {aim}. {rest} I suspect that the question will stay open until somebody brings {measure}. That would settle it for me.',
  'I have come to the end of what can be quoted: the evidence holds no unused passage on my side of the question. {rest} My guess, and it is no more, is that the answer would follow from {measure}. Whoever has that should publish it.',
];

/** Says that nothing is left to quote, and what would settle the point instead. `before` is what had to be said first. */
export function conjecture(file: CaseFile, before: string): SpokenEntry {
  const own = argumentsIn(file.record, file.you.name).map(({ seq }) => `seq ${seq}`);
  const rest =
    own.length === 0
      ? 'I have nothing in the record to rest on.'
      : `I rest on what I quoted at ${joined(own.slice(-3))}.`;
  if (file.isTerse) return { type: 'conjecture', content: '[CONJECTURE] No unused passage is left.', sources: null };
  const values = { rest, measure: measureOf(file.you), aim: aimOf(file.you) };
  const words = file.voice.say('conjecture', wordings, values);
  return { type: 'conjecture', content: `[CONJECTURE] ${words}${before === '' ? '' : `\n\n${before}`}`, sources: null };
}
