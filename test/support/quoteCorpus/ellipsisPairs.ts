import { isSpaced, pageText, sentencesOf, type CorpusPage } from './corpusPage';
import type { CorpusPair } from './corpusPair';

const marks = ['…', '...', '[…]', '[...]', '(…)', '. . .', '(...)'];
/**
 * Words that an honest ellipsis keeps: denials, turns, conditions, and beginnings of clauses with their own subject.
 */
const telling =
  /(?<!\p{L})(?:not|no|nor|never|cannot|without|\p{L}+n[’']t|but|yet|while|whereas|although|unless|if|except|until|save|only|may|and|whichever|cannot|nicht|kein\p{L}*|nie|ohne|aber|sondern|weil|obwohl|und|ne|n[’']\p{L}*|pas|plus|jamais|aucun\p{L}*|sauf|que|mais|et|sans|no|nunca|sin|ningún|pero|aunque|y|δεν|αλλά|και|не|но|потому|что|и|لم|لن|أما)(?!\p{L})|[;:]/iu;

export function ellipsisPairs(page: CorpusPage): CorpusPair[] {
  if (!isSpaced(page)) return ideographic(page);
  const source = pageText(page);
  const within = sentencesOf(page).flatMap((sentence, number) => {
    const words = sentence.split(' ');
    return [4, 6, 8].flatMap((from, turn): CorpusPair[] => {
      const count = 1 + ((number + turn) % 3);
      const [head, out, tail] = [words.slice(0, from), words.slice(from, from + count), words.slice(from + count)].map(
        (part) => part.join(' '),
      ) as [string, string, string];
      if (
        tail.length < 14 ||
        head.length < 14 ||
        telling.test(out) ||
        /[\d%€$£]/.test(`${head.slice(-4)}${out}${tail.slice(0, 4)}`)
      )
        return [];
      if (/^(?:million|billion|hundred|thousand|per)/i.test(tail)) return [];
      const mark = marks[(number + turn) % marks.length] ?? '…';
      return [{ kind: 'ellipsis', how: `within a sentence, ${mark}`, source, quote: `${head} ${mark} ${tail}` }];
    });
  });
  return [...within, ...overSentences(page, source)];
}

/** Whole sentences before and after an ellipsis, with one or two sentences left out. */
function overSentences(page: CorpusPage, source: string): CorpusPair[] {
  return page.paragraphs
    .filter((sentences) => sentences.length >= 3)
    .map((sentences, index) => ({
      kind: 'ellipsis',
      how: 'a sentence left out',
      source,
      quote: `${sentences[0] ?? ''} ${marks[index % marks.length] ?? '…'} ${sentences[2] ?? ''}`,
    }));
}

function ideographic(page: CorpusPage): CorpusPair[] {
  const source = pageText(page);
  const parts = [/^(.{13,}?，)(.+?，)(.{13,})$/u];
  return sentencesOf(page).flatMap((sentence) =>
    parts.flatMap((pattern): CorpusPair[] => {
      const [, head = '', out = '', tail = ''] = pattern.exec(sentence) ?? [];
      return head === '' || /[不没但]|ない|が/u.test(out)
        ? []
        : [{ kind: 'ellipsis', how: 'ideographs', source, quote: `${head}……${tail}` }];
    }),
  );
}
