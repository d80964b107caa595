import { createHash } from 'node:crypto';
import type { TaskKind } from '../../debate/flow/tasks';
import { bundledPrompts, modelKinds, modelTask, rulePrompts, rulesOf } from './formats/registry';

type PromptValues = Readonly<Record<string, string>>;

/** The prompts of a debate, each of which a trusted workspace may replace. */
export class PromptBook {
  readonly #texts: PromptValues;
  readonly #files: ReadonlyMap<PromptName, PromptFile>;
  /** SHA-256 of each prompt in hexadecimal digits, as in the setup entry's `prompts`. */
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

  /** @throws PromptError naming the file, when a section is missing or a placeholder unknown. */
  withOverrides(texts: Partial<PromptValues>): PromptBook {
    const known = Object.entries(texts).filter(
      (entry): entry is [string, string] => promptNames.includes(entry[0]) && entry[1] !== undefined,
    );
    return new PromptBook({ ...this.#texts, ...Object.fromEntries(known) });
  }

  /** Texts as written, placeholders unfilled. */
  get texts(): readonly string[] {
    return Object.values(this.#texts);
  }

  /** How every system prompt begins: the rules of all debates, then of the task's format. `mark` is the fence's. */
  rules(kind: TaskKind, values: { mark: string }): string {
    const own = rulesOf(kind);
    const common = renderTemplate(this.#file('rules').lead, { ...values });
    return own === undefined ? common : `${common}\n\n${renderTemplate(this.#file(own).lead, {})}`;
  }

  /** What stands last in a request: who the agent is and what to do. `values` from `promptValues`. */
  task(kind: TaskKind, values: PromptValues): string {
    return this.#rendered(kind, [answerSection, sectionOf(kind)], values);
  }

  /** `task` in two parts: the words that are the same each time, and the rest from the first placeholder on. */
  fixed(kind: TaskKind): string {
    return splitAtFill(this.#taskText(kind)).fixed;
  }

  afterFixed(kind: TaskKind, values: PromptValues): string {
    return renderTemplate(splitAtFill(this.#taskText(kind)).filled, values);
  }

  /** Whether the task's prompt names this placeholder. */
  names(kind: TaskKind, name: string): boolean {
    return placeholdersIn(this.#taskText(kind)).includes(name);
  }

  /** Prompt of the pass with tools that precedes the task. */
  research(kind: TaskKind, values: PromptValues): string {
    return this.#rendered(kind, [researchSection], values);
  }

  /** A passage of the rules for one case: an answer goes back, a model knows no tools … */
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
    // Each for itself: a heading at one's end is none of the next.
    const texts = [lead, ...parts].map((part) => renderTemplate(part, values));
    return texts.filter((text) => text !== '').join('\n\n');
  }

  #file(name: PromptName): PromptFile {
    const file = this.#files.get(name);
    if (file === undefined) throw new Error(`There is no prompt ${name}.`);
    return file;
  }
}

/** Rules, and one for each role. */
export const promptNames: readonly string[] = Object.keys(bundledPrompts);
export type PromptName = string;

/** What stands before the first `## task: NAME`, and each such section without its heading. */
interface PromptFile {
  lead: string;
  sections: ReadonlyMap<string, string>;
}

const heading = /^## task:[ \t]*(\S+)[ \t]*$/m;

/** @throws PromptError when a section is missing, or a name is unknown. */
function parsePrompt(name: PromptName, text: string): PromptFile {
  const [lead = '', ...rest] = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(heading);
  const sections = new Map<string, string>();
  const problems: string[] = [];
  for (let at = 0; at < rest.length; at += 2) {
    const section = rest[at] ?? '';
    if (sections.has(section)) problems.push(`"## task: ${section}" stands in it twice`);
    sections.set(section, (rest[at + 1] ?? '').trim());
  }
  const file = { lead: lead.trim(), sections };
  problems.push(...problemsOf(name, file));
  if (problems.length > 0) throw new PromptError(`${name}.md`, problems);
  return file;
}

function problemsOf(name: PromptName, { lead, sections }: PromptFile): string[] {
  const known = knownSections(name);
  const missing = [...known.keys()].filter(
    (section) => section !== answerSection && (sections.get(section) ?? '') === '',
  );
  const surplus = [...sections.keys()].filter((section) => !known.has(section));
  return [
    ...(lead === '' ? ['nothing stands before its first task'] : []),
    ...missing.map((section) => `"## task: ${section}" is missing or empty`),
    ...surplus.map(
      (section) => `"## task: ${section}" is no task of ${name}; it has ${[...known.keys()].join(', ') || 'none'}`,
    ),
    ...unknownIn(lead, inEveryTask(name, known), 'its first part'),
    ...[...sections].flatMap(([section, text]) => unknownIn(text, known.get(section) ?? [], `"## task: ${section}"`)),
  ];
}

function unknownIn(text: string, known: readonly string[], where: string): string[] {
  const list = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
  return placeholdersIn(text)
    .filter((placeholder) => !known.includes(placeholder))
    .map((placeholder) => `{{${placeholder}}} in ${where} is no placeholder there; ${list}`);
}

const asides = {
  /** The refused answer stands before it, and may be named by `=`. */
  mend: ['problems'],
  /** It does not. */
  again: ['problems'],
  research_again: ['problems', 'answer'],
  plain_tools: ['tools'],
  plain_answer: ['schema'],
  research_spent: [],
  look_in_files: [],
  look_on_web: [],
  look_in_both: [],
  look_beyond: [],
  /** Said to an agent of the client, which looks things up and answers in one go. */
  host_tools: ['tools', 'calls'],
  /** Said where several questions about support wait. */
  host_together: [],
} as const satisfies Record<string, readonly string[]>;
type PromptSection = keyof typeof asides;

/** No task of the debate's, but a section of who does it. */
const researchSection = 'research';

/** How to answer, told with each of a role's tasks, not while it reads. A prompt may say it in its first part. */
const answerSection = 'answer';

/** The name of its section in the role's prompt. */
export const sectionOf = (kind: TaskKind): string => kind.slice(kind.indexOf('/') + 1);

export const promptOf = (kind: TaskKind): PromptName => kind.slice(0, kind.indexOf('/'));

/** Sections of a prompt, with the placeholders of each. */
function knownSections(name: PromptName): Map<string, readonly string[]> {
  if (name === 'rules') return new Map(Object.entries(asides));
  const kinds = modelKinds.filter((kind) => promptOf(kind) === name);
  const sections = new Map(kinds.map((kind) => [sectionOf(kind), modelTask(kind).prompt.fills]));
  const researched = kinds
    .filter((kind) => modelTask(kind).isResearched === true)
    .map((kind) => modelTask(kind).prompt.fills);
  if (researched.length === 0) return sections;
  const inEvery = inAll([...sections.values()]);
  return sections.set(researchSection, inAll(researched)).set(answerSection, inEvery);
}

/** It goes before every task, so it may name only what all have. */
function inEveryTask(name: PromptName, known: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (name === 'rules') return ['mark'];
  return rulePrompts.includes(name) ? [] : inAll([...known.values()]);
}

const inAll = ([first = [], ...others]: readonly (readonly string[])[]): readonly string[] =>
  first.filter((item) => others.every((list) => list.includes(item)));

export class PromptError extends Error {
  readonly code = 'prompt_invalid';

  constructor(
    readonly file: string,
    readonly problems: readonly string[],
  ) {
    super(
      `The prompt ${file} cannot be used: ${problems.join('; ')}. Mend the file, or remove it to get the built-in prompt.`,
    );
    this.name = 'PromptError';
  }
}

const placeholder = /\{\{([^{}]*)\}\}/g;

/** The names between double braces, each once. */
function placeholdersIn(template: string): string[] {
  return [...new Set([...template.matchAll(placeholder)].map((match) => (match[1] ?? '').trim()))];
}

/**
 * Fills in `{{name}}`, once: values are not read for placeholders. A paragraph with only empty ones is left out, and so
 * is a heading with nothing below it. @throws Error when a value is not given.
 */
export function renderTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const unknown = placeholdersIn(template).filter((name) => !Object.hasOwn(values, name));
  if (unknown.length > 0) throw new Error(`A template asks for ${unknown.join(', ')}, which nobody gave.`);
  const isWanted = (paragraph: string): boolean => {
    const names = placeholdersIn(paragraph);
    return names.length === 0 || names.some((name) => values[name]?.trim() !== '');
  };
  const filled = (paragraph: string): string =>
    paragraph.replace(placeholder, (_, name: string) => values[name.trim()] ?? '').trimEnd();
  const paragraphs = template
    .trim()
    .split(/\n{2,}/)
    .filter(isWanted)
    .map(filled);
  return paragraphs.filter((paragraph, at) => !isEmptyHeading(paragraph, paragraphs[at + 1])).join('\n\n');
}

/** The rest is everything if none is filled in. */
function splitAtFill(template: string): { fixed: string; filled: string } {
  const paragraphs = template.trim().split(/\n{2,}/);
  const at = Math.max(
    0,
    paragraphs.findIndex((paragraph) => placeholdersIn(paragraph).length > 0),
  );
  return { fixed: paragraphs.slice(0, at).join('\n\n'), filled: paragraphs.slice(at).join('\n\n') };
}

/** 0 for other paragraphs. */
const headingLevel = (paragraph: string): number => /^(#{1,6}) [^\n]*$/.exec(paragraph)?.[1]?.length ?? 0;

function isEmptyHeading(paragraph: string, next: string | undefined): boolean {
  const level = headingLevel(paragraph);
  if (level === 0) return false;
  if (next === undefined) return true;
  const below = headingLevel(next);
  return below > 0 && below <= level;
}
