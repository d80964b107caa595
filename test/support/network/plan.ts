/** What both machines of the test's own internet know of each other. */

/** Of the range of a host that is known to all the world; in the namespaces nothing else is there. */
export const outsideAddress = '93.184.216.34';
export const nameServer = '93.184.216.53';
export const insideAddress = '93.184.216.1';
/** Where the machine inside keeps its proxy: a private place, as proxies of companies are. */
export const proxyPlace = '10.9.8.7:3128';

/** The ends of the cable between them. */
export const link = { inside: 'rostrum-in', outside: 'rostrum-out' };

/** What the second machine tells: what arrived since it last told. */
export interface Outside {
  authority: string;
  seen: string[];
}

/** What the first machine found. */
export interface Findings {
  /** By the name of the address: its outcome, without and with a proxy. */
  refusals: Record<string, string>;
  refusalsByProxy: Record<string, string>;
  /** Connections that traps on every private address saw: of ours, and of a program that checks nothing. */
  trapped: number;
  trappedUnguarded: number;
  proxyAsked: string[];
  /** What arrived at the public hosts, each once: `HOST PATH`. */
  seen: string[];
  /** By a word for the case: what came of it. */
  cases: Record<string, string>;
}
