import * as ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import { parsedUrl } from '../parsedUrl';
import { FetchFailure } from './fetchedPage';

/** An address that may be tried, judged by its spelling alone. */
export interface WebTarget {
  url: URL;
  /** Lower case, without brackets and without a final dot. */
  host: string;
  port: number;
  isSecure: boolean;
  /** By the user, by name: the addresses are not judged. */
  isAllowed: boolean;
}

/**
 * Before any lookup. The WHATWG parser turns every notation of an IPv4 address (decimal, octal, hexadecimal, short,
 * full-width) into the plain one, so the check of its result covers them all.
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

/** Not even looked up: a lookup tells the network. */
function notPublicName(host: string): string | undefined {
  const labels = host.split('.');
  const isName = host.length <= 253 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
  if (!isName) return 'is no host name';
  return labels.length === 1 || innerSuffix.test(host) ? 'is no name of the public internet' : undefined;
}

const innerSuffix = /\.(?:localhost|localdomain|local|internal|intranet|lan|corp|home|home\.arpa|onion)$/;

/** `host:port`, as targets are compared; without a port, both usual ones. Entries that are no host are left out. */
export function allowedPlaces(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.flatMap(placesIn));
}

function placesIn(entry: string): string[] {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+)(?::(\d{1,5}))?$/i.exec(entry.trim()) ?? [];
  const url = host === undefined ? undefined : parsedUrl(`http://${host}`);
  if (url === undefined) return [];
  return (port === undefined ? [80, 443] : [Number(port)]).map((each) => placeOf(hostIn(url), each));
}

/** Without brackets and without a final dot. */
const hostIn = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const placeOf = (host: string, port: number): string => `${host}|${port}`;

const refused = (reason: string): FetchFailure => new FetchFailure('refused', reason);

/** Public, but answered by the cloud's own host: the metadata service of Azure. */
const insideClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** All of the public internet; the special ranges are outside or within. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * For people, such as `loopback`; undefined for a public address. An IPv4 address in IPv6 is judged as IPv4; tunnels
 * with another address inside (6to4, Teredo, NAT64, ISATAP) are not public.
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

/** A router there takes the IPv4 address from the last four bytes (RFC 5214). */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [high = 0, low] = address.parts.slice(4);
  return (high & ~0x0200) === 0 && low === 0x5efe;
}

/** A proxy would apply the address to itself. */
export function isHere(address: string): boolean {
  return isIP(address) !== 0 && ['loopback', 'unspecified', 'linkLocal'].includes(ipaddr.process(address).range());
}

/** One spelling, so that a socket's address can be compared with the checked one. */
export function canonicalAddress(address: string): string | undefined {
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/**
 * As networks without IPv4 translate public IPv4 addresses (RFC 6052): judged as IPv4. Only for DNS answers: nobody
 * writes these by hand in good faith.
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
