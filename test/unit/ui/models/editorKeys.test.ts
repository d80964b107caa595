import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../../src/ui/models/addresses';
import { keyProblem, SecretKeyStore } from '../../../../src/ui/models/secretKeyStore';

/** The editor's store, in memory. */
function secrets() {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (name: string) => Promise.resolve(kept.get(name)),
    store: (name: string, value: string) => Promise.resolve(void kept.set(name, value)),
    delete: (name: string) => Promise.resolve(void kept.delete(name)),
    keys: () => Promise.resolve([...kept.keys()]),
  };
}

const settings = (baseUrl: string) => () => baseUrl;

describe('keys', () => {
  it('are found for the origin that they were given for, and for no other', async () => {
    const store = new SecretKeyStore(secrets());
    const before = addressOf('anthropic', settings('https://api.anthropic.com')).origin;
    await store.set({ owner: 'anthropic', origin: before }, '  sk-one\n');
    expect(await store.get('anthropic', before)).toBe('sk-one');
    for (const other of [
      'https://api.anthropic.com.evil.example',
      'https://api.anthropic.com:8443',
      'http://api.anthropic.com',
      'https://proxy.example/api.anthropic.com',
    ]) {
      expect(await store.get('anthropic', addressOf('anthropic', settings(other)).origin), other).toBeUndefined();
    }
    expect(await store.get('openai-compatible', before)).toBeUndefined();
    // Another path of the same server is the same server.
    expect(await store.get('anthropic', addressOf('anthropic', settings('https://api.anthropic.com/v1/')).origin)).toBe(
      'sk-one',
    );
  });

  it('are listed without their values, and forgotten one by one', async () => {
    const memory = secrets();
    const store = new SecretKeyStore(memory);
    await memory.store('somebody else’s', 'x');
    await memory.store('rostrum.key:nobody:https://x', 'x');
    const one = { owner: 'anthropic', origin: 'https://a.example' } as const;
    const two = { owner: 'openai-compatible', origin: 'http://localhost:11434' } as const;
    await store.set(one, 'k1');
    await store.set(two, 'k2');
    expect(await store.kept()).toEqual([one, two]);
    await store.delete(one);
    expect(await store.kept()).toEqual([two]);
    expect(await store.get('openai-compatible', two.origin)).toBe('k2');
  });

  it('are no empty texts, and errors do not repeat them', async () => {
    const store = new SecretKeyStore(secrets());
    await expect(store.set({ owner: 'brave', origin: 'https://api.search.brave.com' }, ' ')).rejects.toThrow(TypeError);
    expect(keyProblem(' ')).toBeDefined();
    expect(keyProblem('sk-ant-123')).toBeUndefined();
    expect(keyProblem('sk secret')).not.toContain('secret');
    expect(keyProblem('sk-ключ')).toBeDefined();
  });

  it('go to fixed addresses of search services, and a wrong setting is named', () => {
    expect(addressOf('brave', settings('https://elsewhere.example')).origin).toBe('https://api.search.brave.com');
    expect(addressOf('tavily', settings('nonsense')).origin).toBe('https://api.tavily.com');
    expect(() => addressOf('openai-compatible', settings('ftp://x'))).toThrow(/rostrum\.openaiCompatible\.baseUrl/);
    expect(() => addressOf('anthropic', settings('https://me:secret@x.example'))).toThrow(/^(?!.*secret)/);
  });
});
