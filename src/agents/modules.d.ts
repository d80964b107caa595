/** Prompts as text, by loaders in `esbuild.mjs` and `vitest.config.mts`. */
declare module '*.md' {
  const text: string;
  export { text as default };
}

/** Word lists by language (ISO 639-3); the package brings no types. */
declare module 'stopword' {
  type Words = readonly string[];
  export const ara: Words,
    ces: Words,
    dan: Words,
    deu: Words,
    ell: Words,
    eng: Words,
    fin: Words,
    fra: Words,
    hun: Words,
    ita: Words,
    jpn: Words;
  export const nld: Words,
    nob: Words,
    pol: Words,
    por: Words,
    ron: Words,
    rus: Words,
    spa: Words,
    swe: Words,
    tur: Words,
    ukr: Words,
    zho: Words;
}
