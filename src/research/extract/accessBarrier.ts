import type { PartKind, TextLayout } from '../../matching/text/sourceText';
import { parsedUrl } from '../parsedUrl';
import { textOf, type TreeDocument } from './markupTree';
import type { Work } from './work';

export type { Barrier };

/** The parts of a page that show whether it is the requested one. */
export interface ReceivedPage {
  /** The requested address. */
  url: string;
  finalUrl: string;
  title: string;
  text: string;
  layout?: TextLayout | undefined;
  /** Signs in its markup; known when it is read, not for a snapshot. */
  signs?: PageSigns | undefined;
  /** By its server (404, 410): a form or a check has come in its place. */
  isGone?: boolean;
}

/** A page of a few lines; a barrier says little more than what it wants. */
const shortCharacters = 1_200;
/** A shorter body is none. */
const leastBody = 200;
/** A longer body is no barrier; walls of consent list what they want. */
const wallCharacters = 6_000;
/** A heading may stand further below, behind a menu. */
const opening = { characters: 300, headings: 1_500, heading: 80 };
/** No sentence, such as “Loading…”. */
const shellCharacters = 100;

const loginPath = /log-?in|sign-?in|sso|oauth2?/;
const consentPath = /consent|cookiewall/;
const botPath = /captcha|challenge|access-?denied/;
const portalPath = /hotspot|captive(?:-?portal)?/;
const inPath = (words: RegExp): RegExp => new RegExp(`(?:^|[/_.-])(?:${words.source})(?:[/_.-]|$)`, 'i');
const inHost = (words: string): RegExp => new RegExp(`^(?:${words})\\d*\\.`, 'i');

/** By its path, and by its host if that is not the requested one. */
const leads: readonly (readonly [Barrier, RegExp, RegExp])[] = [
  ['login wall', inPath(loginPath), inHost('log-?in|sign-?in|sso|auth|idp|accounts?')],
  ['consent page', inPath(consentPath), inHost('consent')],
  ['bot check', inPath(botPath), inHost('captcha')],
  ['network portal', inPath(portalPath), inHost('portal|captive|hotspot|wi-?fi')],
  ['paywall', inPath(/paywall/), inHost('paywall')],
];

const lastSegment = (words: RegExp): RegExp => new RegExp(`/(?:${words.source})(?:\\.\\w{2,5})?/?$`, 'iu');
/** At most a language before it. */
const frontPath = /^(?:\/[a-z]{2}(?:[-_][a-z]{2,4})?)?(?:\/(?:index|home|default|start|welcome)(?:\.\w{2,5})?)?\/?$/iu;
/** Another page is missing, or wants consent first. */
const insteadPath = lastSegment(
  /(?:error|fehler|erreur)?[-_]?(?:404|410)|(?:page|file|seite)?[-_]?not[-_]?found|errors?(?:[-_]?page)?|(?:cookie|privacy|datenschutz)?[-_]?(?:consent\w*|zustimmung|einwilligung|toestemming)/,
);

/**
 * Reported only if obvious: a page taken for a barrier is never checked. Forms, scripts and addresses count first,
 * words last.
 */
export const barrierOf = (page: ReceivedPage): Barrier | undefined => builtBarrier(page) ?? saidBarrier(page);

/** By form, script or address: it is not the page, whatever its words. */
export function builtBarrier(page: ReceivedPage): Barrier | undefined {
  const body = partsOf(page, ['body']);
  return body.length > shortCharacters ? undefined : (signedBarrier(page, body.length) ?? ledTo(page));
}

/** By its words alone. They may be a short page's own: if the quotation is among them, it is the page. */
export function saidBarrier(page: ReceivedPage): Barrier | undefined {
  const body = partsOf(page, ['body']);
  if (body.length > shortCharacters) return undefined;
  // An article's site also asks for a login; with next to nothing else, the barrier is all that came.
  const said = `${page.title}\n${body.length < leastBody ? page.text : body}`;
  return barrierWords.find(([, words]) => words.some((one) => one.test(said)))?.[0];
}

/** A page of some sentences may be the requested one; for a missing page nothing is lost. */
function signedBarrier({ signs, text, isGone = false }: ReceivedPage, body: number): Barrier | undefined {
  if (signs === undefined) return undefined;
  const isBare = isGone || body < leastBody;
  if (signs.challenge === 'page' || (signs.challenge === 'widget' && isBare)) return 'bot check';
  if (signs.asksForPassword && isBare) return 'login wall';
  if (signs.hasScripts && !signs.hasSentence && text.trim().length <= shellCharacters) return 'script shell';
  return undefined;
}

