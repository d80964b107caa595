import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAnthropicProvider } from '../../../../src/models/anthropic/anthropicProvider';
import { apiVersion, guardedFetch } from '../../../../src/models/anthropic/client';
import { checkedBaseUrl } from '../../../../src/models/wire';
import { anthropicAt, aRequest, failureOf, quietWatch, testKey } from '../../../support/anthropic';
import { json, stream } from '../../../support/rawMessage';
import { rawServer, type RawServer } from '../../../support/rawServer';
import { tempFolder } from '../../../support/tempFolder';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const talking = (): Promise<RawServer> => rawServer((_, response) => stream(response));
const { signal } = new AbortController();

/** Everything that the SDK reads from its surroundings, set against us. */
function hostileSurroundings(evil: string): void {
  const profile = { authentication: { type: 'user_oauth', credentials_path: '/evil.json' }, base_url: evil };
  vi.stubEnv('ANTHROPIC_BASE_URL', evil);
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-ant-evil-key');
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'evil-token');
  vi.stubEnv('ANTHROPIC_LOG', 'debug');
  vi.stubEnv('ANTHROPIC_PROFILE', 'evil');
  vi.stubEnv(
    'ANTHROPIC_CONFIG_DIR',
    tempFolder({ 'configs/evil.json': JSON.stringify(profile), active_config: 'evil' }),
  );
  vi.stubEnv('ANTHROPIC_WEBHOOK_SIGNING_KEY', 'whsec_evil');
  vi.stubEnv(
    'ANTHROPIC_CUSTOM_HEADERS',
    [
      'Authorization: Bearer evil',
      'x-api-key: evil',
      'X-Evil: evil',
      'anthropic-version: evil',
      'User-Agent: evil',
      'anthropic-beta: evil',
      'Cookie: evil',
      'X-Stainless-OS: evil',
    ].join('\n'),
  );
}

const sent = [
  'accept',
  'accept-encoding',
  'accept-language',
  'anthropic-version',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'sec-fetch-mode',
  'user-agent',
];

