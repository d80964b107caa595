import type { BaseUrl, ProxyFor } from './wire';
import type { ModelProvider } from './provider';

/** Static facts about a provider, so that no code branches on its name. Its SDK loads in `create`, not earlier. */
export type ProviderDescriptor = EditorDescriptor | ServerDescriptor;

export interface EditorDescriptor extends CommonDescriptor {
  server?: never;
  /** Name shown to people in place of an address. */
  place(): string;
}

/** A provider that is reached by requests to an address. */
export interface ServerDescriptor extends CommonDescriptor {
  server: Server;
  place?: never;
}

interface CommonDescriptor {
  /** Display name. */
  label: () => string;
  /** Words that a record adds after the provider's name. */
  record: string;
  settings: { model: string; chair?: string; baseUrl?: string };
  /** Default models; if absent, the user chooses. */
  standard?: StandardModels;
  /** Model for mechanical tasks, offered if it is cheaper and requests go to the keys' issuer. */
  mechanical?: string;
  /** Short names that lineups and files use. */
  aliases?: Readonly<Record<string, string>>;
  /** Pattern of ids that name a model; any id by default. */
  id?: RegExp;
  /** Price at the key issuer's address; other servers may serve anything under any name. */
  price?(model: string): Price | undefined;
  /** Whether the provider reports what a request used; otherwise figures are estimates. */
  reportsUsage: boolean;
  /** Whether a model thinks unless asked not to; undefined if unknown. */
  thinks?(model: string): boolean | undefined;
  /** Whether the provider caches prefixes on request, and charges for it. */
  keepsPrefixes: boolean;
  /** Whether the answer counts into the model's window. */
  sharesWindow?: boolean;
  flow: FlowWords;
}

interface StandardModels {
  standard: string;
  /** Default model for the deciding role: the Chair, or the Judge. */
  chair: string;
}

interface FlowWords {
  /** Text after the label, shown before key and address are known. */
  hint?(): string;
  /** States who pays, and which data goes where. */
  sends(origin: string): string;
  /** Asks for one of its models, and says what to do if there is none. */
  which?(): string;
  noModels?(): string;
}

interface Server {
  /** Base URL until the user sets one. */
  url: string;
  /** Whether the address is the provider's own; the command line requires any other address explicitly. */
  isOwn: boolean;
  key: {
    /** Whether https requests need a key; without one none is sent. */
    isNeeded: boolean;
    /** Environment variable that holds the key, for the command line. */
    variable: string;
    /** Beginning of a key, shown where it is typed. */
    shape: string;
  };
  /** Name of its protocol. */
  protocol: string;
  /** Describes valid addresses, when one is refused. */
  hint?(): string;
  /** Issuer of the keys that the variable usually holds; its address is where they are valid. */
  issuer: { name: string; url: string };
  create(options: ProviderOptions): Promise<ModelProvider>;
}

export interface ProviderOptions {
  /** Result of `checkedBaseUrl`. */
  baseUrl: BaseUrl;
  /** Returns the key for the base URL's origin; called before each request. */
  key: () => Promise<string | undefined>;
  /** Proxy from the command line's environment; the editor applies its own settings by itself. */
  proxy?: ProxyFor | undefined;
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Price of a write to the provider's five-minute cache. */
  cacheWrite: number;
  /** Price of a write for an hour; by default as for five minutes. */
  cacheWriteHour?: number;
  cacheRead: number;
  /** Price of a thousand searches by the provider. */
  searches: number;
  /**
   * Factor for requests with more than `above` tokens of prompt; it applies to the output too, unless that has its own.
   */
  longPrompt?: { above: number; factor: number; outputFactor?: number } | undefined;
  /** Month of the copied price list; undefined for the user's own price. */
  date?: string;
}
