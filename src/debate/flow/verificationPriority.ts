import { challengedUrl, openChallenges } from './duties';
import { parseSourceUrl, withoutFragment } from '../../matching/text/sourceUrl';
import { allFindings, type DebateState, headerOf } from '../fold/state';

/** One source of one entry. */
export interface WaitingCheck {
  target: number;
  url: string;
}

/**
 * Why a check comes before others (rule 22), the most urgent first:
 * - `challenge`: an open challenge waits for it, and the turn order with it
 * - `notified`: somebody outside the turn order points at the entry: the user vouched for the source before it was checked, a
 *   question or intervention of the user or the audience names the entry as its target, or the Chair ruled an infraction on it
 * - `challenged`: the entry was challenged for another of its sources
 * - `suspicious`: the address is oddly spelt, or its host is new: no source of it was verified in this debate
 * - `ordinary`
 * - `recited`: the same page was checked elsewhere in this debate; it is only looked up again
 */
const urgencies = ['challenge', 'notified', 'challenged', 'suspicious', 'ordinary', 'recited'] as const;
type Urgency = (typeof urgencies)[number];

/** Orders waiting checks by the current state. */
export function verificationOrder<T extends WaitingCheck>(state: DebateState, waiting: readonly T[]): T[] {
  const facts = factsOf(state);
  const ranked = waiting.map((check) => ({
    check,
    rank: urgencies.indexOf(urgencyBy(facts, check)),
    place: headerOf(state, check.target)?.urls.indexOf(check.url) ?? -1,
  }));
  ranked.sort((a, b) => a.rank - b.rank || a.check.target - b.check.target || a.place - b.place);
  return ranked.map(({ check }) => check);
}

export function urgencyOf(state: DebateState, check: WaitingCheck): Urgency {
  return urgencyBy(factsOf(state), check);
}

interface Facts {
  challenges: ReadonlySet<string>;
  notified: ReadonlySet<number>;
  vouched: ReadonlySet<string>;
  challenged: ReadonlySet<number>;
  /** Hosts of verified sources. */
  hosts: ReadonlySet<string>;
  /** Finished checks by the source's address. Each is named by entry and address, as `recited` needs another one. */
  checked: ReadonlyMap<string, ReadonlySet<string>>;
}

const keyOf = ({ target, url }: WaitingCheck): string => `${target} ${url}`;

function urgencyBy(facts: Facts, check: WaitingCheck): Urgency {
  if (facts.challenges.has(keyOf(check))) return 'challenge';
  if (facts.notified.has(check.target) || facts.vouched.has(keyOf(check))) return 'notified';
  if (facts.challenged.has(check.target)) return 'challenged';
  const elsewhere = [...(facts.checked.get(withoutFragment(check.url)) ?? [])].some((key) => key !== keyOf(check));
  if (elsewhere) return 'recited';
  return isSuspicious(facts, check.url) ? 'suspicious' : 'ordinary';
}

function isSuspicious({ hosts }: Facts, url: string): boolean {
  if (isDoubtfulUrl(url)) return true;
  const host = hostOf(url);
  return host !== undefined && !hosts.has(host);
}

function hostOf(url: string): string | undefined {
  const parsed = parseSourceUrl(url);
  return parsed.kind === 'web' ? /^https?:\/\/([^/?#]*)/i.exec(parsed.url)?.[1]?.toLowerCase() : undefined;
}

function factsOf(state: DebateState): Facts {
  const { headers } = state;
  const challenges = openChallenges(state).map((header) =>
    keyOf({ target: header.target ?? -1, url: challengedUrl(state, header) ?? '' }),
  );
  const notified = headers.filter(
    ({ type, kind }) => pointing.has(type) || (type === 'ruling' && kind === 'infraction'),
  );
  const challenged = headers.filter((header) => header.type === 'source_challenge');
  return {
    challenges: new Set(challenges),
    notified: targetsOf(notified),
    challenged: targetsOf(challenged),
    ...findingFacts(state),
  };
}

const pointing: ReadonlySet<string> = new Set(['audience_question', 'intervention']);

const targetsOf = (headers: readonly { target: number | null }[]): ReadonlySet<number> =>
  new Set(headers.flatMap(({ target }) => (target === null ? [] : [target])));

function findingFacts(state: DebateState): Pick<Facts, 'vouched' | 'hosts' | 'checked'> {
  const vouched = new Set<string>();
  const hosts = new Set<string>();
  const checked = new Map<string, Set<string>>();
  for (const finding of allFindings(state)) {
    const key = keyOf(finding);
    if (finding.vouched) vouched.add(key);
    if (finding.check === undefined) continue;
    const host = finding.status === 'verified' ? hostOf(finding.url) : undefined;
    if (host !== undefined) hosts.add(host);
    const page = withoutFragment(finding.url);
    checked.set(page, (checked.get(page) ?? new Set<string>()).add(key));
  }
  return { vouched, hosts, checked };
}

/** RFC 2606, 6761, 6762, 7686, 8375: no web page has such a name. */
const reservedEndings = /(?:^|\.)(?:test|example|invalid|localhost|local|internal|onion|home\.arpa)\.?$/i;
const exampleHosts = /(?:^|\.)example\.(?:com|net|org|edu)\.?$/i;

/** Whole words only: “lorem” is one, “laboremus” is not. */
const placeholders =
  /(?:^|[^a-z0-9])(?:example|lorem|ipsum|placeholder|your-?[a-z]+-?here|foo-?bar|xxx+|todo|tbd|insert-[a-z]+|some-?(?:article|page|path|slug))(?=$|[^a-z0-9])/i;

/** By its mere spelling, which proves nothing: the address is only checked earlier. */
export function isDoubtfulUrl(url: string): boolean {
  const parsed = parseSourceUrl(url);
  if (parsed.kind !== 'web') return parsed.kind === 'invalid';
  const [, host = '', rest = ''] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(parsed.url) ?? [];
  const name = host.replace(/:\d+$/, '');
  return isDoubtfulHost(name) || isDoubtfulPath(rest);
}

function isDoubtfulHost(name: string): boolean {
  if (reservedEndings.test(name) || exampleHosts.test(name)) return true;
  const isAddress = /^(?:\[.*\]|[\d.]+)$/.test(name);
  return !isAddress && !name.includes('.');
}

function isDoubtfulPath(rest: string): boolean {
  const [path = ''] = rest.split('?');
  if (/[[\]{}<>|^`"…]|%E2%80%A6|\.\.\./i.test(path) || /%20/i.test(path)) return true;
  // An archive's path may hold a whole address: `/web/2020/https://…`.
  if (/(?<!https?:)\/\//i.test(path)) return true;
  const decoded = decodedOr(rest);
  return decoded === undefined || placeholders.test(decoded.split('?')[0] ?? '') || isDoubtfulDoi(decoded);
}

function decodedOr(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes('\uFFFD') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** `10.<4 to 9 digits>/<suffix>`. A suffix that only counts up or repeats one digit is invented. */
function isDoubtfulDoi(path: string): boolean {
  const [, registrant, suffix] = /\/(?:doi:)?10\.([^/]*)\/([^/?#]*)/i.exec(path) ?? [];
  if (registrant === undefined || suffix === undefined) return false;
  if (!/^\d{4,9}(?:\.\d+)*$/.test(registrant) || suffix === '') return true;
  return /^\d+$/.test(suffix) && ('01234567890'.includes(suffix) || /^(\d)\1{3,}$/.test(suffix));
}