/** To a page for logging in and the like that was not requested. */
function ledTo({ url, finalUrl }: ReceivedPage): Barrier | undefined {
  const isElsewhere = hostOf(url) !== hostOf(finalUrl);
  const found = leads.find(
    ([, path, host]) =>
      (isElsewhere && host.test(hostOf(finalUrl))) || (path.test(pathOf(finalUrl)) && !path.test(pathOf(url))),
  );
  return found?.[0];
}

/**
 * Whether a quotation that is not found may still be on the intended page; errs on the side of yes. True for a barrier,
 * a paywalled page, one that reports itself missing, a front page in its place, and a page of a few lines unless its
 * title is the cited one (`isNamed`).
 */
export function mayHideText(page: ReceivedPage, { isNamed }: { isNamed: boolean }): boolean {
  const body = partsOf(page, ['body']);
  const isShort = body.length <= shortCharacters;
  if (body.length <= shellCharacters || (isShort && !isNamed) || barrierOf(page) !== undefined) return true;
  const said = `${page.title}\n${isShort ? body : headOf(page, body)}`;
  if (missingPageWords.some((words) => words.test(said)) || isWall(page, body)) return true;
  // In a box it concerns the rest of the text; in a menu it is on every page.
  const around = `${page.title}\n${partsOf(page, ['body', 'notice'])}`;
  if (paywallWords.some((words) => words.test(around))) return true;
  return ledTo(page) !== undefined || ledAway(page) || (isShort && hostOf(page.finalUrl) !== hostOf(page.url));
}

/** With what may be headings below it or, if teasers are taken for the article, beside it. */
function headOf(page: ReceivedPage, body: string): string {
  const headings = [body.slice(opening.characters), partsOf(page, ['beside'])].flatMap((text) =>
    text.slice(0, opening.headings).split('\n'),
  );
  return [body.slice(0, opening.characters), ...headings.filter(({ length }) => length <= opening.heading)].join('\n');
}

/**
 * More than a few lines, with its words in title or beginning, or twice: an article may ask once for a login at its
 * end, or tell of robots.
 */
function isWall({ title }: ReceivedPage, body: string): boolean {
  if (body.length > wallCharacters) return false;
  if (loginTitle.test(title)) return true;
  const start = `${title}\n${body.slice(0, opening.characters)}`;
  return barrierWords.some(([, words]) => {
    const count = words.reduce((sum, one) => sum + body.split(one).length - 1, 0);
    return count > 1 || words.some((one) => one.test(start));
  });
}

/** To a front page, or one in the page's place, that was not requested. */
function ledAway({ url, finalUrl }: ReceivedPage): boolean {
  const became = (path: RegExp): boolean => path.test(pathOf(finalUrl)) && !path.test(pathOf(url));
  if (became(insteadPath) || became(/^\/$/)) return true;
  const isFront = (each: string): boolean => frontPath.test(pathOf(each)) && parsedUrl(each)?.search === '';
  return isFront(finalUrl) && !isFront(url);
}

/** Without `www.`, which does not change the host. */
export const hostOf = (url: string): string =>
  parsedUrl(url)
    ?.hostname.replace(/^www\./, '')
    .replace(/\.$/, '') ?? url;

const pathOf = (url: string): string => parsedUrl(url)?.pathname ?? '';

/** Text that no part covers is body. */
function partsOf({ text, layout }: ReceivedPage, kinds: readonly PartKind[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { kind, start, end } of layout?.parts ?? []) {
    if (kinds.includes(kind)) continue;
    pieces.push(text.slice(at, start));
    at = Math.max(at, end);
  }
  return [...pieces, text.slice(at)].filter((piece) => piece.trim() !== '').join('\n');
}

/** A page in front of the requested one, or in its place. */
type Barrier =
  | 'login wall'
  | 'paywall'
  | 'consent page'
  | 'bot check'
  | 'network portal'
  | 'parked domain'
  | 'missing page'
  | 'script shell';

// The words of such pages, one table per kind, one line per language.

