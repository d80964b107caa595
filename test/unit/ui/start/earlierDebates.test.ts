import { describe, expect, it } from 'vitest';
import type { DebateSummary } from '../../../../src/session/library/summary';
import { EarlierDebates, earlierWords } from '../../../../src/ui/start/earlierDebates';

const debate = (topic: string): DebateSummary => ({
  folder: `/w/${topic}`,
  logPath: `/w/${topic}/debate-log.jsonl`,
  topic,
  format: 'panel',
  version: 2,
  provider: 'offline',
  started: undefined,
  debaters: [],
  state: 'done',
  outcome: 'draw',
  entries: 9,
  bytes: 1,
  modifiedMs: 1,
});

const debates = [
  'Should the payments service move from REST to gRPC?',
  'Should the team keep its one big repository?',
  'Should payments be moved to another bank?',
  'Sollen Radwege in der Innenstadt breiter werden?',
  '',
].map(debate);
const earlier = new EarlierDebates(() => debates);
const like = (topic: string): string[] => earlier.like(topic).map((found) => found.topic);

describe('what was debated before', () => {
  it('is what shares most of the words that say what a topic is about, the closest first', () => {
    expect(like('gRPC for the payment service')).toEqual(['Should the payments service move from REST to gRPC?']);
    expect(like('Move payments elsewhere?')).toEqual([
      'Should the payments service move from REST to gRPC?',
      'Should payments be moved to another bank?',
    ]);
    expect(like('Breitere Radwege für die Innenstadt')).toEqual(['Sollen Radwege in der Innenstadt breiter werden?']);
  });

  it('is the same topic, whatever it is made of, and a topic in Korean with other particles', () => {
    const short = ['C++ or Rust?', 'C or Rust?', '원전을 폐지해야 하는가?', ''].map(debate);
    const among = (topic: string): string[] => new EarlierDebates(() => short).like(topic).map((found) => found.topic);
    expect(among('c++  or rust')).toEqual(['C++ or Rust?']);
    expect(among('원전은 언제 폐지하나?')).toEqual(['원전을 폐지해야 하는가?']);
    expect(among('?')).toEqual([]);
  });

  it('is looked for among the debates that are known by then', () => {
    const known: DebateSummary[] = [];
    const growing = new EarlierDebates(() => known);
    expect(growing.like('gRPC for the payment service')).toEqual([]);
    known.push(...debates);
    expect(growing.like('gRPC for the payment service')).toHaveLength(1);
  });

  it.each(['', 'Should', 'Should we do it?', 'Should the moon be painted green?'])('is nothing for %j', (topic) => {
    expect(like(topic)).toEqual([]);
  });

  it('is said in a sentence', () => {
    expect(earlierWords([])).toBeUndefined();
    const found = earlier.like('Move payments elsewhere?');
    expect(earlierWords(found.slice(0, 1))).toBe(
      'Debated before: “Should the payments service move from REST to gRPC?” (Draw).',
    );
    expect(earlierWords(found)).toMatch(/, and 1 more\.$/);
  });
});
