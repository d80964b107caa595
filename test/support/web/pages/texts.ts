/** Texts written for the local web. Passages that tests quote are sentences of their own. */

export const bridge = {
  title: 'Harbour bridge reopens after fourteen months',
  sentences: {
    reopened:
      'The harbour bridge reopened to traffic on 3 March 2025, fourteen months after an inspector found cracks in two of its hangers.',
    cost: 'The repair cost 41.8 million crowns, which is 6.3 million less than the council had set aside.',
    crossings: 'Before it was closed, about 18,400 vehicles crossed the bridge on a working day.',
    noCause: 'The report does not say that salt was the cause of the cracks.',
  },
  menu: ['Local news', 'Weather at sea', 'Letters to the editor about the ferry timetable'],
  cookieNotice: 'We and our 214 partners store small files on your device to measure how many readers return.',
  comment: 'My cousin welded there and says that every single bolt was counterfeit.',
};

export const tides = {
  title: 'Tidal mixing and the timing of plankton blooms in narrow straits',
  authors: ['Brandt, Ilse', 'Okafor, Chidi'],
  journal: 'Annals of Coastal Measurement',
  date: '2023/11/06',
  sentences: {
    finding: 'In 27 of 31 straits the bloom began within four days of the first neap tide of spring.',
    mean: 'The mean delay was 2.6 days, with a standard deviation of 1.1 days.',
    negation: 'We found no relation between the depth of a strait and the size of its bloom.',
    spread: 'Stations were sampled every six hours between 2016 and 2021.',
  },
  reference:
    'Halvorsen, T. Stratification halves the growth of diatoms in sheltered fjords. Marine Notes 12 (2009), 44–61.',
};

export const queue = {
  title: 'Retrying jobs',
  sentences: {
    retries: 'A job is retried five times, with a pause that doubles from 200 milliseconds.',
    dead: 'After the last attempt it is moved to the dead-letter list, where it stays for 14 days.',
    order: 'The order of jobs within a lane is kept, also across retries.',
  },
};

export const bikes = {
  title: 'A year of carrying everything by cargo bike',
  sentences: {
    distance: 'Over the year I rode 3,120 kilometres and carried 2.4 tonnes of groceries, tools and children.',
    tyres: 'I went through three rear tyres and not one battery.',
  },
  comment: 'The same trips by van would have cost me 1,900 crowns in fuel alone.',
  cookieNotice: 'This blog uses cookies to remember whether you closed the newsletter window.',
};

export const lantern = {
  // Words of Latin-1, Shift_JIS and UTF-16 pages.
  latin: 'Der Fährmann hörte für fünf Tage auf, die Brücke zu überqueren.',
  japanese: '港の橋は十四か月ぶりに再開した。',
  typographic: 'The keeper said: “The lamp — all 900 watts of it — hasn’t failed once.”',
};