const missing = [
  String.raw`(?:page|file|article|document|content|url|link)(?: (?:that |which )?(?:you|was|were|is|are|has|have|requested|looking for|for)){0,8} (?:not|n[o']t|no longer|cannot be|can[’']t be|could not be|couldn[’']t be) (?:be )?(?:found|exist|available|there|located)`,
  String.raw`(?:page|file|article|document|url|link)(?: \w+){0,6} (?:does not|doesn[’']t|no longer) exists?|(?:can[’']t|cannot|couldn[’']t|could not) find (?:the|that|this) (?:page|article|file)`,
  String.raw`(?:seite|artikel|dokument|datei|inhalt|url)(?: \p{L}+){0,6} (?:nicht|nicht mehr) (?:gefunden|vorhanden|verfügbar|existiert|auffindbar|da)|existiert (?:leider )?nicht(?: mehr)?`,
  String.raw`(?:page|article|document|contenu)(?: [\p{L}’']+){0,6} (?:introuvable|inexistante?|n[’']existe (?:pas|plus)|n[’']est (?:pas|plus) (?:disponible|accessible)|(?:n[’']a )?pas (?:été )?trouvée?)`,
  String.raw`(?:página|artículo|documento|contenido)(?: \p{L}+){0,6} (?:no encontrad[oa]|no existe|no se (?:ha )?encontr\p{L}+|no está disponible)|no (?:se )?(?:ha podido |pudo )?encontr\p{L}+ (?:la|el) (?:página|artículo)`,
  String.raw`(?:página|artigo|conteúdo|documento)(?: \p{L}+){0,6} (?:não (?:foi )?encontrad[oa]|não existe|inexistente)`,
  String.raw`(?:pagina|articolo|documento|contenuto)(?: \p{L}+){0,6} (?:non (?:è stat[oa] )?trovat[oa]|non esiste|inesistente|non (?:è )?(?:più )?disponibile)`,
  String.raw`pagina(?: \p{L}+){0,6} (?:niet (?:worden )?gevonden|bestaat niet)|(?:sidan|siden|sivua)(?: \p{L}+){0,6} (?:hittades inte|finns inte|ikke (?:funnet|fundet)|findes ikke|finnes ikke|ei löydy|ei löytynyt)`,
  String.raw`stron[ay](?: \p{L}+){0,6} nie (?:została znaleziona|znaleziono|istnieje)|nie znaleziono strony|stránka(?: \p{L}+){0,6} (?:nebyla nalezena|neexistuje|nenalezena)|страниц\p{L}*(?: \p{L}+){0,6} не (?:найдена|существует)|sayfa bulunamadı`,
  String.raw`ページ(?:が|は)?(?:見つかり|存在し)ません|お探しのページ|页面不存在|找不到(?:该|此|您)?\p{L}{0,8}页|頁面不存在|找不到\p{L}{0,8}頁|페이지를 찾을 수 없|الصفحة غير موجودة|הדף לא נמצא|(?:error|fehler|erreur|erro|errore|fout|ошибка|http)[ :-]{0,3}404|^404(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])404 ?[-–—|:]|[-–—|:] ?404(?![\p{L}\p{N}_])`,
];

const paywall = [
  String.raw`\b(?:subscribe|register|sign ?up|sign ?in|log ?in) (?:now )?to (?:continue|keep|unlock) (?:reading|this (?:article|story|page|content))\b`,
  String.raw`\b(?:subscribe|register|sign ?up|sign ?in|log ?in|pay) (?:now )?to (?:read|access|unlock|view) (?:the (?:full|rest|whole|entire)|this|full) ?(?:article|story|text|content|paper|of)?\b`,
  String.raw`\bthis (?:article|story|content|post|page) is (?:only )?(?:available )?(?:for|to|reserved for|exclusive to) (?:\w+ )?(?:subscribers|members|registered)`,
  String.raw`\balready (?:a subscriber|have a subscription)\b|\b(?:get|purchase|buy|rent) (?:full |instant )?access to (?:this|the full)\b|\baccess (?:through|via) your (?:institution|organi[sz]ation)\b|\bbuy (?:this )?(?:article|chapter)\b`,
  String.raw`(?:jetzt|hier|bitte) (?:\p{L}+ ){0,3}(?:abonnieren|weiterlesen|freischalten)|weiterlesen mit|(?:nur|exklusiv) (?:\p{L}+ ){0,2}für (?:\p{L}+ ){0,2}abonnent|(?:bereits|schon) (?:\p{L}+ ){0,2}(?:abonnent|abo(?![\p{L}\p{N}_])|abonniert)|mit (?:\p{L}+ ){0,3}abo (?:\p{L}+ ){0,2}(?:weiter)?lesen|artikel (?:\p{L}+ ){0,3}kostenpflichtig|um (?:\p{L}+ ){0,5}weiterzulesen`,
  String.raw`(?:article|contenu) (?:est )?(?:\p{L}+ )?réservée?s? aux? (?:\p{L}+ )?abonn|abonnez-vous (?:pour|afin|à partir|dès)|déjà abonnée?|(?:lire|poursuivre|continuer) (?:la suite|la lecture|votre lecture)|il (?:vous )?reste \d+ ?% de (?:cet|l[’']) ?article`,
  String.raw`(?:contenido|artículo|noticia) (?:\p{L}+ )?(?:exclusiv[oa]|sólo|solo) para suscriptores|suscríbete para (?:seguir|continuar|leer)|ya (?:eres|soy) suscriptor|conteúdo exclusivo para assinantes|assine para (?:ler|continuar)|già abbonat[oi]|abbonati per (?:continuare|leggere)|(?:contenuto|articolo) riservato agli abbonati|al abonnee|verder lezen\?|läs vidare|logga in för att läsa|artykuł (?:\p{L}+ )?dla (?:subskrybentów|prenumeratorów)|чтобы читать (?:дальше|далее)|доступ\p{L}* (?:\p{L}+ )?подписчик`,
  String.raw`(?:この記事は)?有料会員(?:限定|専用)|続きを読むには|订阅后(?:可|继续)?阅读|付费阅读|구독자 전용`,
];