describe('the wire to the Messages API', () => {
  it('carries the key, the version and what HTTP needs, whatever the environment says', async () => {
    const [server, evil] = [await talking(), await talking()];
    hostileSurroundings(evil.url);
    const said = (['log', 'debug', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
    await anthropicAt(server).send(aRequest(), quietWatch());
    expect(evil.requests).toEqual([]);
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      headers: { authorization: `Bearer ${testKey}`, 'anthropic-version': apiVersion, 'user-agent': 'Rostrum' },
    });
    expect(Object.keys(request?.headers ?? {}).filter((name) => !sent.includes(name))).toEqual([]);
    expect(JSON.stringify(request)).not.toMatch(/evil/i);
    for (const spy of said) expect(spy).not.toHaveBeenCalled();
  });

  it('asks for descriptions, lists and counts as quietly', async () => {
    const evil = await talking();
    const server = await rawServer(({ path }, response) => {
      if (path.endsWith('count_tokens')) json(response, 200, { input_tokens: 5 });
      else if (path.includes('?')) json(response, 200, { data: [], has_more: false, first_id: null, last_id: null });
      else json(response, 200, { id: 'claude-sonnet-5-5' });
    });
    hostileSurroundings(evil.url);
    const provider = anthropicAt(server);
    await provider.describe('claude-sonnet-5-5', signal);
    await provider.list(signal);
    await provider.countTokens(aRequest(), signal);
    expect(evil.requests).toEqual([]);
    expect(server.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)).toEqual([
      'GET /v1/models/claude-sonnet-5-5',
      'GET /v1/models',
      'POST /v1/messages/count_tokens',
    ]);
    expect(JSON.stringify(server.requests)).not.toMatch(/evil/i);
    for (const { headers } of server.requests) {
      expect(headers.authorization).toBe(`Bearer ${testKey}`);
      expect(Object.keys(headers).filter((name) => !sent.includes(name))).toEqual([]);
    }
  });

  it('speaks the version of the API that the installed SDK has types for', async () => {
    const server = await talking();
    await new BaseAnthropic({ apiKey: 'k', baseURL: server.url, maxRetries: 0 }).get('/v1/models/x').asResponse();
    expect(server.requests[0]?.headers['anthropic-version']).toBe(apiVersion);
  });

  it('says nothing on the console about a model that is soon gone', async () => {
    const warn = vi.spyOn(console, 'warn');
    await anthropicAt(await talking()).send(aRequest({ model: 'claude-sonnet-4-5' }), quietWatch());
    expect(warn).not.toHaveBeenCalled();
  });

  it('asks for the key before each request, so that a new one is used at once', async () => {
    const server = await talking();
    const keys = ['first-key', ' second-key\n'];
    const provider = anthropicAt(server, { key: () => Promise.resolve(keys.shift()) });
    await provider.send(aRequest(), quietWatch());
    await provider.send(aRequest(), quietWatch());
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first-key',
      'Bearer second-key',
    ]);
  });

  it('carries no half of a character, which a strict server would refuse', async () => {
    const server = await talking();
    const text = 'A cut tram \ud83d, a half \ude8b, a whole \u{1f68b}, the words \\ud83d and "\\\\ud83d".\n';
    await anthropicAt(server).send(
      aRequest({ messages: [{ role: 'user', parts: [{ type: 'text', text }] }] }),
      quietWatch(),
    );
    const said = text.replace(/\p{Cs}/gu, '\ufffd');
    expect(server.requests[0]?.body).toMatchObject({ messages: [{ content: [{ text: said }] }] });
  });

  it('makes one request per answer, also where the SDK would repeat it', async () => {
    for (const status of [408, 409, 429, 500, 529]) {
      const server = await rawServer((_, response) =>
        json(response, status, {}, { 'retry-after': '0', 'x-should-retry': 'true' }),
      );
      await failureOf(anthropicAt(server).send(aRequest(), quietWatch()));
      expect(server.requests).toHaveLength(1);
    }
  });

  it.each([301, 302, 307, 308])('follows no redirect (%i), wherever it leads', async (status) => {
    const other = await talking();
    const server = await rawServer(
      (_, response) => void response.writeHead(status, { location: `${other.url}/v1/messages` }).end(),
    );
    const error = await failureOf(anthropicAt(server).send(aRequest(), quietWatch()));
    expect(error).toMatchObject({ code: 'bad_request', isRetryable: false, facts: { status } });
    expect(error.message).toContain('another address');
    expect(other.requests).toEqual([]);
  });

  it('lets nothing through to another origin', async () => {
    const [server, other] = [await talking(), await talking()];
    const guarded = guardedFetch({ baseUrl: checkedBaseUrl(server.url), key: testKey });
    await expect(guarded(`${other.url}/v1/messages`)).rejects.toThrow('about to go to');
    await expect(guarded(new Request(`${other.url}/v1/messages`))).rejects.toThrow('about to go to');
    expect(other.requests).toEqual([]);
    expect((await guarded(`${server.url}/v1/messages`)).status).toBe(200);
  });

  it('takes a base URL with a path, and with the /v1 that other APIs want', async () => {
    const server = await talking();
    for (const path of ['', '/', '/v1', '/v1/', '/gate', '/gate/v1'])
      await anthropicAt({ url: server.url + path }).send(aRequest(), quietWatch());
    const [plain, gate] = ['/v1/messages', '/gate/v1/messages'];
    expect(server.requests.map(({ path }) => path)).toEqual([plain, plain, plain, plain, gate, gate]);
  });

  it('is closed when the request is aborted, and the abort’s reason is what comes out', async () => {
    const abort = new AbortController();
    const server = await rawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: ping\ndata: {"type":"ping"}\n\n');
    });
    const reason = new Error('The user has stopped the debate.');
    const alive = (): void => abort.abort(reason);
    await expect(
      anthropicAt(server).send(aRequest(), quietWatch({ signal: abort.signal, onAlive: alive })),
    ).rejects.toBe(reason);
    await server.requests[0]?.closed;
  });

  it('is closed when the request is aborted before its answer begins', async () => {
    const abort = new AbortController();
    const reason = new Error('Stopped.');
    const server = await rawServer(() => abort.abort(reason));
    await expect(anthropicAt(server).send(aRequest(), quietWatch({ signal: abort.signal }))).rejects.toBe(reason);
    await server.requests[0]?.closed;
  });

  it('is not used after an abort', async () => {
    const server = await talking();
    const reason = new Error('Stopped.');
    const aborted = AbortSignal.abort(reason);
    const provider = anthropicAt(server);
    await expect(provider.send(aRequest(), quietWatch({ signal: aborted }))).rejects.toBe(reason);
    await expect(provider.describe('m', aborted)).rejects.toBe(reason);
    await expect(provider.list(aborted)).rejects.toBe(reason);
    await expect(provider.countTokens(aRequest(), aborted)).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });

  it('leaves nothing behind on a signal that lives longer', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const provider = anthropicAt(await talking());
    await provider.send(aRequest(), quietWatch({ signal }));
    await provider.countTokens(aRequest(), signal);
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });

  it('lets a defect of a listener through as what it is, and closes', async () => {
    const server = await talking();
    const defect = new RangeError('A defect.');
    const throws = (): never => {
      throw defect;
    };
    await expect(anthropicAt(server).send(aRequest(), quietWatch({ onText: throws }))).rejects.toBe(defect);
    await server.requests[0]?.closed;
  });
});

