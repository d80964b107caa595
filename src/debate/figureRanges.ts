import { isRangeSign, scale, type FigureDraft } from './figureDrafts';

/** Longer than any sign or word between the two ends of a range. */
const farthest = 9;

/** Gives the first number of "41–46%", "3 to 5 million" and "between 3 and 5 ms" what it shares with the second. */
export function withRanges(text: string, drafts: readonly FigureDraft[]): FigureDraft[] {
  const found = [...drafts];
  for (let index = found.length - 1; index > 0; index -= 1) {
    const [first, second] = [found[index - 1], found[index]];
    if (first === undefined || second === undefined || !areRange(text, first, second)) continue;
    found[index - 1] = beginning(first, second);
    found[index] = ending(first, second);
  }
  return found;
}

function areRange(text: string, first: FigureDraft, second: FigureDraft): boolean {
  if (second.start - first.end > farthest) return false;
  const between = text.slice(first.end, second.start);
  if (isRangeSign(between)) return true;
  return (
    /^\sand\s$/.test(between) && /\bbetween\s$/i.test(text.slice(Math.max(0, first.start - farthest), first.start))
  );
}

function beginning(first: FigureDraft, second: FigureDraft): FigureDraft {
  const isBare = first.unit === undefined && first.measure === undefined;
  const takesFactor = first.factor === 1 && second.factor > 1;
  const scaled = takesFactor ? first.readings.map((value) => scale(value, second.factor)) : [];
  return {
    ...first,
    ...(isBare && second.unit !== undefined ? { unit: second.unit } : {}),
    ...(isBare && second.measure !== undefined ? { measure: second.measure } : {}),
    // "From 3 to 5 million" may begin at three.
    readings: [...scaled, ...first.readings],
  };
}

/** "2019–21": the second may be a year of the same century. */
function ending(first: FigureDraft, second: FigureDraft): FigureDraft {
  const isBare = second.unit === undefined && second.measure === undefined;
  const [from = 0, to = 0] = [first.readings[0], second.readings[0]];
  const isShortYear = isBare && to >= 10 && to < 100 && Number.isInteger(from) && from >= 1500 && from < 2200;
  return isShortYear ? { ...second, readings: [...second.readings, 100 * Math.floor(from / 100) + to] } : second;
}
