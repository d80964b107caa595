import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialectic } from '../../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../../src/debate/formats/tribunal/tribunal';
import { dialecticScript, opening, rebuttal } from '../../support/dialecticScript';
import { formatFolder } from '../../support/modelDebate';
import { cutShort, files, half, levyUrl, playedEvents, seqsNow } from '../../support/modelEvents';
import { expectPlayedAgain } from '../../support/playedAgain';
import { fact, factSource, factUrl } from '../../support/scriptedDebate';
import { critique, defence, rulingAnswer, tribunalScript } from '../../support/tribunalScript';

/** The same of a tribunal and of a dialectic: what becomes of a misquotation, a sentence cut short, what nobody read, and an invented file. */

const unreadUrl = 'https://board.example/minutes';
const invented = 'The vault holds nine thousand parcels a day, and always did.';
const vault = { url: 'workspace:vault.md#L1', title: 'Vault', quote: invented, claim: invented };
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

function expectDocuments(folder: string): void {
  const [transcript, report] = [read(folder, 'transcript.md'), read(folder, 'verifier-report.md')];
  expect(transcript).toContain('**Left out, because nobody could read it**');
  expect(transcript + report).not.toContain(invented);
  expect(report).toContain('congestion was back within a year');
}

describe('a tribunal by models in which sides misquote, correct, cut short and invent', () => {
  it('has each event in log, panel and documents', async () => {
    const wrong = 'Depot critic handled 1007 parcels on each and every day of the trial.';
    let folder = '';
    const corrects = (): object => {
      const [seq = 0] = seqsNow(folder, 'critique');
      const line = `SOURCE CORRECTION for seq ${seq}: replacing ${factUrl('critic', 1)} with ${factUrl('critic', 2)} — I took one day for all.`;
      return critique(2, {
        argument: `${line}\nWrong: ${wrong}\nInstead: ${fact('critic', 2)}\n\n${critique(2).argument}`,
      });
    };
    const board = 'The board of the harbour says so in its minutes.';
    const script = tribunalScript(3, {
      'r1/advocate': defence(1, {
        evidence_strengthening: [`${cutShort} “${half}”`],
        sources: [factSource('advocate', 1), { url: levyUrl, title: 'Levy', quote: half, claim: cutShort }],
      }),
      'r1/critic': critique(1, {
        argument: `The proposition does not stand as it is. ${wrong}`,
        sources: [{ url: factUrl('critic', 1), title: 'critic.md', quote: wrong, claim: wrong }],
      }),
      'r2/critic': corrects,
      'r2/advocate': defence(2, { argument: `The proposition stands. ${invented}`, sources: [vault] }),
      'r3/advocate': () => defence(3, { acknowledges: seqsNow(folder, 'redaction') }),
      'r3/critic': critique(3, {
        argument: `${critique(3).argument} ${board}`,
        sources: [
          factSource('critic', 3),
          { url: unreadUrl, title: 'Minutes', quote: 'The board counted.', claim: board },
        ],
      }),
      'ruling#1': rulingAnswer({ overall: `All the same, “${wrong}”` }),
    });
    const topic = 'Should the parcels go by the north depot?';
    folder = await formatFolder({ format: tribunal, topic, options: { rounds: 3 }, provider: 'anthropic', files });
    const { about, entryOf, entries, log, mistakes, questions, retriesOf, rowOf } = await playedEvents(
      folder,
      script,
      [],
    );
    expect(mistakes).toEqual([]);
    const [cut, wronged] = [entryOf('r1/advocate'), entryOf('r1/critic')];
    const [correcting, redacted, left] = [entryOf('r2/critic'), entryOf('r2/advocate'), entryOf('r3/critic')];
    expect(questions.filter((text) => text.includes(cutShort))).toHaveLength(1);
    expect(about('verification_result', cut).filter((data) => data?.['url'] === levyUrl)).toMatchObject([
      { status: 'unreliable', checks: { quote: 'pass', support: 'fail' } },
    ]);
    expect(rowOf(cut).sources.find(({ url }) => url === levyUrl)).toMatchObject({ status: 'unreliable' });
    expect(retriesOf('r1/critic')[0]).toContain(`What stands there: “${fact('critic', 1)}”`);
    expect(about('verification_result', wronged)).toMatchObject([{ status: 'unreliable', checks: { quote: 'fail' } }]);
    expect(about('verification_result', correcting)).toMatchObject([{ status: 'verified' }]);
    expect(rowOf(wronged).sources).toMatchObject([{ status: 'unreliable', ruling: correcting.seq }]);
    const asides = rowOf(correcting).asides.map(({ text }) => text);
    expect(asides.join('\n')).toContain(`Corrects in seq ${wronged.seq}: “${wrong}”`);
    expect(retriesOf('ruling').join(' ')).toContain('The ruling repeats what');
    expect(entries.findLast(({ type }) => type === 'judges_ruling')?.content).not.toContain(wrong);
    expect(about('verification_result', redacted)).toMatchObject([{ status: 'fabricated' }]);
    expect(about('redaction', redacted)).toHaveLength(1);
    expect(rowOf(redacted).sources).toEqual([]);
    expect(left.sources?.map(({ url }) => url)).toEqual([factUrl('critic', 3)]);
    expect(left.data?.['left_out']).toMatchObject([{ url: unreadUrl }]);
    expect(rowOf(left).asides.filter(({ kind }) => kind === 'left-out')).toHaveLength(1);
    expectDocuments(folder);
    await log.close();
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });
});

