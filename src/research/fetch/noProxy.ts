import * as ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

interface Reached {
  host: string;
  port: number;
  /** What it was looked up as. */
  addresses: readonly string[];
}

/** Whether one of the entries of a list of `NO_PROXY` names this place. A leading dot or `*.` is read as the name itself and all below it. */
export function isWithoutProxy(entries: readonly string[], reached: Reached): boolean {
  return entries.some((entry) => names(entry.trim().toLowerCase(), reached));
}

function names(entry: string, { host, port, addresses }: Reached): boolean {
  if (entry === '*') return true;
  const { place, port: named } = parts(entry);
  if (place === '' || (named !== undefined && named !== port)) return false;
  const range = rangeOf(place);
  // Each address, because any of them may be taken.
  if (range !== undefined) return addresses.length > 0 && addresses.every((address) => isIn(address, range));
  const name = place.replace(/^\*?\./, '').replace(/\.$/, '');
  return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
}

/** An address of IPv6 has colons of its own; with a port it stands in brackets. */
function parts(entry: string): { place: string; port?: number } {
  const [, inBrackets, after] = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (inBrackets !== undefined)
    return after === undefined ? { place: inBrackets } : { place: inBrackets, port: Number(after) };
  const [, place, port] = /^([^:]*):(\d{1,5})$/.exec(entry) ?? [];
  return place === undefined ? { place: entry } : { place, port: Number(port) };
}

type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

function rangeOf(place: string): AddressRange | undefined {
  if (isIP(place) !== 0) {
    const address = ipaddr.process(place);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  return /^[0-9a-f.:]+\/\d{1,3}$/.test(place) && ipaddr.isValidCIDR(place) ? ipaddr.parseCIDR(place) : undefined;
}

function isIn(address: string, [network, bits]: AddressRange): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && parsed.match(network, bits);
  return network instanceof ipaddr.IPv6 && parsed.match(network, bits);
}
