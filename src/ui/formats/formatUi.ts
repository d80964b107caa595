import type { Format } from '../../debate/flow/step';
import type { EntryData } from '../../debate/log/entryData';
import type { DebateState } from '../../debate/fold/state';
import type { Aside, SetupField } from '../../shared/protocol';
import type { OutlineSource, TreeNode } from '../library/treeNode';

export interface FormatOffer {
  label: string;
  detail: string;
}

/** What the flow asks once the format is chosen, in this order. */
export type FormatQuestion = 'debaters' | 'model' | 'rounds' | 'motion' | 'terms' | 'exchanges';

/** An option on the page before the start; its id is the wish that sets it (`FormatWishes`). */
export type OptionField = Omit<SetupField, 'section'>;

interface WantedDebate {
  isShort: boolean;
  /** Who is to debate, as Markdown; '' where it is not said. */
  hints: string;
}

/** A step as people are told of it while it is under way. Its functions are given what the first group of `step` found. */
export interface StepWords {
  step: RegExp;
  /** `is writing` */
  doing(found: string): string;
  /** Who is at it; whoever leads where it is absent. */
  by?(found: string): string;
  /** In one, where it is done by several who are not worth naming. */
  whole?(): string;
}

interface TreeGroup {
  /** The first part of the keys of its rows. */
  key: string;
  group(source: OutlineSource): TreeNode | undefined;
  nodes(source: OutlineSource): TreeNode[];
}

/** A line beside an entry, where there is something to say. */
export const aside = (kind: Aside['kind'], text: string | false): Aside[] => (text === false ? [] : [{ kind, text }]);

export type AsideMakers = { readonly [T in keyof EntryData]?: (data: EntryData[T]) => Aside[] };

export interface FieldsDraft {
  options: Record<string, unknown>;
  topic: string;
  isOffline: boolean;
}

export interface FormatUi {
  offer(format: Format): FormatOffer;
  /** What it is, for a model that may start one. */
  forModels(format: Format): string;
  /** In one or two rounds. */
  short?(): FormatOffer;
  questions(format: Format): readonly FormatQuestion[];
  fields(draft: FieldsDraft): OptionField[];
  /** What of it is started at a program's request, one line each. */
  started(wanted: WantedDebate, format: Format): string[];
  /** Groups of the tree of debates, where the record has something for them. */
  tree?: readonly TreeGroup[];
  /** What of it can be counted, one line each, where the record has something of it. */
  tally?(state: DebateState): string[];
  asides?: AsideMakers;
  /** Its own steps; the first that fits is taken. */
  steps: readonly StepWords[];
}
