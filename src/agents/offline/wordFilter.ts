import type { Debater } from '../../debate/entryData';

/** Words that would make a blog post about the debate instead of its topic. */
const debateWords = [
  'debates?',
  'debated',
  'debating',
  'debaters?',
  'panels?',
  'panell?ists?',
  'chairs?',
  'chaired',
  'moderators?',
  'rebuttals?',
  'rebutted',
  'rounds?',
  'opening statements?',
  'closing statements?',
  'verifiers?',
  'seqs? \\d+',
];

/** Whether a text may stand in a blog post: none of those words and no debater's name, unless the topic itself has it. */
export function wordFilter(topic: string, debaters: readonly Pick<Debater, 'name'>[]): (text: string) => boolean {
  const allowed = topic.toLowerCase();
  const words = new RegExp(`\\b(?:${debateWords.join('|')})\\b`, 'gi');
  const names = debaters
    .filter(({ name }) => !allowed.includes(name.toLowerCase()))
    .map(({ name }) => name.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&'));
  const named = names.length === 0 ? undefined : new RegExp(`(?<![\\w-])(?:${names.join('|')})(?![\\w-])`, 'i');
  return (text) =>
    [...text.matchAll(words)].every(([word]) => allowed.includes(word.toLowerCase())) && named?.test(text) !== true;
}
