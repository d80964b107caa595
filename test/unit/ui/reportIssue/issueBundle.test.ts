import { describe, expect, it } from 'vitest';
import { issueBundle, type IssueFacts, privateWords, reportedDebate } from '../../../../src/ui/reportIssue/issueBundle';
import { redact, type Private } from '../../../../src/ui/reportIssue/redact';
import { logIn } from '../../../support/logs';
import { ReportRecord } from '../../../support/reportRecord';
import { tempFolder, writeFiles } from '../../../support/tempFolder';

const nothing: Private = { folders: [], names: [], texts: [], mask: (text) => text };
const facts: IssueFacts = { versions: [['Rostrum', '0.1.0']], settings: {}, debate: undefined, log: [] };

const someDebate = 'A debate of two.';

/** Assembled, so that no scanner takes this file for a leak. */
const planted = {
  anthropic: ['sk', 'ant', 'api03-AbCdEfGh12345678IjKlMnOp'].join('-'),
  openai: ['sk', 'proj', 'Zx81mQ7aK20pLw93'].join('-'),
  github: `ghp_AbCdEf123456AbCdEf123456AbCdEf123456`,
  jwt: ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJlLXNpZ25hdHVyZQ'].join('.'),
  bearer: 'tok.9f8e7d6c5b4a',
  random: 'q7Zk2Wp9Xv4Lm8Rt1Yb6Nc3',
};

describe('redaction', () => {
  it('takes out keys and tokens in whatever stands around them', () => {
    const text = [
      `key ${planted.anthropic} used`,
      `{"apiKey":"${planted.openai}"}`,
      `Authorization: Bearer ${planted.bearer}`,
      `curl -H 'x-api-key: abc-def-1' https://u:p4ss@host.example/p?token=${planted.random}&a=1`,
      `https://host.example/?sig=${planted.random}`,
      `remote ${planted.github}, ${planted.jwt}`,
      `ANTHROPIC_API_KEY=short1 password = hunter2! secret: "x y"`,
      `blob ${planted.random}`,
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----',
      'mail jane.doe+x@mail.example.org',
    ].join('\n');
    const safe = redact(text, nothing);
    for (const secret of [...Object.values(planted), 'p4ss', 'abc-def-1', 'short1', 'hunter2', 'MIIEow', 'jane.doe']) {
      expect(safe, secret).not.toContain(secret);
    }
    expect(safe).toContain('host.example/p?token=');
    expect(safe.split('\n')[0]).toBe('key <key> used');
  });

  it('leaves words, hashes, versions, times and step ids as they are', () => {
    const text = `r2/turn/sre verify/12 2026-11-20T13:05:53.591Z ${'0123456789abcdef'.repeat(4)} the tokens: 12 in, 4 out, Node.js 24.15.0 task-runner-for-the-evidence`;
    expect(redact(text, nothing)).toBe(text);
  });

  it('puts placeholders for folders, in every spelling', () => {
    const secret: Private = {
      ...nothing,
      folders: [
        { path: '/home/jane', placeholder: '~' },
        { path: '/home/jane/my project', placeholder: '<workspace>' },
        { path: 'C:\\Users\\Jane\\work', placeholder: '<workspace 2>' },
      ],
    };
    const safe = redact(
      [
        '/home/jane/my project/output/1',
        'file:///home/jane/my%20project/a.md',
        'rostrum-snapshot:/a?folder%3D%2Fhome%2Fjane%2Fmy%20project%2Foutput',
        '/home/jane/notes.txt and /home/janet/x',
        'c:\\users\\jane\\work\\a.md',
        '"C:\\\\Users\\\\Jane\\\\work\\\\a.md"',
        'file:///c%3A/Users/Jane/work/a.md',
        'D:\\Users\\bob\\x /Users/alice/y',
      ].join('\n'),
      secret,
    );
    expect(safe).not.toMatch(/jane|bob|alice|my project|my%20project/i);
    expect(safe.split('\n')[0]).toBe('<workspace>/output/1');
    expect(safe.split('\n')[3]).toBe('~/notes.txt and ~/x');
    expect(safe.split('\n')[5]).toBe('"<workspace 2>\\\\a.md"');
  });

  it('takes out names, as whole words only', () => {
    const secret = {
      ...nothing,
      names: [
        { name: 'box-7', placeholder: '<machine>' },
        { name: 'edi', placeholder: '<user>' },
      ],
    };
    expect(redact('on box-7, box-77: edited', secret)).toBe('on <machine>, box-77: edited');
  });

  it('takes out texts of the debate, also re-wrapped', () => {
    const topic = 'Should the (new) gateway go?';
    const secret = { ...nothing, texts: [topic, 'short'] };
    expect(redact(`Error: “${topic}” is no sentence`, secret)).toBe('Error: “<text>” is no sentence');
    expect(redact(topic.replaceAll(' ', '\n  '), secret)).toBe('<text>');
    expect(redact('a short text', secret)).toBe('a short text');
    expect(redact('in output/20261104T100000Z-should-the-new-gateway-go/lock.1', nothing)).toBe(
      'in output/20261104T100000Z-<topic>/lock.1',
    );
  });

  it('takes out paths that nobody named beforehand, and nothing that is none', () => {
    const paths = [
      '/mnt/My Disk/acme/x.md',
      '/etc',
      '/srv/acme/a.md:3',
      'file:///srv/acme',
      'E:\\acme\\x',
      '\\\\acme\\share\\x',
      'folder%3D%2Fsrv%2Facme%2Fx',
    ];
    for (const path of paths)
      expect(redact(`ENOENT: no such file, open ${path}`, nothing), path).not.toMatch(/acme|Disk|\/etc/);
    for (const text of [
      'r2/turn/sre verify/12 and/or 1 / 2',
      'https://host.example/a/b',
      '<debate>/lock.1 ~/x',
      'application/json, 24/7',
    ])
      expect(redact(text, nothing)).toBe(text);
  });
});

