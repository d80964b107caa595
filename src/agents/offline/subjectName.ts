import type { EvidenceIndex } from './evidenceIndex';
import { lowerFirst } from './grammar';
import { headingOf } from './place';
import type { Passage } from './passages';
import type { Quoted } from './record';
import { subjectOf } from './subject';

const generic =
  /^(?:in short|summary|abstract|overview|introduction|intro|background|context|scope|conclusions?|advice|proposal|recommendations?|our \w+|results?|discussion|options|appendix|notes?|details|contents|references|the \w+ first|general|misc\w*|findings|purpose|method\w*|how|what|why|who|when|where|which)\b/i;
/** Endings of words that need no article: "latency", "load balancing", "learning and confidence". */
const bareNoun =
  /(?:s|ing|ion|ment|ity|cy|ance|ence|ness|ship|ware|delivery|memory|energy|history|safety|time|work|pay|staff|health|morale|traffic)$/i;

/**
 * What a passage is about, as a phrase after "on": from its own words when they make a compound, else from the section's
 * name, which somebody chose.
 */
export function subjectName(
  passage: Pick<Passage, 'text' | 'heading' | 'title'>,
  index: EvidenceIndex,
  topic: ReadonlySet<string>,
): string | undefined {
  const own = subjectOf(passage.text, index, topic);
  if (own?.replace(/^the /, '').includes(' ') === true) return own;
  return sectionName(passage) ?? own;
}

/** The same for a quotation of the record, which may stem from elsewhere. */
export function subjectOfQuote(
  { quote, path, title }: Pick<Quoted, 'quote' | 'path' | 'title'>,
  index: EvidenceIndex,
  topic: ReadonlySet<string>,
): string | undefined {
  return subjectName(index.find(quote, path) ?? { text: quote, heading: undefined, title }, index, topic);
}

function sectionName(passage: Pick<Passage, 'heading' | 'title'>): string | undefined {
  const heading = headingOf(passage);
  if (heading === undefined || heading.length > 34 || heading.split(' ').length > 5) return undefined;
  if (generic.test(heading) || /[?!.:;,]/.test(heading) || !bareNoun.test(heading)) return undefined;
  return lowerFirst(heading);
}
