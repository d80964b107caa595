import { contentWords } from './text';

/** Words that tie nothing, in other languages than English, beside its stop words. */
const functionWords = new Set(
  `der die das den dem des ein eine einer eines einem einen von vom zu zum zur im in an am auf aus bei mit nach für und oder
  aber als wie ist sind war waren wird werden wurde wurden hat haben hatte hatten nur auch noch sich es er sie wir etwa rund
  knapp über unter nicht le la les un une des du de d l à au aux en dans par pour sur avec sans et ou mais est sont était
  étaient a ont avait que qui ne pas plus ce cette ces il elle ils elles on environ el los las una unos unas del al y o u e
  en con por para sin pero es son era eran fue fueron ha han había no se su sus lo más cerca il lo gli uno di da nel nella
  con per tra fra e ed o ma è sono het een van voor met op te dat percent cent per prozent pourcent ciento million thousand
  billion millionen milliarden millions milliards millones about around roughly approximately nearly almost some least
  respectively total year say said report accord`.split(/\s+/),
);

/** The words of a piece of a sentence that distinguish one figure from another: content words and years. */
export function tieWords(text: string): string[] {
  return contentWords(text).filter((word) => !functionWords.has(word) && (word.length > 2 || /\p{sc=Han}/u.test(word)));
}
