import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { correctionSchema } from '../../../src/debate/log/data/common';
import { mostMatchingSteps } from '../../../src/matching/text/matchingSteps';
import { parseSourceUrl } from '../../../src/matching/text/sourceUrl';
import { sentences } from '../../../src/matching/text/text';
import { checkSource, newCheckSteps } from '../../../src/verify/checkSource';
import { settle } from '../../../src/verify/settle';
import { drawn } from '../../support/drawn';
import { entry } from '../../support/entries';
import { readEntries } from '../../support/scriptedDebate';
import { passagesByScript } from '../../support/scripts';
import { ReadSource } from '../../../src/verify/readSource';

/** What matching takes is counted, grows with the text and no faster, and is the same on every machine. */

const url = 'workspace:bridge.md';

interface Asked {
  text: string;
  quote?: string;
  claim?: string;
  content?: string;
}

function check({ text, quote, claim, content = claim ?? quote ?? '' }: Asked) {
  const source = {
    url,
    title: 'Bridge',
    accessed: '2026-07-21',
    ...(quote === undefined ? {} : { quote }),
    ...(claim === undefined ? {} : { claim }),
  };
  const citing = entry({ seq: 1, type: 'new_point', content, sources: [source] });
  const steps = newCheckSteps();
  const started = process.cpuUsage();
  const read = new ReadSource(parseSourceUrl(url), { text, title: 'Bridge', sha256: '' });
  const code = checkSource({ entry: citing, source }, read, steps);
  const { user, system } = process.cpuUsage(started);
  const { quote: ofQuote, figures, statement } = steps;
  const taken = ofQuote.taken + figures.taken + statement.taken;
  return { code, status: settle(url, code).status, taken, seconds: (user + system) / 1e6 };
}

/** Far above what any of these takes, far below what did not end. */
const mostSeconds = 10;

describe.each(Object.entries(passagesByScript))('matching in %s', (_, [passage, follows]) => {
  it('takes steps in proportion to the text', () => {
    const [small, middle, large] = [1, 4, 40].map((times) =>
      check({ text: `${passage} ${follows.repeat(20 * times)}`, quote: passage, claim: passage }),
    );
    for (const one of [small, middle, large]) expect(one?.code.checks.quote.result).toBe('pass');
    const grown = (large?.taken ?? 0) / (middle?.taken ?? 1);
    expect(grown).toBeLessThan(12);
    expect((middle?.taken ?? 0) / (small?.taken ?? 1)).toBeLessThan(5);
    expect(large?.seconds).toBeLessThan(mostSeconds);
  });

  it('never accuses what stands there word for word', () => {
    for (const said of [passage, `${passage}.`, ...sentences(passage).map(({ text }) => text)]) {
      const { code, status } = check({ text: `${passage}. ${follows.repeat(3)}`, quote: said, claim: said });
      expect([said, status === 'unreliable', code.checks.figures.result === 'fail', code.checks.quote.result]).toEqual([
        said,
        false,
        false,
        said.length < 12 ? 'not_judged' : 'pass',
      ]);
    }
  });
});

const prose = 'The tide fell by 3 m in 2024, and the bridge was closed. '.repeat(100);

