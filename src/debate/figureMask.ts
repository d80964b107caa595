import { currencyCode, isUnitSuffix } from './figureUnits';

/** Neither letter nor digit nor white space. */
const blank = '\ue000';

const dataWords = 'two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const knownEndings = 'md|txt|pdf|json|jsonl|csv|html?|tsx?|jsx?|mjs|py|ya?ml|png|jpe?g|svg|docx?|xlsx?';
const prefixWords = 'top|mid|pre|post|early|late|sub|under|over|plus|about|only|some|by|to|of|at|in|from|and|or';

/** Digits that are no figures, each with what stands around them in the same name. */
const patterns: readonly RegExp[] = [
  /\b(?:https?|ftp|file|workspace|mailto|vscode|doi|arxiv):[^\s)>\]"']+|\b10\.\d{4,9}\/[^\s)>\]"']+|\bwww\.[^\s)>\]"']+|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{1,60}/giu,
  // Paths and file names: a letter before the last stop, or an ending that everyone knows.
  /(?<![\p{L}\p{N}_\-./])[\p{N}_\-./\\]{0,80}\p{L}[\p{L}\p{N}_\-./\\]{0,200}\.[a-z][a-z0-9]{0,5}(?::\d+(?:[-–:]\d+)*)?(?![\p{L}\p{N}])/gu,
  new RegExp(String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}_-]{1,80}\.(?:${knownEndings})(?::\d+(?:[-–:]\d+)*)?(?![\p{L}\p{N}])`, 'giu'),
  /(?<![\p{L}\p{N}])#?L\d+(?:C\d+)?(?:[-–]L?\d+)?(?!\p{L})/gu,
  /(?<!\p{L})seqs\s*#?\d+(?:(?:\s*(?:,|&|-|–|\band\b|\bor\b|\bto\b))+\s*#?\d+(?![\d.,]*\s?%))*/giu,
  /(?<!\p{L})seqs?\.?\s*#?\d+(?:\s*(?:-|–|&|\band\b|\bor\b|\bto\b)\s*#?\d+(?![\d.,]*\s?%))?(?!\d)/giu,
  /#[\dA-Fa-f]{1,8}(?![\p{L}\p{N}])|\[\^\d+\]|(?<=[\p{L}.,;!?%"”')\u2060])\[\d{1,3}\]/gu,
  // "COVID-19", "GPT-4.5"; but "mid-2020" and "EUR-5" hold figures.
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_])(?!(?:${prefixWords}|${currencyCode}|${dataWords})-)\p{L}[\p{L}\p{N}]{0,40}[-‑]\d+(?:[.-]\d+)*\p{L}*(?!\p{N})`,
    'giu',
  ),
  // "HTTP/2"; but "hrs/40" holds one.
  /(?<![\p{L}\p{N}_])(?:\p{Lu}[\p{L}\p{N}]{0,40}|https?)\/\d+(?:\.\d+)*(?!\p{N})/gu,
  // "p95", "v1.2.3", "gRPC2"; but "EUR5" is money.
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_])(?!(?:${currencyCode})\d)[\p{L}_][\p{L}\p{M}_]{0,80}\d[\p{L}\p{N}_]*(?:\.\d+|[-/]\d{1,3}(?!\d))*`,
    'gu',
  ),
  /(?<!\p{L})(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:first|second|third|\p{L}+th)(?!\p{L})/giu,
  new RegExp(String.raw`(?<!\p{L})(?:${dataWords})[- ](?:halves|thirds|quarters|\p{L}+ths)(?!\p{L})`, 'giu'),
];

/** Numbers with three parts and more: versions and addresses, unless thousands or a date. */
const dotted = /(?<![\p{L}\p{N}.])\d+(?:\.\d+){2,}(?:[-+][\p{L}\p{N}.]+)?/gu;
const dottedFigure = /^(?:\d{1,3}(?:\.\d{3})+|\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2}))$/;
/** Digits with letters right after: "3D", "2FA", "0x1f". */
const suffixed = /(?<![\p{L}\p{N}]|\d[.,])\d+(?:[.,]\d+)*(\p{L}[\p{L}\p{N}_]*)/gu;

/** The text with everything blanked out that has digits but is no figure; its length and all other offsets stay. */
export function withoutNames(text: string): string {
  let masked = withoutListMarkers(text);
  for (const pattern of patterns) masked = masked.replace(pattern, (found) => blank.repeat(found.length));
  masked = masked.replace(dotted, (found) => (dottedFigure.test(found) ? found : blank.repeat(found.length)));
  return masked.replace(suffixed, (found, letters: string) =>
    isUnitSuffix(letters) ? found : blank.repeat(found.length),
  );
}

const listMarker = /^([ \t>]*(?:[-*+] )?\(?)(\d{1,3})[.)](?=\s)/;

/** "12." at a line's start is a marker if a block begins there or a list goes on; else a sentence was wrapped. */
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
