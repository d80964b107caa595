import { isIP } from 'node:net';
import type { BaseUrl, ProxyFor } from '../models/wire';
import { isWithoutProxy } from '../research/fetch/connection';
import { proxyUrl } from '../research/fetch/proxyChoice';
import { isHere } from '../research/fetch/webTarget';
import { PlanError } from '../session/plan/planError';

/** The environment's proxy for requests to one model server. */
export interface ModelProxy {
  proxyFor: ProxyFor;
  /** Notice for people, without the proxy's password. */
  notice: string;
}

/**
 * Reads the proxy like other programs: `HTTPS_PROXY` for https, `HTTP_PROXY` for http, lower case first, except for
 * this machine and hosts in `NO_PROXY`. Pages that models name do not use it; undefined without a proxy. @throws
 * PlanError `proxy`
 */
export function modelProxy(baseUrl: BaseUrl, environment: NodeJS.ProcessEnv): ModelProxy | undefined {
  const url = new URL(baseUrl.url);
  const scheme = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const name = [scheme, scheme.toUpperCase()].find((each) => (environment[each]?.trim() ?? '') !== '');
  if (name === undefined || isDirect(url, environment)) return undefined;
  const proxy = proxyUrl(environment[name]?.trim() ?? '');
  if (proxy === undefined)
    throw new PlanError('proxy', `${name} names no proxy that can be used. Write it as http://HOST:PORT, or unset it.`);
  const notice = `Requests to ${baseUrl.origin} go through the proxy ${proxy.protocol}//${proxy.host} (${name}).`;
  return { proxyFor: ({ origin }) => (origin === baseUrl.origin ? proxy : undefined), notice };
}

/** Whether to bypass the proxy, which would take an address of this machine for its own. */
function isDirect({ hostname, port, protocol }: URL, environment: NodeJS.ProcessEnv): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const addresses = isIP(host) === 0 ? [] : [host];
  if (host === 'localhost' || host.endsWith('.localhost') || addresses.some(isHere)) return true;
  const without = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  const place = { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port), addresses };
  return isWithoutProxy(without.split(/[\s,]+/), place);
}
