import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { modelProxy } from '../../../src/cli/modelProxy';
import { createAnthropicProvider } from '../../../src/models/anthropic/anthropicProvider';
import { createOpenAiProvider } from '../../../src/models/openai/openAiProvider';
import { checkedBaseUrl, type ProxyFor } from '../../../src/models/wire';
import { PlanError } from '../../../src/session/plan/planError';
import { anyone, failureOf, request } from '../../support/chatServer/chatProvider';
import { connectProxy } from '../../support/connectProxy';
import { listening } from '../../support/listening';
import { selfSigned } from '../../support/webHost';

const reply = JSON.stringify({ choices: [{ message: { content: 'Said.' }, finish_reason: 'stop' }] });
const said = { parts: [{ type: 'text', text: 'Said.' }] };
const never = new AbortController().signal;

async function secureModels(answer: string): Promise<{ port: number; paths: string[] }> {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { key, cert } = selfSigned();
  const paths: string[] = [];
  const server = createSecureServer({ key, cert }, (incoming, response) => {
    paths.push(`${incoming.method ?? ''} ${incoming.headers.host ?? ''}${incoming.url ?? ''}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  const { port, close } = await listening(server);
  onTestFinished(close);
  return { port, paths };
}

const at = (url: string, proxy: ProxyFor | undefined) =>
  createOpenAiProvider({ baseUrl: checkedBaseUrl(url), key: () => Promise.resolve('sk-key'), proxy });
const through =
  (address: string): ProxyFor =>
  () =>
    new URL(address);

describe('a request to a model through the user’s proxy', () => {
  it('goes through a tunnel to a server of https, whose name alone the proxy learns', async () => {
    const { port, paths } = await secureModels(reply);
    const proxy = await connectProxy({ lead: () => port });
    const url = proxy.origin.replace('//', '//us%40er:pass@');
    await expect(at('https://models.test/v1', through(url)).send(request(), anyone())).resolves.toMatchObject(said);
    expect(paths).toEqual(['POST models.test/v1/chat/completions']);
    expect(proxy.asked).toEqual([
      { line: 'CONNECT models.test:443', authorization: `Basic ${Buffer.from('us@er:pass').toString('base64')}` },
    ]);
  });

  it('goes to the proxy itself for a server of plain http', async () => {
    const asked: string[] = [];
    const server = createServer((incoming, response) => {
      asked.push(`${incoming.url ?? ''} for ${incoming.headers.host ?? ''}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
    });
    const { url, close } = await listening(server);
    onTestFinished(close);
    await expect(at('http://models.test:8000/v1', through(url)).send(request(), anyone())).resolves.toMatchObject(said);
    expect(asked).toEqual(['http://models.test:8000/v1/chat/completions for models.test:8000']);
  });

  it('reaches Anthropic’s API the same way', async () => {
    const { port, paths } = await secureModels(JSON.stringify({ id: 'claude', display_name: 'Claude' }));
    const proxy = await connectProxy({ lead: () => port });
    const provider = createAnthropicProvider({
      baseUrl: checkedBaseUrl('https://models.test'),
      key: () => Promise.resolve('sk-key'),
      proxy: through(proxy.origin),
    });
    await expect(provider.describe('claude', never)).resolves.toMatchObject({ name: 'Claude' });
    expect(paths).toEqual(['GET models.test/v1/models/claude']);
    expect(proxy.asked.map(({ line }) => line)).toEqual(['CONNECT models.test:443']);
  });

  it.each<[number, RegExp]>([
    [407, /asks for a name and password/],
    [403, /did not connect to models\.test \(HTTP 403\).*NO_PROXY/],
    [502, /did not connect to models\.test \(HTTP 502\)/],
  ])('says what the proxy answered: %i', async (status, words) => {
    const proxy = await connectProxy({ lead: () => ({ status }) });
    const url = proxy.origin.replace('//', '//name:secret-word@');
    const { code, message } = await failureOf(at('https://models.test/v1', through(url)).send(request(), anyone()));
    expect(code).toBe('unreachable');
    expect(message).toMatch(words);
    expect(message).toContain(proxy.place);
    expect(message).not.toContain('secret-word');
  });

  it('says that the proxy cannot be reached, for either provider', async () => {
    const proxy = through('http://127.0.0.1:9');
    for (const url of ['https://models.test/v1', 'http://models.test/v1']) {
      const { code, message } = await failureOf(at(url, proxy).send(request(), anyone()));
      expect(code).toBe('unreachable');
      expect(message).toMatch(/^The proxy 127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/);
    }
    const other = createAnthropicProvider({
      baseUrl: checkedBaseUrl('https://models.test'),
      key: () => Promise.resolve('sk-key'),
      proxy,
    });
    expect((await failureOf(other.describe('claude', never))).message).toMatch(/^The proxy 127\.0\.0\.1:9/);
  });
});

