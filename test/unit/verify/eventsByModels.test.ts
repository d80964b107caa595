import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import { dataOf } from '../../../src/debate/log/codec';
import { modelFolder } from '../../support/modelDebate';
import { cutShort, files, half, levyUrl, playedEvents, seqsNow, type PlayedEvents } from '../../support/modelEvents';
import { expectPlayedAgain } from '../../support/playedAgain';
import { fact, factSource, factUrl, fullScript } from '../../support/scriptedDebate';

/**
 * One debate by models, through the Messages API: a debater misquotes and corrects itself, another cuts a sentence short before its turn,
 * cites what nobody read, and invents a file. What becomes of each is in log, panel and documents.
 */

const names = ['ada', 'bob'];
const misquoted = 'Depot ada handled 1007 parcels on each and every day of the trial.';
const unreadUrl = 'https://board.example/minutes';
const inventedUrl = 'workspace:vault.md#L1';
const openingOfAda = 2;

const sourceOf = (url: string, quote: string, claim = quote) => ({ url, title: url, quote, claim });

function scriptIn(folder: () => string): Script {
  const script = fullScript({ names, rounds: 2, outcome: 'ada_wins' });
  const redactions = (): number[] => seqsNow(folder(), 'redaction');
  const correction = {
    seq: openingOfAda,
    old_url: factUrl('ada', 1),
    new_url: factUrl('ada', 2),
    reason: 'I took one day for all.',
    statement: misquoted,
    instead: fact('ada', 2),
  };
  const corrects = `SOURCE CORRECTION for seq ${openingOfAda}: replacing ${factUrl('ada', 1)} with ${factUrl('ada', 2)} — ${correction.reason}`;
  const summary = script['documents/summary'] as { flow: string };
  return {
    ...script,
    'opening/ada': {
      entries: [{ type: 'opening_statement', content: misquoted, sources: [sourceOf(factUrl('ada', 1), misquoted)] }],
    },
    'r1/turn/ada': {
      entries: [
        {
          type: 'new_point',
          content: `${corrects}\n\n${fact('ada', 2)}`,
          sources: [factSource('ada', 2)],
          correction,
        },
      ],
    },
    'r1/turn/bob': {
      entries: [{ type: 'new_point', content: `${cutShort} “${half}”`, sources: [sourceOf(levyUrl, half, half)] }],
    },
    'r2/turn/ada': {
      entries: [
        {
          type: 'new_point',
          content: `Here is more. ${fact('ada', 3)} The board says so.`,
          sources: [factSource('ada', 3), sourceOf(unreadUrl, 'The board counted the parcels.', 'The board says so.')],
        },
      ],
    },
    'r2/turn/bob': {
      entries: [
        {
          type: 'new_point',
          content: 'The vault holds nine thousand parcels a day.',
          sources: [sourceOf(inventedUrl, 'The vault holds nine thousand parcels a day.')],
        },
      ],
    },
    'closing/bob': () => ({
      entries: [{ type: 'closing_statement', content: 'What stands, stands.', acknowledges: redactions() }],
    }),
    'conclusion#1': { ...(script['conclusion'] as object), reason: `Ada showed this: ${misquoted}` },
    'documents/summary#1': { ...summary, flow: `Ada opened so: ${misquoted}` },
  };
}

let folder = '';
let played: PlayedEvents;

beforeAll(async () => {
  folder = await modelFolder({ names, provider: 'anthropic', files });
  played = await playedEvents(
    folder,
    scriptIn(() => folder),
    names,
  );
});

afterAll(() => played.log.close());

const documents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

