import { contentWords } from '../../debate/text';
import { lowerFirst } from './grammar';
import { isOpenQuestion, negated, splitSubject, statementOf } from './statement';
import { valenceOf } from './valence';

/** One of the things between which a topic asks to choose, or the one thing that it asks about. */
export interface Option {
  /** As the topic words it, without an article. */
  label: string;
  /** With its article, for the middle of a sentence: "a four-day week". */
  phrase: string;
  /** Content words that tell it from the others. */
  terms: ReadonlySet<string>;
}

/**
 * What a topic asks. `change`: from the first option to the second, or about one option; `choice`: between two or more
 * options; `open`: anything else. `sign` is -1 where the topic's verb is against its option ("ban", "abolish").
 */
export interface Motion {
  topic: string;
  kind: 'change' | 'choice' | 'open';
  options: readonly Option[];
  sign: 1 | -1;
  /** The topic as a statement, and its contrary; full sentences. */
  affirmative: string;
  negative: string;
  /** What follows the options: "for the order service". */
  setting: string;
}

const lead =
  /^(?:(?:resolved|motion|topic|question|proposal)\s*[:—-]\s*(?:that\s+)?|this house (?:believes|holds|thinks) that\s+|th[bw]\b,?\s*(?:that\s+)?)/i;
const removing =
  /\b(?:abandon|abolish|ban|cancel|close|curb|cut|discontinue|drop|eliminate|end|forbid|get rid of|halt|kill|limit|outlaw|phase out|prohibit|regulate|remove|repeal|restrict|retire|scrap|shut down|stop|tax)\b/i;
const tail =
  /\s+(?:for|in|by|from|on|at|within|before|after|when|if|because|next|this|as|across|during|throughout|until|over)\s+.*$/i;

/** Never throws; a topic that it cannot read is `open`. */
export function motionOf(topic: string): Motion {
  const flat = topic.replace(/\s+/g, ' ').trim();
  const core = flat
    .replace(lead, '')
    .replace(/[\s?.!]+$/, '')
    .trim();
  const found = transition(core) ??
    choice(core) ??
    single(core) ??
    claim(core) ?? { kind: 'open', labels: [core], sign: 1 as const };
  const affirmative = statementOf(core, flat.includes('?'));
  const [lastLabel, setting] = found.kind === 'choice' ? splitSetting(found.labels.at(-1) ?? '') : [undefined, ''];
  const labels = found.labels.map((label, at) => (at === found.labels.length - 1 ? (lastLabel ?? label) : label));
  return {
    topic: flat,
    kind: found.kind,
    options: distinct(labels),
    sign: found.sign,
    affirmative,
    negative: negated(affirmative),
    setting,
  };
}

interface Found {
  kind: Motion['kind'];
  labels: string[];
  sign: 1 | -1;
}

const transitions: readonly RegExp[] = [
  /\b(?:move|moving|moved|switch|switching|migrate|migrating|change|changing|transition|transitioning|convert|converting|shift|shifting|go|going|upgrade|upgrading|port|porting)\b.*?\bfrom (?<from>.+?) (?:over |across )?to (?<to>.+)$/i,
  /\b(?:replace|replacing|swap|swapping|exchange|substitute) (?<from>.+?) (?:with|by|for) (?<to>.+)$/i,
  /\b(?:drop|abandon|ditch|leave|scrap|dump|give up) (?<from>.+?) (?:for|in favou?r of) (?<to>.+)$/i,
  /\b(?:adopt|use|choose|prefer|pick|introduce|build|buy|take|have|favou?r) (?<to>.+?) (?:instead of|rather than|over|in place of) (?<from>.+)$/i,
  /\b(?:in|with|to|on|using|by) (?<to>[^,]+?) (?:instead of|rather than) (?<from>.+)$/i,
  /\b(?:is|are|be) (?<to>.+?) (?:really |actually )?(?:better|worse|superior|preferable|faster|safer|cheaper|healthier|greener) (?:for .+? )?(?:than|to) (?<from>.+)$/i,
];

function transition(core: string): Found | undefined {
  for (const pattern of transitions) {
    const groups = pattern.exec(core)?.groups;
    const { from, to } = groups ?? {};
    if (from === undefined || to === undefined) continue;
    if (/ or /i.test(to) || from.length > 80 || to.length > 120) continue;
    return { kind: 'change', labels: [from.replace(tail, ''), to.replace(tail, '')], sign: 1 };
  }
  return undefined;
}

const opener =
  /^(?:(?:should|shall|must|can|could|would|will|do|does|did|is|are|was|were)\b.*?\b(?:adopt|use|build|buy|choose|pick|prefer|take|keep|teach|learn|hire|make|have|be|run|deploy|write|drink|eat|live|invest in|go with|go for|stick with|stay with|move to|switch to)\s+|(?:which|what|who) (?:is|are|was) (?:the )?\w+(?: \w+)?\s*[:,—-]\s*|(?:choose|choosing|pick|decide)(?: between)?\s+|(?:is|are)\s+|between\s+)/i;
