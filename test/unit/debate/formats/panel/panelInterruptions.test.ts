import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../../../src/agents/scripted';
import type { Entry } from '../../../../../src/debate/entry';
import { statusOf } from '../../../../../src/session/status';
import { logIn } from '../../../../support/logs';
import { fact, factSource, factUrl, fullScript, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';
import { runFolder } from '../../../../support/testSession';

/** Every way in which a panel debate departs from its plain course, played by a script through the real engine. */

const names = ['ada', 'bob'];

async function play(changes: Script, options: { names?: readonly string[]; rounds?: number } = {}) {
  const cast = options.names ?? names;
  const rounds = options.rounds ?? 2;
  const script = { ...fullScript({ names: cast, rounds }), ...changes };
  const folder = await scriptedFolder({ script, names: cast, rounds: { min: 1, max: rounds } });
  const retries: string[] = [];
  const end = await runFolder(folder, {
    onEvent: (event) => event.kind === 'retry' && retries.push(`${event.step}: ${event.reasons.join(' ')}`),
  });
  return { folder, end, entries: await readEntries(folder), retries };
}

const byStep = (entries: readonly Entry[], id: string): Entry[] =>
  entries.filter((entry) => (entry.data?.['step'] as { id: string } | undefined)?.id === id);

const first = (entries: readonly Entry[], type: string): Entry => {
  const found = entries.find((entry) => entry.type === type);
  if (found === undefined) throw new Error(`no ${type} in the log`);
  return found;
};

const point = (content: string, source: Partial<ReturnType<typeof factSource>> & { url: string; title: string }) => ({
  entries: [{ type: 'new_point', content, sources: [source] }],
});

async function allDocuments(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter(
    (name) => name.endsWith('.md') || name.endsWith('.json') || name === 'debate.log',
  );
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n');
}

describe('a debater who lies', () => {
  const marker = 'ZEBRA-77 the vault of the north holds all the parcels that nobody ever counted';
  const lie = point(`There is more. ${marker}.`, {
    url: 'workspace:vault/secret.md#L3',
    title: 'vault',
    quote: marker,
    claim: marker,
  });

  it('has an invented file struck at once, mid-round, and cannot win', async () => {
    const { entries, folder } = await play({
      'r1/turn/ada': lie,
      'r1/turn/bob': point(`Ada says: ${marker}. I doubt it. ${fact('bob', 2)}`, factSource('bob', 2)),
      'r2/turn/ada': {
        entries: [{ type: 'new_point', content: fact('ada', 3), sources: [factSource('ada', 3)], acknowledges: [12] }],
      },
      conclusion: {
        outcome: 'bob_wins',
        reason: 'Ada invented a source.',
        evaluations: names.map((debater) => ({ debater, criteria: {} })),
      },
    });
    const struck = byStep(entries, 'r1/turn/ada')[0];
    const verdict = entries.find((entry) => entry.type === 'verification_result' && entry.target_seq === struck?.seq);
    expect(verdict?.data?.['status']).toBe('fabricated');
    const redaction = first(entries, 'redaction');
    expect(redaction.target_seq).toBe(struck?.seq);
    expect(redaction.seq).toBeLessThan(byStep(entries, 'r1/turn/bob')[0]?.seq ?? 0);
    expect(first(entries, 'conclusion').data?.['outcome']).toBe('bob_wins');
    const documents = await allDocuments(folder);
    expect(documents).not.toContain('ZEBRA-77');
    expect(documents).not.toContain('nobody ever counted');
  });

  it('is sent back twice for a source that was never captured, and logged when insisting', async () => {
    const { retries } = await play({ 'r1/turn/ada': lie, 'r2/turn/ada': { error: 'silent' } });
    expect(retries.filter((retry) => retry.startsWith('r1/turn/ada'))).toHaveLength(2);
    expect(retries[0]).toContain('was never captured');
  });

  it('must acknowledge the redaction in the next turn, else the turn is skipped', async () => {
    const { entries } = await play({ 'r1/turn/ada': lie });
    const skipped = byStep(entries, 'r2/turn/ada')[0];
    expect(skipped?.type).toBe('ruling');
    expect(skipped?.data?.['kind']).toBe('skipped');
  });

  it('cannot be named winner by the Chair', async () => {
    const { end } = await play({
      'r1/turn/ada': lie,
      conclusion: {
        outcome: 'ada_wins',
        reason: 'So be it.',
        evaluations: names.map((debater) => ({ debater, criteria: {} })),
      },
    });
    expect(end.status).toBe('paused');
    expect('reason' in end && end.reason).toContain('a debater with a fabricated source cannot win');
  });

  it('makes the debate void when there are two of the kind, and no blog post is written', async () => {
    const { entries, folder } = await play({
      'r1/turn/ada': lie,
      'r1/turn/bob': point('And I.', {
        url: 'workspace:none.md',
        title: 'none',
        quote: 'nothing of the sort was seen',
        claim: 'And I.',
      }),
      conclusion: {
        outcome: 'void',
        reason: 'Both invented.',
        evaluations: names.map((debater) => ({ debater, criteria: {} })),
      },
    });
    expect(first(entries, 'conclusion').data?.['outcome']).toBe('void');
    expect(entries.filter((entry) => entry.type === 'redaction')).toHaveLength(2);
    expect(await readdir(folder)).not.toContain('blog-post.md');
    expect(byStep(entries, 'documents').map(({ type, data }) => [type, data?.['name'] ?? data?.['kind']])).toEqual([
      ['document', 'summary.md'],
      ['note', 'absent'],
    ]);
  });
});

describe('a wrong quotation', () => {
  const wrong = 'Depot ada handled parcels of every kind on each day of that long trial.';

  it('becomes unreliable, is ruled on, relayed, and may be corrected', async () => {
    const url = factUrl('ada', 2);
    const replacement = factSource('ada', 9);
    const three = ['It ran.', 'It reads.', 'It ended.'];
    const overall = { rating: 'Good', reasons: `As ada said: ${wrong}` };
    const { entries, retries } = await play({
      'assessor-report': { overall, roles: [], execution: three, output: three },
      'r1/turn/ada': point(`Listen. ${wrong}`, { url, title: 'ada.md', quote: wrong, claim: wrong }),
      'r2/turn/ada': {
        entries: [
          {
            type: 'new_point',
            content: `SOURCE CORRECTION for seq 10: replacing ${url} with ${replacement.url} — the day was another.\n\n${replacement.quote}`,
            sources: [replacement],
            correction: {
              seq: 10,
              old_url: url,
              new_url: replacement.url,
              reason: 'the day was another.',
              statement: wrong,
              instead: replacement.quote,
            },
          },
        ],
      },
    });
    const ruling = entries.find((entry) => entry.type === 'ruling' && entry.data?.['kind'] === 'unreliable');
    expect(ruling?.target_seq).toBe(10);
    const relay = byStep(entries, 'r1/relay')[0];
    expect(relay?.content).toContain('seq 10');
    const corrected = byStep(entries, 'r2/turn/ada')[0];
    expect(corrected?.data?.['correction']).toMatchObject({ seq: 10, old_url: url, new_url: replacement.url });
    expect(entries.some((entry) => entry.type === 'redaction')).toBe(false);
    // What was withdrawn stands in no document.
    expect(retries.join('\n')).toMatch(/rule 17: assessor-report\.md repeats what seq \d+ withdrew of seq 10/);
    expect(entries.some(({ data }) => data?.['name'] === 'assessor-report.md')).toBe(false);
  });

  it('names the differing figure when one digit was changed', async () => {
    const changed = fact('ada', 2).replace('1014', '1015');
    const { entries, retries } = await play({
      'r1/turn/ada': point(`Listen. ${changed}`, { ...factSource('ada', 2), quote: changed, claim: changed }),
    });
    expect(retries.join('\n')).toContain('rule 24: 1015');
    const cured = byStep(entries, 'r1/turn/ada')[0];
    expect(cured?.type).toBe('conjecture');
    expect(cured?.content.startsWith('[CONJECTURE] Listen.')).toBe(true);
  });
});

describe('gates', () => {
  it.each([
    ['an unsourced point is labelled as conjecture', { type: 'new_point', content: 'Trust me.' }, 'conjecture'],
    ['an unsourced rebuttal loses its target', { type: 'rebuttal', content: 'No.', rebuttal_to_seq: 5 }, 'conjecture'],
    ['a conjecture without its label gets it', { type: 'conjecture', content: 'Perhaps.' }, 'conjecture'],
    [
      'a rebuttal of the Chair is skipped',
      { type: 'rebuttal', content: 'No.', rebuttal_to_seq: 1, sources: [factSource('ada', 2)] },
      'ruling',
    ],
    [
      'a rebuttal of oneself is skipped',
      { type: 'rebuttal', content: 'No.', rebuttal_to_seq: 2, sources: [factSource('ada', 2)] },
      'ruling',
    ],
    [
      'six sources are too many',
      { type: 'new_point', content: 'Many.', sources: [2, 3, 4, 5, 6, 7].map((line) => factSource('ada', line)) },
      'ruling',
    ],
    [
      'a file outside the evidence is refused',
      { type: 'new_point', content: 'See.', sources: [{ url: 'workspace:../../etc/passwd', title: 'x' }] },
      'ruling',
    ],
  ])('%s', async (_, entry, expected) => {
    const { entries } = await play({ 'r1/turn/ada': { entries: [entry] } }, { rounds: 1 });
    expect(byStep(entries, 'r1/turn/ada').map((logged) => logged.type)).toEqual([expected]);
  });

  it('sends back a point, or a rebuttal of the same entry, that its author has made, and takes other figures', async () => {
    const said = (line: number, word = 'Listen') => `${word}. ${fact('ada', line)}`;
    const rebuttal = (to: string, content: string) => ({
      entries: [{ type: 'rebuttal', content, rebuttal_to_seq: to, sources: [factSource('ada', 3)] }],
    });
    const { entries, retries } = await play(
      {
        'r1/turn/ada': point(said(2), factSource('ada', 2)),
        'r2/turn/ada#1': point(said(2, '  LISTEN'), factSource('ada', 2)),
        'r2/turn/ada#2': rebuttal('{@opening/bob}', said(3, 'No')),
        'r3/turn/ada#1': rebuttal('{@opening/bob}', said(3, 'No!')),
        'r3/turn/ada#2': rebuttal('{@r1/turn/bob}', said(3, 'No!')),
        'r4/turn/ada': point(said(4), factSource('ada', 4)),
      },
      { rounds: 4 },
    );
    const first = byStep(entries, 'r1/turn/ada')[0]?.seq;
    const second = byStep(entries, 'r2/turn/ada')[0]?.seq;
    expect(retries).toEqual([
      expect.stringContaining(`r2/turn/ada: rule structure: This says what your seq ${first} says already.`),
      expect.stringContaining(`r3/turn/ada: rule structure: This says what your seq ${second} says already.`),
    ]);
    expect(byStep(entries, 'r4/turn/ada')[0]?.type).toBe('new_point');
  });

  it('finds a figure of the content that stands in no source, though the named claim is true', async () => {
    const lie = {
      type: 'new_point',
      content: 'Depot ada handled 4321 parcels that day.',
      sources: [factSource('ada', 2)],
    };
    const { entries, retries } = await play({ 'r1/turn/ada': { entries: [lie] } }, { rounds: 1 });
    expect(retries.join('\n')).toContain('rule 24: 4321');
    expect(byStep(entries, 'r1/turn/ada')[0]?.type).toBe('conjecture');
  });

  it('does not call a quotation support for a claim that the entry does not make', async () => {
    const odd = { type: 'new_point', content: 'Depots are bad.', sources: [factSource('ada', 2)] };
    const { entries } = await play({ 'r1/turn/ada': { entries: [odd] } }, { rounds: 1 });
    const target = byStep(entries, 'r1/turn/ada')[0]?.seq;
    const result = entries.find((entry) => entry.type === 'verification_result' && entry.target_seq === target);
    expect(result?.data).toMatchObject({ status: 'unverified', checks: { quote: 'pass', support: 'not_judged' } });
  });

  it('a true sentence at the wrong lines, and at lines that do not exist, is unreliable and ruled on', async () => {
    for (const line of [7, 999]) {
      const { entries } = await play(
        { 'r1/turn/ada': point(fact('ada', 2), { ...factSource('ada', 2), url: factUrl('ada', line) }) },
        { rounds: 1 },
      );
      const result = entries.find(
        (entry) => entry.type === 'verification_result' && entry.data?.['url'] === factUrl('ada', line),
      );
      expect(result?.data?.['status']).toBe('unreliable');
      expect(entries.some((entry) => entry.type === 'ruling' && entry.data?.['kind'] === 'unreliable')).toBe(true);
    }
  });

  it.each(['workspace:ada.md#L0', 'workspace:ada.md#L5-L3', 'ftp://example.org/x', 'file:///etc/passwd'])(
    'does not log an address that is none: %s',
    async (url) => {
      const { entries } = await play(
        { 'r1/turn/ada': point('It fell down and that was that.', { url, title: 'x' }) },
        { rounds: 1 },
      );
      expect(byStep(entries, 'r1/turn/ada')[0]?.data?.['kind']).toBe('skipped');
    },
  );

  it('sends an opening without a source back, then skips it; the debate goes on and names the missing voice', async () => {
    const { entries } = await play({
      'opening/ada': { entries: [{ type: 'opening_statement', content: 'I say so.' }] },
    });
    expect(byStep(entries, 'opening/ada')[0]?.data).toMatchObject({ kind: 'skipped', debater: 'ada', rule: '11' });
    expect(first(entries, 'conclusion').content).toContain('Missing voices: ada');
  });

  it('accepts the second answer when the first was refused', async () => {
    const good = fullScript({ names, rounds: 1 })['r1/turn/ada'];
    const { entries } = await play(
      {
        'r1/turn/ada#1': { entries: [{ type: 'new_point', content: 'Trust me.' }] },
        'r1/turn/ada#2': good,
        'r1/turn/ada': undefined,
      },
      { rounds: 1 },
    );
    const logged = byStep(entries, 'r1/turn/ada')[0];
    expect(logged?.type).toBe('new_point');
    expect((logged?.data?.['step'] as { attempt: number }).attempt).toBe(2);
  });

  it('keeps new figures and new sources out of closings', async () => {
    const closing = {
      type: 'closing_statement',
      content: 'In the end 98765 parcels came.',
      sources: [factSource('bob', 40)],
    };
    const { entries, retries } = await play({ 'closing/bob': { entries: [closing] } });
    expect(retries.join('\n')).toContain('98765');
    expect(retries.join('\n')).toContain('was not cited before');
    expect(byStep(entries, 'closing/bob')[0]?.data?.['kind']).toBe('skipped');
  });

  it('demands that a framework is engaged with or deferred in the next turn', async () => {
    const introduces = [{ name: 'Depot Ladder', description: 'Four rungs of depots.' }];
    const named = {
      entries: [{ type: 'new_point', content: fact('ada', 2), sources: [factSource('ada', 2)], introduces }],
    };
    const silent = await play({ 'r1/turn/ada': named }, { rounds: 1 });
    expect(byStep(silent.entries, 'r1/turn/bob')[0]?.data).toMatchObject({ kind: 'skipped', rule: '23' });
    const deferring = {
      entries: [
        {
          type: 'new_point',
          content: `I defer. ${fact('bob', 2)}`,
          sources: [factSource('bob', 2)],
          acknowledges: [10],
        },
      ],
    };
    const heard = await play({ 'r1/turn/ada': named, 'r1/turn/bob': deferring }, { rounds: 1 });
    expect(byStep(heard.entries, 'r1/turn/bob')[0]?.type).toBe('new_point');
  });
});

describe('challenges and questions to the Chair', () => {
  const challenge = (seq: number, url: string, claim: string) => ({
    entries: [
      { type: 'new_point', content: fact('bob', 2), sources: [factSource('bob', 2)] },
      { type: 'source_challenge', content: 'That does not hold.', target_seq: seq, url, claim },
    ],
  });

  it('dismisses the challenge of a verified source, before the next turn', async () => {
    const { entries } = await play({
      'r1/turn/bob': challenge(10, factUrl('ada', 2), fact('ada', 2)),
      'challenge/14': { reason: 'The words stand in the file.' },
    });
    const ruling = entries.find((entry) => entry.data?.['kind'] === 'challenge');
    expect(ruling).toMatchObject({ type: 'ruling', target_seq: 10 });
    expect(ruling?.content).toContain('dismissed');
    expect(ruling?.seq).toBeLessThan(byStep(entries, 'r1/relay')[0]?.seq ?? 0);
  });

  it('lets a challenge whose claim is not verbatim in the target fall alone', async () => {
    const { entries, retries } = await play({
      'r1/turn/bob': challenge(10, factUrl('ada', 2), 'Depots are blue and green.'),
    });
    expect(retries.join('\n')).toContain('rule 15');
    expect(byStep(entries, 'r1/turn/bob').map(({ type }) => type)).toEqual(['new_point']);
  });

  it('refuses a second challenge of a source already ruled on', async () => {
    const again = { ...challenge(10, factUrl('ada', 2), fact('ada', 2)) };
    again.entries[0] = { type: 'new_point', content: fact('bob', 3), sources: [factSource('bob', 3)] };
    const { entries } = await play({
      'r1/turn/bob': challenge(10, factUrl('ada', 2), fact('ada', 2)),
      'challenge/14': { reason: 'It stands.' },
      'r2/turn/bob': again,
    });
    expect(byStep(entries, 'r2/turn/bob').map(({ type }) => type)).toEqual(['new_point']);
    expect(entries.filter(({ type }) => type === 'source_challenge')).toHaveLength(1);
  });

  it('answers a clarification request with a ruling, then resumes', async () => {
    const asks = {
      entries: [
        { type: 'new_point', content: fact('ada', 2), sources: [factSource('ada', 2)] },
        { type: 'clarification_request', content: 'May I cite the same file twice?' },
      ],
    };
    const { entries } = await play({ 'r1/turn/ada': asks, 'clarification/11': { answer: 'Yes, other lines of it.' } });
    expect(entries.find((entry) => entry.data?.['kind'] === 'clarification')).toMatchObject({ target_seq: 11 });
  });
});

describe('failures and the user', () => {
  it('skips a debater who fails, says so, and finishes', async () => {
    const { end, entries, folder } = await play({ 'r1/turn/ada': { error: 'refusal', message: 'The model refused.' } });
    expect(end.status).toBe('done');
    expect(byStep(entries, 'r1/turn/ada')[0]?.content).toContain('The model refused.');
    expect((await statusOf(await logIn(folder))).warnings.join(' ')).toContain('The turn of ada was skipped');
  });

  it('nudges once after a failure that may pass', async () => {
    const { retries } = await play({ 'r1/turn/ada': { error: 'overloaded', retryable: true } }, { rounds: 1 });
    expect(retries.filter((retry) => retry.startsWith('r1/turn/ada:'))).toHaveLength(1);
  });

  it.each([
    'audience-conclusion',
    'documents/summary',
    'documents/review',
    'assessor-report',
    'r1/audience',
    'opening/ada/review',
    'unresolved',
  ])('goes on without %s and leaves a trace', async (id) => {
    const { end, entries } = await play({ [id]: { error: 'down', message: 'Out of service.' } }, { rounds: 1 });
    expect(end.status).toBe('done');
    expect(entries.some((entry) => entry.content.includes('Out of service.'))).toBe(true);
  });

  it('takes an audience that names its arguments as a list', async () => {
    const { content, seqs } = fullScript({ names, rounds: 1 })['audience-conclusion'] as {
      content: string;
      seqs: number[];
    };
    const listed = content.replace(/^[^.]*\./, `Seqs ${seqs.join(' and ')} stayed with me.`);
    const { entries, retries } = await play({ 'audience-conclusion': { content: listed, seqs } }, { rounds: 1 });
    expect(retries).toEqual([]);
    expect(first(entries, 'audience_conclusion').data).toMatchObject({ seqs });
  });

  it('pauses when the conclusion fails, and resumes when it can be given', async () => {
    const { end, folder } = await play({ conclusion: { error: 'down', message: 'Out of service.' } }, { rounds: 1 });
    expect(end).toMatchObject({ status: 'paused' });
    const status = await statusOf(await logIn(folder));
    expect(status).toMatchObject({ status: 'paused', next: ['conclusion'] });
    expect(status.warnings.join(' ')).toContain('Out of service.');
  });

  it('does not announce the debate when an agent is not ready', async () => {
    const { end, entries } = await play({ 'ready/bob': { error: 'no_key', message: 'There is no key. Set one.' } });
    expect(end).toMatchObject({ status: 'paused' });
    expect('reason' in end && end.reason).toContain('There is no key');
    expect(entries.map((entry) => entry.type)).toEqual(['setup']);
  });

  it('takes a late finding after the conclusion as an addendum that leaves the outcome alone', async () => {
    const { folder } = await play({}, { rounds: 1 });
    const log = await logIn(folder);
    await log.append([
      {
        phase: 'system',
        speaker: 'verifier',
        type: 'verification_result',
        target_seq: 2,
        content: 'Seq 2 rests on nothing.',
        data: { url: factUrl('ada', 1), status: 'fabricated', explanation: 'The file was never there.' },
      },
    ]);
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    expect(entries.at(-1)).toMatchObject({ type: 'redaction', target_seq: 2, data: { addendum: true } });
    expect(entries.filter((entry) => entry.type === 'conclusion')).toHaveLength(1);
    expect(await readFile(join(folder, 'transcript.md'), 'utf8')).not.toContain(fact('ada', 1));
  });
});
