import type { PartKind, TextLayout } from '../../debate/sourceText';
import { parsedUrl } from '../parsedUrl';

/** So much of a page as tells whether it is the one that was asked for. */
export interface ReceivedPage {
  /** As it was asked for. */
  url: string;
  finalUrl: string;
  title: string;
  text: string;
  layout?: TextLayout | undefined;
}

/** A page of a few lines; walls say little more than what they want. */
const shortCharacters = 1_200;
/** Less of a body than this is none. */
const leastBody = 200;

const wallPath =
  /(?:^|[/_.-])(?:log-?in|sign-?in|sso|oauth2?|consent|captcha|challenge|hotspot|captive(?:-?portal)?|cookiewall|paywall|access-?denied)(?:[/_.-]|$)/i;

const wallHost = /^(?:log-?in|sign-?in|sso|auth|idp|accounts?|consent|captcha|portal|captive|hotspot|wi-?fi)\d*\./i;

const wallWords: readonly RegExp[] = [
  // Whoever has the name now is not who was cited.
  /\b(?:this )?domain (?:name )?(?:is|may be) (?:for sale|parked|available for purchase)\b/i,
  /\b(?:buy this domain|domain (?:name )?(?:has )?expired|parked free|this domain (?:was|has been) (?:recently )?registered)\b/i,
  /\b(?:please )?(?:enable|turn on|activate) (?:java ?script|cookies)\b/i,
  /\bjava ?script (?:is|seems to be|appears to be) (?:disabled|required|not enabled|turned off)\b/i,
  /\b(?:verify|verifying|confirm|prove|checking|check) (?:that )?(?:if )?(?:you|we)(?:['’]re| are) (?:a )?(?:human|not a (?:ro)?bot|connected)\b/i,
  /\bchecking your browser\b/i,
  /\bunusual (?:traffic|activity) from your\b/i,
  /\b(?:security|bot) (?:check|verification)\b.{0,80}\b(?:continue|proceed|complete)\b/is,
  /\b(?:sign|log) ?in (?:to (?:continue|your account|view|read|access|see)|is required|required)\b/i,
  /\b(?:you (?:must|need to)|please) (?:be logged in|log ?in|sign ?in)\b/i,
  /\bbefore you continue to\b/i,
  /\baccess (?:denied|to this page has been denied)\b/i,
  /\brequest (?:was )?(?:blocked|unsuccessful)\b.{0,120}\b(?:incident|ray|reference) id\b/is,
  /\b(?:connect to|welcome to|accept).{0,40}\b(?:wi-?fi|hotspot|guest network)\b/i,
];

/** Said where the rest of an article is kept for those who pay or are logged in. */
const paywallWords: readonly RegExp[] = [
  /\b(?:subscribe|register|sign ?up|sign ?in|log ?in) (?:now )?to (?:continue|keep|unlock) (?:reading|this (?:article|story|page|content))\b/i,
  /\b(?:subscribe|register|sign ?up|sign ?in|log ?in|pay) (?:now )?to (?:read|access|unlock|view) (?:the (?:full|rest|whole|entire)|this|full) ?(?:article|story|text|content|paper|of)?\b/i,
  /\bthis (?:article|story|content|post|page) is (?:only )?(?:available )?(?:for|to|reserved for|exclusive to) (?:\w+ )?(?:subscribers|members|registered)/i,
  /\balready (?:a subscriber|have a subscription)\b/i,
  /\b(?:get|purchase|buy|rent) (?:full |instant )?access to (?:this|the full)\b/i,
  /\baccess (?:through|via) your (?:institution|organi[sz]ation)\b/i,
  /\bbuy (?:this )?(?:article|chapter)\b/i,
];

/**
 * Whether something stands before the page that was asked for: a login, a check for robots, a question about cookies, the portal of a
 * network. Only the obvious ones, because no page that is taken for one is ever checked.
 */
export function isWall(page: ReceivedPage): boolean {
  const body = partsOf(page, ['body']);
  const isShort = body.length <= shortCharacters;
  // Beside an article, its site asks for a login and about cookies as well; where there is next to nothing else, that is what came.
  const said = body.length < leastBody ? page.text : body;
  if (isShort && wallWords.some((words) => words.test(`${page.title}\n${said}`))) return true;
  return isShort && isLedToWall(page);
}

/** By the address: a page of its own for logging in and the like, which was not what was asked for. */
function isLedToWall({ url, finalUrl }: ReceivedPage): boolean {
  if (hostOf(url) !== hostOf(finalUrl) && wallHost.test(hostOf(finalUrl))) return true;
  return wallPath.test(pathOf(finalUrl)) && !wallPath.test(pathOf(url));
}

/**
 * Whether a quotation that is not found may still stand on the page that was meant: a wall, the part that a paywall shows, the front
 * page to which sites lead whoever asks for one that they have no more, or a few lines of another site than the one that was asked. Asked only where a quotation is missing.
 */
export function mayHideText(page: ReceivedPage): boolean {
  if (isWall(page)) return true;
  // What is asked of readers in a box beside the text is asked for the rest of it; in a menu it is asked on every page.
  const said = partsOf(page, ['body', 'notice']);
  if (paywallWords.some((words) => words.test(`${page.title}\n${said}`))) return true;
  if (isLedToWall(page)) return true;
  if (pathOf(page.finalUrl) === '/' && pathOf(page.url) !== '/') return true;
  return hostOf(page.finalUrl) !== hostOf(page.url) && partsOf(page, ['body']).length <= shortCharacters;
}

/** Without `www.`, which is the same host to everybody. */
export const hostOf = (url: string): string =>
  parsedUrl(url)
    ?.hostname.replace(/^www\./, '')
    .replace(/\.$/, '') ?? url;

const pathOf = (url: string): string => parsedUrl(url)?.pathname ?? '';

/** What no part covers is body. */
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
