import { once } from 'node:events';
import type { LookupFunction, Socket } from 'node:net';
import { FetchFailure } from './fetchedPage';
import { canonicalAddress } from './publicAddress';
import { systemCode } from './systemCode';
import type { WebTarget } from './webTarget';

// The modules of the network are imported at run time on purpose: inside VS Code `require('http')` and its like are
// replaced by ones that choose another agent, reach loopback and hand private addresses to a proxy; `import()` is not.

export interface Place {
  host: string;
  port: number;
  /** Checked: the only addresses that may be connected to. */
  addresses: readonly string[];
}

/** Opens a connection to one of the addresses; resolves when it is established. */
export type Dial = (place: Place, signal: AbortSignal) => Promise<Socket>;

export const dialDirectly: Dial = async ({ host, port, addresses }, signal) => {
  const net = await import('node:net');
  signal.throwIfAborted();
  const socket = net.connect({ host, port, lookup: answering(addresses), autoSelectFamily: true });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

/** A lookup that asks nobody: no answer can change between the check and the connection. */
function answering(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, { all: wantsAll }, callback) => {
    const [first] = all;
    if (wantsAll === true) callback(null, all);
    else if (first === undefined) callback(new Error('no address'), '');
    else callback(null, first.address, first.family);
  };
}

/**
 * A connection over which the request may be sent: to an address that was checked, encrypted where the target asks for
 * it. Nothing is written before the other end was compared.
 *
 * @throws FetchFailure `refused`, `timeout`, `tls`, `failed`
 */
export async function connect(
  target: WebTarget,
  { addresses, dial, authorities, signal }: { addresses: readonly string[]; dial: Dial; authorities: readonly string[]; signal: AbortSignal },
): Promise<Socket> {
  const { host, port } = target;
  const socket = await dial({ host, port, addresses }, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw unreachable(target, error);
  });
  const checked = addresses.map(canonicalAddress);
  if (!checked.includes(canonicalAddress(socket.remoteAddress ?? ''))) {
    socket.destroy();
    throw new FetchFailure('refused', `the connection to ${host} ended at another address than the one that was checked`);
  }
  return target.isSecure ? await encrypted(socket, host, { authorities, signal }) : socket;
}

async function encrypted(socket: Socket, host: string, { authorities, signal }: { authorities: readonly string[]; signal: AbortSignal }): Promise<Socket> {
  const [tls, { isIP }] = await Promise.all([import('node:tls'), import('node:net')]);
  const secure = tls.connect({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(authorities.length === 0 ? {} : { ca: [...tls.rootCertificates, ...authorities] }),
    ALPNProtocols: ['http/1.1'],
    // Said out loud: an environment variable can switch the default off.
    rejectUnauthorized: true,
  });
  try {
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    secure.destroy();
    socket.destroy();
    signal.throwIfAborted();
    const what = systemCode(error) ?? (error instanceof Error ? error.message : String(error));
    throw new FetchFailure('tls', `no trusted encrypted connection to ${host} came about (${what})`, { cause: error });
  }
}

function unreachable({ host, port }: WebTarget, error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = systemCode(error) ?? 'unknown error';
  if (code === 'ETIMEDOUT') return new FetchFailure('timeout', `${host} did not take up the connection`, { cause: error });
  const what = code === 'ECONNREFUSED' ? `refused the connection on port ${port}` : `could not be reached (${code})`;
  return new FetchFailure('failed', `${host} ${what}`, { cause: error });
}