describe('a dialectic by models in which sides misquote, cut short and invent', () => {
  it('has each event in log, panel and documents', async () => {
    const wrong = 'Depot proposition handled 1007 parcels on each and every day of the trial.';
    const [first, second, third] = opening('proposition').arguments;
    const [ground] = first?.grounds ?? [];
    const [attack] = [rebuttal('opposition', 1).argument];
    const [good] = rebuttal('proposition', 1).argument.grounds;
    const script = {
      ...dialecticScript(2),
      'e0/proposition': {
        arguments: [
          { ...first, grounds: [{ ...ground, content: wrong, quote: wrong }] },
          { ...second, claim: cutShort, grounds: [{ source: 'Levy', content: `${half}.`, url: levyUrl, quote: half }] },
          third,
        ],
      },
      'e1/opposition': {
        argument: { ...attack, grounds: [{ source: 'Vault', content: invented, url: vault.url, quote: invented }] },
      },
      'e1/proposition': {
        argument: {
          ...rebuttal('proposition', 1).argument,
          grounds: [
            good,
            { source: 'Minutes', content: 'The board counted.', url: unreadUrl, quote: 'The board counted.' },
          ],
        },
      },
    };
    const topic = 'Should the depots stay open?';
    const options = { exchanges: 2 };
    const folder = await formatFolder({ format: dialectic, topic, options, provider: 'anthropic', files });
    const { about, entryOf, entries, log, mistakes, questions, retriesOf, rowOf } = await playedEvents(
      folder,
      script,
      [],
    );
    expect(mistakes).toEqual([]);
    const [wronged, cut] = entries.filter(({ type, speaker }) => type === 'argument' && speaker === 'proposition');
    if (wronged === undefined || cut === undefined) throw new Error('nothing was argued');
    expect(retriesOf('e0/proposition')[0]).toContain(`What stands there: “${fact('proposition', 1)}”`);
    expect(about('verification_result', wronged)).toMatchObject([{ status: 'unreliable', checks: { quote: 'fail' } }]);
    expect(questions.filter((text) => text.includes(`Claim of its argument: ${cutShort}`))).toHaveLength(1);
    expect(about('verification_result', cut)).toMatchObject([
      { status: 'unreliable', checks: { quote: 'pass', support: 'fail' } },
    ]);
    expect([wronged, cut].map((entry) => rowOf(entry).sources[0]?.status)).toEqual(['unreliable', 'unreliable']);
    const redacted = entryOf('e1/arguments', 'opposition');
    expect(about('redaction', redacted)).toHaveLength(1);
    const left = entryOf('e1/arguments', 'proposition');
    expect(left.data?.['left_out']).toMatchObject([{ url: unreadUrl }]);
    expect(rowOf(left).asides.filter(({ kind }) => kind === 'left-out')).toHaveLength(1);
    expectDocuments(folder);
    await log.close();
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });
});
