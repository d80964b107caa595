import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createSafeFetch } from '../../../../src/research/fetch/safeFetch';
import { SearchError, type SearchService } from '../../../../src/research/search/askService';
import { type ResearchTool, type ToolAnswer, defineTool } from '../../../../src/research/tool';
import type { HostTools } from '../../../../src/research/tools/researchTools';
import { textWindow } from '../../../../src/research/tools/evidenceParts';
import { call, context, evidenceOf, researchTools, type ResearchParts, toolOf } from '../../../support/toolCalls';
import { webHost } from '../../../support/webHost';

const search: SearchService = {
  name: 'Test Search',
  search: (query, { count }) =>
    Promise.resolve(
      Array.from({ length: query === 'none' ? 0 : count }, (_, index) => ({
        title: `Hit ${index + 1}`,
        url: `https://example.com/${index + 1}`,
        snippet: 'words',
      })),
    ),
};

const hostTools = (
  tools: ReturnType<HostTools['list']>,
  invoke: HostTools['invoke'] = () => Promise.resolve('done'),
): HostTools => ({ list: () => tools, invoke });

describe('the list of tools', () => {
  it('holds what can be used, always in the same order', async () => {
    const evidence = await evidenceOf({ 'a.md': 'a' });
    const fetch = createSafeFetch();
    const host = hostTools([{ name: 'lookup', description: 'd', inputSchema: {}, isReadOnly: true }]);
    const names = (parts: ResearchParts): string[] => researchTools(parts).map((tool) => tool.name);
    const [list, find, read] = ['list_evidence', 'search_evidence', 'read_evidence'];
    expect(names({ hostTools: host, search, fetch, evidence })).toEqual([
      list,
      find,
      read,
      'search_web',
      'fetch_page',
      'editor_lookup',
    ]);
    expect(names({ evidence })).toEqual([list, find, read]);
    expect(names({ evidence: { files: [], text: () => Promise.reject(new Error('none')) }, fetch })).toEqual([
      'fetch_page',
    ]);
    expect(names({ search })).toEqual(['search_web']);
    expect(names({})).toEqual([]);
  });

  it('can be described to any provider', async () => {
    const evidence = await evidenceOf({ 'a.md': 'a' });
    for (const tool of researchTools({ evidence, fetch: createSafeFetch(), search })) {
      const schema = z.toJSONSchema(tool.input);
      expect(schema, tool.name).toMatchObject({ type: 'object' });
      for (const property of Object.values(schema.properties ?? {})) expect(property).toHaveProperty('description');
      expect(tool.name).toMatch(/^[a-z0-9_]{1,64}$/);
    }
  });
});

describe('every tool', () => {
  it.each([
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { url: 7, query: 7, path: 7, containing: 7 },
    { url: '', query: '  ', path: '', offset: -1 },
    { url: 'https://example.com', offset: 1.5, query: 'x', count: 999, path: 'a.md', start_line: 0 },
  ])('answers the input %j with what is wrong with it', async (input) => {
    const evidence = await evidenceOf({ 'a.md': 'a' });
    for (const tool of researchTools({ evidence, fetch: createSafeFetch(), search })) {
      if (
        tool.name === 'list_evidence' &&
        (input == null || (typeof input === 'object' && Object.keys(input).length === 0))
      )
        continue;
      const answer = await tool.run(input, context());
      expect(answer, tool.name).toMatchObject({ isError: true, text: expect.stringContaining('Correct it') as string });
    }
  });

  it('turns what breaks inside it into an answer, and throws only the reason of the signal', async () => {
    const make = (run: (signal: AbortSignal) => Promise<ToolAnswer>): ResearchTool =>
      defineTool({ name: 'test', description: 'd', input: z.object({}), run: (_input, { signal }) => run(signal) });
    const error = await make(() => Promise.reject(new Error('line one\n    at somewhere'))).run({}, context());
    expect(error).toEqual({ isError: true, text: 'test failed: line one at somewhere' });
    const controller = new AbortController();
    const aborting = make(() => {
      controller.abort(new Error('enough'));
      return Promise.reject(new Error('other'));
    });
    await expect(aborting.run({}, context(controller.signal))).rejects.toThrow('enough');
    await expect(make(() => Promise.resolve({ text: 'x' })).run({}, context(controller.signal))).rejects.toThrow(
      'enough',
    );
  });
});

