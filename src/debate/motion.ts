import { collapsed, capitalised } from './shortText';
import { commonWords, isParticiple, plainVerbs, type MotionReading, readTopic } from './motionReading';

export const motionStyles = ['this-house-would', 'this-house-believes', 'resolved', 'as-given'] as const;
export type MotionStyle = (typeof motionStyles)[number];

/**
 * “Should we adopt a monorepo?” becomes “This house would adopt a monorepo.” A motion keeps its form, except that a
 * belief and a resolution become each other. Other languages, and questions for more than yes or no, stay as given.
 */
export function formaliseMotion(topic: string, style: MotionStyle): string {
  const given = topic.trim();
  if (style === 'as-given' || given === '') return given;
  const flat = given.replace(/\s+/g, ' ').replace(/^(?:motion|topic|debate|question)\s*:\s*/i, '');
  const formal = asMotion(flat);
  if (formal !== undefined)
    return converted(formal, style) ?? (formal.isShort ? rendered(formal.form, formal.said) : given);
  const reading = readTopic(flat);
  return reading.kind === 'unread'
    ? given
    : rendered(style, style === 'this-house-would' ? deed(reading) : sentence(reading));
}

/** A question, alternatives and a mere subject cannot be affirmed; in other languages only a question mark shows it. */
export function isMotion(topic: string): boolean {
  const flat = collapsed(topic);
  if (asMotion(flat) !== undefined) return true;
  if (/[?？؟]["”’'»)\]]*$/u.test(flat)) return false;
  const { kind } = readTopic(flat);
  return kind === 'ought' || kind === 'claim' || kind === 'unread';
}

type Form = Exclude<MotionStyle, 'as-given'>;

interface Formal {
  form: Form;
  said: string;
  isShort: boolean;
}

const forms: readonly (readonly [RegExp, Form])[] = [
  [/^(?:this house would|THW)\b[,:]?\s+(\S.*)$/i, 'this-house-would'],
  [
    /^(?:this house (?:believes|holds|thinks|is of the opinion)|THB)(?: that)?\b[,:]?\s+(\S.*)$/i,
    'this-house-believes',
  ],
  [/^THBT\b[,:]?\s+(?:that\s+)?(\S.*)$/i, 'this-house-believes'],
  [/^(?:be it )?resolved\s*[:,]\s*(?:that )?(\S.*)$/i, 'resolved'],
  [/^(?:be it )?resolved that (.+)$/i, 'resolved'],
];

function asMotion(text: string): Formal | undefined {
  for (const [pattern, form] of forms) {
    const said = pattern.exec(text)?.[1];
    if (said !== undefined) return { form, said, isShort: /^TH(?:W|B|BT)\b/i.test(text) };
  }
  return undefined;
}

/** What is believed can be resolved; what a house would do is neither. */
function converted({ form, said }: Formal, style: Form): string | undefined {
  const isSame = form === style || form === 'this-house-would' || style === 'this-house-would';
  return isSame || /^this house\b/i.test(said) ? undefined : rendered(style, said);
}

const stop = (sentence: string): string => (/[.!?]["”’']?$/.test(sentence) ? sentence : `${sentence}.`);

function rendered(form: Form, said: string): string {
  switch (form) {
    case 'this-house-would':
      return stop(`This house would ${said}`);
    case 'this-house-believes':
      return stop(`This house believes that ${inSentence(said)}`);
    case 'resolved':
      return stop(`Resolved: ${capitalised(said)}`);
  }
}

type UnderstoodMotion = Exclude<MotionReading, { kind: 'unread' }>;

function deed(reading: UnderstoodMotion): string {
  switch (reading.kind) {
    case 'ought':
      return deedOf(reading);
    case 'claim':
      return `hold that ${inSentence(reading.text)}`;
    case 'question':
      return `answer “${reading.text}?” with yes`;
    case 'choice':
      return `choose ${inSentence(reading.first)} over ${inSentence(reading.second)}`;
    case 'subject':
      return `support ${inSentence(reading.text)}`;
  }
}

const ourselves = /^(?:we|one|you|I)$/i;
const nobodyNamed = /^(?:it|there|he|she|they|this|that|these|those|nobody|no one)$/i;

function deedOf(reading: Extract<UnderstoodMotion, { kind: 'ought' }>): string {
  const { subject, adverb, action } = reading;
  const before = adverb === '' ? '' : `${adverb} `;
  if (ourselves.test(subject)) return `${before}${action}`;
  if (nobodyNamed.test(subject) || adverb === 'no longer') return `hold that ${inSentence(sentence(reading))}`;
  const [verb = '', next = '', ...rest] = action.split(' ');
  const isPassive = verb.toLowerCase() === 'be' && isParticiple(next.toLowerCase());
  return `${before}have ${inSentence(subject)} ${isPassive ? [next, ...rest].join(' ') : action}`;
}

function sentence(reading: UnderstoodMotion): string {
  switch (reading.kind) {
    case 'ought':
      return [reading.subject, reading.modal, reading.adverb, reading.action].filter((part) => part !== '').join(' ');
    case 'claim':
      return reading.text;
    case 'question':
      return `the answer to “${reading.text}?” is yes`;
    case 'choice':
      return `${inSentence(reading.first)} should be chosen over ${inSentence(reading.second)}`;
    case 'subject':
      return `there is a good case for ${inSentence(reading.text)}`;
  }
}

/** Endings of nouns that are no names. */
const commonEnding = /^\p{Lu}\p{Ll}+(?:ments?|tions?|ings?|ists?|ers|ors|ies|ships?|ances?|ences?)$/u;
const names =
  /^(?:Netherlands|Flanders|Beijing|Boeing|Nanjing|Chongqing|Wellington|Andes|Emirates|Odyssey|Philippines|Maldives|Seychelles)$/;

function inSentence(text: string): string {
  const first = /^[\p{L}'’]+/u.exec(text)?.[0] ?? '';
  const lower = first.toLowerCase();
  const isCommon = commonWords.has(lower) || plainVerbs.has(lower) || (commonEnding.test(first) && !names.test(first));
  const isWord = first === 'A' || /^\p{Lu}[\p{Ll}'’]+$/u.test(first);
  return isWord && isCommon ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
