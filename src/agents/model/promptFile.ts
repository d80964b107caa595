import { placeholders, researchSection, sectionOf, type PromptTask } from './placeholders';
import { placeholdersIn, PromptError } from './template';
import type { PanelKind } from '../../debate/tasks';

export const promptNames = ['rules', 'chair', 'debater', 'verifier', 'audience', 'reporter', 'assessor'] as const;
export type PromptName = (typeof promptNames)[number];

/** A prompt taken apart: what stands before the first `## task: NAME`, and each such section without its heading. */
export interface PromptFile {
  lead: string;
  sections: ReadonlyMap<string, string>;
}

const heading = /^## task:[ \t]*(\S+)[ \t]*$/m;

/** @throws PromptError when a task has no section, or something names what does not exist. */
export function parsePrompt(name: PromptName, text: string): PromptFile {
  const [lead = '', ...rest] = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n').split(heading);
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
  const missing = [...known.keys()].filter((section) => (sections.get(section) ?? '') === '');
  const surplus = [...sections.keys()].filter((section) => !known.has(section));
  return [
    ...(lead === '' ? ['nothing stands before its first task'] : []),
    ...missing.map((section) => `"## task: ${section}" is missing or empty`),
    ...surplus.map((section) => `"## task: ${section}" is no task of ${name}; it has ${[...known.keys()].join(', ')}`),
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

/** What the rules say besides, where it applies. */
export const asides = {
  mend: ['problems'],
  plain_tools: ['tools'],
  plain_answer: ['schema'],
  research_spent: [],
} as const satisfies Record<string, readonly string[]>;
export type Aside = keyof typeof asides;

/** The sections that a prompt must have, with the placeholders of each. */
function knownSections(name: PromptName): Map<string, readonly string[]> {
  if (name === 'rules') return new Map(Object.entries(asides));
  const kinds = (Object.keys(placeholders) as PanelKind[]).filter((kind) => kind.startsWith(`${name}/`));
  const sections = new Map<string, readonly string[]>(kinds.map((kind) => [sectionOf(kind), placeholders[kind]]));
  return name === 'debater' ? sections.set(researchSection, placeholders['debater/turn']) : sections;
}

/** The first part goes before every task, so it may name only what every task has. */
function inEveryTask(name: PromptName, known: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (name === 'rules') return ['mark'];
  const [first = [], ...others] = [...known.values()];
  return first.filter((placeholder) => others.every((list) => list.includes(placeholder)));
}

/** Whose prompt a task stands in. */
export const promptOf = (task: PromptTask): Exclude<PromptName, 'rules'> =>
  task === researchSection ? 'debater' : (task.slice(0, task.indexOf('/')) as Exclude<PromptName, 'rules'>);