describe('search_web', () => {
  it('gives hits as text and captures nothing', async () => {
    const watch = context();
    const answer = await toolOf({ search }, 'search_web').run({ query: ' trams ', count: 2 }, watch);
    expect(answer).toEqual({
      text: 'Hits of Test Search for “trams”:\n\n1. Hit 1\n   https://example.com/1\n   words\n\n2. Hit 2\n   https://example.com/2\n   words',
    });
    expect(watch.events).toEqual([{ kind: 'searching', query: 'trams' }]);
    expect((await call({ search }, 'search_web', { query: 'none' })).text).toMatch(/found nothing/);
  });

  it('says why a search failed', async () => {
    const failing: SearchService = {
      name: 'S',
      search: () => Promise.reject(new SearchError('quota', 'The plan for S is used up.')),
    };
    expect(await call({ search: failing }, 'search_web', { query: 'x' })).toEqual({
      isError: true,
      text: 'search_web failed: The plan for S is used up.',
    });
  });
});

describe('fetch_page', () => {
  const body = `<html><head><title>Trams</title></head><body><article>${'<p>Trams carried 41 % of all passengers in the year.</p>'.repeat(400)}<p>The last words.</p></article></body></html>`;

  it('gives the text and captures the page whole', async () => {
    const host = await webHost({ '/t': { body } });
    const fetch = createSafeFetch({ allowedHosts: [host.place] });
    const tool = toolOf({ fetch }, 'fetch_page');
    const watch = context();
    const answer = await tool.run({ url: `${host.origin}/t#part` }, watch);
    expect(watch.events).toEqual([{ kind: 'reading', url: `${host.origin}/t#part` }]);
    expect(answer.text).toContain('Title: Trams');
    expect(answer.text).toContain(`Cite as: ${host.origin}/t\n`);
    expect(answer.page).toMatchObject({
      url: `${host.origin}/t#part`,
      title: 'Trams',
      contentType: 'text/html',
      body: Buffer.from(body),
      extractor: { name: 'readability' },
    });
    expect(answer.page?.text).toMatch(/The last words\.$/);

    let [read, next] = ['', /offset (\d+)/.exec(answer.text)?.[1]];
    read += partOf(answer);
    while (next !== undefined) {
      const more = await tool.run({ url: `${host.origin}/t`, offset: Number(next) }, context());
      read += partOf(more);
      next = /with offset (\d+)/.exec(more.text)?.[1];
    }
    expect(read).toBe(answer.page?.text);
    expect(host.requests.map(({ line }) => line)).toEqual(['GET /robots.txt', 'GET /t']);
    expect(await tool.run({ url: `${host.origin}/t`, offset: 10_000_000 }, context())).toMatchObject({
      isError: true,
      text: expect.stringContaining('beyond its end') as string,
    });
  });

  const partOf = ({ text }: ToolAnswer): string => text.slice(text.indexOf('\n\n') + 2);

  it('reads what the debate has captured before from there', async () => {
    const host = await webHost({ '/t': { body } });
    const asked: string[] = [];
    const known = (url: string) =>
      Promise.resolve(asked.push(url) > 0 ? { title: 'As it was', text: 'old words' } : undefined);
    const answer = await call({ fetch: createSafeFetch({ allowedHosts: [host.place] }), known }, 'fetch_page', {
      url: `${host.origin}/t`,
    });
    expect(answer.text).toContain('Title: As it was');
    expect(answer.text).toMatch(/old words$/);
    expect(answer.page).toBeUndefined();
    expect(host.connections()).toBe(0);
    const file = await call({ fetch: createSafeFetch(), known }, 'fetch_page', { url: 'workspace:a.md' });
    expect(file).toMatchObject({ isError: true });
    expect(asked).toEqual([`${host.origin}/t`]);
  });

  it('says why a page was not read, and captures nothing', async () => {
    const host = await webHost({
      '/403': { status: 403 },
      '/zip': { headers: { 'content-type': 'application/zip' }, body: 'PK' },
      '/away': { status: 302, headers: { location: 'http://169.254.169.254/' } },
    });
    const fetch = createSafeFetch({ allowedHosts: [host.place] });
    const answers = [];
    for (const url of ['/404', '/403', '/zip', '/away']
      .map((at) => host.origin + at)
      .concat('http://localhost/', 'file:///etc/passwd', 'https://a b/')) {
      const answer = await call({ fetch }, 'fetch_page', { url });
      expect(answer).toMatchObject({ isError: true });
      expect(answer.page).toBeUndefined();
      answers.push(answer.text);
    }
    for (const [index, words] of [
      'no such page',
      'refuses',
      'PDF are read',
      '169.254.169.254 is no public address',
      'no name of the public internet',
      'no scheme',
      'white space',
    ].entries()) {
      expect(answers[index]).toContain(words);
    }
  });

  it('stops with the signal', async () => {
    const controller = new AbortController();
    const host = await webHost({ '/': () => controller.abort(new Error('enough')) });
    const tool = toolOf({ fetch: createSafeFetch({ allowedHosts: [host.place] }) }, 'fetch_page');
    await expect(tool.run({ url: host.origin }, context(controller.signal))).rejects.toThrow('enough');
  });
});

