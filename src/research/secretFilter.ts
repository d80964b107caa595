import { matchesOf } from '../matching/text/matches';

/** `what` completes "looks like …"; the secret is never repeated. */
interface FoundSecret {
  what: string;
  /** Line, counted from 1. */
  line: number;
}

interface Pattern {
  what: string;
  pattern: RegExp;
  /** Decides whether a match counts; without it every match does. */
  accepts?: (match: RegExpExecArray, text: string) => boolean;
}

const secretNames = [
  /^\.env/,
  /\.env(?:\.|$)/,
  /\.(?:pem|key|p12|pfx|ppk|kdbx|jks|keystore|tfvars)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /credentials/,
  /^[._]netrc$/,
  /^\.(?:npmrc|yarnrc|pypirc|pgpass|htpasswd|dockercfg|boto|my\.cnf|s3cfg)$/,
  /^secrets?\.[a-z0-9]+$/,
];

/* All quantifiers are bounded or follow a look-behind, so that each pattern takes linear time on untrusted files. */
const patterns: readonly Pattern[] = [
  {
    what: 'a private key',
    pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g,
    accepts: (match, text) => isKeyBody(text.slice(match.index + match[0].length).slice(0, 800)),
  },
  { what: 'an AWS access key', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/g },
  { what: 'an Anthropic key', pattern: /(?<![\w-])sk-ant-[\w-]{12,300}/g, accepts: isNoPlaceholder },
  {
    what: 'an API key (sk-…)',
    pattern: /(?<![\w-])sk-[\w-]{20,300}/g,
    // Slugs and CSS classes start with sk- too, but a key has a long run of letters and digits.
    accepts: ([key]) => isNoPlaceholder([key]) && /(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{16}/.test(key),
  },
  { what: 'a Stripe key', pattern: /(?<!\w)[rs]k_live_[A-Za-z0-9]{16,200}/g },
  {
    what: 'a GitHub token',
    pattern: /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{20,300}|github_pat_\w{20,300})/g,
    accepts: isNoPlaceholder,
  },
  { what: 'a GitLab token', pattern: /(?<!\w)glpat-[\w-]{20,100}/g, accepts: isNoPlaceholder },
  { what: 'a Slack token', pattern: /(?<!\w)xox[abeoprs]-[A-Za-z0-9-]{10,300}/g, accepts: isNoPlaceholder },
  { what: 'a Google API key', pattern: /(?<![\w-])AIza[\w-]{30,60}/g, accepts: isNoPlaceholder },
  { what: 'a signed token (JWT)', pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{16,2000}/g },
  { what: 'a bearer token', pattern: /(?<!\w)bearer[ \t]{1,4}([\w.~+/-]{20,4000})/gi, accepts: hasRandomValue },
  {
    what: 'a password in an address',
    pattern: /(?<![a-z0-9])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{1,64}:([^\s:/@"'<>]{12,128})@/gi,
    accepts: hasRandomValue,
  },
  {
    what: 'a password, key or token that is assigned a value',
    pattern: new RegExp(
      [
        /(?:pass(?:word|wort|wd|phrase)|pwd|kennwort|secret|token|authorization|(?:api|access|account|auth)[_-]?key)/,
        /[\w.-]{0,30}["'`\])]{0,2}\s{0,4}(?::=|=>|={1,3}|[:>])\s{0,4}/,
        /(?:["`]([^\s"`]{16,512})|'([^\s']{16,512})|([^\s"'`,;<>(){}]{16,512}))/,
      ]
        .map((part) => part.source)
        .join(''),
      'gi',
    ),
    accepts: hasAssignedSecret,
  },
];

/** Whether the name is usual for keys or passwords, whatever the content. */
export function isSecretName(name: string): boolean {
  const lower = name.toLowerCase();
  return secretNames.some((pattern) => pattern.test(lower));
}

/** Finds a secret that is in use; prose about keys passes. */
export function findSecret(text: string): FoundSecret | undefined {
  for (const { what, pattern, accepts } of patterns) {
    for (const match of matchesOf(text, pattern)) {
      if (accepts && !accepts(match, text)) continue;
      return { what, line: text.slice(0, match.index).split('\n').length };
    }
  }
  return undefined;
}

/**
 * Whether a key's body follows: a tutorial has an ellipsis, a key file continues with Base64, perhaps after `Name:
 * value` lines.
 */
function isKeyBody(following: string): boolean {
  const end = following.indexOf('-----');
  const body = end < 0 ? following : following.slice(0, end);
  // The pattern fits a line of a key file, or of one in a JSON string, but not long paths in prose.
  return /(?<=^|\\[nr]|[\s"'`])(?=\S{0,31}[A-Z])[A-Za-z0-9+/]{32,}(?=$|\\[nr]|[\s="'`])/.test(body);
}

function isNoPlaceholder([value]: readonly string[]): boolean {
  return value !== undefined && !/x{4}|your|placeholder|redacted|\*{3}|\.{3}/i.test(value);
}

function hasRandomValue([, value]: RegExpExecArray): boolean {
  return value !== undefined && isNoPlaceholder([value]) && looksRandom(value);
}

function hasAssignedSecret([, double, single, bare]: RegExpExecArray): boolean {
  const value = double ?? single ?? bare;
  if (value === undefined || !isNoPlaceholder([value]) || /:\/\/|\$\{|\{\{|<%/.test(value)) return false;
  return (bare === undefined || !isCode(bare)) && looksRandom(value);
}

/** Whether the value is an expression: `token: session2.accessToken`, `= tokens[0].text`, `= $DB_PASSWORD_2`. */
function isCode(value: string): boolean {
  return /[[|\\]|&&|^\$\w+$/.test(value) || /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+$/.test(value);
}

/**
 * Whether the value is a key, hash or generated password, not words, an identifier, a date or a slug. Letters, capitals
 * and digits alternate in random Base64 at about 0.6 of the positions, in hexadecimal at 0.5, in
 * `cancellationTokenSource2` and `2024-01-15T10:30:00Z` at 0.2.
 */
export function looksRandom(value: string): boolean {
  // Separators between words would count as alternations.
  const core = value.replace(/[-_.:/@]/g, '');
  if (core.length < 16 || new Set(core).size < 8) return false;
  const digits = core.replace(/\D/g, '').length / core.length;
  const letters = core.replace(/[^A-Za-z]/g, '').length / core.length;
  if (digits === 0 || letters === 0) return false;
  if (digits < 0.15 && inWords(core) > 0.5) return false;
  // Lower case with digits (base 36) alternates less often, but has more digits than identifiers.
  const enough = digits >= 0.15 && letters >= 0.2 ? 0.2 : 0.28;
  return turns(core) / (core.length - 1) >= enough;
}

/** Characters in runs of four or more letters of one case, with a capital before them. */
function inWords(text: string): number {
  const words = text.match(/[A-Z]?[a-z]{4,}|[A-Z]{4,}/g) ?? [];
  return words.join('').length / text.length;
}

function turns(text: string): number {
  let count = 0;
  for (let at = 1; at < text.length; at++) {
    if (classOf(text.charCodeAt(at)) !== classOf(text.charCodeAt(at - 1))) count++;
  }
  return count;
}

function classOf(code: number): number {
  if (code >= 97 && code <= 122) return 0;
  if (code >= 65 && code <= 90) return 1;
  return code >= 48 && code <= 57 ? 2 : 3;
}
