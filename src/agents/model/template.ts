/** Something is wrong with a prompt: which file, and what. */
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
export function placeholdersIn(template: string): string[] {
  return [...new Set([...template.matchAll(placeholder)].map((match) => (match[1] ?? '').trim()))];
}

/**
 * Puts values in for `{{name}}`, once: what a value holds is never read as a placeholder. A paragraph all of whose
 * placeholders are empty is left out, so that a prompt says nothing about what there is not.
 *
 * @throws Error when the template names a value that is not given.
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
  return template
    .trim()
    .split(/\n{2,}/)
    .filter(isWanted)
    .map(filled)
    .join('\n\n');
}
