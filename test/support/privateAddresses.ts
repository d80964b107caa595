/**
 * Addresses by which a program can be led into its own machine or network. The list needs no test runner, so that plain
 * Node.js, a network namespace and the editor can use it.
 */
export interface PrivateAddress {
  name: string;
  /** Address to request. */
  url: (places: TrapPlaces) => string;
}

export interface TrapPlaces {
  /** Port of servers on 127.0.0.1 and ::1 that must not be reached. */
  trapPort: number;
  /** Address `http://HOST:PORT` of a host that may be requested, and answers as `redirectOf` says. */
  entry: string;
}

/**
 * Answer of the host at the entry to a request for `target` (path and query); undefined if it has no such page.
 * `/chain?to=on&to=on&to=X` leads over itself twice, and then to X.
 */
export function redirectOf(target: string): { status: number; location: string } | undefined {
  const { pathname, searchParams } = new URL(target, 'http://entry/');
  const [next, ...rest] = searchParams.getAll('to');
  if (pathname !== '/chain' || next === undefined) return undefined;
  const status = Number(searchParams.get('status') ?? 302);
  return { status, location: rest.length === 0 ? next : chain('', rest, status) };
}

function chain(entry: string, to: readonly string[], status: number): string {
  return `${entry}/chain?${[`status=${status}`, ...to.map((each) => `to=${encodeURIComponent(each)}`)].join('&')}`;
}

/** Spellings of this machine. */
const thisMachine = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.0.0.2',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7F.0x0.0x0.0x1',
    '0x7f.1',
    '0177.0.0.1',
    '0177.0.0.01',
    '017700000001',
    '127.0.0.1.',
    '127.1.',
  ],
  ...[
    '0.0.0.0',
    '0',
    '0x0',
    '00',
    '0.0',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '１２７.0.0.1',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '０ｘ７ｆ.1',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::FFFF:0.0.0.0]',
    '[::ffff:0:7f00:1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...[
    'localhost',
    'localhost.',
    'LOCALHOST',
    'LocalHost.',
    'a.localhost',
    'a.b.LOCALHOST.',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
    'localhost.localdomain',
    'ip6-localhost',
  ],
];

/** Places beside this machine: private networks, metadata services, tunnels into them, what no public host has. */
const beside = [
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '10.1',
    '0xa.1',
    '012.0.0.1',
    '167772161',
    '172.16.0.1',
    '172.31.255.255',
    '0xac.0x10.1',
    '192.168.0.1',
    '192.168.257',
    '3232235521',
    '0300.0250.0.1',
  ],
  ...[
    '169.254.169.254',
    '169.254.43518',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.169.254.',
    '169.254.170.2',
    '168.63.129.16',
    '100.64.0.1',
    '100.100.100.200',
    '[fd00:ec2::254]',
    '[fc00::1]',
    '[fdff::1]',
  ],
  ...[
    '[fe80::1]',
    '[febf::1]',
    '[fe80::1%25lo]',
    '[fe80::1%lo]',
    '[::1%25lo]',
    '[fec0::1]',
    '224.0.0.1',
    '239.255.255.250',
    '255.255.255.255',
    '240.0.0.1',
    '0.1.2.3',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
  ],
  ...[
    '[ff02::1]',
    '[ff05::2]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[100::1]',
    '[5f00::1]',
    '[4000::1]',
    '[1::1]',
    '[2001:2::1]',
    '[2001:10::1]',
    '[2001:20::1]',
  ],
  // IPv4 that is wrapped up: mapped, NAT64, 6to4, Teredo (by the server and by the client, which is written inverted), ISATAP
  ...[
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::10.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2002:a00:1::a00:1]',
  ],
  ...[
    '[2001::1]',
    '[2001:0:7f00:1::]',
    '[2001:0:5db8:d822:0:0:80ff:fffe]',
    '[fe80::5efe:127.0.0.1]',
    '[2606:2800:220:1:0:5efe:7f00:1]',
    '[2606:2800:220:1:200:5efe:10.0.0.1]',
    '[2606:2800:220:1:0:5efe:a9fe:a9fe]',
  ],
  ...[
    'intranet',
    'router.',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'printer.local',
    'nas.lan',
    'wiki.intranet',
    'fritz.home.arpa',
    'x.onion',
  ],
];

/** Spellings of places that are no business of a debate. */
export const privateHosts: readonly string[] = [...thisMachine, ...beside];

