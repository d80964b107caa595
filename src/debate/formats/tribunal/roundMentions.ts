import { mapStrings } from '../../objects';
import { matchesOf } from '../../matches';

/** Finds what tells how many rounds a debate has, or that one of them is the last, in English: sides must not learn it, so that nobody gives in because the end is near. A round *of* something (funding, talks) is none of the debate's; “the last two rounds were about costs” looks back and is let through. */

interface Mention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const units = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
  'thirty',
  'forty',
  'fifty',
];
const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
];

const count = String.raw`(?:\d{1,3}|${units.join('|')})`;
const vague = String.raw`(?:a\s+(?:few|couple(?:\s+of)?)|several|many|some)`;
const place = String.raw`(?:\d{1,3}(?:st|nd|rd|th)|${ordinals.join('|')})`;
const held = String.raw`(?:debate|tribunal|hearing|discussion|proceedings?|argument|case|exchange|session|trial)`;
const last = String.raw`(?:final|last|closing|concluding|ultimate|penultimate|deciding|(?:next|second)[-\s]to[-\s](?:the[-\s])?last|last\s+but\s+one)`;
/** Behind `round`: not a round of something else. */
const ours = String.raw`(?!\s+of\s+(?!(?:${count}|(?:the|this|our|your)\s+(?:whole\s+|entire\s+)?${held}|${held})\b))(?![-\s]+(?:table|trip|number|figure|robin)s?\b)`;
const rounds = String.raw`rounds?\b${ours}`;
/** The total where it follows at once: “of four”, “(2 of 5)”, “out of the four”. */
const ofTotal = String.raw`(?:[\s,]*\(?\s*(?:(?:\d{1,3}|${units.join('|')})\s*)?(?:of|out\s+of|\/)\s*(?:a\s+total\s+of\s+|the\s+|all\s+)?${count}\b(?:\s+rounds?\b)?\s*\)?)?`;
/** What looks back: “in the last round you said”, “last round’s point”. */
const looksBack = String.raw`(?!['’]s\b)(?!,?\s+(?:you|they|he|she|it|we|i|both|neither|nobody|the\s+(?:advocate|critic|judge|sides?|case|argument|other\s+side)|advocate|critic|judge)\s+(?:had|did|was|were|said|gave|made|left|wrote|put|cited|told|took|found|\w+ed)\b)(?!\s+(?:was|were|had|did|saw|brought|left|showed|ended|settled|turned|moved|dealt|went)\b)`;

/** A blank in a pattern is white space of any kind. Bounded, so that a text of nothing else is searched in time. */
const spaced = (pattern: string): RegExp =>
  new RegExp(
    pattern
      .replaceAll(' ', String.raw`\s{1,200}`)
      .replaceAll(String.raw`\s+`, String.raw`\s{1,200}`)
      .replaceAll(String.raw`\s*`, String.raw`\s{0,50}`)
      .replaceAll(String.raw`[\s,]*`, String.raw`[\s,]{0,50}`),
    'giu',
  );

