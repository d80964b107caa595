import { answerFormat } from '../../../src/agents/model/answers';
import type { TaskKind } from '../../../src/debate/flow/tasks';
import type { Asked, Said, ScriptedModel } from '../scriptedModel';
import { mark, type Marked } from './faults';
import { contradicted } from './referenceDebate';

/** Request of a task that is hit: its first; the one after its research; the one that brings a refused answer back. */
export type Position = 'first' | 'composition' | 'resend';

export interface Strike {
  kind: TaskKind;
  at: Position;
  lasts: 'once' | 'ever';
}

/** Outcome of a request: the honest answer, an answer that the engine sends back, or the fault. */
export type Verdict = 'honest' | 'refused' | 'hit';

/** The scripted model, with the fault or refusal that a case plans. */
export class FaultedModel {
  /** Requests of the faulted task, and the number that were hit. */
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

  /** The honest answer with marks, as text, because it is cut as text. */
  marked(asked: Asked, key: string): Marked {
    const said = this.honest(asked);
    const whole =
      'json' in said ? JSON.stringify(marked(said.json)) : `${mark} ${'text' in said ? said.text : 'I look it up.'}`;
    // Cut after the first of several entries, since that one would be a complete answer.
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

  /** Turns cannot be distinguished by their requests, so a case has one debater's turn. */
  #isMeant(asked: Asked, { kind }: Strike): boolean {
    const found = this.#kindOf(asked);
    return found === undefined ? kind.startsWith('debater/') : answerFormat(found).name === answerFormat(kind).name;
  }
}

/** Marks prose only: text without a space is a name or a kind. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(' ') ? `${mark} ${value}` : value;
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item)]));
}