describe('the report', () => {
  it('holds versions and settings, but no value of one that sounds secret', () => {
    const text = issueBundle(
      { ...facts, settings: { provider: 'offline', apiKey: 'plain-words', 'headers.extra': 'x' } },
      nothing,
    );
    expect(text).toContain('| Rostrum | 0.1.0 |');
    expect(text).toContain('| rostrum.provider | "offline" |');
    expect(text).not.toContain('plain-words');
    expect(issueBundle({ ...facts, settings: { outputDirectory: 'acme-deals' } }, nothing)).toContain(
      '| rostrum.outputDirectory | (set, not shown) |',
    );
    expect(text).toContain('| rostrum.headers.extra | (set, not shown) |');
  });

  it('holds the end of the log without quotations, in a fence that no line closes', () => {
    const log = [
      ...Array.from({ length: 500 }, (_, index) => `line ${index}`),
      '``` out',
      'refused: “that is what the debater said here”',
      'x'.repeat(5_000),
    ];
    const text = issueBundle({ ...facts, debate: someDebate, log }, nothing);
    expect(text).not.toContain('line 1\n');
    expect(text).toContain('line 499');
    expect(text).not.toContain('what the debater said');
    expect(text.match(/```/g)).toHaveLength(2);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(600);
  });

  it('leaves words of the log out where no debate is named, and keeps times, levels, codes and our own lines', () => {
    const log = [
      '2026-11-20 10:00:00.000 [info] Activated in 12.5 ms.',
      '2026-11-20 10:00:01.000 [warning] /w/output/1: Should we buy Acme? TypeError, EACCES, ELEPHANT',
      'Acme is a wreck',
    ];
    const text = issueBundle({ ...facts, log }, nothing);
    expect(text).toContain('[info] Activated in 12.5 ms.');
    expect(text).toContain('10:00:01.000 [warning] TypeError EACCES (words left out)');
    expect(text).not.toMatch(/Acme|ELEPHANT/);
  });

  it('tells of a debate by counts, ids and codes: none of its words, no machine', async () => {
    const folder = tempFolder();
    const record = new ReportRecord();
    const url = 'workspace:telling-name.md#L1';
    record.setup({
      evidence: { root: '/home/jane/evidence', files: [{ path: 'telling-name.md', bytes: 1, sha256: 'a'.repeat(64) }] },
    });
    const words = `The words of the debater, with a key ${planted.anthropic} in them.`;
    record.add({
      speaker: 'sre',
      type: 'opening_statement',
      content: words,
      sources: [{ url, title: 'Secret title', accessed: '2026-11-04', quote: 'quoted words' }],
    });
    record.verify(1, url, 'fabricated');
    record.strike(1, 'sre', 'It was invented.');
    const broken = `{"seq":4,"content":"half a line of the debate`;
    const lease = {
      pid: 4711,
      nonce: 'n',
      host: 'box-7',
      since: '2026-11-04T10:00:00Z',
      program: 'rostrum 0.1.0',
      released: 'paused',
      reason: 'jane paused it',
    };
    writeFiles(folder, { 'debate-log.jsonl': `${record.lines.join('')}${broken}\n`, 'lock.1': JSON.stringify(lease) });
    const log = await logIn(folder);
    const debate = await reportedDebate(log);
    const secret: Private = { folders: [{ path: folder, placeholder: '<debate>' }], names: [], ...privateWords(log) };
    const text = issueBundle(
      {
        ...facts,
        debate,
        log: [
          `[error] in ${folder}: ${words}`,
          `of it: ${words.slice(4, 48)}`,
          'topic Should we move the monolith to Kubernetes?',
        ],
      },
      secret,
    );
    expect(text).toContain('| format, provider | panel, claude-opus |');
    expect(text).toContain('setup 1, opening_statement 1, verification_result 1, redaction 1');
    expect(text).toContain('fabricated 1');
    expect(text).toContain('released, epoch 1, by rostrum 0.1.0, since 2026-11-04T10:00:00Z, released paused');
    expect(text).toContain('- line 5: not_json');
    expect(text).toContain('in <debate>: ');
    for (const private_ of [
      'words of the debater',
      'telling',
      'Secret title',
      'quoted words',
      'half a line',
      'box-7',
      '4711',
      'jane',
      'invented',
      'monolith',
      folder,
      'sk-ant',
    ]) {
      expect(text, private_).not.toContain(private_);
    }
  });
});
