import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Certificate } from './certificates';
import { answer, type Pages, type WebPage } from './webPage';

export interface HostPlan {
  pages: Pages;
  /** Page for every other path; default: 404. */
  otherwise?: WebPage;
}

/** A request, in the order of arrival. */
export interface Seen {
  host: string;
  /** Line like `GET https://news.test-web.example/path?query`. */
  line: string;
  headers: IncomingMessage['headers'];
}

interface Setup {
  name: string;
  /** Address to which the web's names lead. */
  address: string;
  /** Address at which it really listens. */
  loopback: string;
  plan: HostPlan;
  certificate: Certificate;
  onRequest: (seen: Seen) => void;
}

const missing: WebPage = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'There is nothing here.' };

/** A host over HTTP and TLS, which can die and come back on the same ports. */
export class LocalHost {
  readonly name: string;
  readonly address: string;
  readonly loopback: string;
  readonly #servers: { plain: Server; secure: Server };
  readonly #ports = { plain: 0, secure: 0 };
  readonly #sockets = new Set<Socket>();
  #connections = 0;

  private constructor({ name, address, loopback, plan, certificate, onRequest }: Setup) {
    this.name = name;
    this.address = address;
    this.loopback = loopback;
    const listener =
      (scheme: string): RequestListener =>
      (request: IncomingMessage, response: ServerResponse) => {
        const path = request.url ?? '';
        onRequest({
          host: name,
          line: `${request.method ?? ''} ${scheme}://${request.headers.host ?? ''}${path}`,
          headers: request.headers,
        });
        answer(plan.pages[path.replace(/\?.*$/s, '')] ?? plan.otherwise ?? missing, request, response);
      };
    this.#servers = {
      plain: createServer(listener('http')),
      secure: createSecureServer({ ...certificate }, listener('https')),
    };
    for (const server of Object.values(this.#servers)) server.on('connection', (socket) => this.#keep(socket));
  }

  static async start(setup: Setup): Promise<LocalHost> {
    const host = new LocalHost(setup);
    await host.mend();
    return host;
  }

  /** URL with its name, over TLS. */
  url(path: string): string {
    return `https://${this.name}${path}`;
  }

  /** Place like `127.77.0.3:40123`, at which it is reached without names and TLS, as an allowed host. */
  get place(): string {
    return `${this.loopback}:${this.#ports.plain}`;
  }

  portFor(port: number): number | undefined {
    return port === 443 ? this.#ports.secure : port === 80 ? this.#ports.plain : undefined;
  }

  /** Number of connections opened, whether or not they were used. */
  get connections(): number {
    return this.#connections;
  }

  /** Breaks open connections and refuses new ones. */
  async cut(): Promise<void> {
    const closed = Object.values(this.#servers).map(async (server) => {
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    });
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
  }

  async mend(): Promise<void> {
    for (const kind of ['plain', 'secure'] as const) {
      const server = this.#servers[kind];
      if (server.listening) continue;
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(this.#ports[kind], this.loopback, () => {
          server.off('error', reject);
          resolve();
        });
      });
      this.#ports[kind] = (server.address() as AddressInfo).port;
    }
  }

  #keep(socket: Socket): void {
    this.#connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
