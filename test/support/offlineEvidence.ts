import type { OfflineEvidence } from '../../src/agents/offline/evidenceIndex';
import { fileKind } from '../../src/research/fileKind';

/** Evidence for offline debates, by path; in the order of `paths`. */
export function evidenceOf(files: Readonly<Record<string, string>>, paths = Object.keys(files).sort()): OfflineEvidence {
  return {
    files: paths.map((path) => ({ path, kind: fileKind(path) ?? 'text' })),
    text: (path) => Promise.resolve(files[path] ?? ''),
  };
}

/** Two files with something for either side, and little of it: eleven sentences. */
export const fourDayWeek: Readonly<Record<'trial.md' | 'memo.txt', string>> = {
  'trial.md': `# The city's trial of the four-day week

## Output

Revenue rose by 1.4 per cent on average across the participating employers during the trial.
Output per hour increased in the offices, but it did not change in shops and restaurants.
Three employers left the trial early because they could not cover their opening hours.

## People

- Sick days fell from 6.1 to 3.9 per employee over the year.
- Resignations dropped by more than half in the offices.

However, one employee in five said that the remaining four days had become more intense.
Shops needed extra staff to keep their doors open, which raised their wage bill by 11 per cent.
`,
  'memo.txt': `Nine of the fourteen managers expect that deadlines would slip in the first half year.
Customer support would need two additional people to answer calls on Fridays.
Recruitment would become easier, because applicants mention working time more often than salary.
A follow-up study found that productivity gains from a four-day week fade after the second year.
`,
};
