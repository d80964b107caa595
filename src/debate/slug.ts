const maximumLength = 50;

/**
 * The folder name's part for a topic: lower case, every run outside `[a-z0-9]` one `-`, trimmed, cut to 50
 * characters, trimmed again; `debate` when nothing is left.
 */
export function slugOf(topic: string): string {
  const trimmed = topic
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, maximumLength)
    .replace(/-$/, '');
  return trimmed === '' ? 'debate' : trimmed;
}
