import { challengedUrl, openChallenges } from './challenges';
import { isDoubtfulUrl } from './doubtfulUrl';
import { parseSourceUrl, withoutFragment } from './sourceUrl';
import { headerOf, type DebateState } from './state';

/** A check that waits: one source of one entry. */
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
export const urgencies = ['challenge', 'notified', 'challenged', 'suspicious', 'ordinary', 'recited'] as const;
export type Urgency = (typeof urgencies)[number];

/** The checks in the order in which they are to be made, as the state now says. */
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
  /** Hosts of sources that were verified. */
  hosts: ReadonlySet<string>;
  /** Pages by the entry and address whose check found them, as `recited` needs another one. */
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

function findingFacts({ findings }: DebateState): Pick<Facts, 'vouched' | 'hosts' | 'checked'> {
  const vouched = new Set<string>();
  const hosts = new Set<string>();
  const checked = new Map<string, Set<string>>();
  for (const byUrl of findings.values()) {
    for (const finding of byUrl.values()) {
      const key = keyOf(finding);
      if (finding.vouched) vouched.add(key);
      if (finding.check === undefined) continue;
      const host = finding.status === 'verified' ? hostOf(finding.url) : undefined;
      if (host !== undefined) hosts.add(host);
      const page = withoutFragment(finding.url);
      checked.set(page, (checked.get(page) ?? new Set<string>()).add(key));
    }
  }
  return { vouched, hosts, checked };
}
