import type { PartKind, TextLayout } from '../../matching/text/sourceText';
import { percentDecoded } from '../../matching/text/sourceUrl';
import { parsedUrl } from '../parsedUrl';
import { barrierPhrases, loginTitles, type SaidBarrier } from './barrierPhrases';
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

/** Signs of each barrier in the path, and in a host other than the requested one. */
const leads: readonly (readonly [Barrier, RegExp, RegExp])[] = [
  ['login wall', inPath(loginPath), inHost('log-?in|sign-?in|sso|auth|idp|accounts?')],
  ['consent page', inPath(consentPath), inHost('consent')],
  ['bot check', inPath(botPath), inHost('captcha')],
  ['network portal', inPath(portalPath), inHost('portal|captive|hotspot|wi-?fi')],
  ['paywall', inPath(/paywall/), inHost('paywall')],
];

/** Path of a front page, with at most a language before it. */
const frontPath = /^(?:\/[a-z]{2}(?:[-_][a-z]{2,4})?)?(?:\/(?:index|home|default|start|welcome)(?:\.\w{2,5})?)?\/?$/iu;
/** Another page is missing, or wants consent first. */
const insteadPath = /\/(?:page[-_]?)?(?:404|410|not[-_]?found|error|(?:cookie[-_]?)?consent)(?:\.\w{2,5})?\/?$/i;

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

/**
 * Recognises a barrier by its words alone. They may be a short page's own: if the quotation is among them, it is the
 * page.
 */
export function saidBarrier(page: ReceivedPage): Barrier | undefined {
  const body = partsOf(page, ['body']);
  if (body.length > shortCharacters) return undefined;
  // An article's site also asks for a login; with next to nothing else, the barrier is all that came.
  const said = `${page.title}\n${body.length < leastBody ? page.text : body}`;
  return saidFirst.find((kind) => timesSaid(kind, said) > 0);
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

/** Finds a redirect to a page for logging in and the like that was not requested. */
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
  if (isMissing(page.title, isShort ? body : headOf(page, body)) || isWall(page, body)) return true;
  // In a box it concerns the rest of the text; in a menu it is on every page.
  const around = `${page.title}\n${partsOf(page, ['body', 'notice'])}`;
  if (timesSaid('paywall', around) > 0) return true;
  return ledTo(page) !== undefined || ledAway(page) || (isShort && hostOf(page.finalUrl) !== hostOf(page.url));
}

/** The page's beginning, with what may be headings below it or, if teasers are taken for the article, beside it. */
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
  if (hasLoginTitle(title)) return true;
  const start = `${title}\n${body.slice(0, opening.characters)}`;
  return saidFirst.some((kind) => timesSaid(kind, body) > 1 || timesSaid(kind, start) > 0);
}

/** Whether the redirect led to a front page, or to one in the page's place, that was not requested. */
function ledAway({ url, finalUrl }: ReceivedPage): boolean {
  const became = (path: RegExp): boolean => path.test(pathOf(finalUrl)) && !path.test(pathOf(url));
  if (became(insteadPath) || became(/^\/$/) || leadsBack(url, finalUrl)) return true;
  const isFront = (each: string): boolean => frontPath.test(pathOf(each)) && parsedUrl(each)?.search === '';
  return isFront(finalUrl) && !isFront(url);
}

/** A login or a consent page has the way back in its address. */
function leadsBack(url: string, finalUrl: string): boolean {
  const path = pathOf(url);
  return (
    path.length > 1 && path !== pathOf(finalUrl) && percentDecoded(parsedUrl(finalUrl)?.search ?? '').includes(path)
  );
}

/** The host without `www.`, which does not change it. */
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

type Barrier = SaidBarrier | 'script shell';

/** The order matters: a login page often says that a page is for members. */
const saidFirst = ['bot check', 'consent page', 'network portal', 'parked domain', 'login wall'] as const;

/**
 * Characters between two pieces of a phrase, within one sentence. Letters before a phrase would make another word of
 * it.
 */
const gap = '[^.!?]{0,40}';
const startOfWord = '(?<![\\p{L}\\p{N}])';
const pieceOf = (piece: string): string => {
  const escaped = piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('#', '\\d[\\d.,]*');
  return /^[\p{sc=Hani}\p{sc=Kana}\p{sc=Hira}\p{sc=Hang}]/u.test(piece) ? escaped : `${startOfWord}${escaped}`;
};
const phrases = new Map(
  Object.entries(barrierPhrases).map(([kind, all]) => [
    kind,
    new RegExp(all.map((one) => one.split(' … ').map(pieceOf).join(gap)).join('|'), 'gu'),
  ]),
);

const plain = (text: string): string => text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ');
const timesSaid = (kind: SaidBarrier, text: string): number =>
  plain(text).match(phrases.get(kind) ?? /$^/g)?.length ?? 0;

const missingNumber = /(?:^|[-–—|:] ?)(?:\p{L}{1,8}[ :-]{1,3})?(?:404|410)(?:$| ?[-–—|:])/u;
const isMissing = (title: string, said: string): boolean =>
  missingNumber.test(title) || timesSaid('missing page', `${title}\n${said}`) > 0;

const hasLoginTitle = (title: string): boolean =>
  loginTitles.includes(plain(title.split(/[|·–—:]|-\s/)[0] ?? '').trim());

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

/** @throws SourceTooComplex */
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
