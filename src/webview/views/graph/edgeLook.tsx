import type { EdgeType } from '../../../shared/protocol';

/** The dashes of a line and the head of its arrow: types differ in both, so that colour need not tell them apart. */
interface EdgeLook {
  readonly dash: string;
  readonly head: string;
}

export const edgeLooks: Readonly<Record<EdgeType, EdgeLook>> = {
  claim_attack: { dash: '', head: 'triangle' },
  grounds_attack: { dash: '9 4', head: 'open-triangle' },
  warrant_attack: { dash: '10 3 2 3', head: 'double-triangle' },
  backing_attack: { dash: '2 4', head: 'bar' },
  reinforce: { dash: '', head: 'circle' },
  clarify: { dash: '9 4', head: 'open-circle' },
  concede_and_pivot: { dash: '2 4', head: 'diamond' },
};

export const edgeTypes = Object.keys(edgeLooks) as EdgeType[];

const headId = (head: string): string => `head-${head}`;
export const headOf = (type: EdgeType): string => `url(#${headId(edgeLooks[type].head)})`;

/** Drawn in a box of 12 by 12 whose right edge touches the target. */
export function Heads() {
  return (
    <defs>
      <Head name="triangle">
        <path class="head-attack" d="M1 1L11.5 6L1 11Z" />
      </Head>
      <Head name="open-triangle">
        <path class="head-attack is-open" d="M1.5 1.5L11 6L1.5 10.5Z" />
      </Head>
      <Head name="double-triangle">
        <path class="head-attack" d="M0.5 1.5L6 6L0.5 10.5ZM6 1.5L11.5 6L6 10.5Z" />
      </Head>
      <Head name="bar">
        <path class="head-attack is-line" d="M10.5 0.5V11.5M2 2L9 6L2 10" />
      </Head>
      <Head name="circle">
        <circle class="head-defence" cx="7" cy="6" r="4.4" />
      </Head>
      <Head name="open-circle">
        <circle class="head-defence is-open" cx="7" cy="6" r="4" />
      </Head>
      <Head name="diamond">
        <path class="head-defence is-open" d="M1 6L6.2 1L11.5 6L6.2 11Z" />
      </Head>
    </defs>
  );
}

function Head({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <marker
      id={headId(name)}
      viewBox="0 0 12 12"
      refX="11"
      refY="6"
      markerWidth="12"
      markerHeight="12"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      {children}
    </marker>
  );
}
