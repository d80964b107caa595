import { describe, expect, it } from 'vitest';
import { ExtractivePerformer } from '../../../../src/agents/extractive/extractivePerformer';
import { taskOutputs, type TaskRequest } from '../../../../src/debate/tasks';
import { sentences } from '../../../../src/debate/text';
import { evidenceWithText } from '../../../support/evidenceSummary';
import { harbour, ownWords } from '../../../support/extractiveDebate';

/** Topics of all shapes, offline: positions carry them to the letter, and no turn restates them. */

const proposal =
  `We propose that the harbour ferry stops in 2027 and that a bridge takes its place. ${'The bridge has two lanes, a footpath and a cycle track, and it opens for ships on weekdays. '.repeat(20)}`.trim();

const topics = [
  ...[
    'Should remote work be the default at our company?',
    'Is the ferry too slow?',
    'Why do trams cost more than buses?',
    'Who should own the harbour?',
    'What if the ferry stopped?',
  ],
  ...[
    'Can a city of 40,000 afford a bridge?',
    'Does AI help?',
    'Will WHO guidance change?',
    'How many crossings are enough?',
    'Bridge?',
  ],
  ...[
    'Bridge or ferry?',
    'Postgres or MySQL',
    'Is a bridge or a tunnel cheaper?',
    'Tabs or spaces',
    'Build it or leave it',
  ],
  ...[
    'Remote, hybrid or office?',
    'Which database should we choose: Postgres, MySQL or SQLite?',
    'Bridge, tunnel or ferry',
    'Red/green/blue',
    'Monday, Wednesday or Friday',
  ],
  ...[
    'Children under 14 should not have phones',
    'We should never build a bridge',
    "Don't replace the ferry",
    'No security fixes arrive',
    'Nobody should own the harbour',
  ],
  ...[
    'Soll die Stadt die Fähre durch eine Brücke ersetzen?',
    'Fahrräder statt Autos',
    'Ist eine Brücke oder ein Tunnel besser?',
    'Keine Autos im Hafen',
  ],
  ...['橋とフェリーのどちらがよいか', '週四日勤務を導入すべきか?', '应该采用四天工作制吗?', 'フェリーをやめない'],
  ...['🚲 or 🚗?', 'Ferry 🚢 > bridge 🌉', '🙂'],
  ...['This house would tax ferries', 'A $& topic {with} “quotes”, <b>tags</b> and `code`', 'e = mc²', proposal],
];

const topicAsCarried = (topic: string): string =>
  topic.length <= 200 ? topic : `${sentences(topic)[0]?.text ?? ''} (the topic goes on; see seq 0)`;

const context = { signal: new AbortController().signal, progress: () => undefined };

const evidence = await evidenceWithText({ root: harbour });
const performer = new ExtractivePerformer(evidence);

function firstTurns(topic: string): TaskRequest[] {
  const debaters = ['yes', 'no'].map((name) => ({
    name,
    persona: '',
    starting_position: '',
    incentives: '',
    model: 'offline',
  }));
  const files = evidence.files.map(({ path }) => path);
  const brief = {
    topic,
    debaters,
    evidence: { root: null, files },
    subject: [],
    guidance: [],
    minRounds: 1,
    maxRounds: 3,
  };
  const [you] = debaters;
  if (you === undefined) return [];
  const common = { brief, you, record: [], guidance: [], questions: [], mustAcknowledge: [], statusNow: [] };
  const base = { attempt: 1, feedback: [] };
  const motion = { text: topic, definitions: [], scope: undefined };
  return [
    { ...base, id: 'o', kind: 'debater/opening', agent: 'yes', input: { ...common, frameworks: [], priorOpeners: [] } },
    {
      ...base,
      id: 'd',
      kind: 'advocate/defend',
      agent: 'yes',
      input: { ...common, round: 1, tracker: [], answerTo: undefined, isOtherMissing: false },
    },
    {
      ...base,
      id: 'c',
      kind: 'critic/critique',
      agent: 'yes',
      input: { ...common, round: 1, tracker: [], answerTo: undefined, isOtherMissing: false },
    },
    {
      ...base,
      id: 's',
      kind: 'side/open',
      agent: 'yes',
      input: { ...common, side: 'proposition', motion, exchange: 0 },
    },
  ];
}

describe('a topic offline', () => {
  it('there are forty', () => {
    expect(new Set(topics).size).toBe(40);
  });

  it.each(topics)('%s', async (topic) => {
    const lineup = {
      id: 'l',
      kind: 'chair/propose_lineup',
      agent: 'chair',
      input: { topic, hints: '', evidence: [] },
      attempt: 1,
      feedback: [],
    } as const;
    const { debaters } = taskOutputs['chair/propose_lineup'].parse((await performer.perform(lineup, context)).output);
    const carried = topicAsCarried(topic);
    expect(debaters.map(({ name, starting_position: position }) => [name, position])).toEqual([
      ['yes', `Yes: ${carried}`],
      ['no', `No: ${carried}`],
    ]);
    for (const request of firstTurns(topic)) {
      const { output } = await performer.perform(request, context);
      const parsed: unknown = taskOutputs[request.kind].parse(output);
      // A tribunal lists the statements of the topic, in quotation marks; nothing else speaks of it.
      const own = ownWords(JSON.stringify(parsed).replaceAll('\\n', '\n'));
      if (topic.length > 12) expect(own, request.kind).not.toContain(topic);
      expect(own).not.toMatch(/\b(?:against|supports|contradicts|in favou?r)\b|undefined|NaN|\[object/);
    }
  });
});

describe('what the evidence knows of a topic', () => {
  it.each([
    ['Should humanity colonise Mars?', true, ['humanity', 'colonise', 'Mars']],
    ['Should the ferry colonise Mars?', false, ['colonise', 'Mars']],
    ['Soll die Menschheit den Mars besiedeln?', true, ['Menschheit', 'Mars', 'besiedeln']],
    ['火星に移住すべきか', true, undefined],
  ])('%s', async (topic, isOff, nowhere) => {
    const { all, nowhere: missing } = await performer.wordsOf(topic);
    expect(missing.length === all.length).toBe(isOff);
    if (nowhere !== undefined) expect(missing).toEqual(nowhere);
  });
});
