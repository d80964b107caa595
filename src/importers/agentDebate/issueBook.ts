import type { TrackedIssue } from '../../debate/entryData';
import type { StatedIssue } from './issues';

/** Who is who among issues that texts name by id, by title, or by both, and how they stood last. */
export class IssueBook {
  #last: readonly TrackedIssue[] = [];
  readonly #ids = new Map<string, string>();
  readonly #titles = new Map<string, string>();
  #count = 0;

  /** The issue under one id, whatever it is called here; an issue that no text gave an id gets the next number. */
  tracked(issue: StatedIssue): TrackedIssue {
    const { id: stated, title } = issue;
    const known =
      (stated === undefined ? undefined : this.#ids.get(stated.toLowerCase())) ?? this.#ids.get(keyOf(title));
    const id = known ?? stated ?? `issue-${(this.#count += 1)}`;
    this.#ids.set(keyOf(title), id);
    this.#ids.set(id.toLowerCase(), id);
    if (!this.#titles.has(id)) this.#titles.set(id, title);
    return { ...issue, id, title: this.#titles.get(id) ?? title };
  }

  /**
   * The whole tracker after a round. What is listed was at issue in it, and is new where no earlier round lists it; what is not listed stands
   * as it did, marked `carried`: the other system's trackers tell of changes.
   */
  after(stated: readonly StatedIssue[]): TrackedIssue[] {
    const listed = stated.map((issue) => this.tracked(issue));
    const unique = listed.filter(({ id }, index) => listed.findIndex((other) => other.id === id) === index);
    const marked = unique.map((issue): TrackedIssue => {
      const before = this.#last.find(({ id }) => id === issue.id);
      const isSettled = issue.status === 'resolved' && before?.status === 'resolved';
      return { ...issue, is_new: before === undefined, argued: !isSettled };
    });
    const kept = this.#last
      .filter(({ id }) => !unique.some((issue) => issue.id === id))
      .map(({ id, title, status, severity }): TrackedIssue => ({
        id,
        title,
        status,
        ...(severity === undefined ? {} : { severity }),
        argued: false,
        carried: true,
      }));
    this.#last = [...kept, ...marked];
    return [...this.#last];
  }

  /** The id of an issue that is known by this title; the title itself where none is. */
  idOf(title: string): string {
    return this.#ids.get(keyOf(title)) ?? this.#ids.get(title.toLowerCase()) ?? title;
  }
}

/** Letters and digits alone: texts differ in marks, capitals and punctuation. */
const keyOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
