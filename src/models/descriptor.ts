import type { BaseUrl } from './wire';
import type { ModelProvider } from './provider';

/**
 * What the program knows about a provider in advance. Flow, settings, command line and reports read this and never
 * branch on a provider's name. It loads no SDK: `create` does, for the first model.
 */
export type ProviderDescriptor = EditorDescriptor | ServerDescriptor;

/** Reached through the editor, which has its address and credentials. */
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
  /** The settings that belong to it. */
  settings: { model: string; chair?: string; baseUrl?: string };
  /** Its default model; without one the user chooses. */
  standard?: StandardModels;
  /** Its small model, for mechanical tasks: offered if requests go to the keys' issuer and it is cheaper. */
  mechanical?: string;
  /** Short names that are in lineups and files. */
  aliases?: Readonly<Record<string, string>>;
  /** Which ids name a model; any where it is left out. */
  id?: RegExp;
  /** What the model costs at the key issuer's address; others serve anything under any name. */
  price?(model: string): Price | undefined;
  /** Tells what a request used; else figures are estimates. */
  reportsUsage: boolean;
  /** Whether a model thinks unless asked not to; undefined if unknown. */
  thinks?(model: string): boolean | undefined;
  /** Keeps prefixes in its cache on request, and charges for it. */
  keepsPrefixes: boolean;
  /** Counts the answer into the window of the model. */
  sharesWindow?: boolean;
  /** What the flow says of it. */
  flow: FlowWords;
}

interface StandardModels {
  standard: string;
  /** For who decides: the Chair, or the Judge. */
  chair: string;
}

interface FlowWords {
  /** After its label, before anything is known of key and address. */
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
  /** The address is the provider's own; the command line requires others explicitly. */
  isOwn: boolean;
  key: {
    /** Requests over https are not sent without one. */
    isNeeded: boolean;
    /** Of the environment, for the command line. */
    variable: string;
    /** How one begins, to be shown where it is typed. */
    shape: string;
  };
  /** What its requests and answers are, as its papers call it. */
  protocol: string;
  /** How its addresses look, where one is refused. */
  hint?(): string;
  /** Who issues the keys that the variable usually holds, and where they are valid. */
  issuer: { name: string; url: string };
  /** Loads the SDK. */
  create(options: ProviderOptions): Promise<ModelProvider>;
}

export interface ProviderOptions {
  /** From `checkedBaseUrl`. */
  baseUrl: BaseUrl;
  /** Asked before each request; its key goes to the origin of the base URL and nowhere else. */
  key: () => Promise<string | undefined>;
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Written to the provider's five-minute cache. */
  cacheWrite: number;
  /** Written to be kept for an hour; as for five minutes where it is left out. */
  cacheWriteHour?: number;
  cacheRead: number;
  /** For a thousand searches on the provider's side. */
  searches: number;
  /** Requests with a prompt above this many tokens cost this factor, their output too unless it has its own. */
  longPrompt?: { above: number; factor: number; outputFactor?: number } | undefined;
  /** Month of the copies with the price; not checked with the provider since. Undefined for the user's own price. */
  date?: string;
}
