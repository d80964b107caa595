import { matchesOf } from '../text/matches';

/**
 * Words that deny, limit, doubt or contrast, at most 60 a language: beside a quotation that holds none of them they may turn what it says. `*` stands for
 * the rest of a word. Nothing is judged by them: where one stands nobody but a judge says that claim and passage are the same.
 */
export const turningWords = {
  en: `not may might could few no never none nobody nothing neither nor cannot without hardly barely some *n't lack* fail* unable
    impossible but however yet although though whereas while until unless nevertheless nonetheless despite instead
    except only if rarely seldom deny denie* refus* reject* doubt* disput* claim* alleg* suppos* believed rumo*
    false* wrong* untrue mistake* myth* hoax* refut* debunk* misconception*`,
  de: `nicht nichts kein* nie niemals niemand ohne weder nirgends kaum selten nur aber jedoch doch sondern obwohl
    während hingegen trotzdem allerdings außer sofern falls wenn bis angeblich bestritt* bestreit* verneint*
    behaupt* gerücht* falsch* irrtum irrtümer* irrglaube* mythos mythen widerleg* unwahr* gelogen lüge* unsinn
    haltlos* unbegründet* zweifel*`,
  fr: `pas n'* jamais aucun* nullement sans ni rien rarement peu seulement sauf mais cependant pourtant toutefois
    tandis quoique jusqu'* prétend* rumeur* faux fausse* mythe* réfut* démenti* erron* mensong* canular* infondé*
    nié* nie nient doute* contest*`,
  es: `no nunca jamás ningún* ninguno ninguna nadie tampoco sin ni apenas raramente sólo solo salvo excepto pero sino
    aunque mientras embargo obstante hasta supuest* afirma* niega* negó rumor* fals* mito* bulo* desment*
    desmient* erróne* mentira* infundad* duda*`,
  it: `non nessun* niente senza tranne solo soltanto raramente ma però tuttavia benché sebbene mentre invece finché
    presunt* nega* fals* mito miti smentit* errone* infondat* bufal* dubb*`,
  pt: `não nem nunca jamais nenhum* ninguém sem apenas só raramente exceto salvo mas porém contudo embora enquanto
    até alegad* suposta* nega* fals* mito* desment* errad* infundad* boato* dúvid*`,
  nl: `niet geen nooit niemand niets zonder noch nauwelijks zelden alleen slechts tenzij behalve maar echter hoewel
    terwijl toch vermeend* ontken* vals* onwaar onjuist* mythe* onzin weerleg* ontkracht* ongegrond* gerucht*
    twijfel*`,
  scandinavian: `inte ikke ingen inget ingenting aldrig aldri utan uden uten knappt bare bara kun endast sällan sjældent
    likevel trods trots utom unntatt hvis falsk* felaktig* feilaktig* myt* motbevis* modbevis* rykte* rygte*
    tvivl* tvil*`,
  pl: `nie nigdy nikt nic bez ani żaden żadn* rzadko tylko ale jednak lecz chociaż choć natomiast dopóki jeśli oprócz
    rzekom* fałsz* nieprawd* mity zdementowa* obalon* bezpodstawn* wątpliw* zaprzecz*`,
  czech: `ne není nejsou nebyl* nebol* nebude* nemá* nemůže nemohou nelze nikdy nikdo nic bez ani žádn* sotva jen pouze
    ale avšak však ačkoli zatímco pokud údajn* mýt* nepravd* vyvrácen* popřel* popír*`,
  ru: `не нет ни никогда никто ничего нельзя без редко только лишь но однако зато хотя пока если кроме якобы отриц*
    ложн* лож* миф* опровер* выдум* необоснован* ошиб* слух* сомн*`,
  uk: `не ні немає ніколи ніхто нічого без лише тільки але однак проте хоча якщо крім нібито запереч* хибн* міф*
    спростов* вигад*`,
  el: `δεν δε μην μη όχι χωρίς ποτέ κανείς κανένας καμία ούτε σπάνια μόνο αλλά όμως ωστόσο ενώ αν μέχρι εκτός δήθεν
    ψευδ* ψέμα* μύθο* διαψε* ανυπόστατ* διαψεύδ*`,
  tr: `değil yok hiç asla olmaz olmayan ancak fakat ama sadece yalnız nadiren rağmen oysa iken eğer hariç sözde
    iddia* yalan* çürüt* uydurma* asılsız* yanlış*`,
  ar: `لا لم لن ليس ليست غير بدون دون أبدا نادرا فقط إلا لكن بل رغم بينما إذا حتى زعم* يزعم* كاذب* الكاذب* زائف*
    خاطئ* خراف* دحض* نفى* شائع*`,
  persian: `نه نیست نيست نیستند نبود ندارد نمی* نمي* هیچ هرگز بدون مگر فقط اما ولی هرچند اگر نہیں نہ لیکن صرف بغیر کبھی`,
  he: `לא אין אינו אינה אינם אינן בלי ללא מעולם רק אבל אך אולם למרות אלא אם עד שקר* מיתוס* הופרך* הכחיש*`,
  hindi: `नहीं नही नाही न मत बिना कभी केवल सिर्फ लेकिन परंतु किंतु मगर हालांकि यदि अगर झूठ* गलत*`,
  bengali: `না নেই নয় নি কখনো ছাড়া শুধু কিন্তু তবে যদিও যদি মিথ্যা* ভুল*`,
  indonesian: `tidak bukan belum tanpa jangan jarang hanya tetapi namun meskipun walaupun sedangkan kecuali jika sampai palsu
    hoaks salah mitos bantah*`,
  vi: `không chưa chẳng đừng hiếm chỉ nhưng tuy trừ nếu sai giả bác bỏ`,
  ro: `niciodată nimeni nimic nici fără rar doar numai însă totuși deși decât dacă până fals* infirm* dezmin*`,
  finnish: `eivät emme eikä ilman koskaan harvoin vain mutta kuitenkin vaikka jos paitsi väit* väär* myytti* kumot*`,
  hungarian: `nincs* soha senki semmi nélkül sem ritkán csak azonban bár míg kivéve állítólag hamis* téves* cáfol* tévhit*`,
  zh: `不 没 沒 無 无 非 未 勿 莫 但 却 卻 仅 僅 只 除 若 谣 謠 误 誤 错 錯 假 谬 謬 驳 駁`,
  ja: `ない なかっ ません ずに なし が、 けれど しかし ただし のみ だけ もし デマ 誤 偽 嘘`,
  ko: `않 없 못 아니 지만 그러나 하지만 오직 만약 반박 허위 거짓`,
  th: `ไม่ มิได้ แต่ เพียง เท่านั้น ยกเว้น ถ้า หาก เท็จ ปลอม`,
} satisfies Record<string, string>;