describe('the proxy of the environment', () => {
  const chosen = (url: string, environment: Record<string, string>): string | undefined =>
    modelProxy(checkedBaseUrl(url), environment)?.notice;
  const all = { HTTPS_PROXY: 'http://name:word@secure.test:3128', http_proxy: 'plain.test:8080' };

  it('is told by its scheme, without its password', () => {
    expect(chosen('https://api.openai.com/v1', all)).toBe(
      'Requests to https://api.openai.com go through the proxy http://secure.test:3128 (HTTPS_PROXY).',
    );
    expect(chosen('http://models.test:8000/v1', all)).toContain('http://plain.test:8080 (http_proxy)');
    expect(chosen('https://api.openai.com/v1', { ...all, https_proxy: 'https://small.test' })).toContain(
      '(https_proxy)',
    );
    expect(chosen('https://api.openai.com/v1', { HTTP_PROXY: 'http://plain.test' })).toBeUndefined();
    expect(chosen('https://api.openai.com/v1', {})).toBeUndefined();
  });

  it.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:1/v1',
    'https://127.9.9.9/v1',
    'http://[::1]:8/v1',
    'http://a.localhost/v1',
    'http://0.0.0.0:8/v1',
  ])('is not used for this machine: %s', (url) => {
    expect(chosen(url, all)).toBeUndefined();
  });

  it.each<[string, string, boolean]>([
    ['openai.com', 'https://api.openai.com/v1', false],
    ['.openai.com', 'https://api.openai.com/v1', false],
    ['*', 'https://api.openai.com/v1', false],
    ['other.test, api.openai.com:443', 'https://api.openai.com/v1', false],
    ['api.openai.com:8443', 'https://api.openai.com/v1', true],
    ['10.0.0.0/8', 'http://10.1.2.3:8000/v1', false],
    ['ai.com', 'https://api.openai.com/v1', true],
  ])('is not used for what NO_PROXY names: %s for %s', (without, url, isUsed) => {
    expect(chosen(url, { ...all, NO_PROXY: without }) !== undefined).toBe(isUsed);
  });

  it('serves the server that it was chosen for, and no other address', () => {
    const found = modelProxy(checkedBaseUrl('https://api.openai.com/v1'), all);
    expect(found?.proxyFor(new URL('https://api.openai.com/v1/models'))?.host).toBe('secure.test:3128');
    expect(found?.proxyFor(new URL('https://elsewhere.test/'))).toBeUndefined();
  });

  it('is refused where it cannot be used', () => {
    expect(() => chosen('https://api.openai.com/v1', { HTTPS_PROXY: 'socks5://secret.test:1080' })).toThrow(PlanError);
    expect(() => chosen('https://api.openai.com/v1', { HTTPS_PROXY: 'socks5://secret.test:1080' })).toThrow(
      'HTTPS_PROXY names no proxy that can be used. Write it as http://HOST:PORT, or unset it.',
    );
  });
});