describe('the key of the Messages API', () => {
  const none = (): Promise<undefined> => Promise.resolve(undefined);

  it('is missing before any request goes out', async () => {
    const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('No request is to go out.'));
    for (const key of [
      none,
      () => Promise.resolve(''),
      () => Promise.resolve(' \n'),
      () => Promise.reject(new Error('The keyring is locked.')),
    ]) {
      const provider = createAnthropicProvider({ baseUrl: checkedBaseUrl('https://api.anthropic.com'), key });
      for (const asked of [
        provider.send(aRequest(), quietWatch()),
        provider.describe('m', signal),
        provider.list(signal),
      ]) {
        const error = await failureOf(asked);
        expect(error).toMatchObject({ code: 'key_missing', blocks: true, isRetryable: false });
        expect(error.message).toContain('https://api.anthropic.com');
        expect(error.message).toContain('Set API Key');
        expect(error.message).toContain('ANTHROPIC_API_KEY');
      }
    }
    expect(fetching).not.toHaveBeenCalled();
  });

  it('is not needed by a server on this machine, and the SDK finds none elsewhere', async () => {
    const server = await talking();
    hostileSurroundings('http://127.0.0.1:9');
    await anthropicAt(server, { key: none }).send(aRequest(), quietWatch());
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key');
    expect(JSON.stringify(server.requests)).not.toMatch(/evil/);
  });

  it('is missing where a server on this machine asks for one', async () => {
    const server = await rawServer((_, response) =>
      json(response, 401, { type: 'error', error: { type: 'authentication_error', message: 'no key' } }),
    );
    expect(await failureOf(anthropicAt(server, { key: none }).send(aRequest(), quietWatch()))).toMatchObject({
      code: 'key_missing',
    });
  });

  it('is not even asked for where anybody could read it on the way', async () => {
    const fetching = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() =>
        Promise.resolve(new Response('{"error":{"type":"authentication_error","message":"no"}}', { status: 401 })),
      );
    const key = vi.fn(() => Promise.resolve(testKey));
    const provider = createAnthropicProvider({ baseUrl: checkedBaseUrl('http://models.example'), key });
    const error = await failureOf(provider.send(aRequest(), quietWatch()));
    expect(key).not.toHaveBeenCalled();
    expect(new Headers(fetching.mock.calls[0]?.[1]?.headers).has('authorization')).toBe(false);
    expect(error.code).toBe('key_missing');
    expect(error.message).toContain('https://');
  });

  it.each(['kéy', 'a key', 'key\r\nX-Evil: 1'])('is refused when no header could hold it: %j', async (key) => {
    const server = await talking();
    const error = await failureOf(
      anthropicAt(server, { key: () => Promise.resolve(key) }).send(aRequest(), quietWatch()),
    );
    expect(error.code).toBe('key_rejected');
    expect(error.message).not.toContain(key);
    expect(server.requests).toEqual([]);
  });

  it('belongs to a place with a name', () => {
    const provider = anthropicAt({ url: 'https://gate.example/claude' });
    expect(provider).toMatchObject({ name: 'anthropic', place: 'https://gate.example' });
  });
});