/** Words that are common ones of another language, or a month: they count where this stands in the text around. */
const countsWith = {
  may: /(?<!\p{L})may(?!\p{L})/u,
  nu: /[țţș]/iu,
  dar: /[țţș]/iu,
  men: /[åæøäö]/iu,
  ei: /ä\p{L}?ä|öö|yy/iu,
  nem: /[őű]/iu,
} satisfies Record<string, RegExp>;

/** Scripts that the lists cover; of any other nobody can say whether a word turns. */
const covered =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const all = Object.values(turningWords).flatMap((list) => list.normalize('NFC').split(/\s+/));
const whole = new Set(all.filter((word) => !word.includes('*') && !unspaced.test(word)));
const beginnings = all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
const endings = all.filter((word) => word.startsWith('*')).map((word) => word.slice(1));
const within = all.filter((word) => unspaced.test(word));

/** Vowels of Indic scripts are marks. */
const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** "and" is written together with the next word. */
const conjunction = /^(?:[وف](?=\p{sc=Arabic}{2})|[וש](?=\p{sc=Hebrew}{2}))/u;

/**
 * The first word of a text that may turn a statement beside it, or a letter of a script without a list; undefined where there is none.
 * `around`: more of the same text, which tells its language. `leading`: of how many first words a small word ("not", "but") counts,
 * since in another sentence it mostly denies something else; words such as "refuted" count anywhere.
 */
export function turningWordIn(text: string, around = text, leading = Number.POSITIVE_INFINITY): string | undefined {
  const plain = text.toLowerCase().normalize('NFC').replaceAll('’', "'");
  let at = 0;
  for (const { 0: found } of matchesOf(plain, word)) {
    if (isOfContent(found) || (at < leading && isSmall(found, around))) return found;
    at += 1;
  }
  return within.find((part) => plain.includes(part)) ?? strange(plain);
}

function isOfContent(found: string): boolean {
  const bare = found.replace(conjunction, '');
  return beginnings.some((beginning) => bare.startsWith(beginning));
}

function isSmall(found: string, around: string): boolean {
  if (Object.hasOwn(countsWith, found)) return countsWith[found as keyof typeof countsWith].test(around);
  return (
    whole.has(found) ||
    whole.has(found.replace(conjunction, '')) ||
    found.split("'").some((part) => whole.has(part)) ||
    endings.some((ending) => found.endsWith(ending))
  );
}

function strange(text: string): string | undefined {
  for (const { 0: letter } of matchesOf(text, /\p{L}/gu)) if (!covered.test(letter)) return letter;
  return undefined;
}
