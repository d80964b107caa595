import { isNegated } from './text';

/** Words of denial in the languages quoted most; none is a common word of another of these. */
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
 * Whether a piece of text denies something in one of many languages. Wider than `isNegated`, which separates "not only"
 * from "not": for callers to whom an overlooked denial costs more than a false one.
 */
export function deniesInAnyLanguage(text: string): boolean {
  return isNegated(text) || spaced.test(text) || unspaced.test(text);
}
