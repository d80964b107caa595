import type { Body, Head, Row, ShownView, ToPage, ViewRequest } from '../../../shared/protocol';
import { liveHead } from './heads';
import type { Scene } from './scenarios';

/** Tribunals and dialectics: made by what the host makes them with, in a bundle of its own (`test/support/formats/browserScenes.ts`). */
interface FormatScene {
  head: Partial<Head>;
  rows: Row[];
  bodies: Body[];
  shown: (request: ViewRequest) => ShownView | undefined;
}

declare global {
  interface Window {
    formatScenes: Readonly<Record<string, () => FormatScene>>;
  }
}

const rested: Partial<Head> = { state: 'done', actions: ['openSummary'], isOpen: false, closedReason: 'The debate is over.' };

const stateTexts: Readonly<Record<string, string>> = {
  'tribunal-ruled': 'Revision required: the proposition stands for reads that are marked.',
  'dialectic-60': 'Proposition +0.16, Opposition −0.16 (30 arguments each)',
};

const noMarks = { verified: 0, unreliable: 0, fabricated: 0, unverified: 0, pending: 0 };

export function formatScene(name: string, now: number): Scene | undefined {
  const made = window.formatScenes[name]?.();
  if (made === undefined) return undefined;
  const { rows, bodies, shown } = made;
  const stateText = stateTexts[name];
  const whole: Head = {
    ...{ ...liveHead(now), rulings: 0, redactions: 0, concessions: 0, marks: noMarks },
    ...made.head,
    ...(stateText === undefined ? {} : { ...rested, stateText }),
  };
  const first: ToPage = { kind: 'snapshot', rev: 1, epoch: 1, head: whole, rows, rawLines: [], bodies: bodies.slice(0, 60), working: [] };
  return { first, bodies, shown };
}
