import type { Toulmin } from '../../../debate/tasks/dialectic';
import { helpIn } from '../caseFile';
import type { Indexed } from '../evidenceIndex';
import { isPlural } from '../grammar';
import { measureOf } from '../persona';
import { fileName, sourceName, sourceOf } from '../place';
import type { Values } from '../voice';
import { aidRelevances, answeringRelevances, answeringWarrants, backings, claims, lastClaims, qualifiers, relevances, secondRelevances, warrants } from './argumentPhrases';
import { clearHelp } from './portion';
import { listedWords, placeIn, reasonsFor, sourceLine, terrainOf } from './reasons';
import type { SideFile } from './sideFile';
import { favouring, lastTitles, titles, type Kind } from './titlePhrases';
import { titleCase, worded } from './wording';

/** What an argument is made of. */
export interface Material {
  lead: Indexed;
  /** A second passage on the same matter, from another file. */
  second?: Indexed | undefined;
  /** One that comes to the aid of an earlier own argument. */
  aid?: Indexed | undefined;
  /** The passage was quoted before, and there is none that was not. */
  isRestated?: boolean;
  /** What the lead answers, and the words that both have. */
  answers?: { subject: string; shared: readonly string[] } | undefined;
}

/** Grounds are quotations; all other words say what was selected and why. Attacks and defences are added by others. */
export function toulminOf(file: SideFile, material: Material): Toulmin {
  const { lead, second } = material;
  const kind = kindOf(file, material);
  const values = valuesFor(file, material);
  const title = titleFor(file, kind, values);
  const claim = claimFor(file, kind, values);
  for (const text of [title, claim]) file.taken.add(text.toLowerCase());
  const grounds = [groundOf(file, lead, relevance(file, kind, { material, values })), ...further(file, material)];
  const backing = second === undefined ? undefined : say(file, 'backing', [backings], { place: placeIn(file, second) }, 50);
  const qualifier = say(file, `qualifier/${kind}`, [qualifiers[kind]], values, 10);
  return {
    ...{ title, claim, grounds, warrant: warrantFor(file, kind, { material, values }) },
    ...(backing === undefined ? {} : { backing }),
    ...(qualifier === undefined ? {} : { qualifier: unsentenced(qualifier) }),
    ...{ attacks: [], defends: [] },
  };
}

function kindOf(file: SideFile, { lead, isRestated }: Material): Kind {
  if (isRestated === true) return 'restated';
  const help = helpIn(file, lead);
  return help > clearHelp ? 'clear' : help < -clearHelp ? 'adverse' : 'neutral';
}

function valuesFor(file: SideFile, { lead, answers }: Material): Values {
  const { terms, stance } = reasonsFor(file, lead);
  const subject = answers?.subject ?? terrainOf(file, lead);
  return {
    subject,
    terms: listedWords(terms),
    stance: listedWords(stance),
    shared: listedWords(answers?.shared ?? []),
    verdict: file.stand.verdict,
    position: file.isTerse ? '' : file.stand.position,
    favoured: file.stand.favoured ?? '',
    file: fileName(sourceName(lead)),
    place: placeIn(file, lead),
    measure: measureOf(file.you),
  };
}

function titleFor(file: SideFile, kind: Kind, values: Values): string {
  const subject = String(values['subject']);
  const bare = subject.replace(/^the /, '');
  const common = { least: 5, most: 7, isTaken: (text: string) => isTaken(file, text) };
  const favoured = titleCase(String(values['favoured']).replace(/^(?:the|an?) /, ''));
  const plain = titles[kind][file.side];
  const banks = (kind === 'clear' ? [favouring, plain] : [plain]).map((bank) => bank.map((wording) => wording.replaceAll('{s}', isPlural(bare) ? '' : 's')));
  // With its article where there is room for it.
  for (const named of [subject, bare, 'the evidence']) {
    const text = worded(file.voice, { key: `title/${kind}`, banks, values: { favoured, subject: titleCase(named) }, ...common });
    const found = text === undefined ? undefined : titleCase(text);
    if (found !== undefined) return found;
  }
  for (let number = file.exchange + 1; ; number += 1) {
    const last = worded(file.voice, { key: 'title/last', banks: [lastTitles[file.side]], values: { number }, ...common });
    if (last !== undefined) return last;
  }
}

function claimFor(file: SideFile, kind: Kind, values: Values): string {
  const { full, short } = claims[kind];
  const common = { key: `claim/${kind}`, most: 25, isTaken: (text: string) => isTaken(file, text) };
  return (
    worded(file.voice, { ...common, banks: [full[file.side], short[file.side]], values }) ??
    worded(file.voice, { ...common, banks: [lastClaims], values }) ??
    `The evidence counts ${file.stand.verdict}.`
  );
}

/** Case, and the capital that a sentence gets, make no difference. */
const isTaken = ({ taken }: SideFile, text: string): boolean => taken.has(text.toLowerCase());

interface Worded {
  material: Material;
  values: Values;
}

function warrantFor(file: SideFile, kind: Kind, { material, values }: Worded): string {
  const banks = material.answers === undefined || kind === 'restated' || kind === 'adverse' ? warrants[kind] : answeringWarrants;
  return say(file, `warrant/${kind}`, banks, values, 50) ?? 'Selected by the words that it shares.';
}

function relevance(file: SideFile, kind: Kind, { material, values }: Worded): string {
  const banks = material.answers === undefined || kind === 'restated' ? relevances[kind] : answeringRelevances;
  return say(file, `relevance/${kind}`, banks, values, 30) ?? 'It bears on the motion.';
}

function further(file: SideFile, { second, aid }: Material): Toulmin['grounds'] {
  const told = (passage: Indexed, key: string, banks: readonly (readonly string[])[]): Toulmin['grounds'][number] => {
    const values = { terms: listedWords(reasonsFor(file, passage).terms), subject: terrainOf(file, passage) };
    return groundOf(file, passage, say(file, key, banks, values, 30) ?? 'It leans the same way.');
  };
  return [
    ...(second === undefined ? [] : [told(second, 'second', secondRelevances)]),
    ...(aid === undefined ? [] : [told(aid, 'aid', aidRelevances)]),
  ];
}

/** The quotation is the ground, whole: nothing is put in other words, so nothing can be put wrongly. */
function groundOf(file: SideFile, passage: Indexed, text: string): Toulmin['grounds'][number] {
  const { url } = sourceOf(passage);
  return { source: sourceLine(file, passage), content: passage.text, relevance: text, url, quote: passage.text };
}

function say(file: SideFile, key: string, banks: readonly (readonly string[])[], values: Values, most: number): string | undefined {
  return worded(file.voice, { key, banks, values, most });
}

/** A qualifier stands inside a sentence. */
const unsentenced = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
