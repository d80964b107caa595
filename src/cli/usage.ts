import { formats } from '../debate/formats/registry';

/** Wrong usage of the command line: exit status 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

// oxlint-disable-next-line rostrum/no-format-names -- It is what people read.
export const helpText = `rostrum: structured debates between agents, every source checked

  rostrum run --topic TEXT [--format ${formats.map(({ name }) => name).join('|')}] [--lineup FILE.json | --debaters TEXT]
              [--evidence DIR] [--subject FILE]...
              [--provider offline|anthropic|openai-compatible|scripted] [--script FILE]
              [--model ID] [--models role=ID,...] [--base-url URL] [--effort low|medium|high|role=EFFORT,...]
              [--search none|brave|tavily|searxng=URL] [WEB] [--min-rounds N] [--max-rounds N] [--rounds N|auto]
              [--order O] [--openings open|sealed] [--crux] [--handover H] [--exchanges N] [--motion-definitions FILE] [--judge-passes K]
              [--time-budget MINUTES] [--budget-usd X] [--price MODEL=IN/OUT,...] [--anyway] [--pace fast|reading|off] [--out DIR]
              [--json] [--quiet] [--yes] [--trust-workspace]
  rostrum run --sample [--format F] [--pace P] [--out DIR] [--json] [--quiet] [--yes]
              a debate that was written beforehand, one for each format; gates, checks and record are live
  rostrum resume DIR [--exchanges N] [--skip STEP] [--take-over] [--conclude] [--budget-usd X|none] [--price MODEL=IN/OUT,...]
              [--models role=ID,...] [--evidence DIR] [--subject FILE]... [--provider P] [--model ID] [--script FILE]
              [--base-url URL] [--search …] [WEB] [--pace P] [--trust-workspace] [--json] [--quiet]
  rostrum status DIR [--json]
  rostrum lint LOG|DIR [--json|--sarif]
  rostrum verify DIR [--refetch | --again] [WEB] [--json]
              check every source again: from the snapshots, or as it is now; appends nothing.
              --again: read what could not be read before, and log what it comes to
  rostrum check-quote [--root DIR] [WEB] < LINES.jsonl
              JSON lines {id?, claim?, quote?, and one of text, html, pdf (base64), file, url} in, one line out each, as the
              Verifier checks a source; no model is asked. Files are read below --root only
  rostrum search QUERY [DIR] [--regex] [--speaker NAME] [--type TYPE] [--status S] [--format F] [--in PLACE]
              [--after DATE] [--before DATE] [--limit N] [--json]
              what entries, sources and documents of all debates below DIR (or here) hold, the best first: words, "phrases", and
              filters also as speaker:ann type:rebuttal after:2026-01-31; --regex reads the logs, the newest first
  rostrum report DIR [--json]              write the documents again from the log; needs no model
  rostrum append DIR --speaker S --type T --phase P --content-file F [--sources JSON]
              [--rebuttal-to N] [--target N] [--data JSON] [--json]
  rostrum import DIR [--out DIR] [--json]  a debate of another system (dialectic, agent-debate, ai-debate) as a record in a
              folder of its own; "resume --exchanges N --provider P" goes on with a dialectic
  rostrum script DIR [--out FILE.json] [--json]
              the accepted answers of a record as a script, with its snapshots beside it: "run --script FILE" plays it again,
              "resume DIR --script FILE" on a fresh import. It holds what the log holds, redacted text too; it is no export
  rostrum export DIR --to html|mermaid|argdown|aif|csl-json|markdown [--out FILE] [--json]

A panel takes --min-rounds, --max-rounds, --debaters, --lineup, --order lineup|rotate|drawn (from --seed TEXT), --openings open|sealed (nobody is told the others' openings), --crux (from round 2 on the Chair
names on what the outcome hangs). A tribunal (Advocate, Critic, Judge) takes --rounds N|auto,
--order critic-first|advocate-first, --handover public|raw. A dialectic (Proposition, Opposition, Judge, zero-sum scores) takes
--exchanges N, --motion TEXT, --motion-style this-house-would|this-house-believes|resolved|as-given, --motion-definitions FILE,
--judge-passes K, --seed TEXT; "resume --exchanges N" holds N more at any time.

WEB: [--no-web] [--allow-host HOST:PORT]... [--archive wayback|off|URL] [--proxy]: whether pages are fetched; hosts of a private
network that may be; whom to ask about pages that are gone; through the proxy that HTTPS_PROXY names.

A seat may be a person's (--models chair=human, or "model": "human" in --lineup): who sits at the terminal is asked what a model would
be asked, by the same forms and rules as in the editor. Without a terminal the debate pauses.

Without --provider a terminal asks which model is to debate, and offers the keys of the environment and model servers of this machine.

Keys come from the environment: ANTHROPIC_API_KEY, OPENAI_API_KEY, BRAVE_API_KEY, TAVILY_API_KEY. They are sent to the
address that the command line names and to no other; no other variable of an SDK is honoured, and no record names an address.

Exit status: 0 done; 1 lint or a line of check-quote found errors, or the command failed; 2 wrong usage or bad input;
3 interrupted, paused or out of budget: "rostrum resume DIR" goes on.
Ctrl-C pauses after the running task; a second Ctrl-C stops at once. Nothing that was logged is lost.
`;
