import { wordCount } from '../../debate/text';

/** Opens by pointing back at a sentence that a quotation leaves behind. */
const pointsBack =
  /^(?:It|They|This|These|Those|That|He|She|His|Her|Its|Their|Such|Both|Neither|Either|Each (?:such|of these)|All (?:two|three|four|five|six|of (?:them|these|those)|\d+)|The (?:latter|former|other|same|rest|reason|result of this)|One of (?:those|these|them)|Some of (?:those|these|them)|However|But|And|So|Or|Yet|Then|Therefore|Thus|Hence|Also|Instead|Otherwise|Nevertheless|Nonetheless|Still|Meanwhile|Moreover|Furthermore|In addition|At that (?:rate|point|time)|On that|Of (?:its|those|these)|Together|As such|For those|Counting only|With the viewer)\b/;
const pointsElsewhere =
  /\b(?:above|below|as described|as noted|as shown|see also|this (?:report|memo|section|table|document|review|note|chapter|page|list)|the list|listed here|out of scope|left out)\b/i;
const aboutThePaper =
  /^(?:Written|Prepared|Compiled|Kept|Owner|Author|Date|Dated|Status|Version|Copyright|Dear|Thank|Yours|Note:|Field time|To:|From:|Subject:)\b|\bwritten by\b/i;

/** How well a sentence stands alone as a quotation, from about -1 to 0.5; the same for every debate. */
export function qualityOf(text: string): number {
  const words = wordCount(text);
  let quality = words >= 10 && words <= 34 ? 0.2 : words < 8 ? -0.2 : 0;
  if (/\d/.test(text)) quality += 0.15;
  if (!/[.…。]["'”’»›)\]*_]*$/u.test(text)) quality -= 0.2;
  if (pointsBack.test(text) || /^\S+ of (?:them|these|those)\b/.test(text)) quality -= 0.6;
  if (/\b(?:asked|wondered|wanted to know)\b.*\b(?:what|whether|how|why)\b/.test(text)) quality -= 0.4;
  if (/, (?:however|though|therefore|too),/.test(text)) quality -= 0.15;
  if (/\b(?:that|those|these|this) (?:wasteful|same|kind|class|sort|way|run|figure|gain|number)\b/i.test(text))
    quality -= 0.3;
  if (/\b(?:those|these|this|that|them|it|so)[.…]$/.test(text)) quality -= 0.4;
  if (pointsElsewhere.test(text)) quality -= 0.35;
  if (aboutThePaper.test(text)) quality -= 0.8;
  if (/[“”"«»]/.test(text)) quality -= 0.1;
  return quality;
}

/** Whether the sentence needs the one before it. */
export function leansOnContext(text: string): boolean {
  return pointsBack.test(text);
}
