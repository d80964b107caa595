import { dataOf } from '../../debate/codec';
import type { Argument } from '../../debate/entryData';
import { renderArgument } from '../../debate/formats/dialectic/arguments';
import type { ArgumentFact } from '../../debate/formats/dialectic/facts';
import { isExtractive } from '../../debate/seats';
import type { RecordView } from '../../debate/view';
import { safeContent } from '../contents';
import { footer, importedEntryWords, noticeOfRole } from '../facts';
import { inline, paragraphs } from '../markdown';
import { seqLink, type SeqLinks } from '../seqLinks';
import { linksFromSubfolder } from '../subfolderLinks';
import { withFrontMatter } from './frontMatter';

const shortSides = { proposition: 'prop', opposition: 'opp' } as const;

/** `arguments/<id>.md`. It changes only when the argument is struck: then it says so, and nothing else. */
export function argumentFile(view: RecordView, { id, side, exchange, seq }: ArgumentFact): string | undefined {
  const entry = view.visible(seq);
  if (entry === undefined) return undefined;
  const links = linksFromSubfolder(view.state);
  const place = { id, side: shortSides[side], exchange };
  // At the foot of the last section: the shape at the head is the ancestor's.
  const notice = footer(
    isExtractive(view.state, side) ? noticeOfRole(view.state, side, seq) : importedEntryWords(view.state, seq),
  );
  const argument = entry.struck === undefined ? dataOf(entry, 'argument')?.argument : undefined;
  if (argument === undefined) {
    const { by, reason } = entry.struck ?? { by: seq, reason: 'The record holds no argument here.' };
    const body = `[REDACTED — ${inline(view.mask.text(reason), links)}]\n\n*Struck from the record by ${seqLink(by, links)}.*`;
    return withFrontMatter(
      { ...place, title: '[REDACTED]', claim: '[REDACTED]', attacks: [], defends: [] },
      paragraphs([body, notice]),
    );
  }
  const { title, claim, attacks = [], defends = [] } = argument;
  const related = ({ target_id, type }: { target_id: string; type: string }) => ({ target_id, type });
  return withFrontMatter(
    { ...place, title, claim, attacks: attacks.map(related), defends: defends.map(related) },
    paragraphs([renderArgument(safe(argument, links)), notice]),
  );
}

/** Its words as they may stand in a document: none of them can break out of its place. */
function safe(argument: Argument, links: SeqLinks): Argument {
  const { claim, grounds, warrant, backing, qualifier, attacks = [], defends = [] } = argument;
  const text = (words: string): string => safeContent(words, { links });
  return {
    ...argument,
    claim: text(claim),
    grounds: grounds.map(({ source, content, relevance, url }) => ({
      source: inline(url === undefined || source.includes(url) ? source : `${source} (${url})`),
      content: text(content),
      ...(relevance === undefined ? {} : { relevance: inline(relevance, links) }),
    })),
    warrant: text(warrant),
    ...(backing === undefined ? {} : { backing: text(backing) }),
    ...(qualifier === undefined ? {} : { qualifier: text(qualifier) }),
    attacks: attacks.map((attack) => ({
      ...attack,
      target_id: inline(attack.target_id),
      content: text(attack.content ?? ''),
    })),
    defends: defends.map((defence) => ({
      ...defence,
      target_id: inline(defence.target_id),
      content: text(defence.content ?? ''),
    })),
  };
}
