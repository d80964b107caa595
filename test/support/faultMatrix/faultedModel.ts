import { answerFormat } from '../../../src/agents/model/answers';
import type { TaskKind } from '../../../src/debate/flow/tasks';
import type { Asked, Said, ScriptedModel } from '../scriptedModel';
import { mark, type Marked } from './faults';
import { contradicted } from './referenceDebate';

/**
 * Which of a task's requests is hit: its first; the one after its research; the one that brings a refused answer back.
 */
export type Position = 'first' | 'composition' | 'resend';

export interface Strike {
  kind: TaskKind;
  at: Position;
  lasts: 'once' | 'ever';
}

/** What becomes of a request: the honest answer, one that the engine sends back, or the fault. */
export type Verdict = 'honest' | 'refused' | 'hit';

/** The scripted model, and by the plan of a case something that redacts it. */
export class FaultedModel {
  /** Requests of the task that the fault was for, and how many of them it hit. */
  asked = 0;
  hit = 0;
  #refusals = 0;
  isHealthy = false;

  constructor(
    private readonly model: ScriptedModel,
    private readonly strike: Strike | undefined,
  ) {}

  verdict(asked: Asked): Verdict {
    const { strike } = this;
    if (strike === undefined || !this.#isMeant(asked, strike)) return 'honest';
    this.asked += 1;
    if (this.isHealthy) return 'honest';
    const isResearch = this.#kindOf(asked) === undefined;
    if (strike.at !== 'first' && isResearch) return 'honest';
    if (strike.at === 'resend' && this.#refusals === 0) {
      this.#refusals += 1;
      return 'refused';
    }
    if (strike.lasts === 'once' && this.hit > 0) return 'honest';
    this.hit += 1;
    return 'hit';
  }

  honest(asked: Asked): Said {
    if (this.#kindOf(asked) === 'verifier/support' && asked.text.includes(contradicted)) {
      return { json: { explanation: 'The passage says nothing of failing.', answer: 'contradicts' } };
    }
    return this.model.answer(asked);
  }

  /** The honest answer, marked: as text, because that is how it is cut. */
  marked(asked: Asked, key: string): Marked {
    const said = this.honest(asked);
    const whole =
      'json' in said ? JSON.stringify(marked(said.json)) : `${mark} ${'text' in said ? said.text : 'I look it up.'}`;
    // Behind the first of several entries, where there are several: that one would be a whole answer by itself.
    const second = whole.indexOf('},{"type":');
    return {
      whole,
      part: whole.slice(0, second > 0 ? second + 8 : Math.ceil(whole.length * 0.6)),
      key,
      isResearch: !('json' in said),
    };
  }

  #kindOf({ schema, text }: Asked): TaskKind | undefined {
    return this.model.kindOf(schema, text);
  }

  /** Turns are told apart from each other by nothing in their requests; there is one debater's turn in a case. */
  #isMeant(asked: Asked, { kind }: Strike): boolean {
    const found = this.#kindOf(asked);
    return found === undefined ? kind.startsWith('debater/') : answerFormat(found).name === answerFormat(kind).name;
  }
}

/** Prose only: what has no space in it is a name or a kind. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(' ') ? `${mark} ${value}` : value;
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item)]));
}
