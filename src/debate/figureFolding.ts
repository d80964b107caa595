const signs: Readonly<Record<string, string>> = {
  '％': '%',
  '．': '.',
  '，': ',',
  '＄': '$',
  '￥': '¥',
  '－': '-',
  '٪': '%',
  '٫': '.',
  '٬': ',',
};
/** The zeros of full-width, Arabic, Persian and Devanagari digits. */
const zeros = [0xff10, 0x660, 0x6f0, 0x966];
const foreign = /[０-９٠-٩۰-۹०-९％．，＄￥－٪٫٬]/g;
/** Without the ideographs that belong to a number. */
const unspaced =
  /(?:(?![万萬億亿兆元円年月日년월일])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])+/gu;
/** Neither letter nor digit: what stands next to a number there is the next word, not a part of a name such as "p95". */
const otherWord = '\ue001';

/** The text with digits and signs of other scripts in those of ASCII; no offset moves. */
export function foldedFigures(text: string): string {
  return text
    .replace(foreign, (sign) => signs[sign] ?? String(digitOf(sign.charCodeAt(0))))
    .replace(unspaced, (letters) => otherWord.repeat(letters.length));
}

function digitOf(code: number): number {
  return code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? code);
}