describe('a debate by models in which debaters misquote, correct, cut short and invent', () => {
  it('asks the server nothing that it refuses, and is played again from its record', async () => {
    expect(played.mistakes).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('sends a misquotation back with what stands there, then logs and rules on it', () => {
    const opening = played.entryOf('opening/ada');
    expect(opening.seq).toBe(openingOfAda);
    expect(played.retriesOf('opening/ada')).toHaveLength(2);
    expect(played.retriesOf('opening/ada')[0]).toContain(`What stands there: “${fact('ada', 1)}”`);
    expect(played.about('verification_result', opening)).toMatchObject([
      { status: 'unreliable', checks: { quote: 'fail' } },
    ]);
    expect(played.about('ruling', opening)).toMatchObject([{ kind: 'unreliable', url: factUrl('ada', 1) }]);
    expect(played.rowOf(opening).sources).toMatchObject([{ status: 'unreliable' }]);
  });

  it('takes the correction of the sentence, shows it as withdrawn, and repeats it in no document', () => {
    const correcting = played.entryOf('r1/turn/ada');
    expect(correcting.data?.['correction']).toMatchObject({ statement: misquoted, instead: fact('ada', 2) });
    expect(played.about('verification_result', correcting)).toMatchObject([{ status: 'verified' }]);
    const asides = played.rowOf(correcting).asides.filter(({ kind }) => kind === 'corrects');
    expect(asides.map(({ text }) => text).join('\n')).toContain(`Corrects in seq ${openingOfAda}: “${misquoted}”`);
    expect(played.rowOf(played.entryOf('opening/ada')).sources).toMatchObject([{ ruling: correcting.seq }]);
    const { 'transcript.md': transcript = '', 'verifier-report.md': report = '', ...others } = documents();
    expect(transcript).toContain('Corrects in');
    expect(report).toContain(`corrected in [seq ${correcting.seq}]`);
    expect(Object.entries(others).filter(([, text]) => text.includes(misquoted))).toEqual([]);
    expect(played.retriesOf('conclusion').join(' ')).toContain('The conclusion repeats what');
    expect(played.retriesOf('documents/summary').join(' ')).toContain('summary.md repeats what');
  });

  it('has a sentence that was cut before its turn judged with how it goes on', () => {
    const cut = played.entryOf('r1/turn/bob');
    expect(played.questions.filter((text) => text.includes(cutShort))).toHaveLength(1);
    expect(played.about('verification_result', cut)).toMatchObject([
      { status: 'unreliable', support_answer: 'does_not_say', checks: { quote: 'pass', support: 'fail' } },
    ]);
    expect(played.about('ruling', cut)).toMatchObject([{ kind: 'unreliable', url: levyUrl }]);
    expect(played.rowOf(cut).sources).toMatchObject([
      { status: 'unreliable', words: expect.stringContaining('not supported') as string },
    ]);
    expect(documents()['verifier-report.md']).toContain('congestion was back within a year');
  });

  it('leaves out what nobody could read, and says so in the record, the panel and the transcript', () => {
    const spoken = played.entryOf('r2/turn/ada');
    expect(spoken.type).toBe('new_point');
    expect(spoken.sources?.map(({ url }) => url)).toEqual([factUrl('ada', 3)]);
    expect(spoken.data?.['left_out']).toMatchObject([{ url: unreadUrl }]);
    expect(played.rowOf(spoken).asides.filter(({ kind }) => kind === 'left-out')).toMatchObject([
      { text: expect.stringContaining('board.example/minutes') as string },
    ]);
    expect(documents()['transcript.md']).toContain('**Left out, because nobody could read it**');
  });

  it('redacts what was invented, whose author cannot win', () => {
    const invented = played.entryOf('r2/turn/bob');
    expect(played.about('verification_result', invented)).toMatchObject([{ status: 'fabricated' }]);
    expect(played.about('redaction', invented)).toHaveLength(1);
    expect(played.rowOf(invented)).toMatchObject({ sources: [] });
    expect(played.entries.map((entry) => dataOf(entry, 'conclusion')?.outcome).filter(Boolean)).toEqual(['ada_wins']);
    const all = Object.values(documents()).join('\n');
    expect(all).not.toContain('nine thousand parcels a day');
    expect(documents()['verifier-report.md']).toContain('fabricated');
  });
});
