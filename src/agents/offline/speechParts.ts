import type { CitedSource } from '../../debate/tasks';
import { helpIn, type CaseFile, type Ranked } from './caseFile';
import { hasContrast } from '../../debate/text';
import type { Indexed } from './evidenceIndex';
import { sentenceCase } from './grammar';
import { evenHanded, reservation, weight } from './openingPhrases';
import { aimOf, calledIn } from './persona';
import { fileName, linesOf, linked, placeOf, quoted, sourceOf } from './place';
import { subjectName } from './subjectName';
import type { Values } from './voice';

/** A text in the making: paragraphs of sentences, and the sources that they quote. */
export class Speech {
  readonly #paragraphs: string[][] = [[]];
  readonly sources: CitedSource[] = [];

  say(...sentences: readonly string[]): this {
    this.#paragraphs.at(-1)?.push(...sentences.filter((sentence) => sentence !== ''));
    return this;
  }

  paragraph(): this {
    if (this.#paragraphs.at(-1)?.length !== 0) this.#paragraphs.push([]);
    return this;
  }

  quote(passage: Indexed): this {
    this.sources.push(sourceOf(passage));
    return this.say(quoted(passage.text));
  }

  get content(): string {
    return this.#paragraphs
      .filter((sentences) => sentences.length > 0)
      .map((sentences) => sentences.join(' '))
      .join('\n\n');
  }
}

/** The values that wordings around a passage may use. */
export function valuesOf(file: CaseFile, passage: Indexed): Values {
  const leading = (words: string): string => (file.naming.links === true ? linked(words, passage) : words);
  const place = placeOf(passage, file.naming);
  return {
    place: leading(place),
    Place: leading(sentenceCase(place)),
    file: fileName(passage.path),
    lines: file.naming.namesLines ? leading(linesOf(passage)) : '',
    subject: subjectName(passage, file.index, file.topicTerms) ?? '',
    aim: aimOf(file.you),
  };
}

/** What is said of a passage after it was read out: no more than which way it points. */
export function comment(file: CaseFile, { passage, help }: Pick<Ranked, 'passage' | 'help'>): string {
  const next = file.index.after(passage);
  if (next !== undefined && hasContrast(next.text) && helpIn(file, next) < -0.3)
    return file.voice.say('reservation', reservation);
  const takesSides = file.leaning.some((value) => value !== 0);
  const values = valuesOf(file, passage);
  return takesSides && help > 0.5
    ? file.voice.say('weight', weight, values)
    : file.voice.say('even', evenHanded, values);
}

/** How a debater of the lineup is called; a name from elsewhere as it is. */
export function called(file: CaseFile, name: string): string {
  const debater = file.debaters.find((candidate) => candidate.name === name);
  return calledIn(debater ?? { name, persona: '' });
}
