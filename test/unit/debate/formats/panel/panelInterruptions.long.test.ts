import { conclusionOf } from '../../../../support/conclusions';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../../../../src/agents/scripted';
import type { Entry } from '../../../../../src/debate/log/entry';
import { statusOf } from '../../../../../src/session/library/status';
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

  it('is sent back twice for a source that was never captured; what is logged then is struck at once, mid-round', async () => {
    const { entries, folder, retries } = await play({
      'r1/turn/ada': lie,
      'r1/turn/bob': point(`Ada says: ${marker}. I doubt it. ${fact('bob', 2)}`, factSource('bob', 2)),
      'r2/turn/ada': {
        entries: [{ type: 'new_point', content: fact('ada', 3), sources: [factSource('ada', 3)], acknowledges: [12] }],
      },
      conclusion: conclusionOf(names, 'bob_wins', [5]),
    });
    expect(retries.filter((retry) => retry.startsWith('r1/turn/ada'))).toHaveLength(2);
    expect(retries[0]).toContain('was never captured');
    const redacted = byStep(entries, 'r1/turn/ada')[0];
    const verdict = entries.find((entry) => entry.type === 'verification_result' && entry.target_seq === redacted?.seq);
    expect(verdict?.data?.['status']).toBe('fabricated');
    const redaction = first(entries, 'redaction');
    expect(redaction.target_seq).toBe(redacted?.seq);
    expect(redaction.seq).toBeLessThan(byStep(entries, 'r1/turn/bob')[0]?.seq ?? 0);
    expect(first(entries, 'conclusion').data?.['outcome']).toBe('bob_wins');
    const documents = await allDocuments(folder);
    expect(documents).not.toContain('ZEBRA-77');
    expect(documents).not.toContain('nobody ever counted');
  });

  it('is ruled on once for a redaction that the next turn ignores, and never wins, whatever points the Chair gives', async () => {
    const { entries, end, retries } = await play({
      'r1/turn/ada': lie,
      conclusion: conclusionOf(names, 'ada_wins', [5]),
    });
    expect(retries.join('\n')).toContain('Acknowledge the redaction of your seq 10');
    const [turn] = byStep(entries, 'r2/turn/ada');
    expect(turn).toMatchObject({ type: 'new_point', data: { ignores: [first(entries, 'redaction').seq] } });
    expect(entries.filter(({ data }) => data?.['kind'] === 'infraction')).toMatchObject([
      { type: 'ruling', target_seq: turn?.seq, data: { rule: '23', debater: 'ada' } },
    ]);
    expect(end).toEqual({ status: 'done' });
    expect(first(entries, 'conclusion').data).toMatchObject({
      outcome: 'bob_wins',
      evaluations: [{ total: 40 }, { total: 25 }],
    });
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
      // Nobody is asked: code knows that nobody can win.
      conclusion: { error: 'refusal', message: 'Nobody asks.' },
    });
    expect(first(entries, 'conclusion').data).toMatchObject({
      outcome: 'void',
      reason: 'ada and bob have fabricated sources that stand, so nobody can be named winner.',
    });
    expect(first(entries, 'conclusion').data).not.toHaveProperty('answer');
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
});