/** One a line. */
const patterns: readonly RegExp[] = String.raw`
  // “round 2 of 5”, “Round 2/5”, “R2/5”, “the second of five rounds”, “second round of four”
  \bround\s*(?:#|no\.?\s*|number\s*)?${count}[\s,]*\(?\s*(?:of|out of|\/)\s*(?:a total of |the |all )?${count}\b(?: rounds?\b)?\s*\)?
  \br\d{1,3}\s*(?:\/|of)\s*r?\d{1,3}\b
  \b${place} (?:of|out of) (?:the |all |our )?${count} ${rounds}
  \b${place} round (?:of|out of) (?:the |all |our )?${count}\b(?: rounds?\b)?
  // “final round”, “the last two rounds”, “this round is the last”, “this is the last one of four”
  \b(?:final|closing|concluding|ultimate|penultimate|deciding|(?:next|second)[-\s]to[-\s](?:the[-\s])?last|last but one)[-\s]+(?:${count} )?${rounds}${ofTotal}
  \b(?:very )?last[-\s]+(?:${count} )?${rounds}${looksBack}${ofTotal}
  \bround(?: ${count})?,? (?:(?:which|that) )?(?:is|was|are|will be|shall be|is to be|is going to be|being|as|marks|would be|might be|may be) (?:also )?(?:the |our |your |its |a )?(?:very )?${last}\b(?! (?:word|straw|resort|year|month|week|time|answer|version|draft|report|figure)s?\b)(?: (?:one|round))?${ofTotal}
  \bround ${count}\s*[,(:–—-]+ (?:and |also |which is )?(?:the |our |your )?(?:very )?${last}\b(?! \w)
  \b(?:this|it|that|here|next) ?(?:is|['’]s|will be) (?:the |our |your )?(?:very )?${last} (?:one|of (?:the |all )?${count}(?! (?!rounds?\b)\w))\b${ofTotal}
  \b(?:this|the|your|our) (?:very )?(?:final|closing|penultimate) exchange\b${ours}
  \b(?:your|their|both sides['’]|each side['’]s) (?:very )?(?:final|closing|concluding) (?:round|turn|word|words|statement|statements|contribution|contributions|submission|reply|replies|chance|opportunity|argument|arguments)\b
  \b(?:this|it) (?:is|['’]s|will be) (?:the |your |their |our )?(?:very )?(?:final|last|closing) (?:turn|word|statement|contribution|submission|reply|chance|opportunity|time)\b
  \b(?:last|final) (?:chance|opportunity) to (?:speak|answer|reply|respond|argue|object|rebut|defend|be heard|make|say)\b
  // “two more rounds”, “three rounds left”, “another round”, “no further rounds”
  \b(?:${count}|${vague}|no|any|not many|another|yet another)(?: more| further| additional| remaining| other| extra| subsequent| later| future| final)+ ${rounds}(?: (?:left|to go|to come|remaining)\b)?
  \b(?:yet )?another (?:${count} |${vague} )?${rounds}
  \b(?:the )?(?:remaining|outstanding) (?:${count} )?${rounds}
  \b(?:only |just |with |still )?(?:${count}|${vague}|no) ${rounds} (?:are |is |were |was |will be |have been |has been |to be |still |yet )*(?:left|remain(?:s|ing)?|to go|to come|ahead|to follow|follow|in total|in all|all told|altogether|overall|planned|scheduled|foreseen|agreed|allotted|allowed)\b
  \b${rounds} (?:${count}|${vague}) (?:remain|are left)\b
  // “four rounds in total”, “at most 4 rounds”, “a four-round debate”, “all four rounds”
  \b(?:a |in )?total of ${count} ${rounds}
  \b(?:at most|at least|up to|no more than|not more than|no fewer than|a maximum of|maximum of|max\.?|a minimum of|minimum of|a limit of|limit(?:ed|s)?(?: \w+){0,3} to|limited to|only|just|exactly|all|these|planned|scheduled|there (?:are|will be|shall be|would be)(?: only| just| exactly)?|consists? of|made up of|comprises|(?:we|you|they|both|sides|i|it|debate|tribunal|hearing) (?:only |just |still )?(?:have|has|get|gets|run|runs|hold|holds|plan|plans|last|lasts|takes?|go|goes)(?: for| only| just| exactly| over)*|will (?:have|get|run|hold|last|take|be)(?: for| only| just| exactly| over)*|of|out of|within|set (?:\w+ ){0,4}(?:to|at)|(?:cut|reduce|raise|extend|shorten|lengthen|increase)[ds]?(?: \w+){0,4} (?:to|by)) (?:the )?${count} ${rounds}
  \b${count}[-\s]round (?:${held}|format|process|contest)\b
  \b(?:total|number|maximum|minimum|max|min|limit|count|cap)(?: number| count| limit)?(?: of| on| for) (?:the |all )?rounds\b(?:\s*(?:is|are|was|will be|to|at|of|as|=|:)*\s*(?:now |only |set to )*${count}\b)?
  \brounds?(?: (?:limit|total|count|number|budget|cap))?\s*[:=]\s*${count}\b
  \b(?:max|min|total|num|number_of)_?rounds?\b(?:\s*(?:is|to|at|=|:|,)*\s*["']?${count}\b)?
  \b${count} ${rounds} (?:in total|in all|all told|altogether|overall|is all|are all|and then|then (?:it|we|the))\b
  // “three rounds should do”, “argue for five rounds”, “a debate over 4 rounds”; not “for two rounds without progress”, “the past two rounds”
  (?<!\b(?:past|last|previous|first|preceding|earlier|for|over|in|across|after|both|since|these|those|during|the|each of|least) )\b${count} ${rounds}(?! (?:without|with no|now|so far|ago|already|earlier|running|in a row|before|have passed|passed|went|were|was|ended)\b)(?: total\b| ${held}\b)?
  \b(?:argue|debate|speak|go|run|last|continue|carry|keep|meet|sit)(?: \w+){0,2} (?:for|over|through) (?:the )?${count} ${rounds}
  \b${held} (?:over|of|in|with) ${count} ${rounds}
  \b(?:a single|the only|only a) ${rounds}
  \b(?:more|further|additional) rounds (?:to (?:come|go|follow)|ahead|follow|will follow|are (?:planned|to come))\b
  \brounds (?:remaining|left|to go|total|planned)\b(?:\s*[:=]\s*${count}\b)?
  \b(?:${place} )?\(${last}\) ${rounds}
  \bround ${count} \((?:the )?${last}\)
  \b(?:the )?(?:very )?(?:last|final) (?:one )?(?:is|will be) round ${count}\b
  \bno (?:other )?round (?:after|beyond|following|follows)\b(?: this| that)?
  \b(?:we|you|they)(?: are|['’]re| stand) (?:now )?(?:in|at|on) (?:the )?${place} of (?:the )?${count}\b(?! (?!rounds?\b)\w)
  \bwe(?: are|['’]re) (?:now |about |nearly )?(?:half-?way|midway)\b
  \b(?:please |now |time to |must |should )+wrap (?:it |this |things )?up\b
  \b(?:ruling|verdict) (?:is |comes )?next\b(?! to\b)
  \b(?:rules?|ruling|decides?|verdict|ends?|stops?|concludes?|finish(?:es)?|closes?)(?: (?!\w+ed\b)\w+){0,3} after (?:round ${count}|(?:the )?${count} ${rounds}|(?:this|the next|the coming|the current) round)\b
  \bafter (?:round ${count}|(?:the )?${count} ${rounds}|(?:this|the next|the coming|the current) round),? (?:\w+ ){0,3}(?:rules?|decides?|ends?|stops?|concludes?|closes|finish(?:es)?)\b
  // “the debate ends after this round”, “the ruling follows round 3”, “we are halfway through the debate”
  \b(?:${held}|we|it|this|rounds|everything|i) (?:will |shall |is going to |are going to |is to |is about to |must |can |would )?(?:all |be |then |now )*(?:ends?|concludes?|closes?|finish(?:es)?|stops?|over|done|wraps? up)(?: here| now| then| for good)* (?:after|with|at the end of|in|following|once|by|at|as soon as) (?:this|the current|the next|the coming|round|${count})(?: ${count})?(?: rounds?| one| exchange| turn)?(?: (?:is|are) (?:over|done|held))?
  \b(?:after|with|following|once) (?:this|the current|the next|the coming) (?:round|exchange)(?: (?:is|are) (?:over|done|held))?,? (?:the |this |our )?(?:${held}|rounds|it all|everything|we|all) (?:will be |will |is |are |am )?(?:over|done|ends?|close[sd]?|conclude[sd]?|finish(?:ed|es)?|stops?)\b
  \b(?:this|it|here) (?:is|['’]s) the (?:end|close|conclusion) of (?:the |this |our )?(?:${held}|rounds)\b
  \b${held} (?:is|will be) (?:nearly |almost |about to be |soon |now )(?:over|done|at an end|finished|complete)\b
  \b${held} (?:ends|will end|is ending|concludes|will conclude|closes|will close|is about to (?:end|close|conclude)) (?:now|here|soon|shortly|next|today)\b
  \b(?:this|the current|the next|the coming) round (?:ends|will end|concludes|will conclude|closes|will close|finishes) (?:the |this |our |your )?${held}\b
  \b(?:ruling|verdict|judgment|judgement|decision|i)(?: will| shall| is going to| am going to| is to)? (?:follows?|comes?|rule|decide|be (?:given|issued|made|due)|falls?|is (?:next|due)) (?:right |directly |immediately )?(?:after|at the end of|with|in|following|on) (?:this|the next|the coming|round) ?(?:${count}|round)?\b
  \b(?:near|nearing|nears|approach|approaching|approaches|reach|reached|reaching|close to|at|towards?|before) (?:the )?(?:end|close|conclusion) of (?:the |this |our |your )?(?:${held}|rounds)\b
  \b(?:end|close|conclusion) of (?:the |this |our |your )?(?:${held}|rounds) (?:is|draws|comes) (?:near|nigh|close|in sight|imminent|nearer)\b
  \b(?:half[-\s]?way|midway) (?:through|into|point(?: of)?|mark(?: of)?)(?: the| this| our)? (?:${held}|rounds)\b
  \bno (?:next|further|later|subsequent|more) (?:round|exchange)\b${ours}
`
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .map(spaced);

