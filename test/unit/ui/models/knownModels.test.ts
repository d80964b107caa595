import { describe, expect, it } from 'vitest';
import type { ModelDescription, ModelProvider, ModelProviderName } from '../../../../src/models/provider';
import { KnownModels } from '../../../../src/ui/models/knownModels';

/** A provider of which nothing but its list is asked for. */
function listing(
  list: (signal: AbortSignal) => Promise<readonly Pick<ModelDescription, 'id' | 'name'>[]>,
): ModelProvider {
  return { list } as unknown as ModelProvider;
}

interface Scene {
  asked: ModelProviderName[];
  failed: string[];
  time: number;
  known: KnownModels;
}

function sceneWith(providers: Partial<Record<ModelProviderName, ModelProvider>>, limitMs?: number): Scene {
  const scene = { asked: [] as ModelProviderName[], failed: [] as string[], time: 0 };
  const provider = (name: ModelProviderName): Promise<ModelProvider> => {
    scene.asked.push(name);
    const found = providers[name];
    return found === undefined ? Promise.reject(new Error('not set up')) : Promise.resolve(found);
  };
  const failed = (name: ModelProviderName, reason: string): void => void scene.failed.push(`${name}: ${reason}`);
  const known = new KnownModels({
    provider,
    failed,
    now: () => scene.time,
    ...(limitMs === undefined ? {} : { limitMs }),
  });
  return Object.assign(scene, { known });
}

const anthropic = listing(() =>
  Promise.resolve([
    { id: 'claude-sonnet-5-5', name: 'Claude Sonnet 5.5' },
    { id: 'claude-opus-5-5', name: '' },
  ]),
);
const editor = listing(() => Promise.resolve([{ id: 'copilot/gpt-5.2', name: 'GPT-5.2' }]));

describe('the models that can be named', () => {
  it('are references with their names, provider by provider', async () => {
    const { known, asked } = sceneWith({ anthropic, vscode: editor });
    expect(await known.of(['vscode', 'anthropic', 'vscode'])).toEqual([
      { reference: 'vscode:copilot/gpt-5.2', name: 'GPT-5.2' },
      { reference: 'anthropic:claude-sonnet-5-5', name: 'Claude Sonnet 5.5' },
      { reference: 'anthropic:claude-opus-5-5', name: 'claude-opus-5-5' },
    ]);
    expect(asked).toEqual(['vscode', 'anthropic']);
    expect(await known.of([])).toEqual([]);
  });

  it('are asked for once in a while, and again when they may have changed', async () => {
    const scene = sceneWith({ anthropic });
    await Promise.all([scene.known.of(['anthropic']), scene.known.of(['anthropic'])]);
    scene.time = 4 * 60_000;
    await scene.known.of(['anthropic']);
    expect(scene.asked).toHaveLength(1);
    scene.time = 6 * 60_000;
    await scene.known.of(['anthropic']);
    expect(scene.asked).toHaveLength(2);
    scene.known.forget();
    await scene.known.of(['anthropic']);
    expect(scene.asked).toHaveLength(3);
  });

  it('are those of the others where one does not say; it is asked again the next time', async () => {
    let isDown = true;
    const server = listing(() =>
      isDown
        ? Promise.reject(new Error('The server is down.'))
        : Promise.resolve([{ id: 'llama3:8b', name: 'llama3:8b' }]),
    );
    const scene = sceneWith({ anthropic, 'openai-compatible': server });
    expect(await scene.known.of(['openai-compatible', 'anthropic', 'vscode'])).toHaveLength(2);
    expect(scene.failed.sort()).toEqual(['openai-compatible: The server is down.', 'vscode: not set up']);
    isDown = false;
    expect(await scene.known.of(['openai-compatible'])).toEqual([
      { reference: 'openai-compatible:llama3:8b', name: 'llama3:8b' },
    ]);
  });

  it('are not waited for longer than the limit, and the request is given up', async () => {
    let given: AbortSignal | undefined;
    const silent = listing((signal) => {
      given = signal;
      return new Promise(() => undefined);
    });
    const { known, failed } = sceneWith({ anthropic, vscode: silent }, 20);
    expect(await known.of(['vscode', 'anthropic'])).toHaveLength(2);
    expect(failed).toEqual(['vscode: Nothing came for 0.02 seconds.']);
    expect(given?.aborted).toBe(true);
  });

  it('say why there is no list, and ask again once what was known is forgotten', async () => {
    const scene = sceneWith({ anthropic });
    await expect(scene.known.listed('vscode')).rejects.toThrow('not set up');
    expect(await scene.known.of(['vscode', 'anthropic'])).toHaveLength(2);
    const forgotten: number[] = [];
    scene.known.onDidForget(() => void forgotten.push(scene.asked.length));
    await scene.known.listed('anthropic');
    expect(scene.asked).toEqual(['vscode', 'vscode', 'anthropic']);
    scene.known.forget();
    await scene.known.listed('anthropic');
    expect([forgotten, scene.asked.length]).toEqual([[3], 4]);
  });
});
