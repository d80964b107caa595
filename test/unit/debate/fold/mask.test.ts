import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/log/entry';
import { Mask, maskedRun } from '../../../../src/debate/fold/mask';
import { createView } from '../../../../src/debate/fold/view';
import { fold, numbered, setup, source, step } from '../../../support/entries';

const secret = 'The vault of the north holds forty-one thousand parcels that nobody ever counted, says the keeper.';
const quote = 'Nobody in the whole of the district had ever seen the inside of that vault before the flood.';
const claim = 'Since the flood the vault has stood open to everyone who cared to look inside of it.';
const idea = 'A model of vaults in which every parcel is counted once and never looked at again.';

const redacted: Partial<Entry> & Pick<Entry, 'type'> = {
  type: 'new_point',
  phase: 'rebuttal',
  speaker: 'ada',
  content: secret,
  sources: [source('workspace:vault.md#L3', { quote, claim })],
  data: { step: step('r1/turn/ada'), introduces: [{ name: 'The vault model', description: idea }] },
};
const redaction: Partial<Entry> & Pick<Entry, 'type'> = {
  type: 'redaction',
  target_seq: 1,
  content: 'REDACTED: seq 1 (ada). Reason: it does not exist.',
  data: { kind: 'fabricated', reason: 'it does not exist', url: 'workspace:vault.md#L3' },
};

const words = (content: string) => ({ type: 'new_point', phase: 'rebuttal', speaker: 'bob', content });

/** The record as anyone may see it: the setup, ada's redacted entry, its redaction, and what comes with it. */
function visible(...more: (Partial<Entry> & Pick<Entry, 'type'>)[]) {
  const entries = numbered(setup, redacted, redaction, ...more);
  const view = createView(fold(entries), (seq) => entries[seq]);
  return { entries, view, last: view.visible(entries.length - 1) };
}

describe('a struck entry', () => {
  it('keeps its place, header, references and step, and nothing of its text', () => {
    const { view, entries } = visible();
    expect(view.visible(1)).toEqual({
      seq: 1,
      timestamp: entries[1]?.timestamp,
      phase: 'rebuttal',
      speaker: 'ada',
      type: 'new_point',
      content: '[REDACTED — it does not exist]',
      sources: null,
      rebuttal_to_seq: null,
      target_seq: null,
      data: { step: step('r1/turn/ada') },
      redacted: { by: 2, reason: 'it does not exist' },
    });
    expect(view.raw(1)?.content).toBe(secret);
    expect(view.all()).toHaveLength(3);
  });

  it('is struck when the redaction names it in its text only, as the ancestors do', () => {
    const ancestors = {
      type: 'redaction',
      content: 'REDACTED: seq 1 (ada). Reason: Invented source. Entry is struck from the record.',
    };
    const entries = numbered(setup, redacted, ancestors);
    const view = createView(fold(entries), (seq) => entries[seq]);
    expect(view.visible(1)?.content).toBe('[REDACTED — Invented source.]');
  });

  it('loses the fields of other writers too', () => {
    const entries = numbered(setup, { ...redacted, 'x-translation': secret }, redaction);
    const view = createView(fold(entries), (seq) => entries[seq]);
    expect(JSON.stringify(view.visible(1))).not.toContain('vault');
  });
});

