import { createSocket, type RemoteInfo } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve } from '../../src/research/fetch/journey';

export type RecordType = 'A' | 'AAAA';

/**
 * Answer for a name: addresses and, before them, aliases (`alias:NAME`); `NXDOMAIN`, `SERVFAIL`, or no answer at all.
 * Addresses of the other kind are left out. A function is called each time.
 */
export type DnsAnswer =
  | readonly string[]
  | 'NXDOMAIN'
  | 'SERVFAIL'
  | 'silence'
  | ((type: RecordType, asked: number) => Exclude<DnsAnswer, (...args: never[]) => unknown>);

export interface DnsServer {
  /** Address, `ADDRESS:PORT`, as resolvers take it. */
  place: string;
  /** Questions like `site.example A`. */
  asked: string[];
  close(): Promise<void>;
}

/** A name server over UDP that knows only these names. It needs no test runner. */
export async function dnsServer(
  names: Readonly<Record<string, DnsAnswer>>,
  { address = '127.0.0.1', port = 0 } = {},
): Promise<DnsServer> {
  const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
  const asked: string[] = [];
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = questionOf(query);
    asked.push(`${name} ${type ?? '?'}`);
    const answer =
      type === undefined
        ? []
        : answerFor(names[name] ?? 'NXDOMAIN', type, asked.filter((each) => each === `${name} ${type}`).length);
    if (answer !== 'silence')
      socket.send(reply(query.subarray(0, end), { name, type, answer }), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(port, address, resolve));
  return {
    place: `${address}:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

/** Looks names up at one name server, both kinds of addresses, without the system's own files. */
export function resolveBy(place: string, timeoutMs = 300): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  resolver.setServers([place]);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers
      .filter((answer) => answer.status === 'rejected')
      .map(({ reason }) => reason as NodeJS.ErrnoException);
    // It is no failure that a name has no address of one kind; an unanswered question about one kind is.
    const failure = failed.find(({ code }) => code !== 'ENODATA') ?? (addresses.length === 0 ? failed[0] : undefined);
    if (failure !== undefined) throw failure;
    return addresses;
  };
}

function answerFor(
  answer: DnsAnswer,
  type: RecordType,
  asked: number,
): Exclude<DnsAnswer, (...args: never[]) => unknown> {
  return typeof answer === 'function' ? answer(type, asked) : answer;
}

const codes: Readonly<Record<RecordType, number>> = { A: 1, AAAA: 28 };

function questionOf(query: Buffer): { name: string; type: RecordType | undefined; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  const code = query.readUInt16BE(at + 1);
  return {
    name: labels.join('.'),
    type: code === codes.A ? 'A' : code === codes.AAAA ? 'AAAA' : undefined,
    end: at + 5,
  };
}

function reply(
  question: Buffer,
  {
    name,
    type,
    answer,
  }: { name: string; type: RecordType | undefined; answer: readonly string[] | 'NXDOMAIN' | 'SERVFAIL' },
): Buffer {
  const records = typeof answer === 'string' || type === undefined ? [] : recordsOf(name, type, answer);
  const head = Buffer.from(question);
  const code = answer === 'NXDOMAIN' ? 3 : answer === 'SERVFAIL' ? 2 : 0;
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...records]);
}

function recordsOf(name: string, type: RecordType, answer: readonly string[]): Buffer[] {
  let owner = name;
  return answer.flatMap((each) => {
    if (each.startsWith('alias:')) {
      const alias = record(owner, 5, nameBytes(each.slice(6)));
      owner = each.slice(6);
      return [alias];
    }
    return (isIP(each) === 6) === (type === 'AAAA') ? [record(owner, codes[type], addressBytes(each))] : [];
  });
}

function record(owner: string, code: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(code, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.byteLength, 8);
  return Buffer.concat([nameBytes(owner), fixed, data]);
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'ascii')])),
    Buffer.from([0]),
  ]);

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [left = '', right] = address
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    })
    .split('::');
  const groups = (part: string | undefined): number[] =>
    part === undefined || part === '' ? [] : part.split(':').map((group) => parseInt(group, 16));
  const [head, tail] = [groups(left), groups(right)];
  const all = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  const bytes = Buffer.alloc(16);
  all.forEach((group, index) => bytes.writeUInt16BE(group, index * 2));
  return bytes;
}
