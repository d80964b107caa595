import { filler } from './linedText';

/** Markdown as a reader sees it: of the same length, with signs in place of the markup that say nothing, so that offsets and lines stay. */
export function renderedMarkdown(text: string): string {
  const labels = new Set(Array.from(text.matchAll(definition), ([, label = '']) => labelOf(label)));
  return text.replace(markup, (all: string, ...groups: unknown[]) => {
    const found = groups.at(-1);
    return rendered(
      all,
      typeof found === 'object' ? (found as Readonly<Record<string, string | undefined>>) : {},
      labels,
    );
  });
}

const definition = /^ {0,3}\[(?!\^)([^[\]\n]{1,200})\]:[ \t]*\S[^\n]*$/gm;
const labelOf = (label: string): string => label.trim().toLowerCase().replace(/\s+/g, ' ');

/** What code holds is meant as it is written. */
const markup = new RegExp(
  [
    String.raw`(?<code>^ {0,3}(?<fence>\x60{3}|~{3})[^\n]*\n(?:(?! {0,3}\k<fence>)[^\n]*(?:\n|$(?![\s\S])))*|(?<!\x60)\x60[^\x60\n]{1,2000}\x60(?!\x60)|\x60\x60[^\n]{1,2000}?\x60\x60)`,
    String.raw`(?<unsaid><!--(?:(?!-->)[\s\S])*(?:-->)?|~~(?=\S)(?:[^~\n]|\n(?!\s*\n)|~(?!~)){1,4000}~~(?!~)|<(?<struck>del|s|strike)>(?:(?!<\/\k<struck>>)[\s\S]){0,4000}<\/\k<struck>>|!\[[^[\]\n]{0,1000}\](?:\([^()\n]{0,2000}\)|\[[^[\]\n]{0,200}\])?|^ {0,3}\[(?!\^)[^[\]\n]{1,200}\]:[ \t]*\S[^\n]*$)`,
    String.raw`\[(?<words>(?!\^)[^[\]\n]{1,500})\](?!\()(?:\[(?<label>[^[\]\n]{0,200})\])?`,
    String.raw`\\(?<sign>[!-/:-@[-\x60{-~])`,
    String.raw`(?:\^|<sup>)(?<raised>[-+−]?\d{1,4})(?:\^|<\/sup>)`,
    String.raw`(?:~|<sub>)(?<lowered>\d{1,4}|[a-z])(?:~|<\/sub>)`,
    String.raw`&(?<entity>amp|lt|gt|quot|apos|nbsp|hellip|ndash|mdash|[lr]squo|[lr]dquo|times|plusmn|euro|pound|deg|#\d{1,6}|#[xX][\da-fA-F]{1,5});`,
    String.raw`(?<break><br ?\/?>)|(?<tag><\/?[a-zA-Z][a-zA-Z\d]{0,10}(?:\s(?![^<>\n]{0,500}(?:style|hidden))[^<>\n]{0,500})?>)`,
  ].join('|'),
  'gmu',
);

const powers: Readonly<Record<string, string>> = { '-': '⁻', '−': '⁻', '+': '⁺' };
const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const entities: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”',
  times: '×', plusmn: '±', euro: '€', pound: '£', deg: '°',
}; // prettier-ignore

type MarkupGroups = Readonly<Record<string, string | undefined>>;

function rendered(all: string, groups: MarkupGroups, labels: ReadonlySet<string>): string {
  const { code, unsaid, words, label, sign, raised, lowered, entity, tag } = groups;
  if (code !== undefined) return all;
  if (unsaid !== undefined || tag !== undefined) return silent(all);
  if (words !== undefined) {
    const named = label === undefined || label.trim() === '' ? words : label;
    return labels.has(labelOf(named)) ? `${filler}${words}${silent(all.slice(words.length + 1))}` : all;
  }
  if (sign !== undefined) return `${filler}${sign}`;
  if (raised !== undefined)
    return padded(Array.from(raised, (one) => powers[one] ?? raisedDigits.charAt(Number(one))).join(''), all);
  if (lowered !== undefined) return padded(lowered, all);
  if (entity !== undefined) return padded(entitySign(entity) ?? all, all);
  return padded(' ', all);
}

function entitySign(entity: string): string | undefined {
  const code = /^#[xX]/.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  if (!entity.startsWith('#')) return entities[entity];
  return code > 0x1f && code < 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
}

const silent = (markupText: string): string => markupText.replace(/[^\r\n]/g, filler);
const padded = (words: string, all: string): string => words.padEnd(all.length, filler);

/** Whether a text is written for TeX. */
export const isTex = (text: string): boolean =>
  /\\(?:documentclass|begin\{|section\{|chapter\{|emph\{|cite[tp]?\{)/.test(text);

const command =
  /(?<!\\)(?<comment>%[^\n]*)|\\{1,2}(?:(?<sign>[%&$#_{}])|(?<unsaid>(?:cite[a-z]{0,6}|ref|label|footnote|index)\*?(?:\[[^\]\n]{0,100}\])?\{[^{}\n]{0,500}\})|(?<name>[a-zA-Z]{1,30}\*?))|(?<brace>[{}])|(?<tie>~)/g;

/** TeX without its commands, of the same length. */
export const renderedTex = (text: string): string =>
  text.replace(command, (all: string, ...groups: unknown[]) => {
    const { sign, tie } = groups.at(-1) as MarkupGroups;
    if (sign !== undefined) return sign.padStart(all.length, filler);
    return tie === undefined ? silent(all) : ' ';
  });
