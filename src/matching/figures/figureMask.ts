import { currencyCode, isUnitSuffix } from './figureUnits';
import { matchesOf } from '../text/matches';

/** Neither letter nor digit nor white space. */
const blank = '\ue000';

const dataWords = 'two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const knownEndings = 'md|txt|pdf|json|jsonl|csv|html?|tsx?|jsx?|mjs|py|ya?ml|png|jpe?g|svg|docx?|xlsx?';
const prefixWords = 'top|mid|pre|post|early|late|sub|under|over|plus|about|only|some|by|to|of|at|in|from|and|or';

interface Name {
  pattern: RegExp;
  /** In every match without white space, and cheap to find: only words with it are examined. */
  mark?: RegExp;
}

const names: readonly Name[] = [
  {
    pattern:
      /\b(?:https?|ftp|file|workspace|mailto|vscode|doi|arxiv):[^\s)>\]"']+|\b10\.\d{4,9}\/[^\s)>\]"']+|\bwww\.[^\s)>\]"']+|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{1,60}/giu,
    mark: /:\S|10\.\d|www\.|@/giu,
  },
  {
    // Paths and file names: a letter before the last stop, or an ending that everyone knows.
    pattern:
      /(?<![\p{L}\p{N}_\-./])[\p{N}_\-./\\]{0,80}\p{L}[\p{L}\p{N}_\-./\\]{0,200}\.[a-z][a-z0-9]{0,5}(?::\d+(?:[-–:]\d+)*)?(?![\p{L}\p{N}])/gu,
    mark: /\.[a-z]/gu,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}_-]{1,80}\.(?:${knownEndings})(?::\d+(?:[-–:]\d+)*)?(?![\p{L}\p{N}])`,
      'giu',
    ),
    mark: /\.[a-z]/giu,
  },
  { pattern: /(?<![\p{L}\p{N}])#?L\d+(?:C\d+)?(?:[-–]L?\d+)?(?!\p{L})/gu, mark: /L\d/g },
  {
    pattern:
      /(?<!\p{L})seqs\s{0,3}#?\d{1,15}(?:(?:\s{0,3}(?:,|&|-|–|(?:and|or|to)(?!\p{L}))){1,3}\s{0,3}#?\d{1,15}(?![\d.,]{0,40}\s?%))*/giu,
  },
  {
    pattern:
      /(?<!\p{L})seqs?\.?\s{0,3}#?\d{1,15}(?:\s{0,3}(?:-|–|&|(?:and|or|to)(?!\p{L}))\s{0,3}#?\d{1,15}(?![\d.,]{0,40}\s?%))?(?!\d)/giu,
  },
  {
    pattern:
      /#[\dA-Fa-f]{1,8}(?![\p{L}\p{N}])|\[\^\d+\]|(?<=^|[\p{L}.,;!?%"”')\]\u2060])\[\d{1,3}\](?![\p{L}\p{N}%])/gu,
    mark: /#[\dA-Fa-f]|\[\^?\d/g,
  },
  {
    // The page of a work that a note names.
    pattern: /\u2060: ?\d{1,4}(?:[,–-] ?\d{1,4}){0,8}/g,
    mark: /\u2060:/g,
  },
  {
    // "COVID-19", "GPT-4.5"; but "mid-2020" and "EUR-5" hold figures.
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}_])(?!(?:${prefixWords}|${currencyCode}|${dataWords})-)\p{L}[\p{L}\p{N}]{0,40}[-‑]\d+(?:[.-]\d+)*\p{L}*(?!\p{N})`,
      'giu',
    ),
    mark: /[-‑]\d/g,
  },
  // "HTTP/2"; but "hrs/40" holds one.
  { pattern: /(?<![\p{L}\p{N}_])(?:\p{Lu}[\p{L}\p{N}]{0,40}|https?)\/\d+(?:\.\d+)*(?!\p{N})/gu, mark: /\/\d/g },
  {
    // "p95", "v1.2.3", "gRPC2"; but "EUR5" is money.
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}_])(?!(?:${currencyCode})\d)[\p{L}_][\p{L}\p{M}_]{0,80}\d[\p{L}\p{N}_]*(?:\.\d+|[-/]\d{1,3}(?!\d))*`,
      'gu',
    ),
    mark: /[\p{L}\p{M}_]\d/gu,
  },
  {
    pattern:
      /(?<!\p{L})(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:first|second|third|\p{L}+th)(?!\p{L})/giu,
    mark: /ty-\p{L}/giu,
  },
  {
    pattern: new RegExp(String.raw`(?<!\p{L})(?:${dataWords})[- ](?:halves|thirds|quarters|\p{L}+ths)(?!\p{L})`, 'giu'),
  },
];

/** Versions and addresses, unless thousands or a date. */
const dotted = { pattern: /(?<![\p{L}\p{N}.])\d+(?:\.\d+){2,}(?:[-+][\p{L}\p{N}.]+)?/gu, mark: /\.\d+\.\d/g };
const dottedFigure = /^(?:\d{1,3}(?:\.\d{3})+|\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2}))$/;
/** "3D", "2FA", "0x1f". */
const suffixed = { pattern: /(?<![\p{L}\p{N}]|\d[.,])\d+(?:[.,]\d+)*(\p{L}[\p{L}\p{N}_]*)/gu, mark: /\d\p{L}/gu };

/** Blanks out digits that are no figures; all offsets stay. */
export function withoutNames(text: string): string {
  const blanked = (found: string): string => blank.repeat(found.length);
  let masked = withoutListMarkers(text);
  for (const name of names) masked = replaced(masked, name, blanked);
  masked = replaced(masked, dotted, (found) => (dottedFigure.test(found) ? found : blanked(found)));
  return replaced(masked, suffixed, (found, letters) => (isUnitSuffix(letters) ? found : blanked(found)));
}

/** `text.replace` would be called with the first group, too. */
function replaced(text: string, { pattern, mark }: Name, by: (found: string, group: string) => string): string {
  if (mark === undefined) return text.replace(pattern, by);
  const pieces: string[] = [];
  let copied = 0;
  for (const { index } of matchesOf(text, mark)) {
    if (index < copied) continue;
    const [start, end] = [wordStart(text, index), wordEnd(text, index)];
    pieces.push(text.slice(copied, start), text.slice(start, end).replace(pattern, by));
    copied = end;
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied);
}

const whiteSpace = /\s/;
const nextWhiteSpace = /\s/g;

function wordStart(text: string, index: number): number {
  let start = index;
  while (start > 0 && !whiteSpace.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function wordEnd(text: string, index: number): number {
  nextWhiteSpace.lastIndex = index;
  return nextWhiteSpace.exec(text)?.index ?? text.length;
}

const listMarker = /^([ \t>]*(?:[-*+] )?\(?)(\d{1,3})[.)](?=\s)/;

/** "12." at a line's start is a marker if a block begins there or a list goes on; else a wrapped sentence. */
function withoutListMarkers(text: string): string {
  let canBegin = true;
  return text
    .split('\n')
    .map((line) => {
      const match = listMarker.exec(line);
      const isMarker = match !== null && (canBegin || match[2] === '1');
      canBegin = isMarker || line.trim() === '' || (canBegin && /^\s/.test(line));
      return isMarker ? line.replace(listMarker, (marker) => blank.repeat(marker.length)) : line;
    })
    .join('\n');
}
