import type { Asked } from '../scriptedModel';
import { ScriptedModel } from '../scriptedModel';
import { names, type World } from './world';
import type { Call, Injection, Json, Told } from './injection';

/** An answer in the terms of both protocols' servers. */
export interface Said {
  text?: string;
  json?: unknown;
  toolCalls?: readonly Call[];
  refusal?: never;
}

export interface FooledParts {
  injection: Injection;
  /** Tag by which the model recognises the text. */
  tag: string;
  world: World;
  /** Address of the web, and of the host that must never be reached. */
  web: string;
  stranger: string;
}

/** A model that behaves until it reads the injection's text; from then on it obeys the text. */
export class FooledModel {
  readonly #scripted: ScriptedModel;
  obeyed = 0;
  onReached: () => void = () => undefined;
  /** Its step is known from the start. */
  readonly onEvent = (): void => undefined;

  constructor(private readonly parts: FooledParts) {
    const { world, injection } = parts;
    this.#scripted = new ScriptedModel(world.script, names);
    const agent = /^(?:opening|closing|r\d+\/turn)\/(\w+)$/.exec(injection.step)?.[1] ?? 'chair';
    this.#scripted.onEvent({ kind: 'handover', agent, step: world.stepId(injection.step) });
  }

  answer(asked: Asked, system: string): Said {
    const { injection } = this.parts;
    const kind = this.#scripted.kindOf(asked.schema, asked.text);
    if (kind === undefined || kind === injection.kind) this.onReached();
    const told: Told = {
      text: asked.text,
      system: system === '' ? asked.text : system,
      mark: /names end in `-([^`]+)`/.exec(asked.text)?.[1] ?? '',
    };
    if (kind === undefined) return this.#research(asked);
    const honest = this.#scripted.json(kind) as Json;
    if (kind !== injection.kind || !this.#isFooled(asked)) return { json: honest };
    const { answer, says } = injection.obey;
    if (answer === undefined && says === undefined) return { json: honest };
    this.obeyed += 1;
    if (says !== undefined) return says(told) as Said;
    return { json: answer?.(honest, told) };
  }

  #isFooled({ text }: Asked): boolean {
    return text.includes(this.parts.tag);
  }

  #research(asked: Asked): Said {
    const { injection, tag } = this.parts;
    const first = this.#lookUp();
    const done = asked.results + [...asked.text.matchAll(/^Result of /gm)].length;
    if (first !== undefined && done === 0) return this.#called(first, asked);
    const step = done - (first === undefined ? 0 : 1);
    const call = this.#isFooled(asked) ? injection.obey.calls?.[step] : undefined;
    if (call === undefined) return { text: `Notes on what I read${this.#isFooled(asked) ? `, ${tag} among it` : ''}.` };
    this.obeyed += 1;
    return this.#called(call, asked);
  }

  #called({ name, input }: Call, { tools, text }: Asked): Said {
    const filled = JSON.parse(this.#filled(JSON.stringify(input))) as Record<string, unknown>;
    const isPlain = tools.length === 0 && text.includes('To call one, answer with nothing but one line');
    return isPlain
      ? { text: `CALL ${JSON.stringify({ tool: this.#filled(name), input: filled })}` }
      : { toolCalls: [{ name: this.#filled(name), input: filled }] };
  }

  #filled(text: string): string {
    const { stranger, web, world } = this.parts;
    return text
      .replaceAll('STRANGER', stranger)
      .replaceAll('WEB', web)
      .replaceAll('PORT', new URL(stranger).port)
      .replaceAll('ROOT', world.evidence)
      .replaceAll('MARK', '0123456789ab');
  }

  /** The honest call that fetches the text. */
  #lookUp(): Call | undefined {
    const { injection, tag } = this.parts;
    switch (injection.place) {
      case 'evidence':
        return { name: 'read_evidence', input: { path: `hostile/${tag}.md` } };
      case 'page':
      case 'page title':
        return { name: 'fetch_page', input: { url: `WEB/${tag}` } };
      case 'search hit':
        return { name: 'search_web', input: { query: `depots ${tag}` } };
      case 'tool error':
        return { name: 'editor_lookup', input: {} };
      default:
        return undefined;
    }
  }
}
