import { citationsOf, sourceCounts } from '../../fold/citations';
import { originOf } from '../../fold/origins';
import { parseSourceUrl } from '../../../matching/text/sourceUrl';
import { allFindings, headerOf, isRedacted, type DebateState, type Header } from '../../fold/state';
import type { DebaterLedger } from '../../flow/tasks/panel';
import { speechFacts } from '../common/speech';
import { argues } from './points';

/** The Chair weighs them, and the documents print them. Redacted entries count only as redacted. */
export function ledgersOf(state: DebateState): DebaterLedger[] {
  return state.debaters.map((debater) => ledgerOf(state, debater.name));
}

/** The others' arguments in force that no rebuttal in force names, whatever its grounds. */
export function unansweredOf(state: DebateState, name: string): { seq: number; by: string }[] {
  const inForce = state.headers.filter((header) => !isRedacted(state, header.seq));
  const named = new Set(inForce.filter(({ type }) => type === 'rebuttal').map(({ rebuttalTo }) => rebuttalTo));
  return inForce
    .filter(({ seq, type, speaker }) => argues.has(type) && speaker !== name && !named.has(seq))
    .map(({ seq, speaker }) => ({ seq, by: speaker }));
}

function ledgerOf(state: DebateState, name: string): DebaterLedger {
  const turns = state.turns.filter((turn) => turn.debater === name);
  const own = state.headers.filter((header) => header.speaker === name);
  const inForce = own.filter((header) => !isRedacted(state, header.seq));
  const mine = inForce.filter((header) => argues.has(header.type)).map((header) => header.seq);
  const answered = answeredArguments(state);
  return {
    name,
    turns: turns.length,
    skipped: turns.filter((turn) => turn.skipped).length,
    conjectures: inForce.filter((header) => header.type === 'conjecture').length,
    ...sourcesOf(state, own),
    rebuttals: rebuttalsBy(state, inForce),
    rebutted: mine.filter((seq) => answered.has(seq)),
    unanswered: mine.filter((seq) => !answered.has(seq)),
    infractions: state.rulings
      .filter((ruling) => ruling.kind === 'infraction' && own.some((header) => header.seq === ruling.target))
      .map(({ seq, target, rule, reason }) => ({
        seq,
        rule: rule ?? '',
        reason: isRedacted(state, target ?? -1) ? '' : reason,
      })),
    redacted: own.filter((header) => isRedacted(state, header.seq)).map((header) => header.seq),
    concessions: state.factsOf(speechFacts).concessions.filter((concession) => concession.by === name).length,
  };
}

/** All that is cited, and the results of what stands. */
function sourcesOf(state: DebateState, own: readonly Header[]) {
  const all = own.flatMap((header) => citationsOf(state, header)).filter(({ isCited }) => isCited);
  const { cited, fabricated } = sourceCounts(all);
  const inForce = all.filter((citation) => !citation.isRedacted);
  const { quoted, unchecked, ...counts } = sourceCounts(inForce);
  const { verified, unreliable, fabricated: standingFabricated, unverified, corrected, withdrawn } = counts;
  const files = new Set(
    inForce.flatMap(({ finding, url }) => (finding?.status === 'verified' ? [fileOf(state, url)] : [])),
  );
  return {
    cited,
    fabricated,
    quoted,
    unchecked,
    setRight: corrected + withdrawn,
    verifiedFiles: files.size,
    redactedSources: all.length - inForce.length,
    verification: { verified, unreliable, fabricated: standingFabricated, unverified },
  };
}

/** Pages that carry the same text are one. */
function fileOf(state: DebateState, url: string): string {
  const parsed = parseSourceUrl(url);
  return parsed.kind === 'workspace' ? parsed.path : originOf(state, url);
}

function rebuttalsBy(state: DebateState, inForce: readonly Header[]): DebaterLedger['rebuttals'] {
  return inForce.flatMap((header) => {
    if (header.type !== 'rebuttal' || header.rebuttalTo === null) return [];
    const to = headerOf(state, header.rebuttalTo)?.speaker ?? '';
    return [{ seq: header.seq, to, toSeq: header.rebuttalTo }];
  });
}

/** Entries that an unredacted rebuttal with at least one verified source answers. */
function answeredArguments(state: DebateState): Set<number> {
  const answered = new Set<number>();
  for (const { target, status } of allFindings(state)) {
    const { type, rebuttalTo } = headerOf(state, target) ?? {};
    if (status === 'verified' && type === 'rebuttal' && rebuttalTo != null && !isRedacted(state, target))
      answered.add(rebuttalTo);
  }
  return answered;
}
