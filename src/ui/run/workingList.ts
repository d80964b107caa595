import * as l10n from '@vscode/l10n';
import type { DebateState } from '../../debate/state';
import type { DebateEvent } from '../../engine/events';
import type { Working } from '../../shared/protocol';
import { longestContent } from '../panel/bodies';
import { firstUnits, cutText } from '../../debate/shortText';
import { plainLine } from '../../debate/plainLine';
import { percentDecoded } from '../../debate/sourceUrl';

const activityKept = 20;

/** Who is at work on what, from the engine's events. An item goes when its step is in the log, or the run has ended. */
export class WorkingList {
  #items: readonly Working[] = [];

  constructor(private readonly now: () => Date) {}

  get items(): readonly Working[] {
    return this.#items;
  }

  /** Returns whether the list has changed. */
  take(event: DebateEvent, state: DebateState): boolean {
    const before = this.#items;
    this.#items = this.#after(event, state);
    return this.#items !== before;
  }

  #after(event: DebateEvent, state: DebateState): readonly Working[] {
    switch (event.kind) {
      case 'handover': {
        const since = this.now().getTime();
        const item = { agent: event.agent, step: event.step, since, words: wordsFor(event.step), activity: [] };
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
        // What was refused goes: the next attempt begins anew.
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

  /** The task's id is the step's, or begins with it where a step has several tasks. */
  #changed(task: string, change: (item: Working) => Working): readonly Working[] {
    const isMeant = (item: Working): boolean => item.step === task || task.startsWith(`${item.step}/`);
    return this.#items.some(isMeant) ? this.#items.map((item) => (isMeant(item) ? change(item) : item)) : this.#items;
  }
}

/** A wait that goes on takes the place of what was told of it before. */
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

/** What a step is in the words of the panel; step ids are those of ARCHITECTURE.md. */
export function wordsFor(step: string): string {
  const seq = /^(?:verify|finding|challenge|clarification)\/(\d+)/.exec(step)?.[1] ?? '';
  const rules: readonly [RegExp, () => string][] = [
    [/^ready$/, () => l10n.t('is being checked')],
    [/\/review$/, () => l10n.t('is reviewing the turn')],
    [/^opening\/end$|^r\d+\/start$|^closing\/end$/, () => l10n.t('is moving on')],
    [/^opening\//, () => l10n.t('is writing its opening statement')],
    [/^r\d+\/turn\//, () => l10n.t('is writing')],
    [/^r\d+\/relay$/, () => l10n.t('is relaying findings')],
    [/^r\d+\/audience$/, () => l10n.t('is thinking of questions')],
    [/^r\d+\/questions$/, () => l10n.t('is choosing questions')],
    [/^r\d+\/go-on$/, () => l10n.t('is judging whether to go on')],
    [/^unresolved$/, () => l10n.t('is naming unresolved points')],
    [/^closing\//, () => l10n.t('is writing its closing statement')],
    [/^plan$/, () => l10n.t('is weighing how many rounds it needs')],
    [/^r\d+\/advocate$/, () => l10n.t('is writing its defence')],
    [/^r\d+\/critic$/, () => l10n.t('is writing its critique')],
    [/^r\d+\/judge$/, () => l10n.t('is assessing the round')],
    [/^ruling$/, () => l10n.t('is ruling')],
    [/^e\d+\/start$/, () => l10n.t('is moving on')],
    [/^e\d+\/(?:arguments|proposition|opposition)$/, () => l10n.t('is arguing')],
    [/^e\d+\/judgment(?:\/\d+)?$/, () => l10n.t('is scoring the exchange')],
    [/^report\/e\d+$/, () => l10n.t('is writing the report')],
    [/^conclusion$/, () => l10n.t('is concluding')],
    [/^audience-conclusion$/, () => l10n.t('is concluding')],
    [/^documents/, () => l10n.t('is writing documents')],
    [/^assessor-report$/, () => l10n.t('is assessing the debate')],
    [/^verify\//, () => l10n.t('is checking the sources of seq {0}', seq)],
    [/^finding\//, () => l10n.t('is acting on the findings about seq {0}', seq)],
    [/^challenge\//, () => l10n.t('is ruling on the challenge at seq {0}', seq)],
    [/^clarification\//, () => l10n.t('is answering the question at seq {0}', seq)],
  ];
  return rules.find(([pattern]) => pattern.test(step))?.[1]() ?? l10n.t('is at work');
}

const longest = 120;

/**
 * What an agent does beside writing, from the detail of a progress event: `searching QUERY`, `reading URL`, `using TOOL`, `loading MODEL`,
 * `awaiting MODEL`.
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

/** The site of a page, which says more of it than a long address does; the path of a file. */
function placeName(url: string): string {
  const file = /^workspace:([^#]*)/.exec(url)?.[1];
  if (file !== undefined) return percentDecoded(file);
  return URL.canParse(url) ? new URL(url).host || url : url;
}

const short = (text: string): string => cutText(plainLine(text), longest);
