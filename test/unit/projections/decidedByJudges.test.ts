import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grantedIn, lastPositions } from '../../../src/projections/granted';
import { verdictOf as projected } from '../../../src/projections/verdict';
import { childrenOf } from '../../../src/ui/library/treeModel';
import { verdictCard } from '../../../src/ui/panel/views/verdictCard';
import { answerAt } from '../../support/conclusions';
import { judgeSeats, verdictOf, verdictScript } from '../../support/judges';
import { logIn } from '../../support/logs';
import { fact, factSource, fullScript, scriptedFolder } from '../../support/scriptedDebate';
import { runFolder } from '../../support/testSession';
import { rulingAnswer, tribunalFolder, tribunalScript, verdicts } from '../../support/tribunalScript';

/** Which entries decided, by the reasons of judges, and who gave way where. */

const rebuttal = {
  entries: [
    {
      type: 'rebuttal',
      rebuttal_to_seq: '{@opening/ada}',
      content: `The count is granted. ${fact('bob', 2)}`,
      sources: [factSource('bob', 2)],
      concedes: [{ seq: '{@opening/ada}', claim: fact('ada', 1) }],
      position_now: 'Depot bob is best on weekdays.',
      would_change_my_mind: 'A count of the weekends.',
    },
  ],
};

const reasons = (...seqs: string[]) => seqs.map((seq) => ({ text: 'It was shown and checked.', seqs: [seq] }));

const panelFolder = (b = verdictOf({ ada: 40, bob: 30 })) =>
  scriptedFolder({
    script: {
      ...fullScript({ names: ['ada', 'bob'], rounds: 1 }),
      'r1/turn/bob': rebuttal,
      ...verdictScript({
        j1: [
          { ...verdictOf({ ada: 40, bob: 30 }), reasons: reasons('{@r1/turn/bob}', '{@opening/ada}') },
          { ...b, reasons: reasons('{@r1/turn/bob}', '{@r1/turn/ada}') },
        ],
      }),
      conclusion: { reason: 'See seq 2.', ...answerAt([2, 5]) },
      brief: { cruxes: [], options: [], assumptions: [], would_change: [], minority: [], next: [] },
    },
    names: ['ada', 'bob'],
    rounds: { min: 1, max: 1 },
    options: { judges: judgeSeats(1), brief: true },
  });

describe('the entries that decided', () => {
  it('are those that the reasons of the deciding verdicts name, most of all what most of them name', async () => {
    const folder = await panelFolder();
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const { view } = await logIn(folder);
    const [first, ...others] = projected(view).decided.map(({ seq }) => seq);
    const of = (step: string): number => view.state.steps.get(step) ?? -1;
    expect(first).toBe(of('r1/turn/bob'));
    expect(new Set(others)).toEqual(new Set([of('opening/ada'), of('r1/turn/ada')]));
  });

  it('are as ever where no verdict is the outcome', async () => {
    const folder = await panelFolder(verdictOf({ ada: 30, bob: 40 }));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const { view } = await logIn(folder);
    expect(view.state.conclusion?.outcome).toBe('undecided');
    expect(projected(view).decided[0]?.seq).toBe(2);
  });

  it('are in a tribunal those of the verdicts that were ruled', async () => {
    const given = (verdict: string, seq: string) => ({
      issues: [{ issue: 'I1', reasons: [{ text: 'It was shown.', seqs: [seq] }], verdict }],
    });
    const folder = await tribunalFolder({
      script: tribunalScript(1, {
        plan: { rounds: 1, reason: 'One point.' },
        ruling: rulingAnswer({ verdicts: verdicts('REVISION REQUIRED') }),
        ...verdictScript({ j1: [given('REVISION REQUIRED', '{@r1/critic}'), given('ACCEPTED', '{@r1/advocate}')] }),
      }),
      options: { judges: judgeSeats(1) },
    });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const { view } = await logIn(folder);
    expect(projected(view).decided.map(({ speaker }) => speaker)).toEqual(['critic']);
  });
});

describe('who granted what and where', () => {
  it('stands on the card, in the brief and in the tree, with where each debater stood at last', async () => {
    const folder = await panelFolder();
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const { view } = await logIn(folder);
    const at = view.state.steps.get('r1/turn/bob') ?? -1;
    expect(grantedIn(view)).toEqual([{ by: 'bob', at, of: { speaker: 'ada', seq: 2 }, claim: fact('ada', 1) }]);
    expect(lastPositions(view)).toEqual([{ by: 'bob', at, text: 'Depot bob is best on weekdays.' }]);
    const said = [`bob granted seq 2 of ada in seq ${at}`, `bob in seq ${at}: Depot bob is best on weekdays.`];
    const card = JSON.stringify(verdictCard(view).facts);
    for (const words of said) expect(card).toContain(words);
    const brief = (await readFile(join(folder, 'brief.md'), 'utf8')).replace(/\[(seq \d+)\]\([^)]*\)/g, '$1');
    for (const words of said) expect(brief).toContain(words);
    const tree = childrenOf({ key: 'debaters' }, { folder, view, problems: [], documents: [] });
    expect(tree.map(({ tooltip }) => tooltip).join('\n')).toContain(`At last (seq ${at}): Depot bob is best`);
  });
});
