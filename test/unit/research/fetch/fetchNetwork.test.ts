import { execFile, execFileSync } from 'node:child_process';
import { platform } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../../support/bundle';
import type { Findings } from '../../../support/network/plan';
import { privateAddresses } from '../../../support/privateAddresses';

/** Why this machine cannot make networks of its own; undefined where it can. */
function whyNoNetworks(): string | undefined {
  if (platform() !== 'linux') return 'network namespaces are a thing of Linux';
  if (process.getuid?.() !== 0) return 'only root can make network namespaces';
  try {
    execFileSync('unshare', ['--net', 'ip', 'link', 'add', 'rostrum-a', 'type', 'veth', 'peer', 'name', 'rostrum-b'], {
      stdio: 'pipe',
    });
    return undefined;
  } catch (error) {
    return `unshare and ip cannot make a network here (${error instanceof Error ? error.message.trim() : String(error)})`;
  }
}

const why = whyNoNetworks();
if (why !== undefined) console.warn(`The tests in a network of their own are skipped: ${why}.`);

// Two machines, each a namespace that is gone with its process: one that fetches, whose private addresses are all traps, and one with
// public addresses, its ports 80 and 443, and the name server.
describe.skipIf(why !== undefined)('in a network of its own', () => {
  it('reaches public hosts, and no private address, on real sockets and the ports of the web', async () => {
    const [inside, outside] = await Promise.all([
      bundle('test/support/network/inside.ts'),
      bundle('test/support/network/outside.ts'),
    ]);
    const { stdout } = await promisify(execFile)('unshare', ['--net', process.execPath, inside, outside], {
      timeout: 110_000,
    });
    const findings = JSON.parse(stdout) as Findings;

    const refused = Object.fromEntries(privateAddresses.map(({ name }) => [name, 'refused']));
    expect(findings.refusals).toEqual(refused);
    expect(findings.refusalsByProxy).toEqual(refused);
    expect(findings.trapped).toBe(0);
    // The traps stand where they should: whoever checks nothing falls into them.
    expect(findings.trappedUnguarded).toBeGreaterThan(60);
    // The proxy was asked for public addresses alone, never for a name.
    expect(findings.proxyAsked.sort()).toEqual(['CONNECT 93.184.216.34:443', 'CONNECT 93.184.216.34:80']);
    // Of the host whose name turns private, nothing but its rules was ever asked.
    const hosts = ['site.example', 'alias.example', '93.184.216.34'].flatMap((host) => [
      `${host} /robots.txt`,
      `${host} /page`,
    ]);
    expect(findings.seen.sort()).toEqual(
      [...hosts, 'entry.example /robots.txt', 'entry.example /chain', 'turning.example /robots.txt'].sort(),
    );

    expect(findings.cases).toEqual({
      http: 'site.example in public',
      https: 'site.example in public',
      address: '93.184.216.34 in public',
      alias: 'alias.example in public',
      redirect: 'site.example in public',
      nobody: 'no_host',
      'wrong name': 'tls',
      distrusted: 'tls',
      ...Object.fromEntries(
        [
          'private',
          'six',
          'mixed',
          'mixed-six',
          'alias-in',
          'metadata',
          'turning',
          'redirect to private',
          'redirect to mixed',
          'redirect to turning',
        ].map((name) => [name, 'refused']),
      ),
      'http by proxy': 'site.example in public by proxy',
      'https by proxy': 'site.example in public by proxy',
      'private by proxy': 'refused',
      'mixed by proxy': 'refused',
      'turning by proxy': 'refused',
      cut: 'failed',
      'cut, by address': 'failed',
      mended: 'site.example in public',
    });
  });
});
