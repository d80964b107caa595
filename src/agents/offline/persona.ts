import type { Debater } from '../../debate/entryData';
import { domainsOf, plainAim, plainMeasure } from './domains';
import { articleFor, asSentence, isPlainEnglishish, isPlural, lowerFirst } from './grammar';

/** How a debater speaks of itself and is spoken of; every field of the lineup may be any text a user wrote. */

const determiner = /^(?:an?|the|our|my|your|some|one|two|three)\s/i;
const finite =
  /\b(?:is|are|was|were|am|has|have|had|does|do|did|will|would|can|could|should|must|wants?|believes?|thinks?|argues?|represents?|speaks?|knows?|hates?|loves?|runs?|works?|leads?|sees?|cares?|prefers?|defends?|fights?|you|i|we|they|he|she)\b/i;

/** "a labour economist", "Dr Weiss, head of SRE", or undefined where the persona is no plain noun phrase. */
export function personaPhrase(persona: string): string | undefined {
  const flat = persona
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:you are|i am|i'm|as)\s+/i, '');
  if (flat === '' || !isPlainEnglishish(flat)) return undefined;
  const short = flat.split(/[.;:(—–]|,? (?:who|whose|that|which)\b/)[0]?.trim() ?? '';
  const phrase = short.split(' ').length > 12 ? (short.split(',')[0] ?? '') : short;
  const words = phrase.split(' ');
  if (
    phrase.length < 3 ||
    words.length > 12 ||
    finite.test(phrase) ||
    /^(?:to|for|against|not|no|very)\b/i.test(phrase)
  )
    return undefined;
  if (determiner.test(phrase)) return lowerFirst(phrase);
  const isName = /^(?:Dr|Prof|Mr|Mrs|Ms|Sir|Dame)\b|^\p{Lu}\p{Ll}+,? \p{Lu}\p{Ll}+/u.test(phrase);
  if (isName) return phrase;
  const plain = lowerFirst(phrase);
  // "Finance" is no kind of person; "economist" and "CFO" are.
  if (words.length === 1 && !roleWord.test(plain) && !isPlural(plain) && !/^\p{Lu}{2,5}$/u.test(plain))
    return undefined;
  return isPlural(plain) ? plain : `${articleFor(plain)} ${plain}`;
}

/** What the debater wants, as a noun phrase without figures: from its own words where they serve, else by domain. */
export function aimOf(debater: Debater): string {
  const stated = debater.incentives
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  const bare = stated.replace(
    /^(?:wants?|seeks?|cares? (?:about|for)|values?|is (?:driven by|rewarded for|paid for|judged by|measured by)|prioriti[sz]es?|focus(?:es)? on|gains? from|to (?:see|have|get|win))\s+/i,
    '',
  );
  const first = bare.split(/[:;.]\s/)[0] ?? bare;
  if (isAim(first)) return lowerFirst(first.includes(' and ') ? first : first.replace(/,\s+([^,]+)$/, ' and $1'));
  const [domain] = domainsOf(`${debater.incentives} ${debater.persona}`);
  return domain?.aim ?? plainAim;
}

function isAim(text: string): boolean {
  const words = text.split(' ').length;
  const main = text.replace(/\b(?:who|that|which|what|whose)\b.*$/i, '');
  if (words < 2 || words > 16 || /\d|[.;:!?]/.test(text) || !isPlainEnglishish(text)) return false;
  return !finite.test(main) && !/^(?:to|not|no|because|that|if|when)\b/i.test(text);
}

/** What would settle a point that the evidence leaves open, by what the debater cares about. */
export function measureOf(debater: Debater): string {
  const [domain] = domainsOf(`${debater.incentives} ${debater.persona} ${debater.starting_position}`);
  return domain?.measure ?? plainMeasure;
}

/** The position as sentences of their own; undefined where it would bring figures that no source carries. */
export function positionSentence(debater: Debater): string | undefined {
  const flat = debater.starting_position.replace(/\s+/g, ' ').trim();
  if (flat === '' || flat.length > 400 || /\d/.test(flat)) return undefined;
  return asSentence(flat);
}

const roleWord =
  /(?:er|or|ist|ent|ant|ian|ic|ive|ee|ate|ect|man|woman|eer|ess|al|ary|side|team|lead|head|voice|camp|sre|cto|ceo|cfo|dba|qa|pm)$/;

/** How others name the debater: "the labour economist", "Alice", "team-7". */
export function calledIn({ name, persona }: Pick<Debater, 'name' | 'persona'>): string {
  if (/^[A-Z]{2,4}$/.test(name)) return `the ${name}`;
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(name)) return name;
  const words = name.replaceAll('-', ' ');
  const isRole =
    name.includes('-') ||
    roleWord.test(name) ||
    persona
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .includes(name);
  if (isRole) return `the ${/^[a-z]{2,3}$/.test(words) && !/^(?:man|old)$/.test(words) ? words.toUpperCase() : words}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
