import { beforeAll, describe, expect, it } from 'vitest';
import { dialectic } from '../../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../../src/debate/formats/tribunal/tribunal';
import { pool } from '../../../src/research/pool';
import { sampled, upTo } from '../../support/depth';
import { dialecticScript } from '../../support/dialecticScript';
import { eventfulScript, names } from '../../support/faultMatrix/referenceDebate';
import { formatFolder, modelFolder } from '../../support/modelDebate';
import { ModelKills, type Cell } from '../../support/modelKills';
import { tribunalScript } from '../../support/tribunalScript';

/**
 * SIGKILL after each kept answer and at random instants of debates by models, then resumed: no answer that was on the disk is paid again, the
 * record equals the uncut one, and what it says was used is what the provider has booked, to the token.
 */

const providers = ['anthropic', 'openai-compatible'] as const;
type Provider = (typeof providers)[number];

const topic = 'The parcels should go by rail.';

const makers: Record<string, (provider: Provider) => Promise<ModelKills>> = {
  panel: async (provider) =>
    ModelKills.of(await modelFolder({ names, provider, rounds: { min: 1, max: 2 } }), provider, {
      script: eventfulScript(),
      names,
    }),
  tribunal: async (provider) =>
    ModelKills.of(await formatFolder({ format: tribunal, topic, options: { rounds: 'auto' }, provider }), provider, {
      script: tribunalScript(2),
      names: [],
    }),
  dialectic: async (provider) =>
    ModelKills.of(
      await formatFolder({ format: dialectic, topic, options: { motion: topic, exchanges: 2 }, provider }),
      provider,
      { script: dialecticScript(2), names: [] },
    ),
};

const held = (name: string, { open, paidTwice, problems }: Cell): string[] => [
  ...problems.map((problem) => `${name}: ${problem}`),
  ...(paidTwice > open ? [`${name}: ${paidTwice} requests paid twice, ${open} were open`] : []),
];

const debates = Object.keys(makers).flatMap((format) => providers.map((provider) => ({ format, provider })));

describe.each(sampled('debates by models that are killed', debates, 1))(
  'a $format by models of $provider',
  ({ format, provider }) => {
    let kills: ModelKills;

    beforeAll(async () => {
      const made = await makers[format]?.(provider);
      if (made === undefined) throw new Error(`There is no ${format}.`);
      kills = made;
    });

    const found = async (point: 'kept' | 'ms', cells: readonly number[]): Promise<string[]> => {
      const problems: string[] = [];
      const cell = async (nth: number): Promise<void> => {
        problems.push(...held(`${point} ${nth}`, await kills.cell(point, nth)));
      };
      await pool(cells, cell, { width: 2 });
      return problems;
    };

    it('killed after a kept answer pays nothing twice', { timeout: 3_600_000 }, async () => {
      expect(kills.uncut.requests).toBeGreaterThan(8);
      const cells = sampled(`${format}, ${provider}: kept answers`, upTo(kills.uncut.requests), 1, 3);
      expect(await found('kept', cells)).toEqual([]);
    });

    it('killed at any instant pays no more twice than was open', { timeout: 3_600_000 }, async () => {
      const instants = upTo(12).map((part) => Math.round((kills.uncut.ms * part) / 12));
      expect(await found('ms', sampled(`${format}, ${provider}: instants`, instants, 1, 2))).toEqual([]);
    });
  },
);
