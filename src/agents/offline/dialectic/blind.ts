import type { BlindArgument } from '../../../debate/tasks/dialectic';

/** Hundredths as the score that is given; -0 would read badly. */
export const inUnits = (hundredths: number): number => (hundredths === 0 ? 0 : hundredths / 100);

/** What an argument says, its grounds first: words that were only added to it decide nothing between different grounds. */
export function contentKey({ grounds, title, claim, warrant, backing, qualifier }: BlindArgument): string {
  return JSON.stringify([grounds.map(({ content }) => content).sort(), title, claim, warrant, backing ?? '', qualifier ?? '']);
}
