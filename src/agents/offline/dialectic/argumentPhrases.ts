import type { Kind } from './titlePhrases';

/** Wordings of claims, warrants and what goes with them. They assert nothing beyond what was selected, and why. */

type ByKind<T> = Readonly<Record<Kind, T>>;
type BySide = Readonly<Record<'proposition' | 'opposition', readonly string[]>>;

/** At most 25 words, one sentence. `{position}` is the side's answer to the motion. */
const clearClaims = [
  'On {subject}, the evidence supports the view that {position}.',
  'What the files record on {subject} is a reason to hold that {position}.',
  'Whoever looks at {subject} finds a reason why {position}.',
  'That {position} is borne out by what the evidence says on {subject}.',
];
const shortClaims = [
  'What is recorded on {subject} speaks {verdict}.',
  'On {subject}, the evidence comes down {verdict}.',
  'The evidence on {subject} counts {verdict}.',
];

export const claims: ByKind<{ full: BySide; short: BySide }> = {
  clear: {
    full: { proposition: clearClaims, opposition: clearClaims },
    short: { proposition: shortClaims, opposition: shortClaims },
  },
  neutral: {
    full: {
      proposition: [
        'Nothing that is recorded on {subject} stands in the way of holding that {position}.',
        'One can take all that is said here on {subject} as true and still hold that {position}.',
      ],
      opposition: [
        'What is recorded on {subject} takes no side, so it is no reason to give up the view that {position}.',
        'One can take all that is said here on {subject} as true and still hold that {position}.',
      ],
    },
    short: {
      proposition: ['What is recorded on {subject} does not stand in the way of the motion.'],
      opposition: ['What is recorded on {subject} does not carry the motion.'],
    },
  },
  adverse: {
    full: {
      proposition: [
        'What is recorded on {subject} holds for what was described, and is too little to bring the motion down.',
        'The objection from {subject} reaches no further than the case that the passage describes.',
      ],
      opposition: [
        'What is recorded on {subject} holds for what was described, and is too little to carry the motion.',
        'The support from {subject} reaches no further than the case that the passage describes.',
      ],
    },
    short: {
      proposition: ['On {subject} the evidence is too thin to defeat the motion.'],
      opposition: ['On {subject} the evidence is too thin to carry the motion.'],
    },
  },
  restated: {
    full: {
      proposition: ['[CONJECTURE] No unused passage is left to quote; what was quoted on {subject} should still weigh {verdict}.'],
      opposition: ['[CONJECTURE] No unused passage is left to quote; what was quoted on {subject} should still weigh {verdict}.'],
    },
    short: {
      proposition: ['[CONJECTURE] What was quoted on {subject} should still weigh {verdict}.'],
      opposition: ['[CONJECTURE] What was quoted on {subject} should still weigh {verdict}.'],
    },
  },
};

/** When all others are taken: no two passages stand at one place. */
export const lastClaims = [
  'What stands in {place} counts {verdict}.',
  'What is quoted from {place} should weigh {verdict}.',
  'The passage in {place} still counts {verdict}.',
];

/** At most 50 words. `{terms}` and `{stance}` are words of the passage, `{way}` is how the rule reads them. */
export const warrants: ByKind<readonly (readonly string[])[]> = {
  clear: [
    [
      'A passage that shares words with the motion and tells of gain or loss is taken to count for the side that it favours. This one shares {terms}; which side it favours is read from {stance}. Of what nobody had quoted, it ranked highest on ground of its own.',
      'What leads from ground to claim is a rule of words. The passage is tied to the motion by {terms}, and which way it leans is read from {stance}. Among unquoted passages on other ground than before, it came first.',
      'The rule is to look for the motion’s own words, here {terms}, and to read from {stance} whom the passage helps. What helps is evidence for the view that it helps; this was the best that nobody had used.',
    ],
    [
      'The rule is to look for the motion’s own words, here {terms}, and to see whom the comparison, the figures or the section they stand in would help. It helps this side, and nobody had quoted it before.',
      'A passage on the motion’s own matter, here {terms}, counts for the side that its figures or its section favour. They favour this one, and among unquoted passages on other ground it came first.',
    ],
    [
      'No word of the motion stands in the passage itself. It is taken for {stance}, read of what its section and its file are about, and by that rule it counts for this side.',
      'The passage is chosen for what it tells of gain and loss, {stance}, which its section and its file tie to the motion; read so, it counts for this side.',
    ],
    ['The passage was selected because what stands around it, its section and its file, ties it to the motion and leans to this side.'],
  ],
  neutral: [
    [
      'The rule looks for the motion’s words and for words of gain or loss. This passage has {terms}, and nothing in it tips the scale. What leaves the scale level leaves this position where it was.',
      'The passage is on the motion’s matter by {terms}, and a count of its words of gain and loss comes out even. An even count gives nobody a reason to give up this position.',
    ],
    ['A count of the passage’s words of gain and loss comes out even. An even count gives nobody a reason to give up this position.'],
  ],
  adverse: [
    [
      'No passage of the evidence leans to this side, so the rule takes the one that leans least to the other. What it reports is one case; a general conclusion needs more than one.',
      'The evidence holds nothing that leans this way. The rule then takes the passage that leans the other way least, and holds the motion’s reader to what it says: it reports, and does not generalise.',
    ],
  ],
  restated: [
    [
      'Nothing that this side could quote is left unquoted, so it rests again on what it quoted on {subject}. The rule that selected the passage is the same; that it also outweighs what came since is conjecture. What would settle it is {measure}.',
      'The rule that selected this passage has no further one to offer, so it is quoted again, openly. Whether it still outweighs what has been set against it is conjecture. What would tell is {measure}.',
      'By the rule of selection all that could be quoted on this side has been. The passage is put forward a second time, and that it should weigh a second time is conjecture. To know, one would need {measure}.',
    ],
  ],
};

