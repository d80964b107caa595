import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Certificate } from './certificates';
import { answer, type Pages, type WebPage } from './webPage';

export interface HostPlan {
  pages: Pages;
  /** At every other path; 404 unless given. */
  otherwise?: WebPage;
}

/** A request that arrived, in the order in which they did. */
export interface Seen {
  host: string;
  /** `GET https://news.test-web.example/path?query` */
  line: string;
  headers: IncomingMessage['headers'];
}

interface Setup {
  name: string;
  /** As the names of the web lead to it. */
  address: string;
  /** Where it really listens. */
  loopback: string;
  plan: HostPlan;
  certificate: Certificate;
  onRequest: (seen: Seen) => void;
}

const missing: WebPage = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'There is nothing here.' };

/** One host, over HTTP and over TLS; it can die and come back on the same ports. */
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

  /** By its name, over TLS. */
  url(path: string): string {
    return `https://${this.name}${path}`;
  }

  /** `127.77.0.3:40123`: where it is reached without names and TLS, as hosts are allowed one by one. */
  get place(): string {
    return `${this.loopback}:${this.#ports.plain}`;
  }

  portFor(port: number): number | undefined {
    return port === 443 ? this.#ports.secure : port === 80 ? this.#ports.plain : undefined;
  }

  /** So many connections were opened, whether or not anything was asked over them. */
  get connections(): number {
    return this.#connections;
  }

  /** Dies: open connections break, new ones are refused. */
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
