export type Language = 'en' | 'de' | 'fr' | 'es' | 'el' | 'ru' | 'zh' | 'ja' | 'ar';

/** A text of the corpus, written for it unless `origin` names the work in the public domain that it is from. */
export interface CorpusPage {
  readonly name: string;
  readonly language: Language;
  readonly origin?: string;
  /** Paragraphs of sentences, so that the corpus does not depend on how the product finds sentences. */
  readonly paragraphs: readonly (readonly string[])[];
}

export const isSpaced = ({ language }: CorpusPage): boolean => language !== 'zh' && language !== 'ja';

export function pageText(page: CorpusPage): string {
  return page.paragraphs.map((sentences) => sentences.join(isSpaced(page) ? ' ' : '')).join('\n\n');
}

export const sentencesOf = (page: CorpusPage): string[] => page.paragraphs.flat();
