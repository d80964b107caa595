import type { Entry } from '../../entry';
import { maskedRun } from '../../mask';
import { headerOf } from '../../state';
import { error, type Fault, type LintRecord, type LintRule } from './lintRecord';

/** Rule 19: no document holds 40 characters in a row of a struck entry. */
export const redactedText: LintRule = (record) => {
  if (record.documents === undefined || record.state.redactions.size === 0) return [];
  const known = openlyKnown(record);
  return [...record.documents].flatMap(([name, text]) => {
    const found = firstStruckRun(textsOf(name, text, known), record);
    return found === undefined ? [] : [faultOf(name, found, record)];
  });
};

/** What may stand in a document although a struck entry repeats it: the setup's words, and the addresses that were struck. */
function openlyKnown({ state, view }: LintRecord): string[] {
  const { topic = '', debaters } = state.setup ?? { debaters: [] };
  const lineup = debaters.flatMap((debater) => [debater.persona, debater.starting_position, debater.incentives]);
  const urls = [...state.redactions.keys()].flatMap((seq) => {
    const entry = view.raw(seq);
    return (headerOf(state, seq)?.urls ?? []).filter((url) => entry?.content.includes(url.slice(0, maskedRun)));
  });
  const known = [topic, ...lineup, ...urls].filter((text) => text.length >= maskedRun);
  return [...new Set(known)].sort((one, other) => other.length - one.length);
}

/** The document without the marks of Markdown or JSON that may break a run, and as it stands; lines stay lines. */
function textsOf(name: string, text: string, known: readonly string[]): string[] {
  const plain = name.endsWith('.json')
    ? unescapedJson(text)
    : text.replace(/^[ \t]*(?:>[ \t]?)+/gm, '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return [...new Set([plain, text])].map((variant) =>
    known.reduce((rest, words) => rest.replaceAll(words, '\ue000'), variant),
  );
}

function unescapedJson(text: string): string {
  const characters = text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return characters.replace(/\\[nrt]/g, ' ').replace(/\\(["\\/])/g, '$1');
}

interface Found {
  text: string;
  at: number;
}

function firstStruckRun(texts: readonly string[], { view }: LintRecord): Found | undefined {
  for (const text of texts) {
    const masked = view.mask.text(text);
    if (masked === text) continue;
    let at = 0;
    while (text[at] === masked[at]) at += 1;
    return { text, at };
  }
  return undefined;
}

/** The words themselves are not repeated here: a problem is shown where the entry is not. */
function faultOf(name: string, { text, at }: Found, record: LintRecord): Fault {
  const line = text.slice(0, at).split('\n').length;
  const seq = struckEntryWith(text.slice(at, at + 2 * maskedRun), record);
  const whose = seq === undefined ? 'a struck entry' : `seq ${seq}, which is struck`;
  return error(
    '19',
    seq ?? null,
    `${name} holds text of ${whose}, in line ${line}. Make the documents again: rostrum report.`,
  );
}

function struckEntryWith(passage: string, { state, view }: LintRecord): number | undefined {
  const run = flat(passage).slice(0, maskedRun);
  return [...state.redactions.keys()].find((seq) => {
    const entry = view.raw(seq);
    return entry !== undefined && flat(wordsOf(entry)).includes(run);
  });
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

const wordsOf = ({ content, sources }: Entry): string =>
  [content, ...(sources ?? []).flatMap(({ quote, claim }) => [quote ?? '', claim ?? ''])].join('\n');
