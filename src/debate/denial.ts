import { isNegated } from './text';

/** Words that deny in the languages whose texts are quoted most; none of them is a common word of another of these. */
const denials = [
  'nicht|kein(?:e[mnrs]?)?|nie|niemals|niemand|nichts|ohne|weder|nirgends',
  'pas|jamais|aucune?|nullement|sans',
  'nunca|jamás|ning[uú]n[ao]?|nadie|tampoco|sin|non|mai|nessun[ao]?|senza|não|nenhuma?|sem|niet|geen|nooit|zonder',
  'inte|ikke|ingen|aldrig|aldri|nie ma|bez|не|нет|нельзя|никогда|никто|ничего|без|ні|немає',
  'δεν|δε|μην|μη|όχι|χωρίς|ποτέ|κανείς|κανένας|καμία|değil|yok|[وف]?(?:لا|لم|لن|ليست?|غير|بدون)',
].join('|');
const spaced = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${denials})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])n['’](?=\p{L})|(?<!\p{L})no(?!\p{L})`,
  'iu',
);
const unspaced = /[不没沒無无非未勿莫]|ない|なかっ|ません|ずに|なし|않|없|못/u;

/**
 * Whether a piece of a text denies something in one of many languages. Wider than `isNegated`, which tells "not only" from "not":
 * for places where a denial that is overlooked costs more than one that is none.
 */
export function deniesInAnyLanguage(text: string): boolean {
  return isNegated(text) || spaced.test(text) || unspaced.test(text);
}
