import type { BaseUrl, ProxyFor } from './wire';
import type { ModelProvider } from './provider';

/** What is known of a provider in advance; nobody branches on its name. No SDK is loaded before `create`. */
export type ProviderDescriptor = EditorDescriptor | ServerDescriptor;

export interface EditorDescriptor extends CommonDescriptor {
  server?: never;
  /** Shown to people instead of an address. */
  place(): string;
}

/** Reached by requests to an address. */
export interface ServerDescriptor extends CommonDescriptor {
  server: Server;
  place?: never;
}

interface CommonDescriptor {
  /** As people know it. */
  label: () => string;
  /** What a record says after the provider's name. */
  record: string;
  settings: { model: string; chair?: string; baseUrl?: string };
  /** Where it is left out, the user chooses. */
  standard?: StandardModels;
  /** For mechanical tasks: offered if requests go to the keys' issuer and it is cheaper. */
  mechanical?: string;
  /** Short names that are in lineups and files. */
  aliases?: Readonly<Record<string, string>>;
  /** Which ids name a model; any by default. */
  id?: RegExp;
  /** At the key issuer's address; others serve anything under any name. */
  price?(model: string): Price | undefined;
  /** Tells what a request used; else figures are estimates. */
  reportsUsage: boolean;
  /** Whether a model thinks unless asked not to; undefined if unknown. */
  thinks?(model: string): boolean | undefined;
  /** Caches prefixes on request, and charges for it. */
  keepsPrefixes: boolean;
  /** The answer counts into the model's window. */
  sharesWindow?: boolean;
  flow: FlowWords;
}

interface StandardModels {
  standard: string;
  /** For who decides: the Chair, or the Judge. */
  chair: string;
}

interface FlowWords {
  /** After its label, before key and address are known. */
  hint?(): string;
  /** Who pays, and what goes where. */
  sends(origin: string): string;
  /** Asks for one of its models, and says what to do where there is none. */
  which?(): string;
  noModels?(): string;
}

interface Server {
  /** The base URL until the user sets one. */
  url: string;
  /** The provider's own; other addresses the command line requires explicitly. */
  isOwn: boolean;
  key: {
    /** Without one, no request goes out over https. */
    isNeeded: boolean;
    /** Of the environment, for the command line. */
    variable: string;
    /** How one begins, shown where it is typed. */
    shape: string;
  };
  /** The name of its protocol. */
  protocol: string;
  /** How its addresses look, where one is refused. */
  hint?(): string;
  /** Who issues the keys that the variable usually holds, and where they are valid. */
  issuer: { name: string; url: string };
  create(options: ProviderOptions): Promise<ModelProvider>;
}

export interface ProviderOptions {
  /** From `checkedBaseUrl`. */
  baseUrl: BaseUrl;
  /** Asked before each request; for the origin of the base URL alone. */
  key: () => Promise<string | undefined>;
  /** Of the command line's environment; in the editor its own settings apply by themselves. */
  proxy?: ProxyFor | undefined;
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Written to the provider's five-minute cache. */
  cacheWrite: number;
  /** Written for an hour; by default as for five minutes. */
  cacheWriteHour?: number;
  cacheRead: number;
  /** For a thousand searches on the provider's side. */
  searches: number;
  /** Requests with more tokens of prompt cost this factor; so does their output, unless it has its own. */
  longPrompt?: { above: number; factor: number; outputFactor?: number } | undefined;
  /** Month of the copies with the price. Undefined for the user's own. */
  date?: string;
}
