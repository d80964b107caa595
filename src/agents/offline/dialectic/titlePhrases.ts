/**
 * Titles of five to seven words. `{s}` is empty after a plural subject and "s" after a singular one. Each side has wordings of its own:
 * the two argue at the same time, and two arguments must not get one title.
 */

/** What kind of argument a passage makes: it leans the side's way, no way, the other way, or it was quoted before. */
export const kinds = ['clear', 'neutral', 'adverse', 'restated'] as const;
export type Kind = (typeof kinds)[number];

/** Where the motion chooses between two things. */
export const favouring = [
  '{subject} Speak{s} for {favoured}',
  'What {subject} Say{s} for {favoured}',
  '{subject} Count{s} in Favour of {favoured}',
  'On {subject} the Evidence Favours {favoured}',
  '{favoured} Has the Better of {subject}',
  'The Case for {favoured} on {subject}',
  '{subject} Weigh{s} on the Side of {favoured}',
];

type BySide = Readonly<Record<'proposition' | 'opposition', readonly string[]>>;

export const titles: Readonly<Record<Kind, BySide>> = {
  clear: {
    proposition: [
      '{subject} Speak{s} for the Motion',
      'What {subject} Say{s} for the Motion',
      '{subject} Count{s} in Favour of the Motion',
      'The Motion Is Borne Out by {subject}',
      'The Evidence on {subject} Supports the Motion',
    ],
    opposition: [
      '{subject} Speak{s} Against the Motion',
      'What {subject} Say{s} Against the Motion',
      '{subject} Count{s} Heavily Against the Motion',
      'The Motion Founders on {subject}',
      'The Evidence on {subject} Burdens the Motion',
    ],
  },
  neutral: {
    proposition: [
      'No Objection Follows From {subject}',
      'Nothing in {subject} Stops the Motion',
      'The Motion Can Live With {subject}',
      '{subject} Give{s} No Ground for Delay',
    ],
    opposition: [
      '{subject} Leave{s} the Motion Unproven',
      'The Motion Gains Nothing From {subject}',
      'No Support Follows From {subject}',
      '{subject} Give{s} No Ground for Change',
    ],
  },
  adverse: {
    proposition: ['The Objection From {subject} Is Narrow', 'A Narrow Objection From {subject}', 'Little Stands in the Way Over {subject}'],
    opposition: ['The Support From {subject} Is Narrow', 'Narrow Support at Best From {subject}', 'Little Follows for the Motion From {subject}'],
  },
  restated: {
    proposition: [
      '{subject} Still Speak{s} for the Motion',
      'Once More {subject} for the Motion',
      'The Motion Still Rests on {subject}',
      'Nothing Newer Than {subject} for the Motion',
    ],
    opposition: [
      '{subject} Still Speak{s} Against the Motion',
      'Once More {subject} Against the Motion',
      'The Motion Still Meets {subject}',
      'Nothing Newer Than {subject} Against the Motion',
    ],
  },
};

/** When all others are taken: no two exchanges have the same number. */
export const lastTitles: BySide = {
  proposition: ['Passage {number} in Support of the Motion', 'For the Motion in Exchange {number}'],
  opposition: ['Passage {number} in Answer to the Motion', 'Against the Motion in Exchange {number}'],
};
