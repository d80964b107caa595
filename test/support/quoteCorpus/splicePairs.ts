import { isSpaced, pageText, sentencesOf, type CorpusPage } from './corpusPage';
import type { CorpusPair } from './corpusPair';

const marks = ['…', '...', '[…]', '[...]', '(…)', '. . .'];
/** Words that say the opposite when an ellipsis leaves them out. */
const denials =
  /(?<=.{13} )(?:not|no|never|nor|without any|nicht|keinen|nie|pas|jamais|plus|no|nunca|sin|ningún|δεν|не|لم|ولن)(?= .{13})/giu;

/** Pieces of a page combined into a statement that it does not make. */
export function splicePairs(page: CorpusPage): CorpusPair[] {
  const source = pageText(page);
  const pair = (how: string, quote: string): CorpusPair => ({ kind: 'splice', how, source, quote });
  const neighbours = page.paragraphs.flatMap((sentences) =>
    sentences.slice(1).map((second, index) => [sentences[index] ?? '', second] as const),
  );
  const all = sentencesOf(page);
  const far = [all[0] ?? '', all.at(-1) ?? ''] as const;
  return [
    ...neighbours.flatMap(([one, other], index) => {
      const [mark, [head], [, tail]] = [marks[index % marks.length] ?? '…', halves(page, one), halves(page, other)];
      return [
        pair('halves of neighbours', `${head} ${tail}`),
        pair('subject of one, predicate of the other', `${head} ${mark} ${tail}`),
        pair('neighbours in the other order', `${other} ${mark} ${one}`),
        pair('neighbours in the other order, no ellipsis', `${other} ${one}`),
      ];
    }),
    ...all.map((sentence, index) => {
      const [head, tail] = halves(page, sentence);
      return pair('halves in the other order', `${tail} ${marks[index % marks.length] ?? '…'} ${head}`);
    }),
    ...(page.paragraphs.length > 1 ? acrossPage(page, far, pair) : []),
    ...overDenials(all, pair),
  ];
}

function acrossPage(
  page: CorpusPage,
  [one, other]: readonly [string, string],
  pair: (how: string, quote: string) => CorpusPair,
): CorpusPair[] {
  const [head, tail] = [halves(page, one)[0], halves(page, other)[1]];
  return [
    pair('beginning and end of the page', `${head} ${tail}`),
    ...marks.map((mark) => pair('over a paragraph', `${head} ${mark} ${tail}`)),
    pair('sentences far apart, no ellipsis', `${one} ${other}`),
  ];
}

function overDenials(sentences: readonly string[], pair: (how: string, quote: string) => CorpusPair): CorpusPair[] {
  return sentences.flatMap((sentence) =>
    Array.from(sentence.matchAll(denials), (match, index) => {
      const mark = marks[index % marks.length] ?? '…';
      const quote = `${sentence.slice(0, match.index)}${mark} ${sentence.slice(match.index + match[0].length + 1)}`;
      return pair(`an ellipsis for “${match[0]}”`, quote);
    }),
  );
}

function halves(page: CorpusPage, sentence: string): [string, string] {
  const pieces = isSpaced(page) ? sentence.split(' ') : Array.from(sentence);
  const middle = Math.floor(pieces.length / 2);
  const join = (some: readonly string[]) => some.join(isSpaced(page) ? ' ' : '');
  return [join(pieces.slice(0, middle)), join(pieces.slice(middle))];
}

/** Sentences whose meaning changes if an ellipsis removes a clause with its own subject. */
const clauses: readonly (readonly [source: string, quote: string])[] = [
  [
    'The council approved the dredging of the east basin, but the state audit office rejected the plan in March.',
    'The council approved … the plan in March.',
  ],
  [
    'The council approved the dredging of the east basin, but the state audit office rejected the plan in March.',
    'The council … rejected the plan in March.',
  ],
  [
    'Local farmers opposed the closure, whereas the railway company supported it in both chambers.',
    'Local farmers … supported it in both chambers.',
  ],
  [
    'The committee praised the report, and the minister dismissed its conclusions as premature.',
    'The committee … dismissed its conclusions as premature.',
  ],
  [
    'The drug lowers blood pressure in adults; its main metabolite raises it in children.',
    'The drug … raises it in children.',
  ],
  ['The vaccine rarely causes fever in children under five years of age.', 'The vaccine … causes fever in children'],
  [
    'The ministry denied that the reactor had leaked into the river last winter.',
    'The ministry … that the reactor had leaked into the river',
  ],
  [
    'The engineers say the dam will hold unless the spillway fails before the thaw.',
    'The engineers say the dam will hold … the spillway fails',
  ],
  [
    'Die Gewerkschaft lehnte den Vertrag ab, während der Verband ihn einstimmig billigte.',
    'Die Gewerkschaft … ihn einstimmig billigte.',
  ],
  [
    'Die Kammer billigte den Entwurf, aber der Senat verwarf ihn am folgenden Tag.',
    'Die Kammer billigte … ihn am folgenden Tag.',
  ],
  [
    'Le maire soutenait le projet, mais le conseil refusait de le financer cette année.',
    'Le maire soutenait … de le financer cette année.',
  ],
  [
    'El alcalde apoyaba el proyecto, pero el consejo rechazó financiarlo este año.',
    'El alcalde apoyaba … financiarlo este año.',
  ],
];

export const clausePairs = (): CorpusPair[] =>
  clauses.map(([source, quote]) => ({ kind: 'splice', how: 'a clause with its own subject left out', source, quote }));