const login = [
  String.raw`\b(?:sign|log) ?in (?:to (?:continue|your account|view|read|access|see)|is required|required)\b|\b(?:you (?:must|need to)|please) (?:be logged in|log ?in|sign ?in)\b`,
  String.raw`(?:bitte|müssen sie sich|melden sie sich) (?:\p{L}+ ){0,4}(?:anmelden|einloggen|an,? um)|anmeldung erforderlich|(?:connectez|identifiez)-vous (?:pour|afin|à votre)|veuillez vous (?:connecter|identifier)|inici(?:a|e) sesión para|debes? iniciar sesión|faça (?:o )?login para|accedi per (?:continuare|leggere)|log in om|logga in för att|zaloguj się,? aby|войдите,? чтобы|ログインしてください|ログインが必要|请(?:先)?登录|로그인이 필요`,
];

/** As a title of its own, or before the site's name. */
const loginTitle =
  /^\s*(?:log[ -]?in|sign[ -]?in|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|accedi|accesso|inloggen|logga in|logg inn|log ind|zaloguj się|logowanie|войти|вход|ログイン|登录|登錄|로그인|تسجيل الدخول)\s*(?:$|[|·–—:-]\s)/iu;

const consent = [
  String.raw`\bbefore you continue to\b|\bchoose (?:how|what) (?:we|you) (?:use|allow)\b`,
  String.raw`(?<![\p{L}\p{N}_])(?:we|our|wir|nous) (?:[\p{L}&]+ ){0,8}\d{2,4} (?:[\p{L}]+ ){0,3}(?:partner|drittanbieter|partenaires|third parties|vendors|socios|parceiros)`,
  String.raw`(?:bevor sie (?:zu|fortfahren)|mit werbung weiterlesen|werbefrei lesen|zustimmung(?: \p{L}+){0,4} erforderlich|zustimmen und weiter|akzeptieren und (?:weiter|schließen))|continuer sans accepter|accepter et (?:continuer|fermer)|s[’']abonner ou accepter|aceptar y continuar|continuar sin aceptar|accetta e continua|continua senza accettare|aceitar e continuar|akkoord en doorgaan|同意して続ける|同意并继续`,
];

const bot = [
  String.raw`\b(?:please )?(?:enable|turn on|activate) (?:java ?script|cookies)\b|\bjava ?script (?:is|seems to be|appears to be) (?:disabled|required|not enabled|turned off)\b`,
  String.raw`\b(?:verify|verifying|confirm|prove|checking|check|make sure|ensure|sure)(?: that)?(?: if)? (?:you|we)(?:['’]re| are)(?: a)?(?: real)? (?:human|person|connected|not (?:a |an )?(?:ro)?bot|not (?:a )?robot|not automated)|\bare you (?:a )?(?:human|robot)\b|\bnot a robot\b`,
  String.raw`\bchecking your browser\b|\bunusual (?:traffic|activity) from your\b|\b(?:performing|completing|running|undergoing) (?:a )?(?:security|browser|bot|human) (?:verification|check)|\b(?:security|bot) (?:check|verification)\b.{0,80}\b(?:continue|proceed|complete|service|verif)`,
  String.raw`\baccess (?:denied|to this page has been denied)\b|\brequest (?:was )?(?:blocked|unsuccessful)\b.{0,120}\b(?:incident|ray|reference) id\b|\bhas been blocked\b.{0,200}\b(?:automated|robot|bot|security)`,
  String.raw`kein(?:e|en)? (?:ro)?bot(?:er)?(?![\p{L}\p{N}_])|sicherheitsüberprüfung|ungewöhnliche(?:n|r)? (?:datenverkehr|aktivität)|javascript (?:\p{L}+ ){0,4}(?:aktivieren|deaktiviert)|pas un robot|vérification de sécurité|activ(?:er|ez) javascript|no (?:eres|soy|es) un robot|verificación de seguridad|(?:habilit|activ)\p{L}{1,4} javascript|não (?:é|sou) um robô|non sei un robot|geen robot|не робот|ロボットではありません|我不是机器人|不是机器人|로봇이 아닙니다|javascriptを有効`,
];

