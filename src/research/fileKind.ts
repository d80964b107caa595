import { isUtf8 } from 'node:buffer';

/** The kinds of file that can be evidence. */
export type FileKind = 'markdown' | 'text' | 'csv' | 'json' | 'html' | 'pdf' | 'code';

const extensions: Record<FileKind, string> = {
  markdown: 'md markdown mdown mkd mdx qmd rmd',
  text: 'txt text rst adoc asciidoc org tex bib log srt vtt diff patch',
  csv: 'csv tsv',
  json: 'json jsonl ndjson jsonc json5 geojson ipynb',
  html: 'html htm xhtml',
  pdf: 'pdf',
  code:
    'ts tsx mts cts js jsx mjs cjs vue svelte css scss sass less py pyi rb php pl pm lua r jl java kt kts scala ' +
    'groovy gradle clj cljs ex exs erl hs ml mli fs fsx cs vb go rs swift c h cc cpp cxx hpp hh m mm zig nim dart d ' +
    'asm s sh bash zsh fish ps1 bat cmd sql graphql gql proto thrift xml xsd xsl yaml yml toml ini cfg conf ' +
    'properties tf hcl nix cmake mk dockerfile makefile sol v vhd vhdl sv',
};

const bareNames: Partial<Record<FileKind, string>> = {
  text: 'readme license licence copying notice authors contributors changelog changes todo install',
  code: 'makefile dockerfile containerfile jenkinsfile vagrantfile rakefile gemfile procfile brewfile justfile',
};

const byExtension = index(extensions);
const byName = index(bareNames);

const contentTypes: Record<FileKind, string> = {
  markdown: 'text/markdown',
  text: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
  pdf: 'application/pdf',
  code: 'text/plain',
};

/** Kind by the name alone; undefined for kinds that are not read. */
export function fileKind(path: string): FileKind | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return byName.get(name);
  return byExtension.get(name.slice(dot + 1));
}

/** Content type without a charset, because text is always UTF-8. */
export function contentTypeOf(kind: FileKind): string {
  return contentTypes[kind];
}

function index(table: Partial<Record<FileKind, string>>): ReadonlyMap<string, FileKind> {
  const kinds = new Map<string, FileKind>();
  for (const [kind, names] of Object.entries(table)) {
    for (const name of names.split(' ')) kinds.set(name, kind as FileKind);
  }
  return kinds;
}

/** Text without a byte order mark; undefined for binaries: NUL bytes or invalid UTF-8. */
export function decodeText(body: Uint8Array): string | undefined {
  if (body.includes(0) || !isUtf8(body)) return undefined;
  return new TextDecoder('utf-8').decode(body);
}
