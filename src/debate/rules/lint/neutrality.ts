import { argumentTypes } from '../../entry';
import { isStruck } from '../../state';
import { wordCount } from '../../text';
import { namesDebater, sectionsOf, type Section } from './headings';
import { error, type LintRecord, type LintRule } from './lintRecord';

const tolerance = 0.25;

/** Rule 18, the part that code can count: the summary gives each debater's key arguments the same space, ± 25 %. */
export const neutrality: LintRule = (record) => {
  const { text, seq } = summaryOf(record);
  if (text === undefined) return [];
  const counts = wordsPerDebater(text, record);
  if (counts.length < 2 || counts.every(({ words }) => words === 0)) return [];
  const mean = counts.reduce((sum, { words }) => sum + words, 0) / counts.length;
  if (counts.every(({ words }) => Math.abs(words - mean) <= tolerance * mean)) return [];
  const told = counts.map(({ name, words }) => `${name} ${words}`).join(', ');
  const message = `summary.md gives the debaters' key arguments unequal space: ${told} words; each should be within 25 % of the mean, ${Math.round(mean)}.`;
  return [error('18', seq, message)];
};

/** The document as it lies in the folder; of a log alone, the Reporter's part of it. */
function summaryOf({ documents, state, view }: LintRecord): { text: string | undefined; seq: number | null } {
  const seq = state.documents.get('summary.md');
  const logged = seq === undefined ? undefined : view.raw(seq)?.content;
  return { text: documents?.get('summary.md') ?? logged, seq: seq ?? null };
}

/** Who has nothing left standing to be summarised is not counted. */
function wordsPerDebater(text: string, { state, headers }: LintRecord): { name: string; words: number }[] {
  const sections = sectionsOf(text).filter(isKeyArguments);
  const standing = new Set(
    headers.filter(({ seq, type }) => argumentTypes.has(type) && !isStruck(state, seq)).map(({ speaker }) => speaker),
  );
  const counts = state.debaters
    .filter(({ name }) => standing.has(name))
    .map(({ name }) => ({ name, words: wordsAbout(name, sections) }));
  return sections.length === 0 ? [] : counts;
}

const isKeyArguments = ({ title, above }: Section): boolean =>
  [title, ...above].some((words) => /\bkey arguments\b/i.test(words));

const wordsAbout = (name: string, sections: readonly Section[]): number =>
  sections.filter((section) => namesDebater(section.title, name)).reduce((sum, { body }) => sum + wordCount(body), 0);
