import type { Seat, SeatField } from '../../../shared/protocol';

const others = [
  { value: '14', label: 'seq 14, build-engineer: I withdraw the survey. What stands is arithmetic: with batching, 11 million reads become…' },
  { value: '12', label: 'seq 12, night-operator: To the audience: they would miss, and compile. The client gives up after 200 ms…' },
  { value: '3', label: 'seq 3, build-engineer: The shared mount is where builds go to wait.' },
];

const fields: SeatField[] = [
  {
    ...{ kind: 'choice', id: 'type', label: 'What it is', isRequired: true },
    options: [
      { value: 'new_point', label: 'A new point' },
      { value: 'rebuttal', label: 'A rebuttal' },
      { value: 'conjecture', label: 'A conjecture' },
    ],
  },
  { kind: 'choice', id: 'rebuts', label: 'Rebuts', options: others, isRequired: true, when: { field: 'type', is: ['rebuttal'] } },
  { kind: 'text', id: 'content', label: 'What you say', hint: 'Markdown. “seq 4” becomes a link to that entry.', isRequired: true },
  {
    ...{ kind: 'rows', id: 'sources', label: 'Sources', most: 5, add: 'Add Source' },
    fields: [
      { kind: 'text', id: 'url', label: 'Address', hint: 'https://… or workspace:file.md#L3-L7', isLine: true, isRequired: true, suggestions: ['workspace:pilot-report.md'] },
      { kind: 'text', id: 'title', label: 'Title', isLine: true },
      { kind: 'text', id: 'quote', label: 'Quote, word for word' },
      { kind: 'text', id: 'claim', label: 'Your claim that it supports', isLine: true },
    ],
  },
  {
    ...{ kind: 'checks', id: 'acknowledges', label: 'Taken up', hint: 'Take each up in what you say, or say that you leave it for later.' },
    options: [{ value: '5', label: 'The framework “fail slow, not shut” of night-operator (seq 5)' }],
  },
  {
    ...{ kind: 'rows', id: 'concedes', label: 'You concede', most: 8, add: 'Add Concession' },
    fields: [
      { kind: 'choice', id: 'seq', label: 'To', options: others, isRequired: true },
      { kind: 'text', id: 'claim', label: 'The claim that you grant', isLine: true, isRequired: true },
    ],
  },
  { kind: 'choice', id: 'rider', label: 'Besides', options: [{ value: '', label: 'Nothing' }, { value: 'clarification_request', label: 'A question to the Chair' }] },
];

export const debaterSeat: Seat = {
  ...{ id: 'r2/turn/cost-analyst', agent: 'cost-analyst', kind: 'debater/turn', title: 'Your turn in round 2' },
  cue: [
    { label: 'Frameworks to take up or defer', lines: ['“fail slow, not shut” of night-operator (seq 5): a cache is judged by what its loss does'] },
    { label: 'Guidance of the user', lines: ['seq 11: Say what a release day costs.'] },
    { label: 'Your sources found unreliable', lines: ['workspace:pilot-report.md#L22-L30 in seq 6: the page gives 41 %, the entry says two thirds'] },
    { label: 'Said in this round', lines: ['night-operator (seq 12): Fails slow; concedes the monthly cost.', 'build-engineer (seq 14): Withdraws the survey; batching makes requests cheap.'] },
  ],
  rules: [
    'A new point needs a source, a rebuttal one with a quote. A conjecture needs none, and begins with [CONJECTURE].',
    'At most 5 sources. Quotes, and the figures that are taken from a source, stand in it word for word.',
    'An unreliable source may be replaced once, at the start of this text: SOURCE CORRECTION for seq N: replacing OLD with NEW — why',
  ],
  ...{ problems: [], refusals: 0, fields, values: {}, canSkip: true, isChecking: false, behind: 0 },
};

export const refusedSeat: Seat = {
  ...debaterSeat,
  problems: ['Rule 24: 41 % stands in no source of this entry.', 'Rule 23: Engage with or explicitly defer the framework "fail slow, not shut" of night-operator: tick it under “Taken up”.'],
  refusals: 1,
  values: {
    type: 'rebuttal',
    rebuts: '14',
    content: 'The arithmetic of seq 14 leaves out the writes. A release day costs 41 % more than a quiet one, and nobody batches what is needed at once.',
    sources: [{ url: 'workspace:storage-bills.csv#L12-L18', title: 'Storage bills', quote: 'nfs-cache, monthly, 1,140.00 USD', claim: 'The mount has one price.' }],
    concedes: [{ seq: '12', claim: 'A stalled mount stops every builder.' }],
  },
};

export const chairSeat: Seat = {
  ...{ id: 'conclusion', agent: 'chair', kind: 'chair/conclude', title: 'Your decision as the Chair' },
  cue: [
    {
      label: 'What the code counted',
      lines: ['build-engineer: turns 3; sources 3 (verified 1, unreliable 0, fabricated 1); arguments answered 1, unanswered 2; concessions 0, infractions 0', 'cost-analyst: turns 3; sources 4 (verified 3, unreliable 1, fabricated 0); arguments answered 2, unanswered 0; concessions 1, infractions 1'],
    },
    { label: 'Cannot win, for a fabricated source', lines: ['build-engineer'] },
  ],
  rules: ['Weigh how it was argued, not what you believe. Every debater is evaluated.'],
  ...{ problems: [], refusals: 0, values: {}, canSkip: false, isChecking: false, behind: 0 },
  fields: [
    {
      ...{ kind: 'choice', id: 'outcome', label: 'Outcome', isRequired: true },
      options: ['cost-analyst wins', 'night-operator wins', 'Draw', 'Void'].map((label) => ({ value: label, label })),
    },
    { kind: 'text', id: 'reason', label: 'Why, in a sentence or two', isRequired: true },
    ...['build-engineer', 'cost-analyst', 'night-operator'].map((name, index): SeatField => ({ kind: 'text', id: `evaluation${index}`, label: `How ${name} argued`, isRequired: true })),
  ],
};