const portal = [String.raw`\b(?:connect to|welcome to|accept).{0,40}\b(?:wi-?fi|hotspot|guest network)\b`];

const parked = [
  // The name's present owner is not the cited one.
  String.raw`(?<![\p{L}\p{N}_])(?:this )?domain (?:name )?(?:is|may be) (?:for sale|parked|available for purchase)(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])(?:buy this domain|domain (?:name )?(?:has )?expired|parked free|this domain (?:was|has been) (?:recently )?registered)(?![\p{L}\p{N}_])|domain (?:\p{L}+ )?(?:zu verkaufen|steht zum verkauf)|domaine (?:est )?à vendre|dominio (?:\p{L}+ )?(?:en venta|in vendita)`,
];

const compiled = (words: readonly string[]): readonly RegExp[] => words.map((one) => new RegExp(one, 'isu'));

const missingPageWords = compiled(missing);
const paywallWords = compiled(paywall);

/** In this order: a login page often says that a page is for members. */
const barrierWords: readonly (readonly [Barrier, readonly RegExp[]])[] = [
  ['bot check', compiled(bot)],
  ['consent page', compiled(consent)],
  ['network portal', compiled(portal)],
  ['parked domain', compiled(parked)],
  ['login wall', compiled(login)],
];

/** Signs in a page's markup that it is no page at all. */
export interface PageSigns {
  /** A field for a password. */
  asksForPassword: boolean;
  /** A check for robots: it is the whole page, or one of its forms has one. */
  challenge: 'page' | 'widget' | undefined;
  hasScripts: boolean;
  /** A paragraph or the like that is more than a few words. */
  hasSentence: boolean;
}

/** Scripts that only pages against programs load. */
const challengePage =
  /captcha-delivery\.com|cdn-cgi\/challenge-platform\/h\/|_cf_chl|_incapsula_resource\?(?:swudnsai|cwudnsai)|px-captcha|funcaptcha|sec-if-cpt|\bdd\s{0,5}=\s{0,5}\{[^}]{0,200}\bcid\b|ddos-?guard\.net\/check|\.well-known\/(?:sg|ddos)captcha|anubis_challenge/i;
/** Honest pages load these as well, in forms and for frequent visitors. */
const challengeWidget =
  /challenges\.cloudflare\.com|hcaptcha\.com|google\.com\/recaptcha|recaptcha\.net|friendlycaptcha|geetest|smartcaptcha|cf-turnstile|h-captcha|g-recaptcha|awswaf\.com|perimeterx|px-cloud\.net|kasada|kpsdk|arkoselabs\.com|_incapsula_resource/i;

const looked = { scripts: 200, characters: 20_000, blocks: 2_000, elements: 5_000 };

/** @throws TooComplex */
export function pageSigns(document: TreeDocument, work: Work): PageSigns {
  const named = document
    .querySelectorAll('script, iframe, form, [data-sitekey], [id], [class]')
    .slice(0, looked.elements);
  let challenge: PageSigns['challenge'];
  let read = 0;
  for (const element of named) {
    const own = ['src', 'id', 'class', 'action', 'content', 'data-src']
      .map((name) => element.getAttribute(name) ?? '')
      .join(' ');
    const isScript = element.localName === 'script' && (read += 1) <= looked.scripts;
    const words = isScript ? `${own} ${element.textContent.slice(0, looked.characters)}` : own;
    if (challengePage.test(words)) challenge = 'page';
    else if (challengeWidget.test(words)) challenge ??= 'widget';
    if (challenge === 'page') break;
  }
  return {
    asksForPassword: document.querySelector('input[type="password" i]') !== null,
    challenge,
    hasScripts: document.querySelector('script') !== null,
    hasSentence: document
      .querySelectorAll('p, li, td, h1, h2, blockquote, pre, dd')
      .slice(0, looked.blocks)
      .some((element) => textOf(element, work).trim().split(/\s+/).length >= 6),
  };
}