describe('text that nobody writes', () => {
  const hostile: Record<string, Asked> = {
    'fractions as a claim': { text: prose, claim: '1/2 '.repeat(2_500) },
    'percentages as a claim': { text: prose, claim: '42 % '.repeat(2_000) },
    'powers as a claim': { text: prose, claim: '10⁶'.repeat(10_000) },
    'abbreviations as a quotation': { text: prose, quote: 'Fig. '.repeat(10_000), claim: 'The tide fell.' },
    'an opening with two long quotations': {
      text: prose,
      quote: prose.slice(0, 5_000),
      content: `${prose.repeat(7)}${'Fig. '.repeat(4_000)}`,
      claim: 'The tide fell by 3 m in 2024, and the bridge was closed.',
    },
    'a page of Russian': {
      text: 'Река стояла тихо. '.repeat(700),
      quote: 'Река стояла тихо.',
      claim: 'Река стояла тихо.',
    },
  };

  it.each(Object.entries(hostile))('%s ends', (_, asked) => {
    const { seconds, status } = check(asked);
    expect(seconds).toBeLessThan(mostSeconds);
    expect(status).not.toBe('fabricated');
  });

  it('is said to be too complex at the same step everywhere, and accuses nobody', () => {
    const { code, status, taken } = check({ text: prose, claim: '1/2 '.repeat(12_500) });
    expect(code.checks.figures).toMatchObject({ result: 'not_judged' });
    expect(code.checks.figures.note).toContain(
      `too complex: more than ${mostMatchingSteps.toLocaleString('en-US')} steps`,
    );
    expect(status).toBe('unverified');
    expect(check({ text: prose, claim: '1/2 '.repeat(12_500) }).taken).toBe(taken);
  });

  const motifs = [
    '1/2 ',
    '42 % ',
    '10⁶',
    '5 mW ',
    'a-',
    '. [1] ',
    'seqs 1, ',
    '“a” ',
    '… a ',
    'Привет мир ',
    '9. November ',
    '\\a',
    '[a](b) ',
    '`',
    '*a* ',
    'וְהָ ',
    'e\u0301\u0301',
    '12 500 ',
    '$5m ',
    'March 3, 2024, ',
    '1,',
    '百万',
    'a\n\n',
    'a\t1\n',
    'half of ',
  ];

  it('grows without end, whatever is repeated, as claim, quotation and text', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const { pick, shuffled } = drawn(seed);
      const [one = '', other = ''] = shuffled(motifs);
      const times = 1 + (seed % 4);
      const grown = (length: number): string =>
        `${one.repeat(times)}${other}`.repeat(Math.ceil(length / (one.length * times + other.length)));
      const big = grown(12_000);
      const asked = pick<Asked>([
        { text: prose, claim: big },
        { text: prose, quote: big, claim: 'The tide fell.' },
        { text: `Before. ${big}`, quote: big, claim: big },
        { text: big + big, quote: `${big.slice(0, 5_000)}!${big.slice(0, 5_000)}`, content: `${big}? ${big}` },
      ]);
      const { seconds } = check(asked);
      expect([seed, one, other, seconds < mostSeconds]).toEqual([seed, one, other, true]);
    }
  }, 120_000);
});

const live = resolve(__dirname, '../../../../shared/data/live');

/** Each question of support in records that were made when the whole entry was asked about. */
describe.skipIf(!existsSync(live)).each(['panel', 'tribunal'])('the record of a %s', (name) => {
  it('asks about the sentences of the claim and no more', async () => {
    let asked = 0;
    for (const citing of await readEntries(resolve(live, name, 'record'))) {
      for (const source of citing.sources ?? []) {
        const kept = { text: source.quote ?? '', title: source.title, sha256: '' };
        const read = new ReadSource(parseSourceUrl(source.url), kept);
        const { statement } = checkSource({ entry: citing, source }, read);
        // A correction is asked about what it says instead.
        if (
          statement === undefined ||
          statement === correctionSchema.safeParse(citing.data?.['correction']).data?.instead
        )
          continue;
        asked += 1;
        const claimed = sentences(citing.content).filter(
          ({ text }) => text.includes(source.claim ?? '\0') || (source.claim ?? '').includes(text),
        );
        const carrying = sentences(citing.content).filter(({ text }) => text.includes(source.quote ?? '\0'));
        const most = Math.max(...[claimed, carrying].map((spans) => spans.map(({ text }) => text).join(' ').length));
        expect([citing.seq, source.url, statement.length <= most]).toEqual([citing.seq, source.url, true]);
      }
    }
    expect(asked).toBeGreaterThan(3);
  });
});
