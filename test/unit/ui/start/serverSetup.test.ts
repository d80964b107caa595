import { describe, expect, it, vi } from 'vitest';
import { ModelError } from '../../../../src/models/modelError';
import type { ModelProvider } from '../../../../src/models/provider';
import { addressOf } from '../../../../src/ui/models/addresses';
import { KnownModels } from '../../../../src/ui/models/knownModels';
import { SecretKeyStore } from '../../../../src/ui/models/secretKeyStore';
import type { Services } from '../../../../src/extension';
import { addressProblems, keepKey } from '../../../../src/ui/start/serverSetup';

vi.mock('vscode', () => ({}));

/** A server at this address that takes the key `right` alone. */
function serviceAt(address: string) {
  const stored = new Map<string, string>();
  const keys = new SecretKeyStore({
    get: (name) => Promise.resolve(stored.get(name)),
    store: (name, value) => Promise.resolve(void stored.set(name, value)),
    delete: (name) => Promise.resolve(void stored.delete(name)),
    keys: () => Promise.resolve([...stored.keys()]),
  });
  const list = (): Promise<never[]> =>
    [...stored.values()].includes('right')
      ? Promise.resolve([])
      : Promise.reject(new ModelError('key_rejected', 'No.', { provider: 'openai-compatible' }));
  const known = new KnownModels({
    provider: () => Promise.resolve({ list } as unknown as ModelProvider),
    failed: () => undefined,
  });
  const models = { keys, known, addressOf: (owner: 'openai-compatible') => addressOf(owner, () => address) };
  return { services: { models } as unknown as Services, stored };
}

describe('a key that is typed on the page', () => {
  it('goes into the secret storage when the server takes it, and is gone when it does not', async () => {
    const { services, stored } = serviceAt('https://models.example/v1');
    await expect(keepKey(services, 'openai-compatible', 'wrong')).rejects.toThrow('does not accept this key');
    expect(stored.size).toBe(0);
    await keepKey(services, 'openai-compatible', ' right\n');
    expect([...stored]).toEqual([['rostrum.key:openai-compatible:https://models.example', 'right']]);
    await keepKey(services, 'openai-compatible', '  ');
    expect(stored.size).toBe(1);
    await expect(keepKey(services, 'openai-compatible', 'two words')).rejects.toThrow('one line');
  });

  it('is sent over plain http to no other machine', async () => {
    const { services, stored } = serviceAt('http://models.example/v1');
    await expect(keepKey(services, 'openai-compatible', 'right')).rejects.toThrow('plain http');
    expect(stored.size).toBe(0);
  });
});

describe('the address that the settings name', () => {
  it('is told where it cannot be used', () => {
    expect(addressProblems(serviceAt('https://models.example/v1').services, 'openai-compatible')).toEqual([]);
    expect(addressProblems(serviceAt('nowhere').services, 'offline')).toEqual([]);
    const [problem, ...others] = addressProblems(serviceAt('nowhere').services, 'openai-compatible');
    expect([problem?.field, others]).toEqual(['address', []]);
    expect(problem?.message).toContain('nowhere');
  });
});
