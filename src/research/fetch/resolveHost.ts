import { isIP } from 'node:net';
import { isPassing, systemCode } from './systemCode';
import { FetchFailure } from './fetchedPage';
import { notPublic, withoutNat64 } from './publicAddress';
import type { WebTarget } from './webTarget';

/** Looks a name up; gives IP addresses. Rejects with the code of the resolver (`ENOTFOUND`, `EAI_AGAIN` …). */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Uses the system's lookup, so that hosts files and names of the user's own network work where they are allowed. */
export const resolveBySystem: Resolve = async (host) => {
  const dns = await import('node:dns/promises');
  const answers = await dns.lookup(host, { all: true });
  return answers.map((answer) => answer.address);
};

/**
 * The addresses to connect to. One non-public address refuses them all: an honest name has none, and the choice among
 * several is random.
 *
 * @throws FetchFailure `refused`, `no_host`, `failed`
 */
export async function addressesOf(
  target: WebTarget,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (isIP(target.host) !== 0) return [target.host];
  const addresses = await lookUp(target.host, resolve, signal);
  if (addresses.length === 0) throw noHost(target.host);
  for (const address of target.isAllowed ? [] : addresses) {
    const why = notPublic(withoutNat64(address));
    if (why === undefined) continue;
    throw new FetchFailure('refused', `${target.host} leads to ${address}, which is no public address (${why})`);
  }
  return addresses;
}

async function lookUp(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await resolve(host, signal);
  } catch (error) {
    signal.throwIfAborted();
    const code = systemCode(error);
    if (code === 'ENOTFOUND' || code === 'ENODATA') throw noHost(host, error);
    const reason = `the name ${host} could not be looked up (${code ?? 'unknown error'}); the network may be down`;
    throw new FetchFailure('failed', reason, { cause: error, isPassing: isPassing(code) });
  }
}

const noHost = (host: string, cause?: unknown): FetchFailure =>
  new FetchFailure('no_host', `there is no host named ${host}`, { cause });
