/** A host that does not exist, and must never be requested. */
export const hostileHost = 'rostrum-hostile.test';

const address = (path: string): string => `https://${hostileHost}/${path}`;

/** Visible effects if any text of a log ran: a dialogue, a file, a request, a page that leads elsewhere. */
export const hostileTexts: Readonly<Record<string, string>> = {
  script: `<script>alert('ran')</script><script src="${address('s.js')}"></script>`,
  handlers: `<img src="${address('i.png')}" onerror="alert('ran')"><svg/onload=alert('ran')><b onmouseover="alert('ran')">here</b>`,
  frames: `<iframe src="${address('f')}"></iframe><object data="${address('o')}"></object><embed src="${address('e')}">`,
  page: `<base href="${address('')}"><meta http-equiv="refresh" content="0;url=${address('m')}"><link rel="stylesheet" href="${address('c.css')}">`,
  style: `<style>@import "${address('c.css')}"; body { display: none }</style></style></script></template></pre></article>`,
  form: `<form action="${address('form')}"><input name="q" autofocus onfocus="alert('ran')"><button>Resume</button></form>`,
  pictures: `![a picture](${address('p.png')}) ![data](data:image/svg+xml;base64,PHN2Zy8+) ![file](file:///etc/passwd)`,
  links: [
    `[one](javascript:alert('ran')) [two](JaVaScRiPt:alert('ran')) [three](command:workbench.action.files.newUntitledFile)`,
    `[four](vscode://rostrum.rostrum/debate?folder=/etc) [five](file:///etc/passwd) [six](data:text/html,<script>alert('ran')</script>)`,
    `[seven](vbscript:x) [eight](//${hostileHost}/x) <javascript:alert('ran')> <command:workbench.action.files.newUntitledFile>`,
  ].join('\n'),
  references: `[a]\n\n[a]: javascript:alert('ran') "title"\n\n[b]: ${address('r')} "r"\n`,
  nested: `${'> '.repeat(4_000)}deep ${'['.repeat(4_000)}x${']'.repeat(4_000)}`,
  lists: Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`).join('\n'),
  stars: `${'*a_'.repeat(15_000)} ${'`'.repeat(9_999)}`,
  table: `|${'a|'.repeat(900)}\n|${'-|'.repeat(900)}\n${`|${'b|'.repeat(900)}\n`.repeat(20)}`,
  controls:
    'Left \u202etfel\u202c \u2066isolated\u2069 bell \u0007 escape \u001b[31m zero\u200bwidth null \u0000 line\u2028separator lone \ud800 tag \u{e0041}',
  entities:
    '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62; %3Cscript%3E \\u003cscript\\u003e',
};

/** Addresses of sources that lead nowhere. */
const hostileSources = [
  "javascript:alert('ran')",
  'command:workbench.action.files.newUntitledFile',
  'file:///etc/passwd',
  'data:text/html,<script>alert(1)</script>',
  'vscode://rostrum.rostrum/debate?folder=/etc',
  'workspace:../../../../etc/passwd#L1',
  'workspace:%2e%2e/%2e%2e/etc/passwd#L1',
  'workspace:/etc/passwd',
  '\\\\share\\secret',
].map((url, index) => ({
  url,
  title: `<b>title ${index}</b> \u202egnp.exe`,
  accessed: '2026-03-01',
  quote: "<img src=x onerror=alert('ran')>",
  claim: '[x](command:y)',
}));

const time = '2026-03-01T10:00:00.000Z';
const entry = (fields: object): string =>
  JSON.stringify({ timestamp: time, phase: 'rebuttal', speaker: 'ada', type: 'new_point', content: '', ...fields });

export const hostileTopic = '<img src=x onerror=alert(1)> [run](command:x) \u202eevil $(trash) topic';

const setup = (seq: number): string =>
  entry({
    seq,
    phase: 'system',
    speaker: 'chair',
    type: 'setup',
    content: '<script>alert(1)</script>',
    data: {
      record_version: 1,
      engine_version: '<b>0</b>',
      topic: hostileTopic,
      format: 'panel',
      models: { chair: '<i>m</i>' },
      provider: 'offline',
      debaters: ['ada', 'bob'].map((name) => ({
        name,
        persona: `<img src=x onerror=alert(1)> ${name}`,
        starting_position: '[p](javascript:x)',
        incentives: '\u202ex',
        model: '<u>',
      })),
      limits: { min_rounds: 1, max_rounds: 2, time_budget_minutes: 30, budget_usd: null },
      evidence: { root: '/etc', files: [{ path: '../../etc/passwd', bytes: 1, sha256: '0'.repeat(64) }] },
      prompts: {},
    },
  });

/** A malicious log, and the parts of it that must be visible. */
export interface HostileLog {
  readonly text: string;
  /** Texts of the plain entries between the others. */
  readonly plain: readonly string[];
  /** Lines that are no entries. */
  readonly raw: readonly string[];
}

const rawLines = [
  'this is no JSON',
  '{"seq":',
  '[]',
  'null',
  '42',
  '"text"',
  '{"seq":"one","content":"<script>alert(1)</script>"}',
  '\u0001\u0002<b>\u0003',
  '{"__proto__":{"seq":1}}',
];

export function hostileLog(): HostileLog {
  const lines = [setup(0)];
  const plain: string[] = [];
  let seq = 0;
  const put = (name: string, fields: object): void => {
    seq += 1;
    lines.push(entry({ seq, ...fields }));
    seq += 1;
    const words = `Plain words after ${name}.`;
    plain.push(words);
    lines.push(entry({ seq, speaker: 'bob', content: words }));
  };
  for (const [name, content] of Object.entries(hostileTexts)) put(name, { content });
  put('sources', { content: 'Look at these.', sources: hostileSources });
  put('an unknown type', {
    type: '<b>dance</b>',
    speaker: '<i>\u202enobody</i>',
    phase: 'elsewhere',
    content: 'Unknown.',
    data: { __proto__: 1, constructor: 2 },
  });
  put('bad data', {
    type: 'conclusion',
    speaker: 'chair',
    phase: 'system',
    content: 'No outcome.',
    data: { outcome: 7 },
  });
  put('a reference to nothing', {
    type: 'redaction',
    speaker: 'chair',
    phase: 'system',
    content: 'REDACTED: seq 99999.',
    target_seq: 99_999,
    data: {},
  });
  put('a large entry', { content: `<b>${'All work and no play. '.repeat(46_000)}`.slice(0, 1_040_000) });
  for (const raw of rawLines) lines.push(raw);
  // Seqs that are doubled, out of order, and far too high.
  lines.push(
    entry({ seq: 3, content: 'A second entry of this number.' }),
    entry({ seq: seq + 500, content: 'Far ahead.' }),
    entry({ seq: 9_007_199_254_740_991, content: 'The last number.' }),
  );
  plain.push('A second entry of this number.', 'Far ahead.', 'The last number.');
  return {
    text: lines.map((line, index) => `${line}${index % 2 === 0 ? '\r\n' : '\n'}`).join(''),
    plain,
    raw: rawLines,
  };
}