const closer =
  /\s+(?:the |a )?(?:better|best|worse|superior|preferable|right|more sensible)(?:\s+(?:choice|option|one|idea|fit))?(\s+(?:for|in|on|as)\s.*)?$/i;

function choice(core: string): Found | undefined {
  if (/\bwhether or not\b| or not$/i.test(core)) return undefined;
  const versus = core.split(/\s+(?:vs\.?|versus|v\.)\s+/i);
  const stripped = core.replace(opener, '').replace(closer, '$1');
  const isQuestion = opener.test(core);
  if (versus.length > 1) return { kind: 'choice', labels: versus.map(dropVerb), sign: 1 };
  if (removing.test(isQuestion ? core.slice(0, core.length - stripped.length) : '')) return undefined;
  if (removing.test(stripped)) return undefined;
  const parts = stripped.split(/\s*,\s*(?:or\s+)?|\s+or\s+/i).filter((part) => part !== '');
  if (!/\sor\s/i.test(stripped) || parts.length < 2 || parts.length > 8) return undefined;
  if (parts.some((part) => part.split(' ').length > 14)) return undefined;
  return { kind: 'choice', labels: parts.map(dropVerb), sign: 1 };
}

/** "keep the monolith", "move to microservices" → the thing itself. */
function dropVerb(label: string): string {
  const dropped = label.replace(
    /^(?:to )?(?:adopt|use|build|buy|choose|pick|prefer|keep|stay with|stick with|move to|switch to|go with|go for|remain with|introduce)\s+/i,
    '',
  );
  return dropped === '' ? label : dropped;
}

function single(core: string): Found | undefined {
  if (isOpenQuestion(core)) return undefined;
  const passive = /^(.+?) be (\S+ed)\b/.exec(core);
  const parts = splitSubject(core);
  if (parts === undefined && passive === null) return undefined;
  const { modal, subject, verb, object } = parts ?? {
    modal: 'should',
    subject: passive?.[1] ?? '',
    verb: 'be',
    object: passive?.[2] ?? '',
  };
  // "Will AI replace programmers" asks what will happen, not what to do.
  if (/^(?:can|could|will|would|may|might)$/i.test(modal) && !/^this house$/i.test(subject)) return undefined;
  if (verb === 'be') return subject === '' ? undefined : { kind: 'change', labels: [subject], sign: signOf(object) };
  if (object === '') return undefined;
  const bareObject = object.replace(/^(?:to|into) /i, '');
  const label = /^(?:on|in|at|by|for|with|from|off|out|up|down)\s/i.test(object)
    ? `${gerund(verb)} ${object}`
    : bareObject.replace(tail, '');
  return { kind: 'change', labels: [label], sign: signOf(verb) };
}

/** "Microservices are overrated": about its subject, for or against as its predicate goes. */
function claim(core: string): Found | undefined {
  const [, subject, predicate] =
    /^(\S+(?: \S+){0,4}?) ((?:is|are|has|have|does|do|brings?|makes?|helps?|causes?)\s.+)$/i.exec(core) ?? [];
  if (subject === undefined || predicate === undefined || isOpenQuestion(core)) return undefined;
  return { kind: 'change', labels: [subject], sign: valenceOf(predicate) < 0 ? -1 : 1 };
}

function signOf(words: string): 1 | -1 {
  return removing.test(words) ||
    /\b(?:banned|abolished|halted|stopped|ended|limited|restricted|prohibited|outlawed|lowered|reduced|removed|scrapped|taxed|regulated|less|fewer)\b/i.test(
      words,
    )
    ? -1
    : 1;
}

function gerund(verb: string): string {
  if (/(?:ee|oe|ye)$/.test(verb)) return `${verb}ing`;
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  if (verb.endsWith('e')) return `${verb.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][bdgmnprt]$/.test(verb) && !verb.endsWith('en')
    ? `${verb}${verb.slice(-1)}ing`
    : `${verb}ing`;
}

function splitSetting(label: string): [string, string] {
  const found = tail.exec(label);
  return found === null || found.index === 0 ? [label, ''] : [label.slice(0, found.index), found[0].trim()];
}

function bare(label: string): string {
  return label
    .replace(/^["“‘']+|["”’',;:]+$/g, '')
    .replace(/^(?:the|a|an|our|their|your|its|his|her)\s+(?=\S)/i, '')
    .trim();
}

/** Words that all options share do not tell them apart. */
function distinct(worded: readonly string[]): Option[] {
  const labels = worded.map(bare);
  const sets = labels.map((label) => new Set(contentWords(label)));
  return labels.map((label, at) => {
    const phrase = lowerFirst((worded[at] ?? label).replace(/^["“‘']+|["”’',;:]+$/g, '').trim());
    const own = [...(sets[at] ?? [])].filter((word) => !sets.some((other, index) => index !== at && other.has(word)));
    return { label, phrase, terms: new Set(own.length > 0 ? own : sets[at]) };
  });
}
