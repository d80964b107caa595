import { createServer as createTcp } from 'node:net';
import { createServer } from 'node:http';
import * as zlib from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventLines } from '../../../../src/models/openai/eventLines';
import { anyone, closeServers, failureOf, providerAt, request } from '../../../support/chatServer/chatProvider';
import { listening } from '../../../support/listening';
import { rawServer } from '../../../support/rawServer';

afterEach(closeServers);

const chunk = (delta: object, finish: string | null = null): object => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const usage = { prompt_tokens: 12, completion_tokens: 3 };
const events = [chunk({ content: 'Well ' }), chunk({ content: 'said.' }), chunk({}, 'stop'), { choices: [], usage }];
const eventText = (end = '\n\n'): string =>
  [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}${end}`).join('');
const whole = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'Well said.' }, finish_reason: 'stop' }],
  usage,
});
const said = { parts: [{ type: 'text', text: 'Well said.' }], usage: { input: 12, output: 3 } };

async function replyTo(headers: Record<string, string>, body: Buffer | string): Promise<unknown> {
  const server = await rawServer((_, response) => {
    response.writeHead(200, headers);
    const bytes = Buffer.from(body);
    // In small pieces, so that no mark, line end or character comes whole.
    for (let at = 0; at < bytes.length; at += 3) response.write(bytes.subarray(at, at + 3));
    response.end();
  });
  return await providerAt(`${server.url}/v1`).send(request(), anyone());
}

const plain = (text: string): Buffer => Buffer.from(text);
const codings: [string, (text: string) => Buffer][] = [
  ['gzip', zlib.gzipSync],
  ['x-gzip', zlib.gzipSync],
  ['br', zlib.brotliCompressSync],
  ['deflate', zlib.deflateSync],
  ['Deflate', zlib.deflateRawSync],
  ['deflate, gzip', (text) => zlib.gzipSync(zlib.deflateSync(text))],
  ['', zlib.gzipSync],
  ['gzip', plain],
  ['br', plain],
  ['deflate', plain],
  ['identity', plain],
];

describe('an answer compressed without being asked', () => {
  it.each(codings)('by “%s” is read as a stream, in one piece, and as a refusal', async (coding, coded) => {
    const headers: Record<string, string> = coding === '' ? {} : { 'content-encoding': coding };
    await expect(
      replyTo({ 'content-type': 'text/event-stream', ...headers }, coded(eventText())),
    ).resolves.toMatchObject(said);
    await expect(replyTo({ 'content-type': 'application/json', ...headers }, coded(whole))).resolves.toMatchObject(
      said,
    );
    const server = await rawServer((_, response) => {
      response.writeHead(400, headers).end(coded(JSON.stringify({ error: { message: 'No such thing.' } })));
    });
    const { message } = await failureOf(providerAt(`${server.url}/v1`).send(request(), anyone()));
    expect(message).toContain('No such thing.');
  });

  it('by gzip that breaks off, or is broken, is no answer', async () => {
    const coded = zlib.gzipSync(eventText());
    const headers = { 'content-encoding': 'gzip' };
    const cut = await failureOf(replyTo(headers, coded.subarray(0, coded.length / 2)));
    expect(cut.code).toBe('interrupted');
    const broken = Buffer.from(coded).fill(0xaa, 20);
    expect((await failureOf(replyTo(headers, broken))).code).toBe('malformed');
  });

  it('is read piece by piece', async () => {
    const server = await rawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      const gzip = zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH });
      gzip.pipe(response);
      gzip.write(`data: ${JSON.stringify(events[0])}\n\n`);
    });
    const aborting = new AbortController();
    const heard: string[] = [];
    const watch = {
      signal: aborting.signal,
      onText: (text: string): void => {
        heard.push(text);
        aborting.abort(new Error('enough'));
      },
    };
    await expect(providerAt(`${server.url}/v1`).send(request(), watch)).rejects.toThrow('enough');
    expect(heard).toEqual(['Well ']);
  });

  const isKnown = 'createZstdDecompress' in zlib;
  it.skipIf(isKnown)('by zstd is named where this Node.js cannot read it', async () => {
    const { message, code } = await failureOf(replyTo({}, Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0])));
    expect(code).toBe('bad_request');
    expect(message).toContain('zstd, which needs Node.js 22.15');
  });
});

describe('an answer of another type and form', () => {
  it.each(['\r\r', '\r\n\r\n', '\r', '\n', '\r\n'])('is read with %j after each event', async (end) => {
    await expect(replyTo({ 'content-type': 'text/event-stream' }, eventText(end))).resolves.toMatchObject(said);
  });

  it.each(['application/octet-stream', 'text/plain', 'text/html', 'application/x-ndjson', ''])(
    'is read as what it is under “%s”',
    async (type) => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      await expect(replyTo(headers, whole)).resolves.toMatchObject(said);
      await expect(replyTo(headers, JSON.stringify(JSON.parse(whole), null, 2))).resolves.toMatchObject(said);
      await expect(replyTo(headers, `\uFEFF\n\n${whole}`)).resolves.toMatchObject(said);
      await expect(replyTo(headers, eventText())).resolves.toMatchObject(said);
      await expect(replyTo(headers, `\n: ping\n\n${eventText()}`)).resolves.toMatchObject(said);
      const lines = events.map((event) => JSON.stringify(event)).join('\n');
      await expect(replyTo(headers, lines)).resolves.toMatchObject(said);
    },
  );

  it('is read where an event’s data is written in several lines', async () => {
    const text = events.map((event) => JSON.stringify(event, null, 1).replace(/^/gm, 'data: ')).join('\n\n');
    await expect(replyTo({}, `${text}\n\n`)).resolves.toMatchObject(said);
  });

  it('is read line by line, wherever it is cut', async () => {
    const text = 'data: {"a":1}\r\n\r\ndata: {"a":2}\r\rdata: [1,\rdata: 2]\n\n';
    for (let length = 1; length < text.length; length += 1) {
      const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
        new TextEncoder().encode(text.slice(index * length, (index + 1) * length)),
      );
      let out = '';
      const given = (async function* () {
        for (const piece of pieces) yield await Promise.resolve(piece);
      })();
      for await (const piece of eventLines(given)) out += new TextDecoder().decode(piece);
      expect(out).toBe('data: {"a":1}\n\ndata: {"a":2}\n\ndata: [1, 2]\n\n');
    }
  });

  it.each([
    ['event: error\ndata: the engine has died\n\n', 'the engine has died'],
    ['event: error\ndata: "quoted words"\n\n', 'quoted words'],
    ['event: error\ndata: {"message": "no room"}\n\n', 'no room'],
    ['event: error\ndata: {"error": {"message": "no room"}}\n\n', 'no room'],
    ['error: {"message": "no room"}\n\n', 'no room'],
    ['upstream connect error or disconnect', 'upstream connect error or disconnect'],
    ['Error: the gateway\nhas lost its server\n', 'Error: the gateway has lost its server'],
    ['[{"error": {"message": "no room", "code": 400}}]', 'no room'],
    ['{"detail": "no room"}', 'no room'],
  ])('is an error with the server’s words where it is one: %j', async (body, words) => {
    const { code, message } = await failureOf(replyTo({ 'content-type': 'text/event-stream' }, body));
    expect(message).toContain(`The provider says: “${words}”`);
    expect(code).not.toBe('interrupted');
  });

  it('is a list of models too, and one without end is called so', async () => {
    const server = await rawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('{"data":[{"id":"one"}]}');
    });
    const [found] = await providerAt(`${server.url}/v1`).list(new AbortController().signal);
    expect(found?.id).toBe('one');
    const endless = await rawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
      const more = (): void => void (response.destroyed || response.write('{"id":"a"},'.repeat(50_000), more));
      more();
    });
    const { code, message } = await failureOf(providerAt(`${endless.url}/v1`).list(new AbortController().signal));
    expect(code).toBe('bad_request');
    expect(message).toContain('cannot be read. It has no end. Check the base URL.');
  });
});

describe('a base URL of the other kind of connection', () => {
  it('is explained: https for a plain server', async () => {
    const server = createServer((_, response) => void response.end('{}'));
    const { port, close } = await listening(server);
    onTestFinished(close);
    const { code, message } = await failureOf(providerAt(`https://127.0.0.1:${port}/v1`).send(request(), anyone()));
    expect(code).toBe('wrong_address');
    expect(message).toMatch(/answers in plain http.*Begin the base URL with http:\/\//);
  });

  it('is explained: http for one that is encrypted', async () => {
    const alert = createTcp((socket) => void socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])));
    const { port, close } = await listening(alert);
    onTestFinished(close);
    const { message } = await failureOf(providerAt(`http://127.0.0.1:${port}/v1`).send(request(), anyone()));
    expect(message).toContain('speaks https only. Begin the base URL with https://.');
    for (const body of [
      'Client sent an HTTP request to an HTTPS server.\n',
      '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>',
    ]) {
      const server = await rawServer((_, response) => void response.writeHead(400).end(body));
      const failure = await failureOf(providerAt(`${server.url}/v1`).send(request(), anyone()));
      expect(failure.message).toContain('speaks https only');
    }
  });
});
