import type { Script } from '../../src/agents/scripted';
import { isObject } from '../../src/debate/log/objects';
import { dialecticFolder, dialecticScript } from './dialecticScript';
import { fullScript, scriptedFolder } from './scriptedDebate';
import { tribunalFolder, tribunalScript } from './tribunalScript';

/** Debates in which each debater leaves a memo with each of its answers; the panel is sealed and speaks in a drawn order. */

/** Seed of that order. */
export const seed = 'DRAWN-from-these-words';

export const names = ['ada', 'bob', 'cy'];
export const memoTokens = /KEPT-[a-z]+-[\w/]+/g;
export const tokenOf = (step: string, agent: string): string => `KEPT-${agent}-${step}`;
export const arguing =
  /^(?:opening|closing|r\d+\/turn)\/(?!.*\/)|^r\d+\/(?:advocate|critic)$|^e\d+\/(?:proposition|opposition)$/;

/** The same script, with a memo beside each answer of a debater. */
export const withMemos = (script: Script): Script =>
  Object.fromEntries(
    Object.entries(script).map(([id, answer]) => {
      const agent = id.split('/').at(-1) ?? '';
      const isKept = arguing.test(id) && isObject(answer);
      return [id, isKept ? { ...answer, memo: `${tokenOf(id, agent)} is in costs.md, unused.` } : answer];
    }),
  );

export const foldersWithMemos: Readonly<Record<string, () => Promise<string>>> = {
  panel: () =>
    scriptedFolder({
      names,
      script: withMemos(fullScript({ names, rounds: 2 })),
      rounds: { min: 2, max: 2 },
      options: { openings: 'sealed', order: 'drawn', seed },
    }),
  tribunal: () => tribunalFolder({ script: withMemos(tribunalScript(2)), options: { rounds: 2 } }),
  dialectic: () => dialecticFolder({ script: withMemos(dialecticScript(3)), options: { exchanges: 3 } }),
};
