import type { Draft, Entry } from '../../../src/debate/log/entry';
import { attackTypes, defenceTypes, type Argument, type Side } from '../../../src/debate/log/entryData';
import { argumentIds, renderArgument } from '../../../src/debate/formats/dialectic/arguments';
import { entriesOf, moderatorSays, setupStep, type Stepped } from './stepped';

export const motion = 'This house would charge every car that enters the city centre on a working day';

interface DialecticShape {
  /** Exchanges held, the opening one included. */
  exchanges: number;
  /** Exchanges requested; default: as many as are held. */
  requested?: number;
  passes?: number;
}

const subjects = [
  ...([
    'the morning buses',
    'deliveries to the market',
    'air at the school gates',
    'night nurses',
    'the ring road',
    'small shops',
  ] as const),
  ...([
    'the price of parking',
    'trips that could be walked',
    'the tram in the snow',
    'what other towns found',
    'taxis',
    'rents at the edge',
  ] as const),
  ...(['the budget of the council', 'noise in the side streets', 'visitors from the villages'] as const),
] as const;
const claims: Record<Side, readonly string[]> = {
  proposition: [
    'A charge moves the first tenth of cars out of the peak, and that tenth is what makes the queue.',
    'What is paid at the border of the centre comes back as buses that run every six minutes.',
    'Those who gain most are the ones who never drove, and they are the larger half of the town.',
  ],
  opposition: [
    'A charge falls on those who cannot choose their hour, and leaves those who can untouched.',
    'The queue moves to the ring road, where nobody counted before and nobody counts now.',
    'Where it was tried the first year was quiet, and the third was as full as before.',
  ],
};

/** A number between 0 and `below`, always the same for the same place. */
const drawn = (place: number, below: number): number => ((place * 7_919 + 104_729) % 10_007) % below;
const at = <T>(all: readonly T[], index: number): T => all[index % all.length] as T;

/** An argument of a side. It attacks and defends earlier ones, recent ones more often. */
function argumentAt(
  side: Side,
  exchange: number,
  { id, index, earlier }: { id: string; index: number; earlier: readonly Argument[] },
): Argument {
  const place = exchange * 4 + index + (side === 'proposition' ? 0 : 50);
  const subject = at(subjects, place);
  const theirs = earlier.filter((argument) => argument.side !== side);
  const ours = earlier.filter((argument) => argument.side === side);
  const back = (all: readonly Argument[], far: number): string[] =>
    [at(all, Math.max(0, all.length - 1 - drawn(place, far)))].map(({ id: target }) => target);
  const hits =
    theirs.length === 0 ? [] : [...new Set([...back(theirs, 2), ...(place % 3 === 0 ? back(theirs, 6) : [])])];
  const helps = ours.length === 0 || place % 2 === 1 ? [] : back(ours, 4);
  return {
    id,
    side,
    exchange,
    title: `${side === 'proposition' ? 'The charge helps' : 'The charge harms'} ${subject}`,
    claim: at(claims[side], place),
    grounds: [
      {
        source: `survey-${place}.md`,
        content: `Of ${200 + place} who were asked about ${subject}, ${90 + drawn(place, 80)} said so.`,
        relevance: 'It was asked in the week of the vote.',
      },
    ],
    warrant: `What most of those concerned say of ${subject} is the best that is known of it.`,
    ...(place % 4 === 0 ? { qualifier: 'On working days.' } : {}),
    attacks: hits.map((target, number) => ({
      target_id: target,
      type: at(attackTypes, place + number),
      content: `Nothing in ${target} speaks of ${subject}.`,
    })),
    defends: helps.map((target) => ({
      target_id: target,
      type: at(defenceTypes, place),
      content: `What ${target} says of the peak is what was found.`,
    })),
  };
}

const spoken = (argument: Argument): Draft => ({
  phase: argument.exchange === 0 ? 'opening' : 'rebuttal',
  speaker: argument.side,
  type: 'argument',
  content: renderArgument(argument),
  data: { argument },
});

