import * as l10n from '@vscode/l10n';
import type { DebateState } from '../../debate/fold/state';
import type { DebateEvent } from '../../engine/events';
import { longestContent, type Working } from '../../shared/protocol';
import { stepWords } from '../formats/registry';
import { firstUnits, cutText, plainLine } from '../../matching/text/shortText';
import { percentDecoded } from '../../matching/text/sourceUrl';
import { parsedUrl } from '../../research/parsedUrl';

const activityKept = 20;

/**
 * Agents at work and their activity, from the engine's events. An item is removed when its step is in the log, or the
 * run has ended.
 */
export class WorkingList {
  #items: readonly Working[] = [];

  constructor(private readonly now: () => Date) {}

  get items(): readonly Working[] {
    return this.#items;
  }

  /** Takes an event; returns whether the list has changed. */
  take(event: DebateEvent, state: DebateState): boolean {
    const before = this.#items;
    this.#items = this.#after(event, state);
    return this.#items !== before;
  }

  #after(event: DebateEvent, state: DebateState): readonly Working[] {
    switch (event.kind) {
      case 'handover': {
        const since = this.now().getTime();
        const item = {
          agent: event.agent,
          step: event.step,
          since,
          words: stepWords(state.setup?.format, event.step),
          activity: [],
        };
        return [...this.#items.filter((other) => other.step !== event.step || other.agent !== event.agent), item];
      }
      case 'progress':
        return this.#ofAgent(event, (item) => withActivity(item, activityWords(event.detail)));
      case 'condensed':
        return this.#ofAgent(event, (item) =>
          withActivity(item, l10n.t('given the Chair’s summaries of {0} earlier entries', event.entries)),
        );
      case 'draft':
        return this.#ofAgent(event, (item) => ({
          ...without(item, 'waiting'),
          draft: firstUnits(event.text, longestContent),
        }));
      case 'waiting':
        return this.#ofAgent(event, (item) => ({ ...item, waiting: { reason: event.reason, until: event.until } }));
      case 'retry':
        // A refused draft is removed: the next attempt begins again.
        return this.#changed(event.step, (item) => ({
          ...without(item, 'draft', 'waiting'),
          refused: { attempt: event.attempt, reasons: [...event.reasons] },
        }));
      case 'written': {
        const left = this.#items.filter((item) => !state.steps.has(item.step));
        return left.length === this.#items.length ? this.#items : left;
      }
      case 'shutdown':
        return this.#items.length === 0 ? this.#items : [];
      default:
        return this.#items;
    }
  }

  #ofAgent({ agent, step }: Pick<Working, 'agent' | 'step'>, change: (item: Working) => Working): readonly Working[] {
    return this.#changed(step, (item) => (item.agent === agent ? change(item) : item));
  }

  /** Changes the items of a task, whose id is the step's, or begins with it if a step has several tasks. */
  #changed(task: string, change: (item: Working) => Working): readonly Working[] {
    const isMeant = (item: Working): boolean => item.step === task || task.startsWith(`${item.step}/`);
    return this.#items.some(isMeant) ? this.#items.map((item) => (isMeant(item) ? change(item) : item)) : this.#items;
  }
}

/** A wait that continues replaces its earlier line. */
function withActivity(item: Working, words: string): Working {
  const last = item.activity.at(-1);
  const before = last !== undefined && timeless(last) === timeless(words) ? item.activity.slice(0, -1) : item.activity;
  return { ...without(item, 'waiting'), activity: [...before, words].slice(-activityKept) };
}

const timeless = (words: string): string => words.replace(/ \(\d+ s\)/, '');

function without(item: Working, ...keys: ('draft' | 'waiting')[]): Working {
  const rest = { ...item };
  for (const key of keys) Reflect.deleteProperty(rest, key);
  return rest;
}

const longest = 120;

/**
 * Words for an agent's activity other than writing, from the detail of a progress event: `searching QUERY`, `reading
 * URL`, `using TOOL`, `loading MODEL`, `awaiting MODEL`.
 */
export function activityWords(detail: string): string {
  const [, verb, about = ''] = /^(searching|reading|using|loading|awaiting) ([\s\S]*)$/.exec(detail) ?? [];
  switch (verb) {
    case 'searching':
      return l10n.t('searching “{0}”', short(about));
    case 'reading':
      return l10n.t('reading {0}', short(placeName(about)));
    case 'using':
      return l10n.t('using {0}', short(about));
    case 'loading':
      return l10n.t('loading the model {0}', short(about));
    case 'awaiting':
      return l10n.t('no word yet from {0}: its server reads, or loads the model', short(about));
    default:
      return short(detail);
  }
}

/** Site of a page, which says more than a long address; path of a file. */
function placeName(url: string): string {
  const file = /^workspace:([^#]*)/.exec(url)?.[1];
  if (file !== undefined) return percentDecoded(file);
  return parsedUrl(url)?.host || url;
}

const short = (text: string): string => cutText(plainLine(text), longest);
