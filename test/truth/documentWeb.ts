import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { once } from 'node:events';
import { createWayback } from '../../src/research/archive/wayback';
import { createSafeFetch } from '../../src/research/fetch/safeFetch';
import { LocalArchive } from '../support/web/archiveHost';
import { Authority } from '../support/web/certificates';
import { listening } from '../support/listening';
import { answer } from '../support/web/webPage';

const archiveHost = 'archive.test-web.example';
const control = 'https://control.test-web.example/';
/** A range that belongs to the public internet; nothing in it is reached. */
const address = '93.184.216.34';

const keyOf = (host: string, path: string): string => `${host}${path}`;

/** Serves pages of any host under their own addresses on this machine, with an archive that knows none but its own. */
export async function documentWeb(pages: ReadonlyMap<string, string>) {
  const known = new Map<string, string>();
  const hosts = new Set([archiveHost]);
  for (const [url, html] of pages) {
    const { hostname, pathname, search } = new URL(url);
    hosts.add(hostname);
    known.set(keyOf(hostname, pathname + search), html);
  }
  const archive = new LocalArchive();
  archive.keep(control, { at: '20200101000000', body: 'control' });
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '/';
    if (host === archiveHost) {
      answer(
        archive.plan.pages[path.replace(/\?.*$/s, '')] ?? archive.plan.otherwise ?? { status: 404 },
        request,
        response,
      );
      return;
    }
    const html = known.get(keyOf(host, path));
    answer(html === undefined ? { status: 404 } : { body: html }, request, response);
  };
  const authority = new Authority();
  const certificate = authority.issue({ hosts: [...hosts] });
  const [plainServer, secureServer] = [createServer(listener), createSecureServer({ ...certificate }, listener)];
  const [plain, secure] = [await listening(plainServer), await listening(secureServer)];
  const fetch = createSafeFetch({
    authorities: [authority.certificate],
    delayMs: 0,
    resolve: (host) =>
      hosts.has(host)
        ? Promise.resolve([address])
        : Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' })),
    dial: async ({ port }) => {
      const socket = connect({ host: '127.0.0.1', port: port === 443 ? secure.port : plain.port });
      await once(socket, 'connect');
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      return socket;
    },
  });
  const base = `https://${archiveHost}`;
  return {
    access: {
      fetch,
      archive: createWayback({ fetch, baseUrl: base, availabilityUrl: base, name: 'the local archive', control }),
    },
    close: async () => {
      await plain.close();
      await secure.close();
    },
  };
}
