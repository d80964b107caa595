import type { Entry } from '../../entry';
import { closedBookWords } from '../../formats/tribunal/contributionText';
import { categoriesOf } from '../../formats/tribunal/contribution';
import { roundMentions } from '../../formats/tribunal/roundMentions';
import { isExtractive } from '../../seats';
import { isForeign } from './dialecticRecord';
import { error, type EntryRule, type Fault, type LintRecord } from './lintRecord';

/** Structure of a tribunal: nobody tells the sides how many rounds there are, and closed book is called so. */
export const tribunalWords: EntryRule = (record) => {
  if (!record.isOwn) return () => [];
  return (entry) => problemsOf(entry, record).map((message): Fault => error('structure', entry.seq, message));
};

function problemsOf(entry: Entry, record: LintRecord): string[] {
  switch (entry.type) {
    case 'announcement':
      // The topic is the user's, and known to all.
      return entry.data?.['kind'] === 'ready' ? [] : told(roundMentions(entry.content));
    case 'defense':
    case 'critique':
      return closedBookProblems(entry, record);
    default:
      return [];
  }
}

const told = (mentions: readonly { text: string }[]): string[] =>
  mentions.length === 0
    ? []
    : [
        `It says “${mentions.map(({ text }) => text).join('”, “')}”; the sides must not learn how many rounds there are, or that one is the last.`,
      ];

function closedBookProblems(entry: Entry, record: LintRecord): string[] {
  const said = entry.data?.['closed_book'];
  // Where the other system kept no list of sources, no importer can know it.
  if (said === undefined && isForeign(record, entry.seq)) return [];
  const { external, evidence } = categoriesOf(
    (entry.sources ?? []).map(({ url }) => url),
    record.state,
  );
  const isClosed = external.length + evidence.length === 0;
  // Who looks every statement up in the evidence argues from it, also where it finds nothing there.
  if (isClosed && isExtractive(record.state, entry.speaker)) return [];
  if (said !== isClosed)
    return [
      `data.closed_book is ${String(said)}, but by its sources the contribution is ${isClosed ? '' : 'not '}argued from the subject material alone.`,
    ];
  return isClosed && !entry.content.includes(closedBookWords)
    ? ['The contribution is argued from the subject material alone and does not say so (closed book).']
    : [];
}
