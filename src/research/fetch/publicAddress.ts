import * as ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** A public address that the cloud's own host answers: the metadata service of Azure. */
const insideClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Everything assigned for the public internet is in here; the special ranges are outside or within. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Why this IP address is not on the public internet (for people, such as `loopback`); undefined if it is. An IPv4
 * address in IPv6 is judged as IPv4; tunnels with another address inside (6to4, Teredo, NAT64, ISATAP) are not public.
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

/** Below any prefix: a router there takes the IPv4 address from the last four bytes (RFC 5214). */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [high = 0, low] = address.parts.slice(4);
  return (high & ~0x0200) === 0 && low === 0x5efe;
}

/** This machine, or its local link: a proxy would apply the address to itself. */
export function isHere(address: string): boolean {
  return isIP(address) !== 0 && ['loopback', 'unspecified', 'linkLocal'].includes(ipaddr.process(address).range());
}

/** One spelling for each address, so that a socket's address can be compared with the checked one. */
export function canonicalAddress(address: string): string | undefined {
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/**
 * A public IPv4 address as networks without IPv4 translate it (RFC 6052) is judged as IPv4; anything else is unchanged.
 * Only for DNS answers: nobody writes these by hand in good faith.
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
