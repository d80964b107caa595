/** Puts parameters into a text: `{0}` is the first. */
export interface Translator {
  t(text: string, ...parameters: (string | number)[]): string;
}

/** The texts as they are. */
export const english: Translator = {
  t: (text, ...parameters) => text.replace(/\{(\d)\}/g, (_, index: string) => String(parameters[Number(index)] ?? '')),
};
