import type { CorpusPage } from './corpusPage';

export const englishPages: readonly CorpusPage[] = [
  {
    name: 'news: the harbour',
    language: 'en',
    paragraphs: [
      [
        'The harbour authority counted 1,204 arrivals last year, of which 41% carried grain and only 7% carried timber.',
        'Delays did not fall: the median wait grew from 3.5 to 5 hours, and the “night shifts” were cancelled.',
        'Operators say that the new cranes work well — except in strong wind — and that repairs cost $2.4 million.',
        'The council approved the dredging of the east basin, but the state audit office rejected the plan in March.',
      ],
      [
        'No crane was out of service for longer than two days, although twelve crews had not been trained before the season.',
        'A long-term lease with the ferry company was never signed, so the well-known winter route remains closed.',
        'Fishermen’s associations don’t expect the quota to be raised above 640 tonnes before the end of the decade.',
      ],
    ],
  },
  {
    name: 'science: a sleep trial',
    language: 'en',
    paragraphs: [
      [
        'In the randomised trial, 312 shift workers received 0.5 mg of melatonin or a placebo for fourteen nights.',
        'Sleep onset was shortened by 23 minutes in the treatment group, while total sleep time did not differ between the groups.',
        'The effect was confined to participants under forty years of age and could not be reproduced in older volunteers.',
        'Side-effects were reported by 11% of the treated and 9% of the untreated participants, a difference without statistical significance.',
      ],
      [
        'Efficacy in night-time drivers is unlikely to be sufficient for a final recommendation.',
        'Because the study was funded by a manufacturer, its findings should be confirmed in an independent sample of at least 1,000 people.',
        'The authors found no evidence that the benefit outlasts the first two weeks of treatment.',
      ],
    ],
  },
  {
    name: 'law: a tenancy act',
    language: 'en',
    paragraphs: [
      [
        'A landlord may not terminate the contract within the first three years unless the tenant is in arrears with two monthly payments.',
        'The deposit shall not exceed an amount of €1,800 or three months’ rent, whichever is the lower.',
        'Notice must be given in writing at least ninety days before the end of the term; an oral notice is void.',
      ],
      [
        'Clauses that deprive the tenant of these rights are unenforceable, even where both parties have agreed to them.',
        'The court can reduce an excessive rent by up to 20 per cent if the dwelling is unfit for use.',
        'Claims under this section expire after five years, without prejudice to claims in tort.',
        'The tenant has no right to sublet the dwelling, save with the landlord’s prior consent.',
      ],
    ],
  },
  {
    name: 'documentation: a storage engine',
    language: 'en',
    paragraphs: [
      [
        'The engine writes each record to a 64 MB segment and flushes the index every 500 ms by default.',
        'Compaction is not triggered automatically when the free space drops below 10 GB; run it with the `--compact` option instead.',
        'Readers never block writers, and a snapshot can be opened while a transaction is being committed.',
        'Version 2.4 cannot read files that were created with release 1.9 or earlier.',
      ],
      [
        'Set the cache size to 512 MB on machines with 8 GB of memory, and don’t exceed a quarter of what is available.',
        'A write-ahead log that is larger than 4 GB slows the start-up down considerably, because it is replayed in a single thread.',
        'Checksums are computed with CRC-32C; a mismatch doesn’t stop the server but marks the segment as read-only.',
      ],
    ],
  },
  {
    name: 'history: a canal',
    language: 'en',
    paragraphs: [
      [
        'The canal was begun in 1793 and opened to traffic eleven years later, after the cost had risen to £180,000.',
        'Its 29 locks were built without any machinery, and the longest tunnel measures 1,640 yards.',
        'Coal made up nearly two thirds of the freight, yet passengers were not admitted before 1812.',
        'The company paid a dividend of 8 per cent until the railway took the coal trade away.',
      ],
      [
        'By 1870 the tolls had fallen to a tenth of what they had been, and no repairs were undertaken on the upper level.',
        'Local farmers opposed the closure, whereas the railway company supported it in both chambers.',
        'The last boat passed the summit lock on 14 November 1906; the bed has since been filled in.',
      ],
    ],
  },
  {
    name: 'economics: a wage survey',
    language: 'en',
    paragraphs: [
      [
        'Real wages rose by 2.1% in manufacturing and fell by 0.4% in retail over the same twelve months.',
        'About 3.2 million employees are paid less than the reference wage of €13.50 an hour, according to the survey.',
        'Firms with fewer than ten employees were not included, which makes the estimates for rural districts unreliable.',
      ],
      [
        'The survey does not show that the minimum wage reduced employment in any of the sixteen regions.',
        'Temporary contracts account for one in five new jobs, and part-time work for nearly half of them.',
        'In the north, unemployment is expected to stay below 6% until the spring, if energy prices don’t rise again.',
      ],
    ],
  },
  {
    name: 'The Gettysburg Address',
    language: 'en',
    origin: 'Abraham Lincoln, The Gettysburg Address (1863)',
    paragraphs: [
      [
        'Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in Liberty, and dedicated to the proposition that all men are created equal.',
      ],
      [
        'Now we are engaged in a great civil war, testing whether that nation, or any nation so conceived and so dedicated, can long endure.',
        'We are met on a great battle-field of that war.',
        'It is altogether fitting and proper that we should do this.',
      ],
      ['The world will little note, nor long remember what we say here, but it can never forget what they did here.'],
    ],
  },
];
