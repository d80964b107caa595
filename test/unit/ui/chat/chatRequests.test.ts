import { describe, expect, it } from 'vitest';
import type { DebateSummary } from '../../../../src/session/library/summary';
import { askRequest, reviewParts, startRequest, promptOf, whichDebate } from '../../../../src/ui/chat/chatRequests';
import { chatCommands, followUps } from '../../../../src/ui/chat/followUps';
import { startArgument } from '../../../../src/ui/start/startArgument';
import { buttonsOf, textOf } from '../../../support/chatLinks';

const debate = (folder: string, state: DebateSummary['state'] = 'done'): DebateSummary => ({
  folder,
  logPath: `${folder}/debate-log.jsonl`,
  topic: folder,
  format: 'panel',
  version: 2,
  provider: undefined,
  started: undefined,
  debaters: [],
  state,
  outcome: null,
  entries: 3,
  bytes: 1,
  modifiedMs: 1,
});
const nothing = { attached: [], focused: undefined, before: undefined, debates: [] };

describe('which debate a request is about', () => {
  const debates = [debate('/new'), debate('/old', 'running')];

  it('is the attached one, before that of the panel, before that of the conversation', () => {
    expect(whichDebate({ attached: ['/a', '/a'], focused: '/b', before: '/c', debates })).toEqual({
      kind: 'one',
      folder: '/a',
      isGuess: false,
    });
    expect(whichDebate({ ...nothing, focused: '/b', before: '/c', debates })).toEqual({
      kind: 'one',
      folder: '/b',
      isGuess: false,
    });
    expect(whichDebate({ ...nothing, before: '/c', debates })).toEqual({ kind: 'one', folder: '/c', isGuess: false });
  });

  it('is else the only one that runs, else the newest', () => {
    expect(whichDebate({ ...nothing, debates })).toEqual({ kind: 'one', folder: '/old', isGuess: false });
    expect(whichDebate({ ...nothing, debates: [debate('/new'), debate('/old')] })).toEqual({
      kind: 'one',
      folder: '/new',
      isGuess: true,
    });
    expect(whichDebate({ ...nothing, debates: [debate('/only')] })).toEqual({
      kind: 'one',
      folder: '/only',
      isGuess: false,
    });
  });

  it('is not guessed at where several are meant or run', () => {
    expect(whichDebate({ ...nothing, attached: ['/a', '/b'], debates })).toEqual({
      kind: 'several',
      folders: ['/a', '/b'],
    });
    expect(whichDebate({ ...nothing, debates: [debate('/x', 'running'), debate('/y', 'running')] })).toEqual({
      kind: 'several',
      folders: ['/x', '/y'],
    });
    expect(whichDebate(nothing)).toEqual({ kind: 'none' });
  });
});

describe('/ask', () => {
  const names = ['sre', 'Build-Engineer'];

  it('reads whom it is for, in the spelling of the record', () => {
    expect(askRequest('@sre What now?', names)).toEqual({ to: 'sre', question: 'What now?' });
    expect(askRequest('@build-engineer: why?\nand how?', names)).toEqual({
      to: 'Build-Engineer',
      question: 'why?\nand how?',
    });
    expect(askRequest('SRE, what now?', names)).toEqual({ to: 'sre', question: 'what now?' });
    expect(askRequest('@sre', names)).toEqual({ to: 'sre', question: '' });
  });

  it('leaves a name that nobody bears to be refused, and takes no word of a question for a name', () => {
    expect(askRequest('@nobody Why?', names)).toEqual({ to: 'nobody', question: 'Why?' });
    expect(askRequest('Really: why?', names)).toEqual({ to: undefined, question: 'Really: why?' });
    expect(askRequest('sre says so; why?', names)).toEqual({ to: undefined, question: 'sre says so; why?' });
  });
});

