import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, get } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createSafeFetch, type SafeFetchOptions } from '../../../src/research/fetch/safeFetch';
import { resolveBy } from '../dnsServer';
import { privateAddresses } from '../privateAddresses';
import { insideAddress, link, nameServer, proxyPlace, type Findings, type Outside } from './plan';

/**
 * The program of the first machine, which fetches: all private addresses lead to its own traps, on the ports of the
 * web. It runs in a network namespace of its own, makes the second machine in another one, and prints its findings.
 */

const { signal } = new AbortController();
const ip = (...words: string[]): unknown => execFileSync('ip', words, { stdio: 'pipe' });

/** All these addresses end at this machine, as if each were a server of its network. */
const privateRanges = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '168.63.129.16/32',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
];

async function secondMachine(program: string): Promise<() => Promise<Outside>> {
  const child = spawn('unshare', ['--net', process.execPath, program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const tell = async (): Promise<Outside> => {
    child.stdin.write('tell\n');
    const line = (await lines.next()) as { value?: unknown };
    return JSON.parse(String(line.value)) as Outside;
  };
  await once(child, 'spawn');
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', link.inside, 'type', 'veth', 'peer', 'name', link.outside);
  // `unshare` may not be finished; until then the cable would come back to this machine.
  await differs(child.pid ?? 0);
  ip('link', 'set', link.outside, 'netns', String(child.pid));
  plugIn();
  for (const range of privateRanges) ip('route', 'add', 'local', range, 'dev', 'lo');
  process.on('exit', () => child.stdin.end());
  return tell;
}

async function differs(pid: number): Promise<void> {
  const namespace = (of: string): string => execFileSync('readlink', [`/proc/${of}/ns/net`]).toString();
  while (namespace(String(pid)) === namespace(String(process.pid)))
    await new Promise((resolve) => setTimeout(resolve, 10));
}

function plugIn(): void {
  ip('address', 'replace', `${insideAddress}/24`, 'dev', link.inside);
  ip('link', 'set', link.inside, 'up');
}

interface Trap {
  connections: number;
}

/** Traps on every address of this machine: private ones, and IPv6 if it exists. */
async function trapsOn(ports: readonly number[]): Promise<Trap> {
  const trap = { connections: 0 };
  for (const port of ports) {
    const server = createServer((socket) => {
      trap.connections += 1;
      socket
        .on('error', () => undefined)
        .end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\nsecret');
    });
    await listening(server, port, '::').catch(() => listening(server, port, '0.0.0.0'));
  }
  return trap;
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => void server.once('error', reject).listen(port, host, resolve));
}

/** A real proxy, which connects to any address. */
async function proxyServer(): Promise<string[]> {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('by way of the proxy');
  });
  server.on('connect', (request: { url?: string }, client: Socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(request.url ?? '') ?? [];
    const upstream = connect({ host, port: Number(port) }, () =>
      client.write('HTTP/1.1 200 Connection established\r\n\r\n'),
    );
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    upstream.pipe(client).pipe(upstream);
  });
  const [host = '', port = ''] = proxyPlace.split(':');
  await listening(server, Number(port), host);
  return asked;
}

const options: SafeFetchOptions = { delayMs: 0, resolve: resolveBy(`${nameServer}:53`, 1_000) };
const entry = 'http://entry.example';

async function outcomes(more: SafeFetchOptions): Promise<Record<string, string>> {
  const fetch = createSafeFetch({ ...options, ...more });
  const found: Record<string, string> = {};
  for (const { name, url } of privateAddresses)
    found[name] = (await fetch.fetch(url({ trapPort: 80, entry }), signal)).outcome;
  return found;
}

/** Requests the same addresses with a program that checks nothing; only the connections count. */
async function unguarded(): Promise<void> {
  const requests = privateAddresses
    .map(({ url }) => url({ trapPort: 80, entry }))
    .filter((url) => url.startsWith('http://') && URL.canParse(url));
  for (const url of requests) {
    await new Promise<void>((resolve) => {
      const request = get(url, { timeout: 500 }, (response) => void response.resume().on('close', () => resolve()));
      request.on('timeout', () => request.destroy()).on('error', () => resolve());
    });
  }
}

async function cases(authority: string, found: Record<string, string>): Promise<void> {
  const fetch = createSafeFetch({ ...options, authorities: [authority] });
  const note = async (name: string, url: string, by = fetch): Promise<void> => {
    const result = await by.fetch(url, signal);
    found[name] =
      result.outcome === 'fetched' ? `${result.text}${result.via === undefined ? '' : ' by proxy'}` : result.outcome;
  };
  await note('http', 'http://site.example/page');
  await note('https', 'https://site.example/page');
  await note('address', 'http://93.184.216.34/page');
  await note('alias', 'http://alias.example/page');
  await note('redirect', `${entry}/chain?to=${encodeURIComponent('https://site.example/page')}`);
  await note('nobody', 'http://nobody.example/page');
  await note('wrong name', 'https://other.example/page');
  await note('distrusted', 'https://site.example/page', createSafeFetch(options));
  for (const name of ['private', 'six', 'mixed', 'mixed-six', 'alias-in', 'metadata', 'turning', 'turning', 'turning'])
    await note(name, `http://${name}.example/page`);
  for (const name of ['private', 'mixed', 'turning'])
    await note(`redirect to ${name}`, `${entry}/chain?to=${encodeURIComponent(`http://${name}.example/page`)}`);
  const byProxy = createSafeFetch({
    ...options,
    authorities: [authority],
    proxy: { proxy: `http://${proxyPlace}`, noProxy: [] },
  });
  await note('http by proxy', 'http://site.example/page', byProxy);
  await note('https by proxy', 'https://site.example/page', byProxy);
  for (const name of ['private', 'mixed', 'turning'])
    await note(`${name} by proxy`, `http://${name}.example/page`, byProxy);
  ip('link', 'set', link.inside, 'down');
  await note('cut', 'http://site.example/page');
  await note('cut, by address', 'http://93.184.216.34/page');
  plugIn();
  await note('mended', 'http://site.example/page');
}

async function main(): Promise<void> {
  const tell = await secondMachine(process.argv[2] ?? '');
  const { authority } = await tell();
  const trap = await trapsOn([80, 443]);
  const proxyAsked = await proxyServer();
  const findings: Findings = {
    refusals: await outcomes({}),
    refusalsByProxy: {},
    trapped: 0,
    trappedUnguarded: 0,
    proxyAsked: [],
    seen: [],
    cases: {},
  };
  findings.refusalsByProxy = await outcomes({ proxy: { proxy: `http://${proxyPlace}`, noProxy: [] } });
  await cases(authority, findings.cases);
  findings.trapped = trap.connections;
  findings.proxyAsked = [...new Set(proxyAsked)];
  findings.seen = [...new Set((await tell()).seen.map((each) => each.replace(/\?.*$/, '')))];
  await unguarded();
  findings.trappedUnguarded = trap.connections - findings.trapped;
  console.log(JSON.stringify(findings));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