describe('others’ entries', () => {
  it('are left alone where nothing was struck', () => {
    const entries = numbered(setup, redacted);
    const view = createView(fold(entries), (seq) => entries[seq]);
    expect(view.visible(1)).toBe(entries[1]);
  });

  it('are masked from 40 characters on, and not at 39', () => {
    expect(maskedRun).toBe(40);
    for (let start = 0; start + 40 <= secret.length; start += 7) {
      const run = secret.slice(start, start + 40);
      const around = (text: string) => `<${text}>`;
      expect(visible(words(around(run))).last?.content).toBe('<[REDACTED]>');
      expect(visible(words(around(run.slice(0, 39)))).last?.content).toBe(around(run.slice(0, 39)));
    }
  });

  it('keep the words around a run, and several runs are masked each', () => {
    const content = `Ada says “${secret}” and again: ${secret.slice(0, 50)}! So what?`;
    expect(visible(words(content)).last?.content).toBe('Ada says “[REDACTED]” and again: [REDACTED]! So what?');
  });

  it('are masked where the quotation was wrapped anew', () => {
    const wrapped = secret.replace(/ /g, '\n    ');
    expect(visible(words(`> ${wrapped}\n\nWell.`)).last?.content).toBe('> [REDACTED]\n\nWell.');
    expect(visible(words(secret.replace(/ /g, '\u00a0'))).last?.content).toBe('[REDACTED]');
  });

  it.each([
    ['marks of direction', '\u202e'],
    ['zero-width signs', '\u200b\u2060'],
    ['soft hyphens', '\u00ad'],
    ['marks of byte order', '\ufeff'],
    ['control characters', '\u0001\u0085'],
    ['tags, which are pairs', '\u{e0041}'],
  ])('are masked with %s between their letters', (_, sign) => {
    const apart = secret.split('').join(sign);
    expect(visible(words(`${sign}<${apart}>${sign}`)).last?.content).toMatch(/^\W*<\W*\[REDACTED\]\W*>\W*$/u);
    const other = numbered(
      setup,
      { ...redacted, content: apart, sources: null, data: {} },
      redaction,
      words(`<${secret}>`),
    );
    expect(createView(fold(other), (seq) => other[seq]).visible(3)?.content).toBe('<[REDACTED]>');
  });

  it.each([
    ['content', secret],
    ['quotation', quote],
    ['claim', claim],
    ['data', idea],
  ])('are masked when they repeat the struck %s, in every field', (_, text) => {
    const { last } = visible({
      ...words(`He said: ${text}`),
      sources: [source('workspace:b.md', { quote: text, claim: text })],
      data: { correction: { seq: 1, old_url: 'a', new_url: 'b', reason: text }, notes: { deep: [[text]] }, [text]: 1 },
      'x-note': { inner: text },
    });
    expect(JSON.stringify(last)).not.toContain(text.slice(0, 20));
    expect(JSON.stringify(last).match(/\[REDACTED\]/g)).toHaveLength(7);
  });

  it('are masked where two struck texts run into each other', () => {
    const other = {
      ...redacted,
      content: `${secret.slice(30)} And that is all that there is to be said about it.`,
      sources: null,
      data: {},
    };
    const entries = numbered(
      setup,
      redacted,
      redaction,
      other,
      { ...redaction, target_seq: 3 },
      words(`${secret} And that is all`),
    );
    const view = createView(fold(entries), (seq) => entries[seq]);
    expect(view.visible(5)?.content).toBe('[REDACTED]');
  });

  it('keep the words that a struck challenge or concession repeated of theirs', () => {
    const theirs = 'Bob has always said that the southern depot is the larger of the two by far.';
    const challenge = {
      type: 'source_challenge',
      phase: 'rebuttal',
      speaker: 'ada',
      content: 'I doubt it.',
      target_seq: 1,
      data: { url: 'workspace:b.md', claim: theirs, concedes: [{ seq: 1, claim: theirs }] },
    };
    const entries = numbered(setup, words(theirs), challenge, { ...redaction, target_seq: 2 });
    const view = createView(fold(entries), (seq) => entries[seq]);
    expect(view.visible(1)?.content).toBe(theirs);
  });

  it('are masked where only the ends of two struck texts overlap', () => {
    const [first, second] = [
      'abcdefghij klmnopqrst uvwxyz0123 456789ABCD EFGH',
      '456789ABCD EFGH IJKLMNOPQR STUVWXYZab cdefgh',
    ];
    const plainly = (content: string) => ({ ...redacted, content, sources: null, data: {} });
    const entries = numbered(
      setup,
      plainly(first),
      redaction,
      plainly(second),
      { ...redaction, target_seq: 3 },
      words(`<${first} ${second.slice(16)}>`),
    );
    const view = createView(fold(entries), (seq) => entries[seq]);
    expect(view.visible(5)?.content).toBe('<[REDACTED]>');
  });

  it('are found wherever the run begins', () => {
    for (let offset = 0; offset < 80; offset += 1) {
      expect(visible(words('x'.repeat(offset) + secret.slice(0, 40))).last?.content).toBe(
        `${'x'.repeat(offset)}[REDACTED]`,
      );
    }
  });

  it('keep characters outside the basic plane whole', () => {
    const faces = (last: string) => `${'a'.repeat(30)} and so on, ${last}`;
    const entries = numbered(
      setup,
      { ...redacted, content: faces('😀') },
      redaction,
      words(`😀${faces('😁')}!`),
      words(`${faces('😀')}!`),
    );
    const view = createView(fold(entries), (seq) => entries[seq]);
    expect(view.visible(3)?.content).toBe('😀[REDACTED]!');
    expect(view.visible(4)?.content).toBe('[REDACTED]!');
  });

  it('mask every run of struck text and nothing else (property)', () => {
    const word = fc.constantFrom('depot', 'parcel', 'north', 'counts', 'never', 'vault', '—', '😀', '\n', '  ', 'says');
    const prose = fc.array(word, { maxLength: 40 }).map((parts) => parts.join(' '));
    const loneSurrogate = /\p{Cs}/u;
    const flat = (text: string) => text.replace(/\s+/g, ' ');
    fc.assert(
      fc.property(prose, prose, fc.nat(), fc.nat(), (hidden, other, from, length) => {
        const state = fold(numbered({ type: 'redaction', target_seq: 5, content: 'r' }));
        const mask = new Mask(state, numbered({ type: 'new_point', content: hidden }));
        const cut = hidden.slice(from % (hidden.length + 1));
        const text = `${other} ${cut.slice(0, length % (cut.length + 1))} ${other}`;
        const masked = mask.text(text);
        const known = flat(hidden).trim();
        for (const piece of masked.split('[REDACTED]')) {
          const seen = flat(piece);
          for (let at = 0; at + 40 <= seen.length; at += 1) expect(known).not.toContain(seen.slice(at, at + 40));
          expect(flat(text)).toContain(seen);
          if (!loneSurrogate.test(text)) expect(piece).not.toMatch(loneSurrogate);
        }
        if (!masked.includes('[REDACTED]')) expect(masked).toBe(text);
      }),
      { seed: 20_260_721, numRuns: 500 },
    );
  });
});

