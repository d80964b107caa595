import { createHash } from 'node:crypto';
import assessor from '../../../prompts/assessor.md';
import audience from '../../../prompts/audience.md';
import chair from '../../../prompts/chair.md';
import debater from '../../../prompts/debater.md';
import reporter from '../../../prompts/reporter.md';
import rules from '../../../prompts/rules.md';
import verifier from '../../../prompts/verifier.md';
import { sectionOf, type PromptTask } from './placeholders';
import { type asides, parsePrompt, promptNames, type Aside, type PromptFile, type PromptName } from './promptFile';
import { renderTemplate } from './template';

export { promptNames, type PromptName };

type Values = Readonly<Record<string, string>>;

/** The prompts of a debate: those that come along, each of which a trusted workspace may replace by its own. */
export class PromptBook {
  readonly #texts: Readonly<Record<PromptName, string>>;
  readonly #files: ReadonlyMap<PromptName, PromptFile>;
  /** SHA-256 of each prompt's text in hexadecimal digits: what the setup entry records as `prompts`. */
  readonly hashes: Record<string, string>;

  private constructor(texts: Readonly<Record<PromptName, string>>) {
    this.#texts = texts;
    this.#files = new Map(promptNames.map((name) => [name, parsePrompt(name, texts[name])]));
    this.hashes = Object.fromEntries(promptNames.map((name) => [name, createHash('sha256').update(texts[name]).digest('hex')]));
  }

  static bundled(): PromptBook {
    return new PromptBook({ rules, chair, debater, verifier, audience, reporter, assessor });
  }

  /**
   * The same with these texts instead.
   *
   * @throws PromptError naming the file, when a section is missing or a placeholder is unknown.
   */
  withOverrides(texts: Partial<Readonly<Record<PromptName, string>>>): PromptBook {
    return new PromptBook({ ...this.#texts, ...texts });
  }

  /** All of them as they were written, without what is filled in. */
  get texts(): readonly string[] {
    return Object.values(this.#texts);
  }

  /** What every system prompt begins with. `mark` is the fence's. */
  rules(values: { mark: string }): string {
    return renderTemplate(this.#file('rules').lead, { ...values });
  }

  /**
   * Who the agent is and what it is to do now, with the cue: what stands last in a request. `research` is the
   * debater's; `values` come from `cueValues`.
   */
  role(name: Exclude<PromptName, 'rules'>, task: PromptTask, values: Values): string {
    const file = this.#file(name);
    const section = file.sections.get(sectionOf(task));
    if (section === undefined) throw new Error(`The prompt of ${name} has no task ${task}.`);
    return renderTemplate(`${file.lead}\n\n${section}`, values);
  }

  /** A word of the rules where it applies: an answer goes back (`problems` from `feedbackText`), a model knows no tools … */
  aside<A extends Aside>(name: A, values: Record<(typeof asides)[A][number], string>): string {
    return renderTemplate(this.#file('rules').sections.get(name) ?? '', { ...values });
  }

  #file(name: PromptName): PromptFile {
    const file = this.#files.get(name);
    if (file === undefined) throw new Error(`There is no prompt ${name}.`);
    return file;
  }
}
