import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listening } from '../../support/listening';
import { pdfFile } from '../../support/pdfFile';
import { rostrumProgram } from '../../support/rostrum';

let program = '';
beforeAll(async () => {
  program = await rostrumProgram();
});

type Answer = Record<string, unknown> & { id: unknown; error?: { code: string; message: string } };

/** What the command answers to these lines, and how it ends. */
async function checkQuote(lines: Iterable<string>, args: readonly string[] = [], web = ['--no-web']) {
  const child = spawn(process.execPath, [program, 'check-quote', ...web, ...args]);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  for (const line of lines) child.stdin.write(line);
  child.stdin.end();
  const code = await ended;
  return {
    code,
    out,
    err,
    answers: out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Answer])),
  };
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const text = 'Once it was new. The lamp burns 900 watts, day and night.';

describe('rostrum check-quote', () => {
  it('answers a line with a line, in their order, with the checks of the Verifier', async () => {
    const { code, answers } = await checkQuote([
      line({ id: 1, quote: 'The lamp burns 900 watts', text }),
      line({ id: 'b', claim: 'The lamp burns 1,200 watts.', text }),
      line({ quote: 'The lamp burned 900 watts', text }),
      line({ id: 4, claim: 'The lamp burns 900 watts', quote: 'The lamp burns 900 watts', html: `<p>${text}</p>` }),
    ]);
    expect(code).toBe(0);
    expect(answers).toMatchObject([
      { id: 1, exists: 'pass', quote: 'pass', part: 'body', passage: { start: 17, end: 41 }, surroundings: text },
      { id: 'b', quote: 'not_applicable', figures: 'fail', status: 'unverified', passage: null },
      { id: null, quote: 'fail', status: 'unreliable', differences: [{ quoted: 'burned', found: 'burns' }] },
      { id: 4, quote: 'pass', support: 'same', status: 'verified' },
    ]);
    for (const { ms } of answers) expect(ms).toBeTypeOf('number');
  });

  it('writes nothing that a terminal obeys', async () => {
    const odd = 'The lamp \u202eburns\u009b31m 900 watts';
    const { out, answers } = await checkQuote([line({ quote: odd, text: `${odd}.` })]);
    expect(out).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/);
    expect(JSON.stringify(answers)).toContain('\u202e');
  });

  it('answers a bad line with its error and loses no other; the command then ends with 1', async () => {
    const { code, err, answers } = await checkQuote([
      'no json\n',
      line({ id: 2, quote: 'The lamp burns 900 watts' }),
      line({ id: 3, quote: 5, text }),
      line({ id: 4, text }),
      '\n',
      line({ id: 5, quote: 'The lamp burns 900 watts', url: 'https://a.example/' }),
      line({ id: 6, quote: 'The lamp burns 900 watts', pdf: '???' }),
      line({ id: 7, quote: 'The lamp burns 900 watts', text }).trimEnd(),
    ]);
    expect(code).toBe(1);
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, 'bad_line'],
      [2, 'bad_line'],
      [3, 'bad_line'],
      [4, 'bad_line'],
      [5, 'not_allowed'],
      [6, 'bad_line'],
      [7, undefined],
    ]);
    expect(err).toContain('6 of the lines had an error.');
  });

  it('reads files below the root, and no others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rostrum-check-quote-'));
    const root = join(folder, 'root');
    await mkdir(root);
    await writeFile(join(folder, 'secret.txt'), text);
    await writeFile(join(root, 'a.txt'), `First.\n${text}`);
    await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'));
    const quote = 'The lamp burns 900 watts';
    const files = [
      'a.txt',
      'a.txt#L2',
      'a.txt#L1',
      '../secret.txt',
      'link.txt',
      join(folder, 'secret.txt'),
      'gone.txt',
    ];
    const lines = files.map((file) => line({ id: file, quote, file }));
    const { answers } = await checkQuote(lines, ['--root', root]);
    expect(answers.map((answer) => answer.error?.code ?? [answer['exists'], answer['quote']])).toEqual([
      ['pass', 'pass'],
      ['pass', 'pass'],
      ['pass', 'fail'],
      'outside',
      'outside',
      'outside',
      ['not_judged', 'not_judged'],
    ]);
    const rootless = await checkQuote(lines.slice(0, 1));
    expect(rootless.answers).toMatchObject([{ error: { code: 'not_allowed' } }]);
  });

  it('reads documents and files of markup as the Verifier does, a document of many lines once', async () => {
    const root = await mkdtemp(join(tmpdir(), 'rostrum-check-quote-'));
    const body = pdfFile({ pages: [[text], ['It was sold in May of that year.']] });
    await writeFile(join(root, 'a.pdf'), body);
    await writeFile(join(root, 'a.html'), `<p>Once it was <a class="popup">new</a>.</p>\n<p>${text}</p>`);
    const pdf = Buffer.from(body).toString('base64');
    const quote = 'The lamp burns 900 watts';
    const { answers } = await checkQuote(
      [
        ...Array.from({ length: 20 }, (_, id) => line({ id, quote, pdf })),
        line({ id: 'page', quote, file: 'a.pdf#page=1' }),
        line({ id: 'other page', quote, file: 'a.pdf#page=2' }),
        line({ id: 'markup', quote: 'Once it was new. Once it was new.', file: 'a.html' }),
        line({ id: 'damaged', quote, pdf: pdf.slice(0, 400) }),
        line({ id: 'none', quote, pdf: Buffer.from('no document').toString('base64') }),
      ],
      ['--root', root],
    );
    expect(answers.slice(0, 20).map((answer) => answer['status'])).toEqual(Array(20).fill('verified'));
    expect(answers.slice(20)).toMatchObject([
      { id: 'page', quote: 'pass', surroundings: expect.stringContaining('day and night.') as string },
      {
        id: 'other page',
        quote: 'fail',
        notes: { quote: expect.stringContaining('The quotation stands on page 1') as string },
      },
      { id: 'markup', quote: 'pass', surroundings: `Once it was new.\n\n${text}` },
      { id: 'damaged', exists: 'not_judged', status: 'unverified' },
      { id: 'none', exists: 'not_judged', status: 'unverified' },
    ]);
  });

  it('fetches pages and documents through the safe fetch', async () => {
    const document = pdfFile({ pages: [[text]] });
    const server = createServer(({ url }, response) => {
      if (url === '/a.pdf') response.setHeader('content-type', 'application/pdf').end(document);
      else if (url === '/broken.pdf') response.setHeader('content-type', 'application/pdf').end('%PDF-1.4');
      else if (url === '/page')
        response.setHeader('content-type', 'text/html').end(`<article><p>${text}</p></article>`);
      else response.writeHead(url === '/robots.txt' ? 404 : 500).end();
    });
    const { url: origin, place, close } = await listening(server);
    const urls = ['/page', '/a.pdf', '/a.pdf#page=1', '/broken.pdf', '/failing'].map((path) => `${origin}${path}`);
    const quote = 'The lamp burns 900 watts';
    const { answers } = await checkQuote(
      [...urls, 'http://127.0.0.1:1/', 'ftp://a.example/', ''].map((url) => line({ quote, url })),
      ['--allow-host', place, '--archive', 'off'],
      [],
    );
    await close();
    expect(answers.map((answer) => answer.error?.code ?? answer['status'])).toEqual([
      ...['verified', 'verified', 'verified', 'unverified', 'unverified'],
      ...['unverified', 'bad_line', 'bad_line'],
    ]);
    expect(answers[5]).toMatchObject({ notes: { exists: expect.stringContaining('or by --allow-host') as string } });
  });

  it('accuses nobody where there is no text, and reads a line behind a byte order mark', async () => {
    const quote = 'The lamp burns 900 watts';
    const { answers } = await checkQuote([
      line({ quote, text: '' }),
      line({ quote, html: '<p> </p>' }),
      `\ufeff${line({ quote, text })}`,
      line({ id: 4, quote: 5, text }),
    ]);
    expect(answers.map((answer) => answer.error?.message ?? answer['status'])).toEqual([
      ...['unverified', 'unverified', 'verified', 'quote: Invalid input: expected string, received number.'],
    ]);
  });

  it('takes lines however they are cut into pieces, also within a character', async () => {
    const whole = line({
      id: 1,
      quote: 'Die Brücke trägt nichts mehr',
      text: 'Die Brücke trägt nichts mehr, sagt er.',
    });
    const bytes = Buffer.from(whole.repeat(50));
    const child = spawn(process.execPath, [program, 'check-quote', '--no-web']);
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    for (let at = 0; at < bytes.length; at += 7) child.stdin.write(bytes.subarray(at, at + 7));
    child.stdin.end();
    await new Promise((done) => child.once('close', done));
    const answers = out
      .trim()
      .split('\n')
      .map((answer) => JSON.parse(answer) as Answer);
    expect(answers).toHaveLength(50);
    expect(answers.every((answer) => answer['quote'] === 'pass')).toBe(true);
  });

  it('ends with 2 where it is not used as it is meant', async () => {
    expect((await checkQuote([], ['lines.jsonl'])).code).toBe(2);
    expect((await checkQuote([], ['--rot', '.'])).code).toBe(2);
    expect((await checkQuote([], ['--root', join(program, 'none')])).code).toBe(2);
  });
});
