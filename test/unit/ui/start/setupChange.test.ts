import { describe, expect, it } from 'vitest';
import { settingTable, type SettingName, type SettingValue } from '../../../../src/ui/kit/settingTable';
import { plainLineup } from '../../../../src/session/plan/plainLineup';
import { draftRecordSchema, type DraftRecord } from '../../../../src/ui/start/draftRecord';
import { debatersUnasked, derivedPlan, type Planning } from '../../../../src/ui/start/draftPlan';
import { reviewOf } from '../../../../src/ui/start/reviewOf';
import { isStillWanted, setupFields } from '../../../../src/ui/start/setupFields';
import { draftNow, draftWith } from '../../../../src/ui/start/setupChange';

/** With some settings, and where servers are. */
const planningBy = (set: Record<string, unknown> = {}, host = 'example'): Planning =>
  ({
    settings: {
      get: <K extends SettingName>(name: K) => (set[name] ?? settingTable[name].default) as SettingValue<K>,
      explicit: (name: string) => set[name],
    },
    models: { addressOf: (name: string) => ({ origin: `https://${name}.${host}` }) },
    explicit: {},
  }) as unknown as Planning;
const planning = planningBy();

const chosen = {
  topic: 'Should the depot move or stay?',
  format: 'panel',
  wishes: { options: {} },
  provider: 'offline' as const,
  model: '',
  seats: {},
  chosenLimits: {},
  config: {},
};

/** A draft as the page begins with it. */
const begun = (): DraftRecord =>
  draftRecordSchema.parse({
    ...chosen,
    ...derivedPlan(planning, chosen),
    id: '1',
    made: 1,
    debaters: debatersUnasked(planning, chosen),
    wasProposed: false,
    isRevised: false,
    hints: '',
    parent: '/w/output',
    evidence: ['/w/docs'],
    subject: [],
    gathered: { root: '/w/docs', files: { 'a.md': '1' }, bytes: 1, subject: [], leftOut: [], leftOutCount: 0 },
  });

/** With two debaters, whom the user wrote. */
const withTwo = (): DraftRecord => ({
  ...begun(),
  debaters: plainLineup(chosen.topic).map((debater) => ({ ...debater, model: 'offline' })),
});

const set = (draft: DraftRecord, ...changes: (readonly [string, string])[]): DraftRecord =>
  changes.reduce((before, [field, value]) => draftWith(planning, before, { field, value }), draft);

const valueOf = (draft: DraftRecord, id: string): string | undefined =>
  reviewOf(draft, { busy: undefined, problems: [] }).fields.find((field) => field.id === id)?.value;

