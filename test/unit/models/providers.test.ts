import { modelProviderNames } from '../../../src/debate/flow/seats';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpText } from '../../../src/cli/usage';
import { descriptorOf, priceOf, providers, serverNames, standardOrigin } from '../../../src/models/providers';
import { settingTable } from '../../../src/ui/kit/settingTable';

const src = join(import.meta.dirname, '..', '..', '..', 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));

describe('a provider of models', () => {
  it.each(modelProviderNames)(
    '%s has the settings that its descriptor names, and a price for its own models',
    (name) => {
      const { settings, standard, mechanical } = descriptorOf(name);
      for (const setting of Object.values(settings)) expect(Object.keys(settingTable)).toContain(setting);
      for (const model of Object.values({ ...standard }))
        expect(priceOf(name, model, standardOrigin(name))).toBeDefined();
      const issuer = descriptorOf(name).server?.issuer.url ?? '';
      if (mechanical !== undefined) expect(priceOf(name, mechanical, new URL(issuer).origin)).toBeDefined();
    },
  );

  it.each(serverNames)('%s is documented with the variable of its key', (name) => {
    expect(helpText(100)).toContain(providers[name].server.key.variable);
  });

  it('is compared by name nowhere: what sets it apart stands in its descriptor', () => {
    const names = modelProviderNames.join('|');
    const branch = new RegExp(`(?:[=!]==|\\bcase)\\s+'(?:${names})'|'(?:${names})'\\s+[=!]==`);
    expect(branch.test("if (provider === 'anthropic')")).toBe(true);
    expect(files.filter((path) => branch.test(readFileSync(join(src, path), 'utf8')))).toEqual([]);
  });
});
