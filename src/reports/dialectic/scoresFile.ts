import { dialecticFacts } from '../../debate/formats/dialectic/facts';
import type { RecordView } from '../../debate/view';

/** `scores.json`: by argument the score now and every step to it, in the ancestor's shape. Undefined before the first judgment. */
export function scoresFile(view: RecordView): string | undefined {
  const { scores } = view.state.factsOf(dialecticFacts);
  if (scores.size === 0) return undefined;
  const byId = [...scores].map(([id, steps]) => {
    const history = steps.map(({ hundredths, reasoning, time }) => ({
      score: hundredths / 100,
      reasoning: view.mask.text(reasoning),
      scored_at: timeText(time),
    }));
    return [id, { current_score: history.at(-1)?.score ?? 0, history }] as const;
  });
  return `${JSON.stringify(Object.fromEntries(byId), null, 2)}\n`;
}

/** A log may claim any time; one that no calendar has is none. */
const timeText = (time: number): string | null => (Math.abs(time) < 8.64e15 ? new Date(time).toISOString() : null);
