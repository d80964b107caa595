import { looksRandom } from '../../research/secretFilter';
import { collapsed, escapeRegExp } from '../../debate/shortText';

export interface Private {
  /** Folders with what is to stand in their place, such as the home folder and `~`. */
  readonly folders: readonly { readonly path: string; readonly placeholder: string }[];
  /** Names of the machine and the like. */
  readonly names: readonly { readonly name: string; readonly placeholder: string }[];
  /** Texts of the debate that must not be repeated: the topic, memos, redacted entries and what they quoted. */
  readonly texts: readonly string[];
  /** Hides what is a part of a redacted text. */
  readonly mask: (text: string) => string;
}

/** Keys and tokens by their form; too much is taken out rather than too little. Quantifiers are bounded: time stays linear. */
const secrets: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,40}-----|$)/g, '<key>'],
  [/\b(bearer|basic)([ \t]{1,4}|%20)[\w.~+/=-]{6,4000}/gi, '$1 <token>'],
  [/(?<![\w-])(?:sk|rk|pk)[-_][\w-]{8,300}/g, '<key>'],
  [/(?<!\w)(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AIza|AKIA|ASIA|hf_|npm_)[\w-]{8,300}/g, '<key>'],
  [/(?<![\w-])eyJ[\w-]{8,4000}(?:\.[\w-]{1,8000}){0,2}/g, '<token>'],
  [/([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>]{1,200}@/gi, '$1<user>@'],
  [
    /((?:pass(?:word|wd|phrase)?|pwd|secret|token|authorization|cookie|(?:api|access|account|auth|x-api)[_-]?key)[\w.-]{0,30}["'`]?\s{0,4}(?:=>|[:=])\s{0,4}["'`]?)(?!<)[^\s"'`,;&<>]{3,2000}/gi,
    '$1<secret>',
  ],
  [/([?&#][\w.-]{1,40}=)[\w%.~+/-]{24,2000}/g, '$1<value>'],
  // The folder of a debate bears its topic.
  [/(?<!\w)(\d{8}T\d{6}Z)-[a-z0-9-]{1,80}/g, '$1-<topic>'],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g, '<address>'],
];

export function redact(text: string, { folders, names, texts, mask }: Private): string {
  let safe = mask(text);
  for (const known of [...texts].sort((a, b) => b.length - a.length)) safe = withoutText(safe, known);
  for (const [pattern, placeholder] of secrets) safe = safe.replace(pattern, placeholder);
  for (const { path, placeholder } of byLength(folders)) safe = withoutFolder(safe, path, placeholder);
  // Homes of others, and of this user under another name.
  safe = safe.replace(
    /(?<![\w.])(?:\/home|\/Users|[A-Za-z]:(?:\\\\?|\/|%5C)Users)(?:\\\\?|\/|%5C|%2F)[^\s\\/"'<>:;,)]{1,100}/gi,
    '~',
  );
  for (const pattern of absolutePaths) safe = safe.replace(pattern, '<path>');
  for (const { name, placeholder } of names) safe = withoutName(safe, name, placeholder);
  return safe.replace(/[\w+/=-]{20,400}/g, (word) => (looksRandom(word) && !isHash(word) ? '<value>' : word));
}

/** Also with a few words after a blank where a slash follows: folders have such names. What stands behind a placeholder stays. */
const absolutePaths: readonly RegExp[] = [
  /\bfile:\/\/\/?[^\s"'`<>~/][^\s"'`<>]{0,2000}/gi,
  /(?<![\w.~>:/\\)\]<])\/[^\s"'`<>|,;:)(/][^\s"'`<>|,;:)(]{0,1000}(?:(?: [^\s/"'`<>|,;:)(]{1,40}){0,2} [^\s/"'`<>|,;:)(]{1,60}\/[^\s"'`<>|,;:)(]{1,300}){0,8}/g,
  /(?<!\w)(?:[A-Za-z]:(?:\\{1,2}|\/)|\\{2,4}(?=[\w.-]{1,60}\\))[^\s"'`<>|,;)(]{0,1000}(?:(?: [^\s\\/"'`<>|,;:)(]{1,40}){0,2} [^\s\\/"'`<>|,;:)(]{1,60}\\[^\s"'`<>|,;:)(]{1,300}){0,8}/g,
  /(?:%(?:25)?2F[\w.~+-]{1,100}){2,30}/gi,
];

/** Hashes of evidence say nothing to others, and much to who looks for a fault. */
const isHash = (word: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(word);

const byLength = (folders: Private['folders']): Private['folders'] =>
  [...folders].sort((a, b) => b.path.length - a.path.length);

const shortestText = 8;
/** Of longer ones the mask finds every part. */
const longestText = 4_000;

/** The white space in it may be another. */
function withoutText(safe: string, known: string): string {
  const flat = collapsed(known);
  if (flat.length < shortestText || flat.length > longestText) return safe;
  return safe.replace(new RegExp(flat.split(' ').map(escapeRegExp).join('\\s+'), 'gu'), '<text>');
}

/** As a path, with the other slashes, doubled as in JSON, and encoded as in an address. */
function withoutFolder(text: string, path: string, placeholder: string): string {
  const bare = path.replace(/(?<![\\/])[\\/]+$/, '');
  if (bare.length < 2) return text;
  const segments = bare.split(/[\\/]/);
  const plain = segments.map(escapeRegExp).join('(?:\\\\\\\\?|/)');
  const encoded = segments
    .map((segment) => escapeRegExp(encodeURIComponent(segment)).replace(/%/g, '%(?:25)?'))
    .join('(?:/|%(?:25)?2F|%(?:25)?5C)');
  const isWindows = /^[a-z]:/i.test(bare);
  const end = '(?![\\w.-]*[\\w-])';
  return [plain, encoded].reduce(
    (safe, form) => safe.replace(new RegExp(`${form}${end}`, isWindows ? 'giu' : 'gu'), placeholder),
    text,
  );
}

function withoutName(text: string, name: string, placeholder: string): string {
  if (name.length < 3) return text;
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(name)}(?![\\p{L}\\p{N}])`, 'giu'), placeholder);
}