describe('gates', () => {
  /** One debate for all of them: what is wrong stands in a round of its own. */
  const changed = fact('ada', 20).replace('1140', '1141');
  const odd = { type: 'new_point', content: 'Depots are bad.', sources: [factSource('ada', 21)] };
  const lie = {
    type: 'new_point',
    content: 'Depot ada handled 4321 parcels that day.',
    sources: [factSource('ada', 22)],
  };
  const six = [30, 31, 32, 33, 34, 35].map((line) => factSource('ada', line));
  const source = [factSource('ada', 23)];
  const at = (url: string, content = 'It fell down and that was that.') => ({
    type: 'new_point',
    content,
    sources: [{ url, title: 'x' }],
  });
  const turns: [string, object, string][] = [
    ['an unsourced point is labelled as conjecture', { type: 'new_point', content: 'Trust me.' }, 'conjecture'],
    ['an unsourced rebuttal loses its target', { type: 'rebuttal', content: 'No.', rebuttal_to_seq: 5 }, 'conjecture'],
    ['a conjecture without its label gets it', { type: 'conjecture', content: 'Perhaps.' }, 'conjecture'],
    [
      'a rebuttal of the Chair is skipped',
      { type: 'rebuttal', content: 'No.', rebuttal_to_seq: 1, sources: source },
      'ruling',
    ],
    [
      'a rebuttal of oneself is skipped',
      { type: 'rebuttal', content: 'No.', rebuttal_to_seq: 2, sources: source },
      'ruling',
    ],
    ['six sources are too many', { type: 'new_point', content: 'Many.', sources: six }, 'ruling'],
    ['a file outside the evidence is refused', at('workspace:../../etc/passwd', 'See.'), 'ruling'],
    ['an address of line 0 is none', at('workspace:ada.md#L0'), 'ruling'],
    ['an address of lines from 5 to 3 is none', at('workspace:ada.md#L5-L3'), 'ruling'],
    ['a server of files is no address', at('ftp://example.org/x'), 'ruling'],
    ['a file of the machine is no address', at('file:///etc/passwd'), 'ruling'],
    [
      'a figure that was changed in quotation and claim',
      {
        type: 'new_point',
        content: `Listen. ${changed}`,
        sources: [{ ...factSource('ada', 20), quote: changed, claim: changed }],
      },
      'new_point',
    ],
    ['a figure of the content that stands in no source, though the named claim is true', lie, 'new_point'],
    ['a claim that the entry does not make', odd, 'new_point'],
    [
      'a true sentence at the wrong lines',
      { type: 'new_point', content: fact('ada', 24), sources: [{ ...factSource('ada', 24), url: factUrl('ada', 7) }] },
      'new_point',
    ],
    [
      'a true sentence at lines that do not exist',
      {
        type: 'new_point',
        content: fact('ada', 25),
        sources: [{ ...factSource('ada', 25), url: factUrl('ada', 999) }],
      },
      'new_point',
    ],
  ];
  const turnOf = (index: number): string => `r${index + 1}/turn/ada`;
  const idOf = (name: string): string => turnOf(turns.findIndex(([about]) => about === name));
  const [again, overloaded] = [turnOf(turns.length), turnOf(turns.length + 1)];
  let played: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    const rounds = turns.length + 2;
    played = await play(
      {
        ...Object.fromEntries(turns.map(([, entry], index) => [turnOf(index), { entries: [entry] }])),
        [again]: undefined,
        [`${again}#1`]: { entries: [{ type: 'new_point', content: 'Believe me.' }] },
        [`${again}#2`]: fullScript({ names, rounds })[again],
        [overloaded]: { error: 'overloaded', retryable: true },
        'closing/bob': {
          entries: [
            {
              type: 'closing_statement',
              content: 'In the end 98765 parcels came.',
              sources: [factSource('bob', 40)],
            },
          ],
        },
      },
      { rounds },
    );
  });
  const retriesOf = (id: string): string => played.retries.filter((retry) => retry.startsWith(`${id}:`)).join('\n');
  const resultOf = (id: string): Entry | undefined =>
    played.entries.find(
      ({ type, target_seq: target }) => type === 'verification_result' && target === byStep(played.entries, id)[0]?.seq,
    );

  it.each(turns)('%s', (name, _, expected) => {
    const kind = expected === 'ruling' ? { data: { kind: 'skipped' } } : {};
    expect(byStep(played.entries, idOf(name))).toMatchObject([{ type: expected, ...kind }]);
  });

  it('name a figure that differs once, and let it stand; a sentence that cites nothing is held against no source', () => {
    const id = idOf('a figure that was changed in quotation and claim');
    expect(retriesOf(id)).toContain('rule 24: 1141');
    expect(byStep(played.entries, id)[0]?.content).toMatch(/^Listen\./);
    const other = idOf('a figure of the content that stands in no source, though the named claim is true');
    expect(retriesOf(other)).not.toContain('rule 24');
  });

  it('do not call a quotation support for a claim that the entry does not make', () => {
    expect(resultOf(idOf('a claim that the entry does not make'))?.data).toMatchObject({
      status: 'unverified',
      checks: { quote: 'pass', support: 'not_judged' },
    });
  });

  it.each(['a true sentence at the wrong lines', 'a true sentence at lines that do not exist'])(
    'leave %s to the check, and the Chair rules on it',
    (name) => {
      const result = resultOf(idOf(name));
      expect(result?.data?.['status']).toBe('unreliable');
      const ruled = { type: 'ruling', target_seq: result?.target_seq, data: { kind: 'unreliable' } };
      expect(played.entries).toContainEqual(
        expect.objectContaining({ ...ruled, data: expect.objectContaining(ruled.data) as object }),
      );
    },
  );

  it('accept the second answer when the first was refused', () => {
    expect(byStep(played.entries, again)).toMatchObject([{ type: 'new_point', data: { step: { attempt: 2 } } }]);
  });

  it('nudge once after a failure that may pass', () => {
    expect(played.retries.filter((retry) => retry.startsWith(`${overloaded}:`))).toHaveLength(1);
  });

  it('keep new figures and new sources out of closings', () => {
    expect(retriesOf('closing/bob')).toContain('98765');
    expect(retriesOf('closing/bob')).toContain('was not cited before');
    expect(byStep(played.entries, 'closing/bob')[0]?.data?.['kind']).toBe('skipped');
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

  it('sends an opening without a source back, then skips it; the debate goes on and names the missing voice', async () => {
    const { entries } = await play({
      'opening/ada': { entries: [{ type: 'opening_statement', content: 'I say so.' }] },
    });
    expect(byStep(entries, 'opening/ada')[0]?.data).toMatchObject({ kind: 'skipped', debater: 'ada', rule: '11' });
    expect(first(entries, 'conclusion').content).toContain('Missing voices: ada');
  });

  it('asks once that a framework is engaged with or deferred in the next turn, and rules one infraction where it is ignored', async () => {
    const introduces = [{ name: 'Depot Ladder', description: 'Four rungs of depots.' }];
    const named = {
      entries: [{ type: 'new_point', content: fact('ada', 2), sources: [factSource('ada', 2)], introduces }],
    };
    const deferring = {
      entries: [
        {
          type: 'new_point',
          content: `I defer. ${fact('bob', 3)}`,
          sources: [factSource('bob', 3)],
          acknowledges: [10],
        },
      ],
    };
    const { entries } = await play({ 'r1/turn/ada': named, 'r2/turn/bob': deferring });
    const [ignoring] = byStep(entries, 'r1/turn/bob');
    expect(ignoring).toMatchObject({ type: 'new_point', data: { ignores: [10] } });
    const rulings = entries.filter(({ data }) => data?.['kind'] === 'infraction');
    expect(rulings).toMatchObject([{ target_seq: ignoring?.seq, data: { rule: '23', debater: 'bob' } }]);
    expect(rulings[0]?.content).toContain('the framework “Depot Ladder” (seq 10)');
    // The duty ends there: neither the next turn nor the closing owes it.
    expect(byStep(entries, 'r2/turn/bob')[0]?.data).not.toHaveProperty('ignores');
    expect(byStep(entries, 'closing/bob')[0]).toMatchObject({ type: 'closing_statement' });
  });
});