/** Addresses that look like one host and lead to another, or leave http altogether. */
const tricks: readonly [name: string, url: (port: number) => string][] = [
  ['a user name like a host', (port) => `http://example.com@127.0.0.1:${port}/`],
  ['a user name and password like a host and port', (port) => `http://example.com:80@127.0.0.1:${port}/`],
  ['an empty user name', (port) => `http://@127.0.0.1:${port}/`],
  ['a backslash before @', (port) => `http://127.0.0.1:${port}\\@example.com/`],
  ['a backslash after a host', (port) => `http://example.com\\@127.0.0.1:${port}/`],
  ['a fragment before @', (port) => `http://127.0.0.1:${port}#@example.com/`],
  ['a query before @', (port) => `http://127.0.0.1:${port}?@example.com/`],
  ['a tab within', (port) => `http://127.0.\t0.1:${port}/`],
  ['a line break within', (port) => `http://127.0.0.1\n:${port}/`],
  ['no slashes', (port) => `http:127.0.0.1:${port}/`],
  ['too many slashes', (port) => `http:////127.0.0.1:${port}/`],
  ['backslashes for slashes', (port) => `http:\\\\127.0.0.1:${port}\\`],
  ['a scheme in capitals', (port) => `HTTP://127.0.0.1:${port}/`],
  ['space around it', (port) => ` http://127.0.0.1:${port}/ `],
  ['a zero-width space', (port) => `http://127.0.0.1\u200b:${port}/`],
  ['a soft hyphen', (port) => `http://local\u00adhost:${port}/`],
  ['no scheme', (port) => `//127.0.0.1:${port}/`],
  ['view-source', (port) => `view-source:http://127.0.0.1:${port}/`],
  ['blob', (port) => `blob:http://127.0.0.1:${port}/x`],
  ['ftp', (port) => `ftp://127.0.0.1:${port}/`],
  ['gopher', (port) => `gopher://127.0.0.1:${port}/_GET%20/`],
  ['ws', (port) => `ws://127.0.0.1:${port}/`],
  ['file', () => 'file:///etc/hostname'],
  ['file with a host', () => 'file://127.0.0.1/etc/hostname'],
  ['data', () => 'data:text/plain,secret'],
  ['javascript', (port) => `javascript:fetch("http://127.0.0.1:${port}/")`],
  ['another port of a public host', () => 'http://93.184.216.34:22/'],
  ['a port beyond the last', () => 'http://93.184.216.34:65616/'],
];

/** Redirects of a permitted host; each is for a form that is resolved in its own way. */
const redirects: readonly [name: string, status: number, to: (port: number) => readonly string[]][] = [
  ...[301, 302, 303, 307, 308].map((status): [string, number, (port: number) => string[]] => [
    `${status} to this machine`,
    status,
    (port) => [`http://127.0.0.1:${port}/`],
  ]),
  ['without a scheme', 302, (port) => [`//127.0.0.1:${port}/`]],
  ['with backslashes', 302, (port) => [`\\\\127.0.0.1:${port}\\`]],
  ['over two more hops', 302, (port) => ['on', 'on', `http://127.0.0.1:${port}/`]],
  ['at the last of five hops', 307, (port) => ['on', 'on', 'on', 'on', `http://127.0.0.1:${port}/`]],
  ['to https', 301, (port) => [`https://127.0.0.1:${port}/`]],
  ['with a user name', 302, (port) => [`http://example.com@127.0.0.1:${port}/`]],
  ['to a file', 302, () => ['file:///etc/hostname']],
  ['to data', 302, () => ['data:text/plain,secret']],
  ['to gopher', 302, (port) => [`gopher://127.0.0.1:${port}/_`]],
  ...[
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '0.0.0.0',
    '0',
    '%31%32%37.0.0.1',
    '%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    'localhost',
    'LocalHost.',
    'x.localhost',
  ].map((host): [string, number, (port: number) => string[]] => [
    `to ${host}`,
    302,
    (port) => [`http://${host}:${port}/`],
  ]),
  ...[
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '2852039166',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    'metadata.google.internal',
  ].map((host): [string, number, () => string[]] => [`to ${host}`, 302, () => [`http://${host}/latest/meta-data/`]]),
];

/** All of them must be refused, and nothing sent to where they lead. */
export const privateAddresses: readonly PrivateAddress[] = [
  ...thisMachine.map((host): PrivateAddress => ({
    name: `this machine as ${host}`,
    url: ({ trapPort }) => `http://${host}:${trapPort}/`,
  })),
  ...thisMachine.map((host): PrivateAddress => ({
    name: `this machine as ${host}, encrypted`,
    url: ({ trapPort }) => `https://${host}:${trapPort}/`,
  })),
  ...beside.map((host): PrivateAddress => ({ name: host, url: () => `http://${host}/latest/meta-data/` })),
  ...tricks.map(([name, url]): PrivateAddress => ({ name, url: ({ trapPort }) => url(trapPort) })),
  ...redirects.map(([name, status, to]): PrivateAddress => ({
    name: `redirect ${name}`,
    url: ({ entry, trapPort }) => chain(entry, to(trapPort), status),
  })),
];
