import { createHash } from 'node:crypto';
import type { TaskKind } from '../../debate/tasks';
import { bundledPrompts, rulesOf } from './formats/registry';
import {
  answerSection,
  type asides,
  parsePrompt,
  placeholdersIn,
  type PromptFile,
  type PromptName,
  promptNames,
  promptOf,
  type PromptSection,
  renderTemplate,
  researchSection,
  sectionOf,
  splitAtFill,
} from './promptFile';

export { promptNames, type PromptName };

type PromptValues = Readonly<Record<string, string>>;

/** The prompts of a debate: those that come along, each of which a trusted workspace may replace by its own. */
export class PromptBook {
  readonly #texts: PromptValues;
  readonly #files: ReadonlyMap<PromptName, PromptFile>;
  /** SHA-256 of each prompt's text in hexadecimal digits: what the setup entry records as `prompts`. */
  readonly hashes: Record<string, string>;

  private constructor(texts: PromptValues) {
    this.#texts = texts;
    const all = Object.entries(texts);
    this.#files = new Map(all.map(([name, text]) => [name, parsePrompt(name, text)]));
    this.hashes = Object.fromEntries(
      all.map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]),
    );
  }

  static bundled(): PromptBook {
    return new PromptBook(bundledPrompts);
  }

  /**
   * The same with these texts instead.
   *
   * @throws PromptError naming the file, when a section is missing or a placeholder is unknown.
   */
  withOverrides(texts: Partial<PromptValues>): PromptBook {
    const known = Object.entries(texts).filter(
      (entry): entry is [string, string] => promptNames.includes(entry[0]) && entry[1] !== undefined,
    );
    return new PromptBook({ ...this.#texts, ...Object.fromEntries(known) });
  }

  /** All of them as they were written, without what is filled in. */
  get texts(): readonly string[] {
    return Object.values(this.#texts);
  }

  /** What every system prompt begins with: the rules of all debates, then those of the task's format. `mark` is the fence's. */
  rules(kind: TaskKind, values: { mark: string }): string {
    const own = rulesOf(kind);
    const common = renderTemplate(this.#file('rules').lead, { ...values });
    return own === undefined ? common : `${common}\n\n${renderTemplate(this.#file(own).lead, {})}`;
  }

  /** Who the agent is and what it is to do now, with the cue: what stands last in a request. `values` come from `cueValues`. */
  task(kind: TaskKind, values: PromptValues): string {
    return this.#rendered(kind, [answerSection, sectionOf(kind)], values);
  }

  /** The two parts of `task`: what is told in the same words each time, and, from the first word on that is filled in, the rest. */
  standing(kind: TaskKind): string {
    return splitAtFill(this.#taskText(kind)).standing;
  }

  afterStanding(kind: TaskKind, values: PromptValues): string {
    return renderTemplate(splitAtFill(this.#taskText(kind)).filled, values);
  }

  /** Whether what a task is told names this placeholder. */
  names(kind: TaskKind, name: string): boolean {
    return placeholdersIn(this.#taskText(kind)).includes(name);
  }

  /** The same for the pass with tools that goes before the task. */
  research(kind: TaskKind, values: PromptValues): string {
    return this.#rendered(kind, [researchSection], values);
  }

  /** A word of the rules where it applies: an answer goes back (`problems` from `feedbackText`), a model knows no tools … */
  aside<A extends PromptSection>(name: A, values: Record<(typeof asides)[A][number], string>): string {
    return renderTemplate(this.#file('rules').sections.get(name) ?? '', { ...values });
  }

  #taskText(kind: TaskKind): string {
    const { lead, sections } = this.#file(promptOf(kind));
    return [lead, sections.get(answerSection) ?? '', sections.get(sectionOf(kind)) ?? ''].join('\n\n');
  }

  #rendered(kind: TaskKind, names: readonly string[], values: PromptValues): string {
    const { lead, sections } = this.#file(promptOf(kind));
    const parts = names.map((name) => {
      const section = sections.get(name);
      if (section !== undefined || name === answerSection) return section ?? '';
      throw new Error(`The prompt of ${promptOf(kind)} has no section ${name}.`);
    });
    // Each for itself: a heading at the end of one is none of what follows.
    const texts = [lead, ...parts].map((part) => renderTemplate(part, values));
    return texts.filter((text) => text !== '').join('\n\n');
  }

  #file(name: PromptName): PromptFile {
    const file = this.#files.get(name);
    if (file === undefined) throw new Error(`There is no prompt ${name}.`);
    return file;
  }
}