/** A part of every mention: most texts lack it, and need no search for each pattern. */
const sign = new RegExp(
  String.raw`round|\b(?:final|last|closing|ends?|close|conclusion|conclude[sd]?|half-?way|half|midway|exchange|ruling|verdict|judge?ment|decision|over|done|finish|stops?|wrap|r\d)\b|\b(?:we|you|they)\b[^.]{0,40}\bof\b`,
  'iu',
);

/** In order; those that overlap or touch are one. */
export function roundMentions(text: string): Mention[] {
  if (!sign.test(text)) return [];
  const found = patterns.flatMap((pattern) =>
    [...matchesOf(text, pattern)].map((match) => trimmedSpan(text, match.index, match.index + match[0].length)),
  );
  const merged: { start: number; end: number }[] = [];
  for (const span of found.sort((a, b) => a.start - b.start)) {
    const before = merged.at(-1);
    if (before !== undefined && span.start <= before.end) before.end = Math.max(before.end, span.end);
    else merged.push({ ...span });
  }
  return merged.map(({ start, end }) => ({ start, end, text: text.slice(start, end) }));
}

function trimmedSpan(text: string, start: number, end: number): { start: number; end: number } {
  const words = text.slice(start, end);
  return {
    start: start + (words.length - words.trimStart().length),
    end: end - (words.length - words.trimEnd().length),
  };
}

export const withheld = '[withheld]';

export function withoutRoundMentions(text: string): string {
  const mentions = roundMentions(text);
  return [0, ...mentions.map(({ end }) => end)]
    .map((from, index) => text.slice(from, mentions[index]?.start))
    .join(withheld);
}

/** Passages this long, word by word, are quotations, not their author's own words. */
const shortestQuotation = 20;

/** `quoted`: passages that the text may quote. */
export function ownRoundMentions(text: string, quoted: readonly string[]): Mention[] {
  let own = text;
  for (const passage of quoted) {
    const words = passage.trim();
    if (words.length >= shortestQuotation) own = own.split(words).join(' '.repeat(words.length));
  }
  return roundMentions(own);
}

/** Of any JSON value. */
export const valueWithoutMentions = <T>(value: T): T => mapStrings(value, withoutRoundMentions);
