/** How a quotation that is answered is brought up: after the first one of a contribution in short, lest every answer open alike. */
export const shortGrants = [
  'On {subject}, seq {seq} quotes {file}.',
  'Seq {seq} rests on {file} here.',
  'What seq {seq} quotes comes from {file} and speaks of {subject}.',
  'Seq {seq} has {file} on its side as to {subject}.',
  'At seq {seq} stands what {file} says of {subject}.',
  'The line of {file} that seq {seq} reads out is there.',
];
