import type { Script } from '../../src/agents/scripted';
import { sides, type Side } from '../../src/debate/log/entryData';
import { dialecticScript, idOf, toulmin } from './dialecticScript';
import { fact, factSource, factUrl, fullScript } from './scriptedDebate';
import { assessment, critique, defence, rulingAnswer } from './tribunalScript';

/** Scripts whose answers are as long as real ones, for tests that count tokens. */

const filler =
  'What matters here is how the work is done from one day to the next, and who bears the cost of it when things go wrong. ';
export const words = (characters: number): string =>
  filler
    .repeat(Math.ceil(characters / filler.length))
    .slice(0, characters)
    .trim();

interface PanelSize {
  names: readonly string[];
  rounds: number;
  /** Characters of a turn's text. */
  characters: number;
  /** Sources of a turn, each for a claim in its own words, so that its support is judged. */
  sources: number;
}

/** Turns of filler words of the requested length. */
export function longPanel({ names, rounds, characters, sources }: PanelSize): Script {
  const script: Script = { ...fullScript({ names, rounds }) };
  const entry = (type: string, name: string, turn: number) => {
    const claims = Array.from({ length: sources }, (_, index) => ({
      line: turn * sources + index + 1,
      claim: `Point ${['one', 'two', 'three', 'four', 'five'][index] ?? ''} of ${name}, as the record of its depot has it.`,
    }));
    const said = claims.map(({ line, claim }) => `${claim} “${fact(name, line)}”`).join(' ');
    return {
      type,
      content: `${said} ${words(Math.max(0, characters - said.length))}`.trim(),
      sources: claims.map(({ line, claim }) => ({ ...factSource(name, line), claim })),
    };
  };
  for (const name of names) {
    script[`opening/${name}`] = { entries: [entry('opening_statement', name, 0)] };
    for (let round = 1; round <= rounds; round += 1)
      script[`r${round}/turn/${name}`] = { entries: [entry('new_point', name, round)] };
  }
  return script;
}

/**
 * Three sources, each for a claim in the side's own words, so that its support is judged. Its days make it a new
 * argument each round.
 */
function longContribution(side: 'advocate' | 'critic', round: number) {
  const lines = [1, 2, 3].map((index) => round * 3 + index);
  const claims = lines.map(
    (line) =>
      `The ${side} finds its view borne out by what its depot wrote down on day ${line}, ${['first', 'second', 'third'][line % 3] ?? ''} of these.`,
  );
  const sources = lines.map((line, index) => ({ ...factSource(side, line), claim: claims[index] ?? '' }));
  const research_log = {
    queries: [words(60), words(60)],
    files_read: [`${side}.md`],
    key_findings: [words(200), words(200)],
  };
  return { research_log, argument: `${claims.join(' ')} ${words(2_600)}`, sources };
}

export function longTribunal(rounds: number): Script {
  const script: Script = { plan: { rounds, reason: 'It is enough.' }, ruling: rulingAnswer({ overall: words(1_500) }) };
  for (let round = 1; round <= rounds; round += 1) {
    const listed = [words(250), words(250)];
    script[`r${round}/advocate`] = defence(round, {
      ...longContribution('advocate', round),
      preemptive_rebuttals: listed,
      evidence_strengthening: listed,
      assumption_defence: listed,
    });
    const [objection] = critique(round).objections;
    script[`r${round}/critic`] = critique(round, {
      ...longContribution('critic', round),
      objections: [1, 2, 3].map(() => ({ ...objection, text: `${objection?.text ?? ''} ${words(300)}` })),
    });
    script[`r${round}/judge`] = assessment(round, {
      argument_evaluation: { advocate: words(400), critic: words(400) },
      evidence_quality: { advocate: words(250), critic: words(250) },
    });
  }
  return script;
}

/** Two grounds for each argument, in other words than the source's; each part has nearly its greatest length. */
function longArgument(side: Side, line: number) {
  const grounds = [line, line + 30].map((at) => ({
    source: `Trial log of the ${side}`,
    relevance: words(120),
    url: factUrl(side, at),
    quote: fact(side, at),
    content: `On that day the depot wrote down what it carried. ${words(250)}`,
  }));
  return { ...toulmin(side, line), grounds, warrant: words(200), backing: words(200) };
}

export function longDialectic(exchanges: number): Script {
  const script: Script = dialecticScript(exchanges);
  for (const side of sides) script['e0/' + side] = { arguments: [1, 2, 3].map((line) => longArgument(side, line)) };
  for (let exchange = 1; exchange < exchanges; exchange += 1) {
    for (const side of sides) {
      const target = idOf(side === 'proposition' ? 'opposition' : 'proposition', '000a');
      script[`e${exchange}/${side}`] = {
        argument: {
          ...longArgument(side, 10 + exchange),
          attacks: [{ target_id: target, type: 'grounds_attack', content: words(300) }],
        },
      };
    }
  }
  return script;
}