describe('what is about a struck entry', () => {
  it('a verification result says its status only', () => {
    const { last } = visible({
      type: 'verification_result',
      speaker: 'verifier',
      target_seq: 1,
      content: 'fabricated: the vault is not there',
      data: {
        step: step('verify/1/0'),
        url: 'workspace:vault.md#L3',
        status: 'fabricated',
        explanation: 'no vault',
        notes: { exists: 'vault' },
      },
    });
    expect(last).toMatchObject({ content: 'Verification of seq 1: fabricated.', sources: null });
    expect(last?.data).toEqual({ step: step('verify/1/0'), url: 'workspace:vault.md#L3', status: 'fabricated' });
  });

  it('so does one of the ancestors, whose result is JSON text', () => {
    const content = JSON.stringify({ url: 'https://v.example', status: 'unreliable', notes: 'the vault' });
    const { last } = visible({ type: 'verification_result', speaker: 'verifier', target_seq: 1, content });
    expect(JSON.stringify(last)).not.toContain('vault');
  });

  it('a review and a challenge lose their words', () => {
    const review = visible({
      type: 'note',
      target_seq: 1,
      content: 'Review of seq 1: ada of the vault',
      data: { kind: 'review', summary: 'the vault' },
    }).last;
    expect(review).toMatchObject({ content: '[REDACTED — about seq 1, which is struck]', data: { kind: 'review' } });
    const challenge = visible({
      type: 'source_challenge',
      phase: 'rebuttal',
      speaker: 'bob',
      target_seq: 1,
      content: 'The vault?',
      data: { url: 'workspace:vault.md#L3', claim: 'the vault' },
    }).last;
    expect(challenge).toMatchObject({ sources: null, data: { url: 'workspace:vault.md#L3' } });
    expect(JSON.stringify({ ...challenge, data: {} })).not.toContain('vault');
  });

  it('a concession of it keeps its seq, not its words; others are whole', () => {
    const { last } = visible({
      type: 'new_point',
      phase: 'rebuttal',
      speaker: 'bob',
      content: 'Yes.',
      data: {
        concedes: [
          { seq: 1, claim: 'the vault' },
          { seq: 0, claim: 'the sun' },
        ],
      },
    });
    expect(last?.data?.['concedes']).toEqual([
      { seq: 1, claim: '[REDACTED]' },
      { seq: 0, claim: 'the sun' },
    ]);
  });

  it('odd data of types that nobody knows does no harm', () => {
    expect(visible({ type: 'poll', data: { concedes: [null, 5, 'x'] } }).last?.data).toEqual({
      concedes: [null, 5, 'x'],
    });
  });

  it('a redaction of an entry that comes later strikes it all the same', () => {
    const entries = numbered(setup, { ...redaction, target_seq: 2 });
    const state = fold(entries);
    const view = createView(state, (seq) => entries[seq]);
    expect(view.visible(1)?.content).toContain('REDACTED');
    const later = numbered(setup, { ...redaction, target_seq: 2 }, redacted, words(secret));
    const all = createView(fold(later), (seq) => later[seq]);
    expect(
      all
        .all()
        .map((entry) => JSON.stringify(entry))
        .join(),
    ).not.toContain('parcels');
  });
});
