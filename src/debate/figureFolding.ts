const signs: Readonly<Record<string, string>> = { '％': '%', '．': '.', '，': ',', '＄': '$', '￥': '¥', '－': '-', '٪': '%', '٫': '.', '٬': ',' };
/** The zeros of full-width, Arabic, Persian and Devanagari digits. */
const zeros = [0xff10, 0x660, 0x6f0, 0x966];
const foreign = /[０-９٠-٩۰-۹०-९％．，＄￥－٪٫٬]/g;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu;
/** Ideographs that belong to a number. */
const counted = /[万萬億亿兆元円年月日년월일]/u;
/** Neither letter nor digit: what stands next to a number there is the next word, not a part of a name such as "p95". */
const otherWord = '\ue001';

/** The text with digits and signs of other scripts in those of ASCII; no offset moves. */
export function foldedFigures(text: string): string {
  return text
    .replace(foreign, (sign) => signs[sign] ?? String(digitOf(sign.charCodeAt(0))))
    .replace(unspaced, (letter) => (counted.test(letter) ? letter : otherWord.repeat(letter.length)));
}

function digitOf(code: number): number {
  return code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? code);
}
