/** The line, from 1 on, on which `docs/rules.md` says what a rule is and where the code holds it; 1 for what no row is about. */
export function lineOfRule(rules: string, rule: string): number {
  const at = rules.split('\n').findIndex((line) => {
    const [before, numbers = ''] = line.split('|');
    return before === '' && numbers.split(',').some((number) => number.trim() === rule);
  });
  return at + 1 || 1;
}
