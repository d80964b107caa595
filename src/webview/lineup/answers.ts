import type { Review } from '../../shared/protocol';

/** Tells the lists that the extension echoes from those that it has by itself, by their text. */
export class Echoes {
  #underway: string[] = [];

  constructor(private known: string) {}

  send(list: string): void {
    if (list !== (this.#underway.at(-1) ?? this.known)) this.#underway.push(list);
  }

  /** Whether a list that came is another than the last one, and none of ours. */
  isNews(list: string): boolean {
    if (list === this.known) return false;
    this.known = list;
    const echo = this.#underway.indexOf(list);
    // Answers come in the order of the questions: what was sent before this one is answered too, as all is by a list that is not ours.
    this.#underway = echo === -1 ? [] : this.#underway.slice(echo + 1);
    return echo === -1;
  }
}

/** How often the Chair has answered for this draft; undefined as long as its format has a lineup of its own, or documents speak. */
export const chairAnswers = ({ isFixed, isOffline, isRevised, proposal }: Review): number | undefined =>
  isFixed === true || isOffline === true ? undefined : isRevised ? 2 : proposal === undefined ? 1 : 0;