describe('/start', () => {
  const paths = { kind: 'paths' as const, paths: ['/w/docs'] };
  const needed = (...attached: string[]) => ({ attached, isNeeded: true });

  it('takes what was chosen the last time, and goes straight to the review', () => {
    const remembered = {
      topic: 'An old one',
      format: 'panel-short' as const,
      debaters: { kind: 'hints' as const, text: 'an auditor' },
      evidence: paths,
      provider: 'vscode' as const,
      model: 'm',
    };
    const request = startRequest('Tabs?', remembered, needed());
    expect(request).toEqual({
      topic: 'Tabs?',
      format: 'panel-short',
      debaters: 'an auditor',
      evidence: ['/w/docs'],
      provider: 'vscode',
      model: 'm',
    });
    expect(startArgument(request)?.isWhole).toBe(true);
  });

  it('takes attached files for the evidence', () => {
    expect(startRequest('Tabs?', { evidence: paths }, needed('/w/a.md'))).toEqual({
      topic: 'Tabs?',
      evidence: ['/w/a.md'],
    });
  });

  it('leaves it to the flow to ask for what is not known', () => {
    const request = startRequest('Tabs?', { debaters: { kind: 'chair' } }, needed());
    expect(request).toEqual({ topic: 'Tabs?' });
    expect(startArgument(request)?.isWhole).toBe(false);
  });

  it('does without evidence where that was chosen, and debaters can find something to cite', () => {
    const none = { kind: 'none' as const };
    const request = startRequest('Tabs?', { evidence: none, provider: 'anthropic' }, { attached: [], isNeeded: false });
    expect(request).toEqual({ topic: 'Tabs?', evidence: 'none', provider: 'anthropic' });
    expect(startArgument(request)).toMatchObject({ isWhole: true, choices: { evidence: none } });
    expect(startRequest('Tabs?', { evidence: none }, needed())).toEqual({ topic: 'Tabs?' });
    // Nobody has said so: the flow asks, and offers it.
    expect(startRequest('Tabs?', {}, { attached: [], isNeeded: false })).toEqual({ topic: 'Tabs?' });
    expect(startRequest('Tabs?', { evidence: none }, { attached: ['/w/a.md'], isNeeded: false })).toEqual({
      topic: 'Tabs?',
      evidence: ['/w/a.md'],
    });
  });

  it('says what will be used, and leads to the review', () => {
    const parts = reviewParts({
      draft: 'id-1',
      topic: 'Tabs [x](command:evil)?',
      fields: [],
      notice: 'Offline: no model.',
      isRevised: false,
      parent: '/w/output',
      models: [],
      limits: { minRounds: 1, maxRounds: 2, timeBudgetMinutes: 30 },
      debaters: [{ name: 'ada', persona: 'a **bold** one', starting_position: '', incentives: '', model: 'offline' }],
      problems: [{ field: 'debaters', message: 'A debate needs at least 2 debaters.' }],
      evidence: { root: '/w/docs', files: 3, bytes: 10, subject: [], leftOut: [], leftOutCount: 0 },
      sends: 'Nothing.',
      estimate: { text: 'About $1.20.', basis: [] },
    });
    const text = textOf(parts);
    for (const words of [
      '1–2 rounds, 30 min',
      'ada (a \\*\\*bold\\*\\* one)',
      '3 files in /w/docs',
      'Nothing.',
      'About \\$1.20.',
      'Offline: no model.',
      'at least 2 debaters',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('](command:');
    expect(buttonsOf(parts)).toEqual([
      { kind: 'button', title: 'Open Lineup Review', command: 'rostrum.reviewLineup', argument: { draft: 'id-1' } },
    ]);
  });
});

it('a prompt is read without the names of what is attached', () => {
  const prompt = 'Is #file:a.md better than #file:b.md ?';
  const at = (text: string): [number, number] => [prompt.indexOf(text), prompt.indexOf(text) + text.length];
  expect(promptOf({ prompt, references: [{ range: at('#file:b.md') }, { range: at('#file:a.md') }, {}] })).toBe(
    'Is better than ?',
  );
});

describe('what is suggested next', () => {
  const known = { folder: '/d', debaters: ['sre'] };

  it('fits how the debate stands, and is not what was just asked', () => {
    expect(followUps({ ...known, command: 'status', state: 'open' }).map(({ command }) => command)).toEqual([
      'ask',
      'summary',
      'verify',
    ]);
    expect(followUps({ ...known, command: 'summary', state: 'done' }).map(({ command }) => command)).toEqual([
      'status',
      'verify',
    ]);
    expect(followUps({ ...known, state: 'open' })[1]?.prompt).toBe('@sre What would change your mind?');
  });

  it('is nothing where no debate is known, but for one that was to be started', () => {
    expect(followUps({})).toEqual([]);
    expect(followUps({ command: 'start' }).map(({ command }) => command)).toEqual(['status']);
  });

  it('are commands that there are', () => {
    for (const command of chatCommands)
      for (const next of followUps({ ...known, command, state: 'open' })) expect(chatCommands).toContain(next.command);
  });
});