describe('challenges and questions to the Chair', () => {
  const challenge = (seq: number, url: string, claim: string) => ({
    entries: [
      { type: 'new_point', content: fact('bob', 2), sources: [factSource('bob', 2)] },
      { type: 'source_challenge', content: 'That does not hold.', target_seq: seq, url, claim },
    ],
  });

  it('a challenge is ruled on before the next turn, once a source, and falls alone where its claim is not the target’s words', async () => {
    const asked = challenge(10, factUrl('ada', 2), fact('ada', 2));
    const later = (line: number, claim: string) => ({
      entries: [
        { type: 'new_point', content: fact('bob', line), sources: [factSource('bob', line)] },
        { ...asked.entries[1], claim },
      ],
    });
    const { entries, retries } = await play(
      {
        'r1/turn/bob': later(2, 'Depots are blue and green.'),
        'r2/turn/bob': later(3, fact('ada', 2)),
        'challenge/{@r2/turn/bob:1}': { reason: 'The words stand in the file.' },
        'r3/turn/bob': later(4, fact('ada', 2)),
      },
      { rounds: 3 },
    );
    expect(retries.join('\n')).toContain('rule 15');
    expect(byStep(entries, 'r1/turn/bob').map(({ type }) => type)).toEqual(['new_point', 'note']);
    expect(byStep(entries, 'r1/turn/bob')[1]?.content).toMatch(
      /^The source challenge of bob in round 1 is left out; the turn stands\. rule 15: /,
    );
    const ruling = entries.find((entry) => entry.data?.['kind'] === 'challenge');
    expect(ruling).toMatchObject({ type: 'ruling', target_seq: 10 });
    expect(ruling?.content).toContain('dismissed');
    expect(ruling?.content).toContain('the source was verified');
    expect(ruling?.seq).toBeLessThan(byStep(entries, 'r2/relay')[0]?.seq ?? 0);
    expect(byStep(entries, 'r3/turn/bob').map(({ type }) => type)).toEqual(['new_point', 'note']);
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
  it('skips what fails, leaves a trace of each, and finishes', async () => {
    const failing = [
      'r1/turn/ada',
      'audience-conclusion',
      'documents/summary',
      'documents/review',
      'assessor-report',
      'r1/audience',
      'opening/ada/review',
      'unresolved',
    ];
    const { end, entries, folder } = await play(
      Object.fromEntries(failing.map((id) => [id, { error: 'refusal', message: `Out of service: ${id}.` }])),
      { rounds: 1 },
    );
    expect(end.status).toBe('done');
    const traces = failing.map((id) => entries.some(({ content }) => content.includes(`Out of service: ${id}.`)));
    expect(traces).toEqual(failing.map(() => true));
    expect(byStep(entries, 'r1/turn/ada')[0]?.content).toContain('Out of service: r1/turn/ada.');
    expect((await statusOf(await logIn(folder))).warnings.join(' ')).toContain('The turn of ada was skipped');
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

  it('takes an audience that names its arguments as a list, and a late finding after the conclusion as an addendum that leaves the outcome alone', async () => {
    const { content, seqs } = fullScript({ names, rounds: 1 })['audience-conclusion'] as {
      content: string;
      seqs: number[];
    };
    const listed = content.replace(/^[^.]*\./, `Seqs ${seqs.join(' and ')} stayed with me.`);
    const {
      folder,
      entries: before,
      retries,
    } = await play({ 'audience-conclusion': { content: listed, seqs } }, { rounds: 1 });
    expect(retries).toEqual([]);
    expect(first(before, 'audience_conclusion').data).toMatchObject({ seqs });
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