/** Scores of an exchange that sum to exactly 0, and occasionally a rescore of each side by the same amount. */
function judgmentOf(
  exchange: number,
  given: readonly Argument[],
  { earlier, scores, passes }: { earlier: readonly Argument[]; scores: Map<string, number>; passes: number },
): Draft {
  const mine = given.filter(({ side }) => side === 'proposition');
  const hundredths = mine.map((_, index) => drawn(exchange * 5 + index, 91) - 40);
  const all = [...mine, ...given.filter(({ side }) => side === 'opposition')].map(({ id, side }, index) => {
    const score = (side === 'proposition' ? hundredths[index] : -(hundredths[index - mine.length] ?? 0)) ?? 0;
    return {
      argument_id: id,
      score: score / 100,
      reasoning: `It answers what was said before it${score < 0 ? ' less than it claims' : ''}, and rests on what was asked.`,
    };
  });
  const moved = exchange === 0 ? 0 : drawn(exchange, 31) - 15;
  const movedOnes = (['proposition', 'opposition'] as const).flatMap(
    (side) => earlier.find((argument) => argument.side === side && argument.exchange === exchange - 1) ?? [],
  );
  const rescores =
    moved === 0 || movedOnes.length < 2
      ? []
      : movedOnes.map(({ id, side }) => {
          const before = Math.round((scores.get(id) ?? 0) * 100);
          const now = before + (side === 'proposition' ? moved : -moved);
          return {
            argument_id: id,
            old_score: before / 100,
            new_score: now / 100,
            reasoning: `What exchange ${exchange} brought tells on it.`,
          };
        });
  for (const { argument_id: id, score } of all) scores.set(id, score);
  for (const { argument_id: id, new_score: score } of rescores) scores.set(id, score);
  return {
    phase: 'system',
    speaker: 'judge',
    type: 'judgment',
    content: [
      `## Judgment of exchange ${exchange}`,
      ...all.map(({ argument_id: id, score, reasoning }) => `**${id}**: ${score.toFixed(2)}. ${reasoning}`),
    ].join('\n\n'),
    data: {
      exchange,
      scores: all,
      rescores,
      order: all.map(({ argument_id: id }) => id).reverse(),
      seed: `rostrum/${exchange}`,
      ...(passes === 1
        ? {}
        : {
            spread: Object.fromEntries(
              all.map(({ argument_id: id }, index) => [id, drawn(exchange + index, 20) / 100]),
            ),
          }),
    },
  };
}

/** Steps of a dialectic with three openings per side, and one argument per side in each later exchange. */
export function dialecticSteps({ exchanges, requested = exchanges, passes = 1 }: DialecticShape): Stepped[] {
  const steps: Stepped[] = [
    setupStep({
      topic: motion,
      format: 'dialectic',
      names: ['proposition', 'opposition'],
      roles: ['moderator', 'judge', 'verifier', 'reporter'],
      rounds: requested,
      options: {
        motion,
        style: 'as-given',
        definitions: [],
        exchanges: requested,
        judge_passes: passes,
        seed: 'rostrum',
      },
    }),
    { step: 'ready', drafts: [moderatorSays('note', 'Everybody can work.', { kind: 'ready' })] },
  ];
  const earlier: Argument[] = [];
  const scores = new Map<string, number>();
  for (let exchange = 0; exchange < exchanges; exchange += 1) {
    const given = (['proposition', 'opposition'] as const).flatMap((side) =>
      argumentIds(side, exchange, { count: exchange === 0 ? 3 : 1, taken: () => false }).map((id, index) =>
        argumentAt(side, exchange, { id, index, earlier }),
      ),
    );
    steps.push({
      step: `e${exchange}/start`,
      drafts: [
        moderatorSays('announcement', `Exchange ${exchange} beginning.`, { kind: 'exchange_start', round: exchange }),
      ],
    });
    steps.push({ step: `e${exchange}/arguments`, drafts: given.map(spoken) });
    steps.push({ step: `e${exchange}/judgment`, drafts: [judgmentOf(exchange, given, { earlier, scores, passes })] });
    earlier.push(...given);
  }
  return steps;
}

export const dialecticEntries = (shape: DialecticShape): Entry[] => entriesOf(dialecticSteps(shape));

/** Sixty arguments: three openings per side, and one per side in each of 27 exchanges. */
export const sixtyArguments: DialecticShape = { exchanges: 28 };
