import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { dialDirectly, type Dial } from '../../../src/research/fetch/connection';
import { notPublic } from '../../../src/research/fetch/webTarget';
import type { Resolve } from '../../../src/research/fetch/journey';
import type { LocalHost } from './localHost';

/** What a name leads to; a function where the answer changes from one question to the next. */
export type Answers = readonly string[] | (() => readonly string[]);

/**
 * The net between a program and the local web: its names lead to public addresses, so that nothing in the checks of addresses
 * is switched off, and connections to these end on this machine, as behind a router.
 */
export class Router {
  readonly #byAddress = new Map<string, LocalHost>();
  readonly #names = new Map<string, Answers>();
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #interceptor: LocalHost | undefined;

  add(host: LocalHost): void {
    this.#byAddress.set(host.address, host);
    this.#names.set(host.name, [host.address]);
  }

  name(name: string, answers: Answers): void {
    this.#names.set(name, answers);
  }

  /** No name is answered and no connection comes about any more; open ones break. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  /** Every connection ends at this host, whatever it was opened to; undefined lets them through again. */
  intercept(host: LocalHost | undefined): void {
    this.#interceptor = host;
  }

  readonly resolve: Resolve = (name) => {
    if (this.#isCut) return Promise.reject(failure('EAI_AGAIN'));
    const answers = this.#names.get(name);
    if (answers === undefined) return Promise.reject(failure('ENOTFOUND'));
    return Promise.resolve(typeof answers === 'function' ? answers() : answers);
  };

  readonly dial: Dial = async (place, signal) => {
    const [address = ''] = place.addresses;
    if (this.#isCut) throw failure('ENETUNREACH');
    const host = this.#byAddress.get(address);
    // What is not public should have been refused before: it goes through, for the trap to tell of it.
    if (host === undefined && notPublic(address) !== undefined) return await dialDirectly(place, signal);
    const port = host === undefined ? undefined : (this.#interceptor ?? host).portFor(place.port);
    if (host === undefined || port === undefined) throw failure('EHOSTUNREACH');
    const socket = connect({ host: (this.#interceptor ?? host).loopback, port });
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    await once(socket, 'connect', { signal });
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    return socket;
  };
}

const failure = (code: string): Error => Object.assign(new Error(`local web: ${code}`), { code });