describe("the editor's tools", () => {
  const inputSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { q: { type: 'string', description: 'What to ask' } },
    required: ['q'],
    additionalProperties: false,
  };

  it('are called by their own name, with what the model gave', async () => {
    const calls: unknown[] = [];
    const host = hostTools(
      [{ name: 'My-Server.Ask', description: 'Asks.', inputSchema, isReadOnly: true }],
      (name, input) => Promise.resolve(`${calls.push({ name, input })} answer`),
    );
    const tool = toolOf({ hostTools: host }, 'editor_my_server_ask');
    const watch = context();
    expect(await tool.run({ q: 'x', more: [1] }, watch)).toEqual({ text: '1 answer' });
    expect(calls).toEqual([{ name: 'My-Server.Ask', input: { q: 'x', more: [1] } }]);
    expect(watch.events).toEqual([{ kind: 'using', tool: 'My-Server.Ask' }]);
    expect(z.toJSONSchema(tool.input)).toMatchObject({
      type: 'object',
      properties: inputSchema.properties,
      required: ['q'],
    });
  });

  it('get names of their own, and fail in words', async () => {
    const named = (name: string) => ({ name, description: 'd', inputSchema: {}, isReadOnly: false });
    const host = hostTools(
      [named('a.b'), named('a-b'), named('A B'), named('x'.repeat(100)), named('x'.repeat(101)), named('é')],
      () => Promise.reject(new Error('The user said no.')),
    );
    const names = researchTools({ hostTools: host }).map((tool) => tool.name);
    expect(names.slice(0, 3)).toEqual(['editor_a_b', 'editor_a_b_2', 'editor_a_b_3']);
    expect(new Set(names).size).toBe(6);
    for (const name of names) expect(name).toMatch(/^editor_[a-z0-9_]{0,57}$/);
    expect(await call({ hostTools: host }, 'editor_a_b', {})).toEqual({
      isError: true,
      text: 'editor_a_b failed: The user said no.',
    });
  });

  it('are stopped with the signal', async () => {
    const controller = new AbortController();
    const host = hostTools(
      [{ name: 'slow', description: 'd', inputSchema: {}, isReadOnly: true }],
      (_name, _input, signal) => {
        expect(signal).toBe(controller.signal);
        controller.abort(new Error('enough'));
        return Promise.resolve('late');
      },
    );
    await expect(toolOf({ hostTools: host }, 'editor_slow').run({}, context(controller.signal))).rejects.toThrow(
      'enough',
    );
  });
});

describe('textWindow', () => {
  it('gives a text back whole, part by part, tearing no character', () => {
    for (const text of [
      '',
      'short',
      'word '.repeat(900),
      '漢字'.repeat(2_000),
      '😀'.repeat(1_500),
      `${'a'.repeat(3_000)}\n\n${'b'.repeat(100)}`,
    ]) {
      let [read, offset] = ['', 0 as number | undefined];
      while (offset !== undefined) {
        const part = textWindow(text, offset, 1_000);
        if (part === undefined) throw new Error('beyond the end');
        expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(1_000);
        expect(Buffer.from(part.text).toString()).toBe(part.text);
        read += part.text;
        offset = part.next;
      }
      expect(read).toBe(text);
    }
    expect(textWindow('abc', 3)).toBeUndefined();
  });
});