describe('a draft that is set up on its page', () => {
  it('loses nothing when its format is changed and changed back', () => {
    const edited = set(begun(), ['order', 'rotate'], ['maxRounds', '2'], ['minutes', '12']);
    const named = { ...edited, debaters: edited.debaters.map((one, at) => ({ ...one, name: `own-${at}` })) };
    const tribunal = set(named, ['format', 'tribunal'], ['rounds', '4'], ['handover', 'raw']);
    expect(tribunal.debaters.map(({ name }) => name)).toEqual(['advocate', 'critic']);
    expect(tribunal.options).toMatchObject({ rounds: 4, handover: 'raw' });
    const typed = tribunal.debaters.map((one) => ({ ...one, persona: 'Hard to please.' }));
    const back = set(
      { ...tribunal, debaters: typed },
      ['format', 'dialectic'],
      ['exchanges', '7'],
      ['format', 'panel'],
    );
    expect(back.debaters).toEqual(named.debaters);
    expect(back.options).toEqual({ order: 'rotate' });
    expect(back.limits).toMatchObject({ max_rounds: 2, time_budget_minutes: 12 });
    const again = set(back, ['format', 'tribunal']);
    expect(again.debaters).toEqual(typed);
    expect(again.options).toEqual(tribunal.options);
    expect(set(again, ['format', 'dialectic']).options).toMatchObject({ exchanges: 7 });
  });

  it('asks how the outcome is decided where a model decides, with what each way costs', () => {
    const fieldOf = (draft: DraftRecord) =>
      reviewOf(draft, { busy: undefined, problems: [] }).fields.find(({ id }) => id === 'judges');
    expect(fieldOf(withTwo())).toBeUndefined();
    const own = set(withTwo(), ['provider', 'anthropic']);
    const field = fieldOf({ ...own, endpoints: { anthropic: 'https://api.anthropic.com' } });
    expect([field?.value, field?.section, field?.options?.map(({ value }) => value)]).toEqual([
      '1',
      'expert',
      ['0', '1', '3'],
    ]);
    const most = (field?.options ?? []).map(({ label }) => Number(/–\$([\d.]+) in all\)$/.exec(label)?.[1]));
    expect(most[0]).toBeGreaterThan(0);
    expect(most[1]).toBeGreaterThan(most[0] ?? Infinity);
    expect(most[2]).toBeGreaterThan(most[1] ?? Infinity);
    expect(set(own, ['judges', '3']).options['judges']).toHaveLength(3);
    expect(set(own, ['judges', '0']).options['judges']).toBeUndefined();
    expect(fieldOf(set(own, ['format', 'dialectic']))?.value).toBe('1');
    expect(() => set(own, ['judges', '3'], ['seat.conclusion', 'human'])).toThrow('A person decides');
    expect(fieldOf(set(own, ['seat.conclusion', 'human']))).toBeUndefined();
  });

  it('finds the model of a provider again that was left for another one, or for none', () => {
    const own = set(begun(), ['provider', 'anthropic'], ['model', 'claude-own-1']);
    const off = set(own, ['provider', 'offline']);
    const back = set(off, ['provider', 'anthropic']);
    expect([off.model, back.debaterModel]).toEqual(['', 'anthropic:claude-own-1']);
    expect(back.debaters).toEqual(own.debaters);
    const elsewhere = set(back, ['model', 'openai-compatible:llama3:8b']);
    expect(set(elsewhere, ['provider', 'anthropic']).debaterModel).toBe('anthropic:claude-own-1');
    expect(set(elsewhere, ['provider', 'offline'], ['provider', 'openai-compatible']).model).toBe('llama3:8b');
  });

  it('is of the provider that is chosen now, also before one of its models is', () => {
    const own = set(begun(), ['provider', 'openai-compatible']);
    expect([own.provider, own.debaterModel, own.models]).toEqual(['openai-compatible', '', {}]);
    const address = 'http://localhost:11434/v1';
    const server = { provider: 'openai-compatible', address, isKeyKept: false, answer: { is: 'asked' } } as const;
    const state = { busy: undefined, problems: [] };
    const review = reviewOf(own, { ...state, server });
    expect(review.sends).toMatch(/^To https:\/\/openai-compatible\.example \(no model is chosen yet\):/);
    expect(review.notice).toContain('No model is chosen yet');
    expect([review.estimate, review.warnings]).toEqual([undefined, undefined]);
    const field = (id: string, more: object = {}) =>
      reviewOf(own, { ...state, server: { ...server, ...more } }).fields.find((one) => one.id === id);
    expect(field('address')).toMatchObject({ value: address, isSentWhenLeft: true, hint: 'Asking for its models…' });
    expect(field('key')).toMatchObject({ value: '', isSecret: true, isSentWhenLeft: true });
    const failed = field('address', { answer: { is: 'failed', message: 'Nobody answers.' } });
    expect(failed).toMatchObject({ warning: 'Nobody answers.', buttons: [{ value: address, label: 'Try Again' }] });
    // Facts of the provider that was left say nothing of this one.
    const editor = set(own, ['provider', 'vscode']);
    const ofEditor = reviewOf(editor, { ...state, server }).fields;
    expect(ofEditor.map(({ id }) => id)).not.toContain('address');
    const none = { provider: 'vscode', answer: { is: 'given', models: 0 } } as const;
    const provider = reviewOf(editor, { ...state, server: none }).fields.find(({ id }) => id === 'provider');
    expect(provider).toMatchObject({ buttons: [{ value: 'install' }] });
    expect(provider?.warning).toContain('Install');
    expect(reviewOf(editor, { ...state, server: none }).sends).toMatch(
      /^To the editor, and whoever brings its model \(/,
    );
    const on = set(own, ['model', 'llama3:8b']);
    expect(on.debaters.map(({ model }) => model)).toEqual([
      'openai-compatible:llama3:8b',
      'openai-compatible:llama3:8b',
    ]);
    expect(reviewOf(on, { ...state, server }).sends).toContain('(llama3:8b)');
    const listed = { models: ['openai-compatible:qwen', 'vscode:a/b'] };
    const model = reviewOf(on, { ...state, server, ...listed }).fields.find(({ id }) => id === 'model');
    expect(model).toMatchObject({ suggestions: ['openai-compatible:qwen'], buttons: [{ value: 'pick' }] });
    expect(model?.warning).toContain('does not list');
    const places = [{ value: 'http://127.0.0.1:1234/v1', label: 'LM Studio on this machine' }];
    expect(reviewOf(on, { ...state, server, places }).fields.find(({ id }) => id === 'address')?.buttons).toEqual([
      { value: 'http://127.0.0.1:1234/v1', label: 'Use LM Studio on this machine' },
    ]);
  });

  it('takes a lineup along to another model, or topic, while another format is at hand', () => {
    const standard = `anthropic:${settingTable['anthropic.model'].default}`;
    const named = { ...withTwo(), debaters: withTwo().debaters.map((one, at) => ({ ...one, name: `own-${at}` })) };
    const moved = set(named, ['format', 'tribunal'], ['provider', 'anthropic'], ['format', 'panel']);
    expect(moved.debaters.map(({ name, model }) => [name, model])).toEqual([
      ['own-0', standard],
      ['own-1', standard],
    ]);
    const topic = 'Is the ferry worth its cost?';
    const other = set(begun(), ['format', 'tribunal'], ['topic', topic], ['format', 'panel']);
    expect(other.debaters).toEqual(debatersUnasked(planning, { ...chosen, topic }));
  });

  it('has no documents debate by a model: people stay, and who stood there before is there again', () => {
    const document = (name: string) => ({
      name,
      persona: `${name}.md`,
      starting_position: '',
      incentives: 'None',
      model: 'offline',
    });
    const documents = [document('tides'), document('ferries')];
    const person = { ...document('dora'), persona: 'the harbour master', model: 'human' };
    const speaking = (debaters: DraftRecord['debaters'], displaced: DraftRecord['displaced'] = []): DraftRecord => ({
      ...begun(),
      debaters,
      documents,
      displaced,
    });
    const names = (draft: DraftRecord): string[] => draft.debaters.map(({ name }) => name);
    const byModel = ['provider', 'anthropic'] as const;
    const unasked = set(begun(), byModel);
    const alone = set(speaking([...documents].reverse()), byModel);
    expect([alone.debaters, alone.documents]).toEqual([unasked.debaters, []]);
    expect(names(set(speaking([person, ...documents]), byModel))).toEqual(['dora', ...names(unasked)]);
    const own = withTwo().debaters.map((one, at) => ({ ...one, name: `own-${at}` }));
    const back = set(speaking([person, ...documents], own), ['format', 'tribunal'], byModel, ['format', 'panel']);
    expect(back.debaters.map(({ name, model }) => [name, model])).toEqual([
      ['dora', 'human'],
      ['own-0', unasked.debaterModel],
      ['own-1', unasked.debaterModel],
    ]);
    // Without a model they stay.
    expect(names(set(speaking(documents), ['maxRounds', '2']))).toEqual(['tides', 'ferries']);
  });

  it('keeps the model of a single debater, also where all run on it for a while', () => {
    const on = set(begun(), ['provider', 'anthropic'], ['model', 'claude-a-1']);
    const own = {
      ...on,
      debaters: on.debaters.map((one, at) => (at === 1 ? { ...one, model: 'anthropic:claude-b-1' } : one)),
    };
    const back = set(
      own,
      ['model', 'claude-b-1'],
      ['format', 'tribunal'],
      ['model', 'claude-a-1'],
      ['format', 'panel'],
    );
    expect(back.debaters).toEqual(own.debaters);
    const byCode = { ...on, debaters: on.debaters.map((one, at) => (at === 1 ? { ...one, model: 'offline' } : one)) };
    expect(set(byCode, ['provider', 'offline'], ['provider', 'anthropic']).debaters).toEqual(byCode.debaters);
  });

  it('brings models along: of all, of a seat, and of whoever has none of their own', () => {
    const [first, second] = withTwo().debaters;
    const own = { ...begun(), debaters: [first ?? fail(), { ...(second ?? fail()), model: 'human' }] };
    const on = set(own, ['provider', 'anthropic']);
    const standard = `anthropic:${settingTable['anthropic.model'].default}`;
    expect(on.debaters.map(({ model }) => model)).toEqual([standard, 'human']);
    expect(on.limits.max_rounds).toBeGreaterThan(own.limits.max_rounds);
    const seated = set(on, ['seat.chair', 'human'], ['model', 'openai-compatible:llama3:8b']);
    expect(seated.provider).toBe('openai-compatible');
    expect(seated.models['chair']).toBe('human');
    expect(seated.debaters.map(({ model }) => model)).toEqual(['openai-compatible:llama3:8b', 'human']);
    const off = set(seated, ['provider', 'offline']);
    expect(off.debaters.map(({ model }) => model)).toEqual(['offline', 'human']);
    expect(off.models).toEqual({ chair: 'human' });
    expect(valueOf(off, 'seat.conclusion')).toBe('human');
  });

  it('is by the settings as they are now, and keeps what was chosen', () => {
    const chosenHere = set(begun(), ['provider', 'anthropic'], ['seat.chair', 'human'], ['minutes', '12']);
    const draft = {
      ...chosenHere,
      debaters: chosenHere.debaters.map((one, at) => (at === 0 ? { ...one, model: 'human' } : one)),
    };
    const prices = { 'claude-own-1': { input: 1, output: 2 } };
    const later = draftNow(planningBy({ prices, 'anthropic.model': 'claude-own-1', effort: 'low' }, 'moved'), draft);
    expect(later).toMatchObject({ prices, effort: 'low', debaterModel: 'anthropic:claude-own-1' });
    expect(later.debaters.map(({ model }) => model)).toEqual(['human', 'anthropic:claude-own-1']);
    expect(later.limits.time_budget_minutes).toBe(12);
    const { sends, estimate } = reviewOf(later, { busy: undefined, problems: [] });
    expect(sends).toContain('To https://anthropic.moved (claude-own-1)');
    expect(estimate?.text).toMatch(/^Estimated cost: /);
    const unset = draftNow(planning, later);
    expect(unset).toEqual({ ...draft, ownModels: { yes: 'human' } });
    expect(unset.prices).toBeUndefined();
  });

  it('sends nothing to a seat that its format does not have', () => {
    const settings = { models: { judge: 'openai-compatible:q', sre: 'openai-compatible:q' } };
    const panel = draftNow(planningBy(settings), begun());
    expect(reviewOf(panel, { busy: undefined, problems: [] }).sends).toContain('Nothing leaves this machine');
    const tribunal = draftWith(planningBy(settings), panel, { field: 'format', value: 'tribunal' });
    expect(reviewOf(tribunal, { busy: undefined, problems: [] }).sends).toContain(
      'To https://openai-compatible.example (q)',
    );
  });

  it('offers the smaller model beside the cost, and takes it at one press', () => {
    const offerIn = (draft: DraftRecord) =>
      reviewOf({ ...draft, endpoints: { anthropic: 'https://api.anthropic.com' } }, { busy: undefined, problems: [] })
        .estimate?.cheaper;
    expect(offerIn(begun())).toBeUndefined();
    const on = set(begun(), ['provider', 'anthropic'], ['seat.chair', 'human']);
    const { text, field, button } = offerIn(on) ?? fail();
    expect(text).toMatch(/^Use claude-haiku-5-5 for Verifier, Audience: saves \$\d\.\d\d to \$\d\.\d\d\.$/);
    const taken = set(on, [field, button.value]);
    const haiku = 'anthropic:claude-haiku-5-5';
    expect(taken.models).toMatchObject({ chair: 'human', verifier: haiku, audience: haiku });
    expect(offerIn(taken)).toBeUndefined();
    expect(() => set(begun(), ['seats', '{"chair":"gpt 5"}'])).toThrow('is not a model');
  });

  it('makes a lineup again that nobody has touched, and no other', () => {
    const topic = 'Is the ferry worth its cost?';
    const fresh = set(begun(), ['topic', ` ${topic} `]);
    expect(fresh.topic).toBe(topic);
    expect(fresh.debaters).toEqual(debatersUnasked(planning, { ...chosen, topic }));
    const asked = { ...begun(), wasProposed: true };
    expect(set(asked, ['topic', topic]).debaters).toEqual(asked.debaters);
  });

  it('takes a motion and its terms', () => {
    const dialectic = set(begun(), ['topic', 'Should we move the depot?'], ['format', 'dialectic']);
    const moved = set(
      dialectic,
      ['motion', 'This house would move the depot.'],
      ['terms', '- **Depot**: the one at the river\n\n## Scope\n\nUntil May.'],
    );
    expect(moved.options).toMatchObject({
      motion: 'This house would move the depot.',
      definitions: [{ term: 'Depot', meaning: 'the one at the river' }],
      scope: 'Until May.',
    });
    const terms = valueOf(moved, 'terms') ?? '';
    expect(set(moved, ['terms', terms]).options).toEqual(moved.options);
    expect(set(moved, ['terms', '']).options).toMatchObject({ definitions: [] });
  });

  it('folds the choices of a format, which have a proposed value, and nothing that is typed', () => {
    const idsIn = (format: string, section: 'debate' | 'expert') =>
      setupFields(set(begun(), ['provider', 'anthropic'], ['format', format])).flatMap((field) =>
        field.section === section ? [field.id] : [],
      );
    expect(idsIn('panel', 'expert')).toEqual(['order', 'openings', 'crux', 'judges', 'plainAnswer']);
    expect(idsIn('dialectic', 'expert')).toEqual(['judges', 'plainAnswer']);
    expect(idsIn('dialectic', 'debate')).toContain('motion');
  });

  it('says at the key that it is missing, and at the address only what the server failed in', () => {
    const server = {
      provider: 'anthropic',
      address: 'https://api.anthropic.com',
      answer: { is: 'failed', message: 'No.' },
    } as const;
    const warned = (isKeyKept: boolean) =>
      setupFields(set(begun(), ['provider', 'anthropic']), { server: { ...server, isKeyKept } }).flatMap(
        ({ id, warning }) => (warning === undefined ? [] : [`${id}: ${warning}`]),
      );
    expect(warned(false)).toEqual(['key: No API key is saved. Paste one here; it is sent to this address only.']);
    expect(warned(true)).toEqual(['address: No.']);
  });

  it('lets a model propose motions of a question, and of nothing that is a motion already', () => {
    const question = set(begun(), ['topic', 'Should we move the depot?'], ['format', 'dialectic']);
    const offered = (draft: DraftRecord) => setupFields(draft).find(({ id }) => id === 'motion');
    expect(offered(question)?.buttons).toBeUndefined();
    const asked = offered(set(question, ['provider', 'anthropic']));
    expect(asked?.buttons?.map(({ value }) => value)).toEqual(['propose']);
    expect(asked?.hint).toMatch(/^Sends one request to anthropic:/);
    const stated = set(question, ['provider', 'anthropic'], ['topic', 'We should move the depot.']);
    expect(offered(stated)?.buttons).toBeUndefined();
    const moved = set(question, ['provider', 'anthropic'], ['motion', 'The depot should move.']);
    expect(offered(moved)?.buttons).toBeUndefined();
  });

  it.each([
    ['topic', '  ', 'Write the question.'],
    ['minRounds', '51', 'whole number from 1 to 50'],
    ['maxRounds', 'three', 'whole number from 1 to 50'],
    ['minutes', '0', 'number from 0.1'],
    ['budgetUsd', '-1', 'amount in dollars'],
    ['model', 'offline', 'is not a model'],
    ['model', 'vscode:gpt', 'is not a model'],
    ['seat.chair', 'gpt 5', 'is not a model'],
    ['order', 'loudest', 'do not fit'],
    ['colour', 'red', 'There is no field'],
  ])('refuses %s “%s”, and says why', (field, value, why) => {
    expect(() => set(begun(), [field, value])).toThrow(why);
  });

  it('takes no fewest rounds above the most that were chosen', () => {
    expect(() => set(begun(), ['maxRounds', '2'], ['minRounds', '9'])).toThrow('above the maximum');
    expect(set(begun(), ['minRounds', '9']).limits).toMatchObject({ min_rounds: 9, max_rounds: 9 });
  });

  it('shows what holds, and the reason, where a list does not offer what was refused, as a button’s wish', () => {
    const message = 'The key could not be kept.';
    const shown = (field: string, value: string) => {
      const refused = new Map([[field, { value, message }]]);
      const { fields, problems } = reviewOf(begun(), { busy: undefined, problems: [], refused });
      return [fields.find(({ id }) => id === field)?.value, problems];
    };
    const holds = (field: string) =>
      reviewOf(begun(), { busy: undefined, problems: [] }).fields.find(({ id }) => id === field)?.value;
    for (const [field, wish] of [
      ['provider', 'key'],
      ['evidence', 'folder'],
    ] as const)
      expect(shown(field, wish)).toEqual([holds(field), [{ field, message }]]);
    expect(shown('provider', 'anthropic')[0]).toBe('anthropic');
  });

  it('holds to no refused value of a field that is gone, or of a model of another provider', () => {
    const wanted = (field: string, before: DraftRecord, ...change: [string, string]) =>
      isStillWanted(field, before, set(before, change));
    const [panel, dialectic] = [begun(), set(begun(), ['format', 'dialectic'])];
    const byModels = set(begun(), ['provider', 'anthropic']);
    expect(wanted('maxRounds', panel, 'format', 'tribunal')).toBe(false);
    expect(wanted('motion', dialectic, 'format', 'panel')).toBe(false);
    expect(wanted('seat.chair', byModels, 'format', 'tribunal')).toBe(false);
    expect(wanted('model', byModels, 'provider', 'offline')).toBe(false);
    expect(wanted('model', byModels, 'model', 'openai-compatible:llama3')).toBe(false);
    expect(wanted('model', byModels, 'minutes', '5')).toBe(true);
    for (const field of ['topic', 'minutes', 'evidence'])
      expect(wanted(field, panel, 'format', 'tribunal'), field).toBe(true);
    expect(wanted('budgetUsd', byModels, 'format', 'tribunal')).toBe(true);
    expect(wanted('budgetUsd', byModels, 'provider', 'offline')).toBe(false);
    expect(wanted('minRounds', panel, 'maxRounds', '9')).toBe(true);
  });

  it('shows what was refused beside its reason', () => {
    const refused = new Map([['maxRounds', { value: 'three', message: 'No number.' }]]);
    const review = reviewOf(begun(), { busy: 'reading', problems: [], refused });
    expect(review.fields.find(({ id }) => id === 'maxRounds')?.value).toBe('three');
    expect(review.problems).toEqual([{ field: 'maxRounds', message: 'No number.' }]);
    expect(review.proposal).toBeUndefined();
    const on = reviewOf(set(begun(), ['provider', 'anthropic']), { busy: undefined, problems: [] });
    expect(on.proposal).toContain('one request to');
    expect(on.proposal).toContain('https://anthropic.example');
    expect(on.proposal).toContain('the names of the evidence files');
    const proposalOf = (change: Partial<DraftRecord>) =>
      reviewOf({ ...set(begun(), ['provider', 'anthropic']), ...change }, { busy: undefined, problems: [] }).proposal;
    const gathered = begun().gathered;
    expect(proposalOf({ evidence: [], subject: ['/w/docs/a.md'] })).toContain('the names of the evidence files');
    expect(proposalOf({ gathered: { ...gathered, files: {} } })).not.toContain('names of');
  });
});

function fail(): never {
  throw new Error('It is not there.');
}
