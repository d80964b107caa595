import type { Review, ShownView, ToHost, ToPage } from '../../shared/protocol';
import type { Scene } from './data/scenarios';
import { sceneOf } from './data/scenarios';

/**
 * Stands in for the extension: answers what the page asks from one of the scenes. What the page sends is kept in
 * `window.sent`, for whoever drives the page.
 */
declare global {
  interface Window {
    sent: ToHost[];
    acquireVsCodeApi: () => unknown;
    /** Lets a driver say anything to the page. */
    tellPage: (message: ToPage) => void;
    scene: Scene;
  }
}

const scenario = new URLSearchParams(location.search).get('scene') ?? 'live';
const scene = sceneOf(scenario, Date.now());
let review: Review | undefined = scene.first?.kind === 'review' ? scene.first.review : undefined;
let revision = 1;

window.scene = scene;
window.sent = [];
window.tellPage = (message) => window.postMessage(message, '*');
let state: unknown;
window.acquireVsCodeApi = () => ({
  postMessage: (message: ToHost) => {
    window.sent.push(message);
    for (const { after, say } of answers(message, scene)) setTimeout(() => window.tellPage(say()), after);
  },
  getState: () => state,
  setState: (next: unknown) => {
    state = next;
  },
});

interface Answer {
  after: number;
  /** Called when it is due: later answers must not undo earlier ones. */
  say: () => ToPage;
}

const now = (message: ToPage): Answer[] => [{ after: 5, say: () => message }];

function answers(message: ToHost, { first, bodies, shown }: Scene): Answer[] {
  switch (message.kind) {
    case 'ready':
      return first === undefined ? [] : [...now(first), ...looked(shown?.(message.look ?? { view: 'debate' }), 15)];
    case 'look':
      return looked(shown?.(message.look), 5);
    case 'bodies':
      return now({ kind: 'bodies', id: message.id, epoch: 1, bodies: message.at.flatMap((at) => bodies[at] ?? []) });
    case 'find':
      return message.query === '' ? [] : now(found(message.id, message.query));
    case 'say':
      return [{ after: 300, say: () => said(message.id, message.text) }];
    case 'lineup':
      return reviewed({ debaters: message.debaters }, 400);
    case 'revise':
      return [...reviewed({ busy: 'revising' }, 5), ...revised()];
    case 'start':
      return reviewed({ debaters: message.debaters, busy: 'starting' }, 5);
    default:
      return [];
  }
}

function looked(shown: ShownView | undefined, after: number): Answer[] {
  return shown === undefined ? [] : [{ after, say: () => ({ kind: 'view', rev: (revision += 1), shown }) }];
}

function found(id: number, query: string): ToPage {
  const hits = scene.bodies.filter(({ content }) => content.toLowerCase().includes(query.toLowerCase())).map(({ at }) => at);
  return { kind: 'found', id, epoch: 1, hits, total: hits.length, isDone: true };
}

function said(id: number, text: string): ToPage {
  const isRefused = text.includes('refuse');
  return { kind: 'said', id, ...(isRefused ? { problem: 'The record is locked by another window. Nothing was sent.' } : {}) };
}

function reviewed(change: Partial<Review>, after: number): Answer[] {
  return [{ after, say: () => ({ kind: 'review', rev: (revision += 1), review: (review = { ...current(), ...change }) }) }];
}

function current(): Review {
  if (review === undefined) throw new Error('This scene has no lineup.');
  return review;
}

/** The Chair adds somebody after a while. */
function revised(): Answer[] {
  const added = {
    name: 'security-reviewer',
    persona: 'Reads every dependency.',
    starting_position: 'Keys must be signed.',
    incentives: 'Signs off releases.',
    model: '',
  };
  const say = (): ToPage => {
    review = { ...current(), debaters: [...current().debaters, added], isRevised: true };
    delete review.busy;
    return { kind: 'review', rev: (revision += 1), review };
  };
  return [{ after: 1_200, say }];
}
