import * as ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import { parsedUrl } from '../parsedUrl';
import { FetchFailure } from './fetchedPage';

/** An address that may be tried, judged by its spelling alone. */
export interface WebTarget {
  url: URL;
  /** Host in lower case, without brackets and final dot. */
  host: string;
  port: number;
  isSecure: boolean;
  /** Whether the user allowed it by name, so that its addresses are not checked. */
  isAllowed: boolean;
}

/**
 * Checks an address before any lookup. The WHATWG parser turns every notation of an IPv4 address (decimal, octal,
 * hexadecimal, short, full-width) into the plain one, so checking its result covers them all.
 *
 * @throws FetchFailure `refused`
 */
export function webTarget(address: string, allowed: ReadonlySet<string>): WebTarget {
  const source = parseSourceUrl(address);
  if (source.kind === 'invalid') throw refused(source.reason);
  if (source.kind !== 'web') throw refused('it is no web address; web addresses start with https:// or http://');
  const url = parsedUrl(source.url);
  if (url === undefined) throw refused('it is no valid web address');
  url.hash = '';
  if (url.username !== '' || url.password !== '') throw refused('it carries a user name or password');
  const host = hostIn(url);
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const target = { url, host, port, isSecure, isAllowed: allowed.has(placeOf(host, port)) };
  if (!target.isAllowed) refuseStranger(target);
  return target;
}

function refuseStranger({ host, port }: WebTarget): void {
  const isAddress = isIP(host) !== 0;
  const why = isAddress ? notPublic(host) : notPublicName(host);
  if (why !== undefined) throw refused(isAddress ? `${host} is no public address (${why})` : `“${host}” ${why}`);
  if (port !== 80 && port !== 443) throw refused(`it names port ${port}; only the usual ports 80 and 443 are reached`);
}

/** Names that are not looked up, because a lookup would reveal them to the network. */
function notPublicName(host: string): string | undefined {
  const labels = host.split('.');
  const isName = host.length <= 253 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
  if (!isName) return 'is no host name';
  return labels.length === 1 || innerSuffix.test(host) ? 'is no name of the public internet' : undefined;
}

const innerSuffix = /\.(?:localhost|localdomain|local|internal|intranet|lan|corp|home|home\.arpa|onion)$/;

/**
 * Hosts as `host:port`, the form in which targets are compared; without a port, both usual ones. Invalid entries are
 * left out.
 */
export function allowedPlaces(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.flatMap(placesIn));
}

function placesIn(entry: string): string[] {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+)(?::(\d{1,5}))?$/i.exec(entry.trim()) ?? [];
  const url = host === undefined ? undefined : parsedUrl(`http://${host}`);
  if (url === undefined) return [];
  return (port === undefined ? [80, 443] : [Number(port)]).map((each) => placeOf(hostIn(url), each));
}

/** Host without brackets and final dot. */
const hostIn = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const placeOf = (host: string, port: number): string => `${host}|${port}`;

const refused = (reason: string): FetchFailure => new FetchFailure('refused', reason);

/** Public addresses that the cloud's own host answers: Azure's metadata service. */
const insideClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** All of the public internet; special ranges are outside or within. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Kind of a non-public address for people, for example `loopback`; undefined for a public one. An IPv4 address in IPv6
 * is judged as IPv4; tunnels with another address inside (6to4, Teredo, NAT64, ISATAP) are not public.
 */
export function notPublic(address: string): string | undefined {
  if (isIP(address) === 0) return 'no IP address';
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range !== 'unicast') return rangeWords[range] ?? 'reserved';
  if (insideClouds.has(parsed.toString())) return 'a metadata service';
  if (!(parsed instanceof ipaddr.IPv6)) return undefined;
  if (!parsed.match(globalUnicast)) return 'reserved';
  return isIsatap(parsed) ? 'a tunnel' : undefined;
}

/** Whether a router would take the IPv4 address from the last four bytes (RFC 5214). */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [high = 0, low] = address.parts.slice(4);
  return (high & ~0x0200) === 0 && low === 0x5efe;
}

/** Whether a proxy would take the address for itself. */
export function isHere(address: string): boolean {
  return isIP(address) !== 0 && ['loopback', 'unspecified', 'linkLocal'].includes(ipaddr.process(address).range());
}

/** Normal spelling, so that a socket's address can be compared with the checked one. */
export function canonicalAddress(address: string): string | undefined {
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/**
 * Undoes the translation of public IPv4 addresses in networks without IPv4 (RFC 6052). Used for DNS answers only,
 * because honest users do not write these addresses by hand.
 */
export function withoutNat64(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (!parsed.match(wellKnownNat64)) return address;
  return ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString();
}

const wellKnownNat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

const rangeWords: Partial<Record<string, string>> = {
  loopback: 'this machine',
  unspecified: 'this machine',
  private: 'a private network',
  uniqueLocal: 'a private network',
  carrierGradeNat: "a provider's inner network",
  linkLocal: 'link-local',
  multicast: 'multicast',
  broadcast: 'broadcast',
  '6to4': 'a tunnel',
  teredo: 'a tunnel',
  rfc6052: 'a tunnel',
  rfc6145: 'a tunnel',
};
