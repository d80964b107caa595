import * as l10n from '@vscode/l10n';

export interface ModelSize {
  /** Number of parameters for people, for example `8.2B`. */
  parameters?: string;
  /** Quantization, for example `Q4_K_M` or `4bit`. */
  quantization?: string;
  /** Bytes on the disk. */
  bytes?: number;
}

/** Returns undefined if no part is known. */
export function modelSize({ parameters, quantization, bytes }: GivenSize): ModelSize | undefined {
  const size = {
    ...(parameters === undefined ? {} : { parameters }),
    ...(quantization === undefined ? {} : { quantization }),
    ...(bytes === undefined ? {} : { bytes }),
  };
  return Object.keys(size).length === 0 ? undefined : size;
}

type GivenSize = { [K in keyof ModelSize]?: ModelSize[K] | undefined };

const units = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
] as const;

/** Formats a number of parameters. */
export function countText(count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  const [unit, sign] = units.find(([least]) => count >= least) ?? [1, ''];
  return `${rounded(count / unit)}${sign}`;
}

const rounded = (value: number): string => value.toFixed(value < 100 && !Number.isInteger(value) ? 1 : 0);

/** Facts that a server states without loading the model. */
export interface ModelFacts {
  size?: ModelSize | undefined;
  maxInputTokens?: number | undefined;
  /** The model's maximum, if its real window is known only once it is loaded. */
  mostInputTokens?: number | undefined;
  /** Describes, for people, how requests to this server are made and what they leave out, as far as known. */
  learned?: string | undefined;
}

/** Facts in one line for people; may be empty. */
export function modelFactsText({ size, maxInputTokens: window, mostInputTokens: most, learned }: ModelFacts): string {
  const { parameters, quantization, bytes } = size ?? {};
  return [
    ...(parameters === undefined ? [] : [l10n.t('{0} parameters', parameters)]),
    ...(quantization === undefined ? [] : [quantization]),
    ...(bytes === undefined ? [] : [`${rounded(bytes / 1e9)} GB`]),
    ...(window === undefined ? [] : [l10n.t('reads {0} tokens', window.toLocaleString())]),
    ...(window !== undefined || most === undefined ? [] : [l10n.t('could read {0} tokens', most.toLocaleString())]),
    ...(learned === undefined ? [] : [learned]),
  ].join(', ');
}
