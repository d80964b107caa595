/** The line, from 1 on, on which `docs/rules.md` says what a rule is and where the code holds it; 1 for what no row is about. */
export const lineOfRule = (rules: string, rule: string): number => rowOf(rules, rule) + 1 || 1;

/** What a rule says there, up to its details and without marks of Markdown; undefined for what no row is about. */
export function titleOfRule(rules: string, rule: string): string | undefined {
  const [, , said = ''] = (rules.split('\n')[rowOf(rules, rule)] ?? '').split('|');
  const [title = ''] = said.replaceAll('`', '').split(/[:;]/);
  return title.trim() === '' ? undefined : title.trim();
}

function rowOf(rules: string, rule: string): number {
  return rules.split('\n').findIndex((line) => {
    const [before, numbers = ''] = line.split('|');
    return before === '' && numbers.split(',').some((number) => number.trim() === rule);
  });
}
