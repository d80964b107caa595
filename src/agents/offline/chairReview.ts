import { firstWords, wordCount } from '../../debate/text';
import { frameworkSchema } from '../../debate/entryData';
import type { TaskInputs, TaskOutput, VisibleEntry } from '../../debate/tasks';
import * as z from 'zod';
import type { EvidenceIndex } from './evidenceIndex';
import { joined, sentenceCase } from './grammar';
import { calledIn } from './persona';
import { sourceName } from './place';
import { quotesIn } from './record';
import { subjectOfQuote } from './subjectName';
import { termsIn } from './terms';

const mostWords = 30;

/** Summarises by subject and file, never in the words of the turn: a struck turn must not live on in its review. */
export function reviewTurn(
  { brief, speaker, entries }: TaskInputs['chair/review_turn'],
  index: EvidenceIndex,
): TaskOutput<'chair/review_turn'> {
  const topic = new Set(termsIn(brief.topic));
  const name = sentenceCase(calledIn(speaker));
  const parts = entries.filter((entry) => entry.struck === undefined).map((entry) => partOf(entry, index, topic));
  const summary = fitting(name, parts);
  return { summary, frameworks: entries.flatMap(introducedIn), infractions: [] };
}

/** As many parts as fit; the last resort is the first words. */
function fitting(name: string, parts: readonly string[]): string {
  for (let count = parts.length; count > 0; count -= 1) {
    const summary = `${name} ${joined(parts.slice(0, count))}.`;
    if (wordCount(summary) <= mostWords) return summary;
  }
  return parts[0] === undefined
    ? `${name} took the turn.`
    : `${firstWords(`${name} ${parts[0]}`, mostWords - 1).replace(/…$/, '')}.`;
}

function partOf(entry: VisibleEntry, index: EvidenceIndex, topic: ReadonlySet<string>): string {
  const quotes = quotesIn(entry);
  const subjects = [...new Set(quotes.flatMap((quote) => subjectOfQuote(quote, index, topic) ?? []))].slice(0, 2);
  const files = [...new Set(quotes.map(sourceName))];
  const from = files.length === 0 ? '' : ` from ${joined(files.slice(0, 2))}`;
  const on = subjects.length === 0 ? '' : ` on ${joined(subjects)}`;
  const conceding = Array.isArray(entry.data?.['concedes']) ? ', conceding the fact quoted there' : '';
  switch (entry.type) {
    case 'rebuttal':
      return `answered seq ${entry.rebuttal_to_seq ?? 0}${on} with evidence${from}${conceding}`;
    case 'opening_statement':
      return `opened with evidence${on}${from}`;
    case 'closing_statement':
      return 'closed by referring to what stands in the record';
    case 'conjecture':
      return 'offered a conjecture without a source';
    case 'source_challenge':
      return `challenged a source of seq ${entry.target_seq ?? 0}`;
    case 'clarification_request':
      return 'asked the Chair for a clarification';
    default:
      return `added evidence${on}${from}`;
  }
}

const introduced = z.array(frameworkSchema);

function introducedIn(entry: VisibleEntry): { name: string; description: string }[] {
  const parsed = introduced.safeParse(entry.data?.['introduces'] ?? []);
  return parsed.success ? parsed.data : [];
}
