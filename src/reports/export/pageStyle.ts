/** The look of the exported page: one reading column, light and dark, and on paper. */
export const pageStyle = `
:root { color-scheme: light dark; --text: #1f2328; --dim: #59636e; --line: #d1d9e0; --page: #ffffff; --quiet: #f6f8fa; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --dim: #9da7b3; --line: #3d444d; --page: #0d1117; --quiet: #151b23; --link: #79b8ff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 3rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: break-word; }
header, main { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.9rem; line-height: 1.25; margin: 0 0 .5rem; }
.facts { color: var(--dim); margin: 0 0 1rem; }
nav { position: sticky; top: 0; background: var(--page); border-bottom: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; max-width: 46rem; margin: 0 auto; padding: .6rem 1rem; }
a { color: var(--link); }
a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem; z-index: 1; }
section { padding: 1.5rem 0; border-bottom: 1px solid var(--line); }
h2 { font-size: 1.5rem; } h3 { font-size: 1.2rem; margin-top: 2rem; } h4, h5, h6 { font-size: 1rem; margin-top: 1.5rem; }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 3px solid var(--line); color: var(--dim); }
code, pre { font: .9em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--quiet); border-radius: 4px; }
code { padding: .1em .3em; } pre { padding: .75rem; overflow-x: auto; } pre code { padding: 0; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; } th { background: var(--quiet); }
hr { border: 0; border-top: 1px solid var(--line); }
.graph { margin: 1.5rem 0; background: #ffffff; border: 1px solid var(--line); padding: .5rem; overflow-x: auto; } .graph svg { display: block; max-width: 100%; height: auto; } figcaption { color: #59636e; font-size: .9rem; }
@media print { nav, .skip { display: none; } body { font-size: 10.5pt; } header, main { max-width: none; } section { break-before: page; border: 0; } h2, h3, h4 { break-after: avoid; } blockquote, tr, .graph { break-inside: avoid; } a { color: inherit; } .wide { overflow: visible; } }
`;
