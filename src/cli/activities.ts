import { oneLine } from '../matching/text/shortText';

/** What each role is doing: one line a role, in the order in which they began. */
export class Activities {
  readonly #now = new Map<string, string>();

  /** Whether a reader learns something new: how long a wait has taken is told only where lines are replaced. */
  note(agent: string, detail: string): boolean {
    const before = this.#now.get(agent);
    this.#now.set(agent, detail);
    return before === undefined || withoutTime(before) !== withoutTime(detail);
  }

  forget(agent: string): void {
    this.#now.delete(agent);
  }

  forgetAll(): void {
    this.#now.clear();
  }

  /** Without this one, which has lines of its own. */
  lines(except?: string): string[] {
    return [...this.#now].flatMap(([agent, detail]) =>
      agent === except ? [] : [`${agent}: ${oneLine(activityText(detail))}`],
    );
  }
}

const withoutTime = (detail: string): string => detail.replace(/ \(\d+ s\)$/, '');

/** Beside writing; of a model that is waited for, why that may take long. */
export function activityText(detail: string): string {
  const [, verb, model = '', time = ''] = /^(loading|awaiting) (.*?)( \(\d+ s\))?$/.exec(detail) ?? [];
  if (verb === 'loading') return `loading the model ${model}${time}`;
  return verb === undefined ? detail : `no word from ${model} yet${time}: its server reads, or loads the model`;
}
