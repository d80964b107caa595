import type { TaskKind } from '../../../src/debate/flow/tasks';
import type { DebateEvent } from '../../../src/engine/events';
import { ScriptedModel, type Asked } from '../scriptedModel';
import type { Said } from './fooledModel';
import type { Json, Told } from './injection';
import { names, type World } from './world';

/** A permanently manipulated model: every answer of every role is changed. */
export class ObedientModel {
  readonly #scripted: ScriptedModel;
  readonly onEvent: (event: DebateEvent) => void;

  constructor(
    world: World,
    private readonly change: (kind: TaskKind, honest: Json, told: Told) => unknown,
  ) {
    this.#scripted = new ScriptedModel(world.script, names);
    this.onEvent = this.#scripted.onEvent;
  }

  answer(asked: Asked, system: string): Said {
    const kind = this.#scripted.kindOf(asked.schema, asked.text);
    if (kind === undefined) return { text: 'Notes: nothing new.' };
    const told = { text: asked.text, system, mark: '' };
    return { json: this.change(kind, this.#scripted.json(kind) as Json, told) };
  }
}
