import type { Format } from '../../debate/flow/step';
import type { EntryData } from '../../debate/log/entryData';
import type { DebateState } from '../../debate/fold/state';
import type { Aside, SetupField } from '../../shared/protocol';
import type { OutlineSource, TreeNode } from './treeNode';

export interface FormatOffer {
  label: string;
  detail: string;
}

/** An option on the page before the start; its id is the option's key. */
export type OptionField = Omit<SetupField, 'section'>;

interface WantedDebate {
  isShort: boolean;
  /** Debaters to look for, as Markdown; '' if not stated. */
  hints: string;
}

/** Words for a running step. Its functions get the text of the first group of `step`. */
export interface StepWords {
  step: RegExp;
  /** Activity, for example `is writing`. */
  doing(found: string): string;
  /** The agent at work; the leading role if absent. */
  by?(found: string): string;
  /** Words for the whole step, if several agents do it and need not be named. */
  whole?(): string;
}

interface TreeGroup {
  /** First part of the keys of its rows. */
  key: string;
  group(source: OutlineSource): TreeNode | undefined;
  nodes(source: OutlineSource): TreeNode[];
}

/** A line beside an entry, if there is something to say. */
export const aside = (kind: Aside['kind'], text: string | false): Aside[] => (text === false ? [] : [{ kind, text }]);

export type AsideMakers = { readonly [T in keyof EntryData]?: (data: EntryData[T]) => Aside[] };

export interface FieldsDraft {
  options: Record<string, unknown>;
  topic: string;
  isOffline: boolean;
}

export interface FormatUi {
  offer(format: Format): FormatOffer;
  /** Describes the format for a model that may start a debate. */
  forModels(format: Format): string;
  /** The format in one or two rounds. */
  short?(): FormatOffer;
  /** Fields of the page that stand for several options, by the key of the option behind which they come. */
  fieldsBehind?: Readonly<Record<string, (draft: FieldsDraft) => OptionField>>;
  /** Lines that describe a debate started at a program's request. */
  started(wanted: WantedDebate, format: Format): string[];
  /** Groups of the tree of debates, if the record has entries for them. */
  tree?: readonly TreeGroup[];
  /** Lines with counts, if the record has something to count. */
  tally?(state: DebateState): string[];
  asides?: AsideMakers;
  /** The format's own steps; the first match counts. */
  steps: readonly StepWords[];
}
