import { dataOf } from '../debate/codec';
import type { VisibleEntry } from '../debate/tasks';
import { signedHundredths } from '../debate/shortText';

/** What a terminal shows of an entry: the heart of it, where its text is a document with headings. */
export function spokenWords(entry: VisibleEntry): string {
  switch (entry.type) {
    case 'defense':
    case 'critique':
      return dataOf(entry, entry.type)?.argument ?? entry.content;
    case 'assessment':
      return assessmentWords(entry);
    case 'judges_ruling': {
      const data = dataOf(entry, 'judges_ruling');
      return data?.outcome === undefined
        ? entry.content
        : `${data.outcome.replaceAll('_', ' ')}. ${data.overall ?? ''}`;
    }
    case 'argument': {
      const { id, title, claim } = dataOf(entry, 'argument')?.argument ?? {};
      return id === undefined ? entry.content : `${id} “${title ?? ''}” ${claim ?? ''}`;
    }
    case 'judgment':
      return (dataOf(entry, 'judgment')?.scores ?? [])
        .map(({ argument_id: id, score }) => `${id} ${signedHundredths(hundredths(score))}`)
        .join(', ');
    default:
      return entry.content;
  }
}

function assessmentWords(entry: VisibleEntry): string {
  const { round_score: score, issues = [] } = dataOf(entry, 'assessment') ?? {};
  const count = (status: string): number => issues.filter((issue) => issue.status === status).length;
  const points = score?.advocate === undefined ? '' : `Advocate ${score.advocate}, Critic ${score.critic ?? 0} of 10. `;
  return `${points}Issues: ${count('open')} open, ${count('stalled')} stalled, ${count('resolved')} resolved. ${score?.reason ?? ''}`;
}

const hundredths = (score: number): number => Math.round(score * 100);
