import { describe, expect, it } from 'vitest';
import { CliModels } from '../../../src/cli/cliModels';
import { webFrom } from '../../../src/cli/options';
import { checkedBaseUrl } from '../../../src/models/wire';
import { withoutServerTools } from '../../../src/models/provider';
import { Session } from '../../../src/session/run/session';
import { startMessagesServer } from '../../support/messagesServer/messagesServer';
import { answering, anthropicAt, fixedFence, hurried, modelFolder } from '../../support/modelDebate';
import { modelOfScript, scriptNames as names } from '../../support/modelScript';

/** What the user says of searching holds for the models' own search too, which runs on their provider's side. */

interface Wishes {
  search: string | undefined;
  isWebAllowed: boolean;
}

/** The tools of the first request of research, in a debate that the command line plays with a model that could search by itself. */
async function firstTools({ search, isWebAllowed }: Wishes): Promise<string[]> {
  const model = modelOfScript();
  const server = await startMessagesServer({
    answer: answering(model),
  });
  const baseUrls = { anthropic: checkedBaseUrl(server.url) };
  const models = new CliModels({
    baseUrls,
    search,
    isWebAllowed,
    keys: { get: (owner) => Promise.resolve(owner === 'anthropic' ? 'test-key' : undefined) },
  });
  const web = webFrom({ 'no-web': !isWebAllowed, 'allow-host': [], archive: 'off', proxy: false });
  const session = await Session.open({
    folder: await modelFolder({ names, provider: 'anthropic' }),
    program: 'test',
    participants: { models, ...(web === undefined ? {} : { web }), clock: hurried(), fence: fixedFence() },
    onEvent: (event) => {
      model.onEvent(event);
      if (event.kind === 'written' && event.type === 'opening_statement') session.stop('The test has seen enough.');
    },
  });
  await session.run();
  await server.close();
  expect(server.mistakes).toEqual([]);
  const research = server.requests.flatMap(({ request }) =>
    request?.tools === undefined ? [] : [request.tools.map(({ name }) => name)],
  );
  return research[0] ?? [];
}

const ofEvidence = ['list_evidence', 'search_evidence', 'read_evidence'];

describe('searching', () => {
  it('is left to the model that can, where nothing was said', async () => {
    const tools = await firstTools({ search: undefined, isWebAllowed: true });
    expect([...tools].sort()).toEqual([...ofEvidence, 'fetch_page', 'web_fetch', 'web_search'].sort());
  });

  it('is switched off for the model too where nothing is to be searched; pages may be read', async () => {
    const tools = await firstTools({ search: 'none', isWebAllowed: true });
    expect([...tools].sort()).toEqual([...ofEvidence, 'fetch_page'].sort());
  });

  it.each([undefined, 'none', 'brave'])(
    'is switched off together with the web, whatever service was named (%s)',
    async (search) => {
      const tools = await firstTools({ search, isWebAllowed: false });
      expect([...tools].sort()).toEqual([...ofEvidence].sort());
    },
  );
});

it('a provider without tools on its side neither tells nor asks for any, and is the same otherwise', async () => {
  const server = await startMessagesServer({ answer: () => ({ text: 'Yes.' }) });
  const own = anthropicAt(server.url);
  const provider = withoutServerTools(own);
  const { signal } = new AbortController();
  const described = await own.describe('claude-sonnet-5-5', signal);
  expect([described.hasServerSearch, described.hasServerFetch]).toEqual([true, true]);
  expect(await provider.describe('claude-sonnet-5-5', signal)).toEqual({
    ...described,
    hasServerSearch: false,
    hasServerFetch: false,
  });
  expect(
    (await provider.list(signal)).some(({ hasServerSearch, hasServerFetch }) => hasServerSearch || hasServerFetch),
  ).toBe(false);
  const request = {
    model: 'claude-sonnet-5-5',
    system: [],
    maxOutputTokens: 100,
    serverTools: { search: { maxUses: 2 } },
    messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Speak.' }] }],
  };
  expect((await provider.send(request, { signal })).parts).toMatchObject([{ type: 'text', text: 'Yes.' }]);
  expect(await provider.countTokens(request, signal)).toBeGreaterThan(0);
  expect(server.requests.flatMap(({ request: sent }) => sent?.tools ?? [])).toEqual([]);
  await server.close();
});
