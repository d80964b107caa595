import { oneLine } from '../matching/text/shortText';

/** The current activity of each role, one line each, in the order in which they began. */
export class Activities {
  readonly #now = new Map<string, string>();

  /**
   * Returns whether the note tells a reader something new. How long a wait has taken is shown only where lines are
   * replaced.
   */
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

  /** Lines of all roles but the given one, which has lines of its own. */
  lines(except?: string): string[] {
    return [...this.#now].flatMap(([agent, detail]) =>
      agent === except ? [] : [`${agent}: ${oneLine(activityText(detail))}`],
    );
  }
}

const withoutTime = (detail: string): string => detail.replace(/ \(\d+ s\)$/, '');

/** Words for an activity other than writing; if it is a wait for a model, they say why that may take long. */
export function activityText(detail: string): string {
  const [, verb, model = '', time = ''] = /^(loading|awaiting) (.*?)( \(\d+ s\))?$/.exec(detail) ?? [];
  if (verb === 'loading') return `loading the model ${model}${time}`;
  return verb === undefined ? detail : `no word from ${model} yet${time}: its server reads, or loads the model`;
}
