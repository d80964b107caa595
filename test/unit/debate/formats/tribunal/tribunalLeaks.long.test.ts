import { beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../../../../src/agents/scripted';
import { roundMentions } from '../../../../../src/debate/formats/tribunal/roundMentions';
import { tribunal } from '../../../../../src/debate/formats/tribunal/tribunal';
import { changeLimits, sendGuidance } from '../../../../../src/session/run/interventions';
import { sampled } from '../../../../support/depth';
import { playFormat, type FormatPlay, type FormatPlayed, type SentRequest } from '../../../../support/formatPlay';
import { fact, factUrl } from '../../../../support/scriptedDebate';
import { assessment, critique, defence, rulingAnswer, tribunalScript } from '../../../../support/tribunalScript';

/**
 * Whole tribunals by models: every request that is sent for the Advocate and the Critic (system, messages, tools, schema), held
 * against what neither may know: how many rounds there are, and what the other side keeps to itself.
 */

const topic = 'Should the parcels go by the north depot?';
const play = (script: Script, more: Partial<FormatPlay> = {}): Promise<FormatPlayed> =>
  playFormat({ format: tribunal, topic, options: { rounds: 3 }, script, ...more });
const sideNames = ['advocate', 'critic'] as const;
const ofSide = ({ sent }: FormatPlayed, side: string): SentRequest[] => sent.filter(({ agent }) => agent === side);
const bodies = (played: FormatPlayed, side: string, count?: number): string[] =>
  ofSide(played, side)
    .map(({ body }) => body)
    .slice(0, count);

/** What tells the number of rounds, or that one of them is the last, in words that a model could have been told it in. */
const tellings = [
  /\brounds?\b[^.\n]{0,30}(?:\bof\b|\/|out of)\s*(?:at most\s*)?(?:\d+|two|three|four|five|ten)\b/i,
  /\b(?:final|last|closing|penultimate)\s+(?:two\s+|three\s+)?rounds?\b/i,
  /\b(?:\d+|two|three|four|five|ten)\s+(?:more\s+|further\s+)?rounds?\b/i,
  /(?:max|min|total|planned)_?rounds|rounds_planned|"total"/i,
];

function tellingIn({ body }: SentRequest): string[] {
  const words = body.replaceAll('\\n', '\n');
  return [
    ...tellings.flatMap((telling) => telling.exec(words)?.[0] ?? []),
    ...roundMentions(words).map(({ text }) => text),
  ];
}

/** What a side keeps to itself, in words that stand nowhere else. */
const hidden = (side: string, round: number, words = 'SECRET') => ({
  log: {
    queries: [`${words}-query of the ${side} ${round}`],
    files_read: [`${words}-file of the ${side} ${round}`],
    key_findings: [`${words}-finding of the ${side} ${round}`],
  },
  // Cited, so that its address stands in the argument; what it says is not repeated there.
  source: {
    url: factUrl(side, round),
    title: `${side}.md`,
    quote: fact(side, round),
    claim: `The ${side} has counted the day, as its file shows.`,
  },
});

/** No round's argument is another's. */
const asides = ['bridges', 'ferries', 'wages', 'repairs'];

function secretive(side: 'advocate' | 'critic', round: number, words?: string) {
  const { log, source } = hidden(side, round, words);
  const argument = `On the merits: ${source.claim} Nothing is said of ${asides[round - 1] ?? ''}.`;
  return { argument, research_log: log, sources: [source] };
}

const labels = ['DEFENDED', 'NEEDS TIGHTENING', 'VULNERABLE'];

/** `words` and `label` stand in what is kept back alone. */
function secretScript(
  rounds: number,
  { words, label = 'NEEDS TIGHTENING' }: { words?: string; label?: string } = {},
): Script {
  const told = words ?? 'SECRET';
  const script: Script = { plan: { rounds, reason: `${told}-plan: it is enough.` }, ruling: rulingAnswer() };
  for (let round = 1; round <= rounds; round += 1) {
    const answered =
      round === 1
        ? []
        : [{ point: 'The count leaves days out', issue: 'I1', status: label, answer: 'It leaves none out.' }];
    script[`r${round}/advocate`] = defence(round, { ...secretive('advocate', round, words), assessments: answered });
    script[`r${round}/critic`] = critique(round, secretive('critic', round, words));
    const checked = {
      claim: 'The days were counted.',
      side: 'advocate',
      seq: undefined,
      url: undefined,
      verdict: 'UNVERIFIABLE',
      explanation: `${told}-explanation of the Judge ${round}`,
    };
    script[`r${round}/judge`] = assessment(round, { fact_check: [checked] });
  }
  return script;
}

const settings: { name: string; options: Record<string, unknown>; rounds: number }[] = [
  { name: 'three rounds', options: { rounds: 3 }, rounds: 3 },
  { name: 'as many as the Judge wants', options: { rounds: 'auto' }, rounds: 4 },
  { name: 'the Advocate first', options: { rounds: 3, order: 'advocate-first' }, rounds: 3 },
  { name: 'the raw handover', options: { rounds: 3, handover: 'raw' }, rounds: 3 },
];

let secret: FormatPlayed;
beforeAll(async () => {
  secret = await play({ ...secretScript(3), ...searches('SECRET') });
  expect(secret.end).toEqual({ status: 'done' });
});

/** What each side looks up, which code notes in its research log. */
const searches = (words: string): Script =>
  Object.fromEntries(sideNames.map((side) => [`research/${side}`, `${words}-query of the ${side}`]));

describe('what Advocate and Critic are told', () => {
  it.each(sampled('settings of a tribunal', settings, 1))(
    'says neither how many rounds there are nor that one is the last ($name)',
    async ({ options, rounds }) => {
      const guidance = `There are ${rounds} rounds in all, so in the remaining ${rounds - 1} rounds speak of costs, and keep the best for the final round.`;
      const played = await play(secretScript(rounds), {
        options,
        restAfter: 'assessment',
        meanwhile: (log) => sendGuidance(log, guidance),
      });
      expect(played.end).toEqual({ status: 'done' });
      for (const side of sideNames) {
        const requests = ofSide(played, side);
        // Research and composition, each round.
        expect(requests.map(({ isResearch }) => isResearch)).toEqual(
          Array.from({ length: rounds }, () => [true, false]).flat(),
        );
        expect(requests.flatMap(tellingIn)).toEqual([]);
        expect(requests.some(({ text }) => text.includes('speak of costs'))).toBe(true);
      }
      // The detector sees what it is to see: the Judge is told in the last round, and only then.
      const judges = ofSide(played, 'judge').filter(({ text }) => text.includes('Both sides have spoken'));
      expect(judges.map(({ text }) => text.includes(`${rounds} of ${rounds}, the last one`))).toEqual(
        Array.from({ length: rounds }, (_, index) => index === rounds - 1),
      );
    },
  );

  it('is the same to the byte, however many rounds there are to be', async () => {
    const played = (rounds: unknown) => play(tribunalScript(5), { options: { rounds } });
    const three = await played(3);
    const longer: FormatPlayed[] = [];
    for (const rounds of sampled('rounds of a tribunal', [5, 'auto'], 1)) longer.push(await played(rounds));
    for (const side of sideNames) {
      expect(bodies(three, side)).toHaveLength(6);
      for (const five of longer) {
        expect(bodies(five, side)).toHaveLength(10);
        expect(bodies(five, side, 6)).toEqual(bodies(three, side));
        expect(bodies(five, side)).toEqual(bodies(longer[0] ?? five, side));
      }
    }
  });

  it('says nothing of it when the user changes how many rounds there are to be', async () => {
    const played = await play(tribunalScript(5), {
      restAfter: 'assessment',
      meanwhile: (log) => changeLimits(log, { max_rounds: 4 }),
    });
    expect(played.entries.some(({ type }) => type === 'intervention')).toBe(true);
    for (const side of sideNames) {
      expect(ofSide(played, side)).toHaveLength(8);
      expect(ofSide(played, side).flatMap(tellingIn)).toEqual([]);
      expect(bodies(played, side).join('\n')).not.toContain('intervention');
    }
  });

  it('holds nothing of what the other side, the Judge and the Verifier keep to themselves', () => {
    const played = secret;
    for (const [side, other] of [
      ['advocate', 'critic'],
      ['critic', 'advocate'],
    ] as const) {
      const told = bodies(played, side).join('\n');
      expect(told).toContain(`The ${other} has counted the day`);
      for (const secret of [`SECRET-query of the ${other}`]) expect(told).not.toContain(secret);
      for (const round of [1, 2, 3]) expect(told).not.toContain(fact(other, round));
      for (const secret of [
        'SECRET-plan',
        'SECRET-explanation',
        'The passage says so',
        'verification_result',
        'handoff',
      ])
        expect(told).not.toContain(secret);
      // Its own it may see, and the Judge sees everything.
      expect(told).toContain(`SECRET-query of the ${side}`);
    }
    for (const label of labels) expect(bodies(played, 'critic').join('\n')).not.toContain(label);
    const judge = bodies(played, 'judge').join('\n');
    for (const secret of [
      'SECRET-query of the advocate',
      'SECRET-query of the critic',
      'NEEDS TIGHTENING',
      fact('critic', 3),
    ])
      expect(judge).toContain(secret);
  });

  it('is the same to the byte, whatever the other side keeps to itself', async () => {
    const other = await play({
      ...secretScript(3, { words: 'OTHER', label: 'VULNERABLE' }),
      ...searches('OTHER'),
    });
    const critic = (played: FormatPlayed): string[] =>
      bodies(played, 'critic').map((body) => body.replaceAll('OTHER-', 'SECRET-'));
    expect(critic(other)).toEqual(critic(secret));
    expect(bodies(other, 'judge')).not.toEqual(bodies(secret, 'judge'));
  });

  it('does not hold what the Judge lets slip: such an assessment goes back', async () => {
    const slipping = assessment(1, {
      round_score: {
        advocate: 6,
        critic: 5,
        reason: 'The case stands after round 1 of 3, and two more rounds will tell.',
      },
    });
    const played = await play({ ...tribunalScript(3), 'r1/judge#1': slipping });
    expect(played.end).toEqual({ status: 'done' });
    expect(played.retries.join('\n')).toMatch(/^r1\/judge: .*must not learn how many rounds/);
    for (const side of sideNames) expect(ofSide(played, side).flatMap(tellingIn)).toEqual([]);
  });
});

describe('the prefix of a side', () => {
  it('is its own, and grows at its end alone', () => {
    const recordOf = ({ text }: SentRequest): string[] =>
      [...text.matchAll(/<entry-0123456789ab [^>]*>[\s\S]*?<\/entry-0123456789ab>/g)].map(([entry]) => entry);
    for (const side of sideNames) {
      const records = ofSide(secret, side).map(recordOf);
      for (const [index, record] of records.entries()) {
        const before = records[index - 1] ?? [];
        expect(record.slice(0, before.length)).toEqual(before);
      }
      const lengths = records.map(({ length }) => length);
      expect(lengths.at(-1)).toBeGreaterThan(lengths[0] ?? 0);
    }
  });
});
