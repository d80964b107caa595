/** Prompts come into the bundles as text: the loader stands in `esbuild.mjs` and `vitest.config.mts`. */
declare module '*.md' {
  const text: string;
  export { text as default };
}