/** Of a passage that answers the other side. `{shared}` are words that both passages have. */
export const answeringWarrants: readonly (readonly string[])[] = [
  [
    'The rule looks for what speaks of the same thing as the other side’s ground. Both passages have {shared}; read for gain and loss, this one leans the other way. Where two passages on one matter differ, neither settles it alone.',
    'Both passages have {shared}, so they are about one thing, and by their words of gain and loss they lean apart. A conclusion from one of them has to answer for the other.',
    'By the words that they share, {shared}, the two passages speak to one question. Of all unquoted passages this one differs most from what was quoted there, and whoever weighs the one must weigh the other.',
  ],
  [
    'Of all unquoted passages this one speaks most directly to what the other side quoted, and does not bear it out. A conclusion from one passage has to answer for the other.',
  ],
];

export const relevances: ByKind<readonly (readonly string[])[]> = {
  clear: [
    [
      'It speaks of {subject}, shares {terms} with the motion, and leans {verdict} by {stance}.',
      'It bears on the motion through {terms}, and counts {verdict} by {stance}.',
    ],
    ['It speaks of {subject}, shares {terms} with the motion, and leans {verdict}.'],
    ['It reports on {subject} and leans {verdict}.'],
  ],
  neutral: [
    ['It speaks of {subject}, shares {terms} with the motion, and takes no side.'],
    ['It reports on {subject} and takes no side.'],
  ],
  adverse: [
    ['It is all that the evidence offers this side on {subject}: it leans the other way, and says so itself.'],
    ['It leans the other way, though less than any other passage.'],
  ],
  restated: [['It was quoted before on {subject}, and nothing unquoted is left that would serve better.']],
};

export const answeringRelevances: readonly (readonly string[])[] = [
  ['It takes up {subject}, on which the other side quoted, and has {shared} in common with what was quoted there.'],
  ['It takes up {subject}, on which the other side quoted.'],
];

export const secondRelevances: readonly (readonly string[])[] = [
  ['A second passage on the same matter, with {terms} in it; it leans the same way.'],
  ['A second passage on the same matter; it leans the same way.'],
];

/** Of a passage that is there for a defence. */
export const aidRelevances: readonly (readonly string[])[] = [
  [
    'It comes to the aid of an earlier argument on this side that was attacked: it speaks of {subject} and leans the same way.',
    'It answers for an earlier argument on this side: on {subject} it leans as that one did.',
  ],
];

/** At most 50 words, where a second passage bears the first one out. */
export const backings = [
  'The selection does not hang on one page: the same rule finds a second one on the same matter, in {place}, and reads it the same way.',
  'The rule can be tried twice. On the same matter it also finds {place}, in another file, and reads it the same way.',
  'Had the rule picked the first passage by chance, it should not have led to a second one on the same matter. It did, in {place}.',
];

/** At most ten words. */
export const qualifiers: ByKind<readonly string[]> = {
  clear: [
    'as far as {file} reaches',
    'for what {file} describes',
    'in the cases that {file} covers',
    'presumably, on the strength of {file}',
    'as far as the quoted lines go',
  ],
  neutral: ['presumably, since the passage itself takes no side', 'unless a passage turns up that takes a side'],
  adverse: ['weakly: nothing in the evidence leans this way', 'at best, given evidence that leans the other way'],
  restated: ['as conjecture, since no unused passage is left', 'as conjecture, on a passage quoted before'],
};
