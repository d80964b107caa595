/** Facts that both machines of the test's own internet share. */

/** Address in the range of a well-known host; the namespaces hold nothing else. */
export const outsideAddress = '93.184.216.34';
export const nameServer = '93.184.216.53';
export const insideAddress = '93.184.216.1';
/** Place of the proxy on the inner machine: a private address, as companies' proxies have. */
export const proxyPlace = '10.9.8.7:3128';

/** The ends of the cable between them. */
export const link = { inside: 'rostrum-in', outside: 'rostrum-out' };

/** Report of the second machine on arrivals since its last report. */
export interface Outside {
  authority: string;
  seen: string[];
}

/** Findings of the first machine. */
export interface Findings {
  /** Outcome of each address by its name, without and with a proxy. */
  refusals: Record<string, string>;
  refusalsByProxy: Record<string, string>;
  /** Connections to traps on private addresses: ours, and those of a program that checks nothing. */
  trapped: number;
  trappedUnguarded: number;
  proxyAsked: string[];
  /** Arrivals at the public hosts, each once: `HOST PATH`. */
  seen: string[];
  /** Outcome of each case by its name. */
  cases: Record<string, string>;
}
