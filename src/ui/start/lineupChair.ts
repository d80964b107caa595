import { randomBytes } from 'node:crypto';
import type { Performer } from '../../agents/performer';
import { parseModelRef } from '../../models/modelRef';
import type { ModelAccess } from '../../session/modelAccess';
import { lineupPerformer } from '../../session/preparation';

/**
 * Who proposes and revises a lineup: the Chair's model, without tools and without the evidence; the offline Chair where nobody's model or a
 * person has that seat.
 */
export async function lineupChair(reference: string, models: ModelAccess): Promise<Performer> {
  const ref = parseModelRef(reference);
  if (ref?.kind !== 'model') return await lineupPerformer();
  const [{ LanguageModelPerformer }, { Fence }, { realPatience }, { promptBookFor }] = await Promise.all([
    import('../../agents/model/languageModelPerformer'),
    import('../../agents/model/fence'),
    import('../../models/patience'),
    import('../../session/cast'),
  ]);
  const seat = { providerName: ref.provider, model: ref.model, provider: () => models.provider(ref.provider) };
  return new LanguageModelPerformer(seat, {
    ...{ book: promptBookFor({}), fence: new Fence(() => randomBytes(6).toString('hex')), patience: realPatience },
    ...{ tools: [], captures: { keep: () => Promise.resolve() }, subject: '' },
  });
}
