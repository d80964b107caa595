import * as l10n from '@vscode/l10n';

export interface ModelSize {
  /** As people say it: `8.2B`. */
  parameters?: string;
  /** `Q4_K_M`, `4bit`. */
  quantization?: string;
  /** On the disk. */
  bytes?: number;
}

/** Undefined if nothing is known. */
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

/** A count of parameters in their units. */
export function countText(count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  const [unit, sign] = units.find(([least]) => count >= least) ?? [1, ''];
  return `${rounded(count / unit)}${sign}`;
}

const rounded = (value: number): string => value.toFixed(value < 100 && !Number.isInteger(value) ? 1 : 0);

/** What a server says without loading the model. */
export interface ModelFacts {
  size?: ModelSize | undefined;
  maxInputTokens?: number | undefined;
  /** What it could read, if its window shows only when it is loaded. */
  mostInputTokens?: number | undefined;
  /** How its server is asked and what it leaves out, for people, as far as requests have shown it. */
  learned?: string | undefined;
}

/** For people; empty where it says nothing. */
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
