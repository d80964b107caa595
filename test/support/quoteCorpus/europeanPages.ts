import type { CorpusPage } from './corpusPage';

/** The first pages of all languages have the same content, sentence by sentence; `translated` pairs come from them. */
export const parallelPages: readonly CorpusPage[] = [
  {
    name: 'news: the bridge',
    language: 'en',
    paragraphs: [
      [
        'The old bridge over the river was closed in 2019 because its pillars were no longer safe.',
        'The repair will cost 14 million euros and will not be finished before the summer.',
        'About 9,500 cars a day have to take a detour of 12 kilometres.',
      ],
      [
        'The city never published the report of the engineers, although the court had ordered it.',
        'Pedestrians are allowed to cross the bridge, but cyclists must dismount.',
      ],
    ],
  },
  {
    name: 'Nachrichten: die Brücke',
    language: 'de',
    paragraphs: [
      [
        'Die alte Brücke über den Fluss wurde 2019 gesperrt, weil ihre Pfeiler nicht mehr sicher waren.',
        'Die Reparatur wird 14 Millionen Euro kosten und nicht vor dem Sommer abgeschlossen sein.',
        'Rund 9.500 Autos am Tag müssen einen Umweg von 12 Kilometern nehmen.',
      ],
      [
        'Die Stadt hat das Gutachten der Ingenieure nie veröffentlicht, obwohl das Gericht es angeordnet hatte.',
        'Fußgänger dürfen die Brücke überqueren, Radfahrer aber müssen absteigen.',
      ],
    ],
  },
  {
    name: 'actualités : le pont',
    language: 'fr',
    paragraphs: [
      [
        'Le vieux pont sur le fleuve a été fermé en 2019 parce que ses piliers n’étaient plus sûrs.',
        'La réparation coûtera 14 millions d’euros et ne sera pas achevée avant l’été.',
        'Environ 9 500 voitures par jour doivent faire un détour de 12 kilomètres.',
      ],
      [
        'La ville n’a jamais publié le rapport des ingénieurs, bien que le tribunal l’ait ordonné.',
        'Les piétons peuvent traverser le pont, mais les cyclistes doivent mettre pied à terre.',
      ],
    ],
  },
  {
    name: 'noticias: el puente',
    language: 'es',
    paragraphs: [
      [
        'El viejo puente sobre el río fue cerrado en 2019 porque sus pilares ya no eran seguros.',
        'La reparación costará 14 millones de euros y no estará terminada antes del verano.',
        'Unos 9.500 coches al día tienen que dar un rodeo de 12 kilómetros.',
      ],
      [
        'La ciudad nunca publicó el informe de los ingenieros, aunque el tribunal lo había ordenado.',
        'Los peatones pueden cruzar el puente, pero los ciclistas deben desmontar.',
      ],
    ],
  },
];

export const europeanPages: readonly CorpusPage[] = [
  {
    name: 'Wissenschaft: Bienen',
    language: 'de',
    paragraphs: [
      [
        'In der Langzeitstudie überlebten 62 % der Völker den Winter, im Jahr davor waren es 71,5 %.',
        'Die Forschenden fanden keinen Zusammenhang zwischen der Größe der Völker und ihrer Sterblichkeit.',
        'Der Einsatz der Mittel wurde nicht verboten, sondern auf zwei Wochen im Frühjahr beschränkt.',
      ],
      [
        '„Ohne Blühstreifen geht es nicht“, heißt es im Abschlussbericht über die Straßenränder.',
        'Die Kosten beliefen sich auf 1,3 Mrd. Euro, das sind 8 Prozent mehr als geplant.',
        'Wildbienen-Arten wurden auf den Versuchsflächen häufiger gezählt als auf den Äckern daneben.',
      ],
    ],
  },
  {
    name: 'droit : les baux',
    language: 'fr',
    paragraphs: [
      [
        'Le bailleur ne peut pas résilier le contrat avant l’échéance de trois ans, sauf en cas d’impayé.',
        'Le dépôt de garantie n’excède jamais 1 800 € ou deux mois de loyer.',
        'Aucune clause ne prive le locataire de ses droits, même si les parties en sont convenues.',
      ],
      [
        '« Le logement doit être décent », précise l’article : il mesure au moins 9 m² et son cœur est chauffé.',
        'Le juge réduit le loyer de 20 % lorsque l’installation électrique est dangereuse.',
      ],
    ],
  },
  {
    name: 'historia: el ferrocarril',
    language: 'es',
    paragraphs: [
      [
        'La primera línea se inauguró en 1848 y tenía 28 kilómetros, con cinco estaciones intermedias.',
        'La compañía no obtuvo beneficios hasta 1861, cuando transportaba 350.000 viajeros al año.',
        '¿Por qué nunca se construyó el segundo túnel?, preguntó la comisión en su informe.',
      ],
      [
        'El Estado pagó el 45 % de las obras, y los ayuntamientos, sin préstamos, el resto.',
        'Tras la fusión, ningún empleado perdió su puesto, aunque los salarios bajaron un 6 %.',
      ],
    ],
  },
];
