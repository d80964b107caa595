/** Small English grammar for phrases that users and evidence supply in any shape. */

const acronymLike = /^(?:\p{Lu}{2,}|\p{Lu}\p{Ll}*\p{Lu}|\p{L}*\d|\p{Lu}\.)/u;
const properish = /^(?:I|I['’]\p{L}+|[A-Z]\p{Ll}+['’]s)$/u;

/** The first letter in upper case, unless the first word is a name like `gRPC` or `p95`. */
export function sentenceCase(text: string): string {
  const first = /^\S+/.exec(text)?.[0] ?? '';
  if (/^\p{Ll}+[\p{Lu}\d]/u.test(first)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first letter in lower case, unless the first word looks like a name or an acronym. */
export function lowerFirst(text: string): string {
  const [first = '', second = ''] = text.split(/\s+/, 2);
  if (acronymLike.test(first) || properish.test(first)) return text;
  if (/^\p{Lu}/u.test(second) && !/^(?:A|An|The|Our|Their|My|Its)$/.test(first)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** "a" or "an", by sound as far as spelling shows it. */
export function articleFor(phrase: string): 'a' | 'an' {
  const word = /[\p{L}\p{N}]+/u.exec(phrase)?.[0] ?? '';
  if (/^(?:hour|honest|honou?r|heir)/i.test(word)) return 'an';
  if (/^(?:uni(?!n|m)|use|usu|user|util|eu|ewe|one\b|once|ub[io]|uk\b|ut[eo])/i.test(word)) return 'a';
  if (/^\p{Lu}{2,5}s?$/u.test(word) && !/^(?:NATO|NASA|UNESCO|UNICEF)$/.test(word))
    return /^[AEFHILMNORSX]/.test(word) ? 'an' : 'a';
  if (/^(?:8|11|18|80)/.test(word)) return 'an';
  return /^[aeiou]/i.test(word.normalize('NFD')) ? 'an' : 'a';
}

/** "x", "x and y", "x, y and z". */
export function joined(items: readonly string[], word = 'and'): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1) ?? ''}`;
}

/** A user's text as a sentence of its own: white space tidied, capital, full stop. */
export function asSentence(text: string): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[,;:\s]+$/, '');
  if (flat === '') return '';
  return /[.!?…。！？]["'”’»)]*$/u.test(flat) ? sentenceCase(flat) : `${sentenceCase(flat)}.`;
}

/** A plural noun phrase, judged by its head: the last word before "of", "who", "with" … */
export function isPlural(phrase: string): boolean {
  const headPart = phrase.split(/\s+(?:of|who|that|which|with|for|from|in|at|on|to|and)\s|,/i)[0] ?? phrase;
  const head = headPart.trim().split(/\s+/).at(-1)?.toLowerCase() ?? '';
  if (/^(?:people|children|men|women|parents|staff|police|media|data|criteria)$/.test(head)) return true;
  return /s$/.test(head) && !/(?:ss|us|is|os|ics|news)$/.test(head);
}

/** Whether the text can be set into an English sentence: Latin script, one line, no markup. */
export function isPlainEnglishish(text: string): boolean {
  return /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}£$€+%=]+$/u.test(text) && !/[{}<>[\]|\\`*_]/.test(text);
}

/** Number words up to twelve; larger ones as digits with thousands separators. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
  return `${words[count] ?? String(count)} ${count === 1 ? noun : plural}`;
}

/** The bare number in words, "none" for nothing. */
export const inWords = (count: number): string => (count === 0 ? 'none' : countOf(count, '', '').trim());

/** Cut at a word, without hanging punctuation. Never longer than `limit` characters. */
export function shortened(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= limit) return flat;
  const cut = flat.slice(0, limit);
  const space = cut.lastIndexOf(' ');
  return cut.slice(0, space > limit / 2 ? space : limit - 1).replace(/[\s,;:.–—-]+$/, '') + '…';
}
