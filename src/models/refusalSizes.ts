/** Sizes of a request, in tokens, that a refusal may mention. */
export interface RequestSize {
  /** Estimated size of the prompt. */
  prompt: number;
  /** Tokens asked for the answer. */
  asked: number;
}

/** Sizes that a refusal states, in tokens. */
export interface StatedSizes {
  /** Limit of prompt and answer together. */
  window?: number;
  /** Limit of the answer alone. */
  output?: number;
  /** Prompt as the server counts it. */
  prompt?: number;
}

/** Smaller numbers are no token limits but positions or versions. */
const leastLimit = 256;
/** Largest error of an estimate, as a factor. */
const mostOff = 3;

const aboutAnswer =
  /max_?(?:completion|output|new)?_?tokens|num_predict|\b(?:output|completion|generat\w+|new|response|answer)\b.{0,20}\btokens?|maximum tokens/i;
const isStrict = /exclusive|(?:less|lower|smaller|fewer) than(?! or equal)|\b(?:below|under)\b/i;

/**
 * Reads the numbers of a refusal. The requested answer, the prompt and their sum are known, so the number left is the
 * limit, in any wording. `status`: the response's status; the same number in the text is not a size.
 */
export function statedSizes(text: string, size: RequestSize, status?: number): StatedSizes {
  const numbers = numbersIn(text).filter((number) => number !== status);
  const { asked } = size;
  const others = numbers.filter((number) => number >= leastLimit && number !== asked);
  const { prompt, limit = Math.min(...others), isSum = false } = likeliest(numbers, others, size) ?? {};
  const stated = prompt === undefined ? {} : { prompt };
  if (!(limit < (prompt ?? mostOff * size.prompt) + asked)) return stated;
  const isOtherFree = others.some(
    (other) => other >= (prompt ?? 0) + asked && !(isSum && other === (prompt ?? 0) + asked),
  );
  const isOfAnswer = limit < asked && aboutAnswer.test(text) && (prompt === undefined || isOtherFree);
  return { ...stated, ...(isOfAnswer ? { output: isStrict.test(text) ? limit - 1 : limit } : { window: limit }) };
}

interface Reading {
  prompt: number;
  limit: number;
  /** Whether the text holds the sum of the prompt and the requested answer. */
  isSum: boolean;
  doubt: number;
}

/**
 * Chooses the likeliest reading: the prompt is about as large as estimated, and the limit is round and was exceeded. A
 * sum is certain if both its parts are in the text.
 */
function likeliest(numbers: readonly number[], limits: readonly number[], size: RequestSize): Reading | undefined {
  const { asked, prompt: estimated } = size;
  const certain = numbers.find((number) => numbers.includes(number + asked));
  const stated = certain === undefined ? numbers.filter((number) => number !== asked) : [certain];
  const prompts = [
    ...stated.map((number) => ({ prompt: number, whole: number + asked, isSum: certain !== undefined })),
    ...(certain === undefined ? numbers.map((whole) => ({ prompt: whole - asked, whole, isSum: true })) : []),
  ].filter(({ prompt }) => prompt > 0 && (prompt === certain || isNear(prompt, estimated)));
  const readings = prompts.flatMap(({ prompt, whole, isSum }) =>
    limits
      .filter((limit) => limit !== prompt && limit !== whole && limit < whole)
      .map((limit) => {
        // A server that names the requested size says that it was too large, or gives the whole sum.
        const isOdd = certain === undefined && limit < prompt && numbers.includes(asked);
        return { prompt, limit, isSum, doubt: doubtOf({ prompt, limit, isSum }, estimated) + (isOdd ? 2 : 0) };
      }),
  );
  return readings.sort((a, b) => a.doubt - b.doubt || b.limit - a.limit)[0];
}

const doubtOf = ({ prompt, limit, isSum }: Omit<Reading, 'doubt'>, estimated: number): number =>
  distance(prompt, estimated) + (isRound(limit) ? 0 : 1) + (isRound(prompt) ? 0.3 : 0) + (isSum ? 0.2 : 0);

const isRound = (number: number): boolean => number % 128 === 0 || number % 500 === 0;

const distance = (number: number, estimated: number): number =>
  Math.abs(Math.log(Math.max(1, number) / Math.max(1, estimated)));

const isNear = (number: number, estimated: number): boolean => distance(number, estimated) <= Math.log(mostOff);

/** Names, addresses, dates and codes hold numbers without meaning here: `gpt-4o-2024-08-06`. */
const unrelated =
  /https?:\S+|\b\d{4}-\d\d-\d\d\S*|\b[a-z][\w.]{0,60}(?:[-/][\w.]+)+|<\d{3}>|\bby\s+\d[\d,]*|\b(?:code|status|http|error)\W{0,4}\d{3}\b/gi;
const digits = /(?<![\w.])(\d{1,3}(?:[,_\u00a0\u202f']\d{3})+(?!\d)|\d+)(\s?k\b)?(?!(?!tok)[a-z_])/gi;

function numbersIn(text: string): number[] {
  const found = [...text.replace(unrelated, ' ').matchAll(digits)].map(
    ([, number = '', thousand]) => Number(number.replace(/\D/g, '')) * (thousand === undefined ? 1 : 1_000),
  );
  return [...new Set(found)];
}
