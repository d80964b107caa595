import { execFileSync } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Server } from 'node:net';
import { createInterface } from 'node:readline';
import { redirectOf } from '../privateAddresses';
import { dnsServer } from '../dnsServer';
import { Authority } from '../web/certificates';
import { link, outsideAddress, nameServer, type Outside } from './plan';

/**
 * The program of the second machine: public hosts and the name server of the test's own internet. It runs in a network
 * namespace of its own.
 */

const seen: string[] = [];

const answer: RequestListener = (request, response) => {
  const host = request.headers.host ?? '';
  seen.push(`${host} ${request.url ?? ''}`);
  const redirect = redirectOf(request.url ?? '');
  const plain = { 'content-type': 'text/plain', connection: 'close' };
  if (redirect !== undefined) response.writeHead(redirect.status, { location: redirect.location }).end();
  else if (request.url === '/page') response.writeHead(200, plain).end(`${host} in public`);
  else response.writeHead(404, plain).end('not here');
};

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => void server.listen(port, outsideAddress, resolve));

async function start(): Promise<void> {
  const run = (...words: string[]): unknown => execFileSync('ip', words, { stdio: 'pipe' });
  run('link', 'set', 'lo', 'up');
  for (const address of [outsideAddress, nameServer]) run('address', 'add', `${address}/24`, 'dev', link.outside);
  run('link', 'set', link.outside, 'up');
  const authority = new Authority();
  await listening(createServer(answer), 80);
  await listening(createSecureServer(authority.issue({ hosts: ['site.example', 'entry.example'] }), answer), 443);
  const here = [outsideAddress];
  const turning = ['127.0.0.1', '10.0.0.1', '169.254.169.254'];
  await dnsServer(
    {
      'site.example': here,
      'entry.example': here,
      'other.example': here,
      'alias.example': ['alias:site.example', outsideAddress],
      'private.example': ['10.0.0.1'],
      'six.example': ['::1'],
      'mixed.example': [outsideAddress, '127.0.0.1'],
      'mixed-six.example': [outsideAddress, 'fd00::1'],
      'alias-in.example': ['alias:private.example', '10.0.0.1'],
      'metadata.example': ['169.254.169.254'],
      // The address is public for the site's rules, and then different each time.
      'turning.example': (type, asked) =>
        type === 'AAAA' ? [] : asked === 1 ? here : [turning[asked % turning.length] ?? '127.0.0.1'],
    },
    { address: nameServer, port: 53 },
  );
  const state = (): Outside => ({ authority: authority.certificate, seen: seen.splice(0) });
  createInterface(process.stdin).on('line', () => console.log(JSON.stringify(state())));
  console.log(JSON.stringify(state()));
}

// The cable exists when the first line comes; closing the input ends this program.
process.stdin.once('data', () => void start());
process.stdin.on('end', () => process.exit());
