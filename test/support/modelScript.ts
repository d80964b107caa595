import { fact, factSource, factUrl, fullScript } from './scriptedDebate';
import { ScriptedModel } from './scriptedModel';

/** The one debate that is played through every provider, so that their records can be compared. */

export const scriptNames = ['ada', 'bob', 'cy'];

/** A claim in the debater's own words, so that support has to be judged; a challenge, a question, a concession. */
function script() {
  const own = 'Depot cy was busy on its second day.';
  return {
    ...fullScript({ names: scriptNames, rounds: 2, outcome: 'bob_wins' }),
    'r1/turn/cy': {
      entries: [
        {
          type: 'rebuttal',
          content: `${own} ${fact('cy', 2)}`,
          rebuttal_to_seq: 5,
          sources: [{ ...factSource('cy', 2), claim: own }],
          concedes: [{ seq: 5, claim: fact('bob', 1) }],
        },
        {
          type: 'source_challenge',
          content: 'Does that stand there?',
          target_seq: 5,
          url: factUrl('bob', 1),
          claim: fact('bob', 1),
        },
        { type: 'clarification_request', content: 'May a depot be named twice?' },
      ],
    },
  };
}

/** A model that plays this debate, with the Chair's answers to the debaters' questions. */
export function modelOfScript(): ScriptedModel {
  const model = new ScriptedModel(script(), scriptNames);
  const json = model.json.bind(model);
  model.json = (kind, text, schema) => {
    if (kind === 'chair/rule_on_challenge') return { reason: 'The words stand at the cited line.' };
    if (kind === 'chair/answer_clarification') return { answer: 'Yes, as often as it helps.' };
    return json(kind, text, schema);
  };
  return model;
}
