import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { chosenOffer, isAsked, mayOffer, modelOffers, type OfferPorts } from '../../../../src/cli/modelOffers';
import { modelFactsText } from '../../../../src/models/modelSize';
import { localServers, serversWhere, type LocalServer } from '../../../../src/session/plan/localServers';
import { listening } from '../../../support/listening';

interface Heard {
  port: number;
  requests: { method: string | undefined; path: string | undefined; headers: Record<string, unknown> }[];
}

async function serverOn(address: string, answer: RequestListener): Promise<Heard> {
  const requests: Heard['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method, path: request.url, headers: request.headers });
    answer(request, response);
  });
  const { port, close } = await listening(server, address);
  onTestFinished(close);
  return { port, requests };
}

const list = (...ids: string[]) => ({
  object: 'list',
  data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'library' })),
});
const json =
  (value: unknown): RequestListener =>
  (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

/** Where an answer is expected, however slow the machine is that tests. */
const found = (port: number, limitMs = 30_000): Promise<LocalServer[]> =>
  localServers([{ name: 'Ollama', port }], limitMs);

describe('a model server of this machine', () => {
  it('is found by one GET of its models, without a key, and named with those that can argue', async () => {
    const { port, requests } = await serverOn(
      '127.0.0.1',
      json(list('qwen3:8b', 'nomic-embed-text:latest', '/models/My Model.gguf')),
    );
    expect(await found(port)).toEqual([
      {
        name: 'Ollama',
        baseUrl: `http://127.0.0.1:${port}/v1`,
        models: [{ id: 'qwen3:8b' }, { id: '/models/My Model.gguf' }],
      },
    ]);
    expect(requests).toMatchObject([{ method: 'GET', path: '/v1/models', headers: { host: `127.0.0.1:${port}` } }]);
    expect(Object.keys(requests[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
  });

  it('is named with what its list says of each model, and asked for nothing else', async () => {
    const meta = { n_ctx: 8_192, n_ctx_train: 131_072, n_params: 4_647_450_147, size: 3_090_917_516 };
    const { port, requests } = await serverOn(
      '127.0.0.1',
      json({
        object: 'list',
        data: [
          { id: 'gemma', object: 'model', owned_by: 'llamacpp', meta },
          { id: 'loading', object: 'model', owned_by: 'llamacpp', meta: null },
          { id: 'qwen', object: 'model', owned_by: 'vllm', max_model_len: 65_536 },
        ],
      }),
    );
    const [server] = await found(port);
    expect(server?.models.map((model) => [model.id, modelFactsText(model)])).toEqual([
      ['gemma', '4.6B parameters, 3.1 GB, reads 8,192 tokens'],
      ['loading', ''],
      ['qwen', 'reads 65,536 tokens'],
    ]);
    const servers = (): Promise<LocalServer[]> => Promise.resolve(server === undefined ? [] : [server]);
    const offers = await modelOffers({ environment: {}, servers });
    expect(offers.map(({ model, words }) => [model, words])).toEqual([
      ['gemma', expect.stringMatching(/: gemma, 4\.6B parameters, 3\.1 GB, reads 8,192 tokens$/) as string],
      ['loading', expect.stringMatching(/: loading$/) as string],
      ['qwen', expect.stringMatching(/: qwen, reads 65,536 tokens$/) as string],
    ]);
    expect(requests).toHaveLength(1);
  });

  it('is found at the loopback address of IPv6', async () => {
    const { port } = await serverOn('::1', json(list('qwen3:8b')));
    expect(await found(port)).toEqual([
      { name: 'Ollama', baseUrl: `http://[::1]:${port}/v1`, models: [{ id: 'qwen3:8b' }] },
    ]);
  });

  it.each<[string, RequestListener]>([
    ['has another shape', json({ models: [{ name: 'qwen3:8b' }] })],
    ['is a list of other things', json({ object: 'list', data: [{ id: 'invoice-1', object: 'invoice' }] })],
    ['has names that hide something', json(list('qwen3\u202E:b8'))],
    ['has no model', json(list())],
    ['is no JSON', (_request, response) => void response.end('<!doctype html>')],
    ['is a refusal', (_request, response) => void response.writeHead(401).end(JSON.stringify(list('qwen3:8b')))],
    ['is larger than 64 KB', json({ ...list('qwen3:8b'), more: 'x'.repeat(65 * 1024) })],
  ])('is none where the answer %s', async (_what, answer) => {
    const { port, requests } = await serverOn('127.0.0.1', answer);
    expect(await found(port)).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it.each<[string, RequestListener]>([
    [
      'comes too late',
      (_request, response) => void setTimeout(() => response.end(JSON.stringify(list('qwen3:8b'))), 3_000),
    ],
    ['never ends', (_request, response) => void response.writeHead(200).write(JSON.stringify(list('qwen3:8b')))],
  ])('is none where the answer %s, which nobody waits for', async (_what, answer) => {
    const { port } = await serverOn('127.0.0.1', answer);
    expect(await localServers([{ name: 'Ollama', port }])).toEqual([]);
  });

  it('is none where it sends elsewhere, and nobody goes there', async () => {
    const other = await serverOn('127.0.0.1', json(list('qwen3:8b')));
    const { port } = await serverOn(
      '127.0.0.1',
      (_request, response) =>
        void response.writeHead(302, { location: `http://127.0.0.1:${other.port}/v1/models` }).end(),
    );
    expect(await found(port)).toEqual([]);
    expect(other.requests).toEqual([]);
  });

  it('is none where nobody listens', async () => {
    const { port } = await serverOn('127.0.0.1', json(list('x')));
    const free = port === 65_535 ? port - 1 : port + 1;
    expect(await found(free)).toEqual([]);
  });
});

it.each([
  [true, true, 1],
  [false, true, 0],
  [true, false, 0],
])(
  'in the editor servers are looked for where it is trusted (%s) and allowed (%s): %i times',
  async (isTrusted, isAllowed, times) => {
    const look = vi.fn(() => Promise.resolve([]));
    expect(await serversWhere({ isTrusted, isAllowed }, look)).toEqual([]);
    expect(look).toHaveBeenCalledTimes(times);
  },
);

describe('who is to argue, on a terminal', () => {
  const ollama: LocalServer = {
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    models: [{ id: 'qwen3:8b' }, { id: 'llama3' }],
  };

  function stage({
    environment = {},
    servers = [],
    answers = [],
  }: {
    environment?: NodeJS.ProcessEnv;
    servers?: LocalServer[];
    answers?: string[];
  }) {
    const [told, listed]: [string[], string[]] = [[], []];
    const left = [...answers];
    const ports: OfferPorts = {
      environment,
      servers: () => Promise.resolve(servers),
      ask: () => Promise.resolve(left.shift()),
      print: (line) => void told.push(line),
      list: ({ baseUrl = '' }) => {
        listed.push(baseUrl);
        return Promise.resolve([{ id: 'gpt-a' }, { id: 'gpt-b' }]);
      },
    };
    return { ports, told, listed };
  }

  it('is offered by name, with the models: keys of the environment and servers of this machine', async () => {
    const environment = { ANTHROPIC_API_KEY: 'sk-1', OPENAI_API_KEY: 'sk-2' };
    const { ports, told, listed } = stage({ environment, servers: [ollama], answers: [''] });
    expect(await chosenOffer(ports)).toMatchObject({ provider: 'offline' });
    const text = told.join('\n');
    for (const words of [
      '1  Offline',
      'ANTHROPIC_API_KEY',
      'claude-sonnet',
      'OPENAI_API_KEY',
      'Ollama',
      '127.0.0.1:11434',
      'qwen3:8b',
      'llama3',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/sk-/);
    // Enter is the debate without a model: nothing was asked of anybody.
    expect(listed).toEqual([]);
  });

  it('is what the user names by its number, and a place with a key is asked for its models only then', async () => {
    const { ports } = stage({ servers: [ollama], answers: ['9', 'llama', '3'] });
    expect(await chosenOffer(ports)).toMatchObject({
      provider: 'openai-compatible',
      model: 'llama3',
      baseUrl: ollama.baseUrl,
      isKeyless: true,
    });
    const keyed = stage({ environment: { OPENAI_API_KEY: 'sk-2' }, answers: ['2', '2'] });
    expect(await chosenOffer(keyed.ports)).toMatchObject({
      provider: 'openai-compatible',
      model: 'gpt-b',
      baseUrl: 'https://api.openai.com/v1',
    });
    expect(keyed.listed).toEqual(['https://api.openai.com/v1']);
    expect(await chosenOffer(stage({ servers: [ollama], answers: ['q'] }).ports)).toBeUndefined();
    expect(await chosenOffer(stage({ servers: [ollama] }).ports)).toBeUndefined();
  });

  it('is not asked where there is nothing to choose from: the way is said', async () => {
    const { ports, told } = stage({ environment: { ANTHROPIC_API_KEY: '  ' } });
    expect(await chosenOffer(ports)).toMatchObject({ provider: 'offline' });
    expect(told.join('\n')).toMatch(/ANTHROPIC_API_KEY, OPENAI_API_KEY.*--provider/);
    expect(await modelOffers({ environment: {}, servers: () => Promise.resolve([]) })).toEqual([]);
  });

  it.each<
    [
      string,
      Partial<{ provider: string; sample: boolean; yes: boolean; json: boolean; isTTY: boolean; CI: string }>,
      boolean,
    ]
  >([
    ['a terminal', {}, true],
    ['a terminal with CI=false', { CI: 'false' }, true],
    ['no terminal', { isTTY: false }, false],
    ['CI', { CI: 'true' }, false],
    ['--yes', { yes: true }, false],
    ['--json', { json: true }, false],
    ['--provider', { provider: 'offline' }, false],
    ['--sample', { sample: true }, false],
  ])(
    'is asked, and looked for, with %s: %j %s',
    (_name, { provider, sample = false, yes = false, json: isJson = false, isTTY = true, CI }, expected) => {
      const stream = { isTTY };
      const asked = isAsked({ yes, json: isJson }, { stdin: stream, stdout: stream });
      expect(
        mayOffer({ flags: { provider, sample }, isAsked: asked, environment: CI === undefined ? {} : { CI } }),
      ).toBe(expected);
      expect(isAsked({ yes: false, json: false }, { stdin: { isTTY: true }, stdout: {} })).toBe(false);
    },
  );
});
