import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { dialDirectly, type Dial } from '../../../src/research/fetch/connection';
import { notPublic } from '../../../src/research/fetch/webTarget';
import type { Resolve } from '../../../src/research/fetch/journey';
import type { LocalHost } from './localHost';

/** Addresses of a name; a function if the answer changes from call to call. */
export type Answers = readonly string[] | (() => readonly string[]);

/**
 * The net between a program and the local web: its names lead to public addresses, so that no check of addresses is
 * switched off, and connections to these end on this machine, as behind a router.
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

  /** Refuses all names and connections, and breaks open ones. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  /** Leads every connection to this host, whatever its address; undefined ends that. */
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
    // A non-public address should have been refused before; it is let through so that the trap reports it.
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
