import robotsParser from 'robots-parser';

/** What a site asks of programs like ours, by its robots.txt. */
export interface SiteRules {
  allows(url: URL): boolean;
  /** Between two requests. */
  delayMs: number;
}

/** Of a site that asks for nothing. */
export const noRules: SiteRules = { allows: () => true, delayMs: 0 };

/** The name under which sites may address us. */
const agent = 'Rostrum';

/** A site that asks for longer gets this much; a debate cannot wait for minutes between two pages. */
const longestDelayMs = 5_000;

/** `origin` is that of the file as it was asked for: after redirects, too, its rules are about that. */
export function siteRules(origin: string, text: string): SiteRules {
  const rules = robotsParser(`${origin}/robots.txt`, withoutCostlyRules(text));
  const delayMs = (rules.getCrawlDelay(agent) ?? 0) * 1_000;
  return {
    // The file itself may always be read (RFC 9309, 2.2.2).
    allows: (url) => url.pathname === '/robots.txt' || rules.isAllowed(shortened(url), agent) !== false,
    delayMs: Math.min(Math.max(0, delayMs), longestDelayMs),
  };
}

/** Matching a rule with `*` may take its length times that of the address; with both chosen by a site, it must stay short. */
const wildcardCharacters = 50_000;
const pathCharacters = 4_000;

function withoutCostlyRules(text: string): string {
  let left = wildcardCharacters;
  const isCheap = (line: string): boolean => !line.includes('*') || (left -= line.length) >= 0;
  return text
    .split(/\r\n|\r|\n/)
    .filter(isCheap)
    .join('\n');
}

const shortened = ({ origin, pathname, search }: URL): string => origin + (pathname + search).slice(0, pathCharacters);
