import * as z from 'zod';
import { sides } from '../../debate/entryData';
import { dialecticFacts } from '../../debate/formats/dialectic/facts';
import { motionOf } from '../../debate/formats/dialectic/options';
import { areDebatersExtractive } from '../../debate/seats';
import { slugOf } from '../../debate/slug';
import type { RecordView } from '../../debate/view';
import { footer, noticeOf } from '../facts';
import { inline, paragraphs } from '../markdown';
import { withFrontMatter } from './frontMatter';

/** `debate.md`: where the debate stands, in the ancestor's shape, and what is debated. */
export function debateFile(view: RecordView): string {
  const { state } = view;
  const { exchange, awaiting, totals } = state.factsOf(dialecticFacts);
  const total = (side: (typeof sides)[number]) => ({ total: totals[side].hundredths / 100, count: totals[side].count });
  const { text, definitions, scope } = motionOf(state);
  const fields = {
    debate_id: importedId(state.setup?.['imported']) ?? slugOf(state.setup?.topic ?? text),
    current_exchange: exchange,
    current_phase: `awaiting_${awaiting}`,
    cumulative_scores: Object.fromEntries(sides.map((side) => [side, total(side)])),
  };
  const terms = definitions.map(({ term, meaning }) => `- **${inline(term)}**: ${inline(meaning)}`);
  return withFrontMatter(
    fields,
    paragraphs([
      `# Motion\n\n${inline(text)}`,
      terms.length === 0 ? undefined : `## Definitions\n\n${terms.join('\n\n')}`,
      scope === undefined ? undefined : `## Scope\n\n${inline(scope)}`,
      areDebatersExtractive(state) ? footer(noticeOf(state)) : undefined,
    ]),
  );
}

const importedFacts = z.looseObject({ stated: z.looseObject({ debate_id: z.string().min(1) }) });

/** The name under which its own program knows a debate that was imported. */
function importedId(imported: unknown): string | undefined {
  return importedFacts.safeParse(imported).data?.stated.debate_id;
}
