/** What people fill in: the lineup of a debate that has not begun, and the form of who takes a seat. */

/** A debater as it is edited before the start. */
export type DraftDebater = {
  name: string;
  persona: string;
  starting_position: string;
  incentives: string;
  model: string;
};

/** What is set before the start, to be edited where it stands. */
export interface SetupField {
  id: string;
  label: string;
  /** The part of the page that it belongs to. */
  section: 'debate' | 'evidence' | 'research' | 'models' | 'seats' | 'limits';
  value: string;
  hint?: string;
  /** The value is one of these; else it is written. */
  options?: SeatOption[];
  /** What is written has several lines. */
  isLong?: true;
  suggestions?: string[];
  /** What else can be done about it: pressed, one is sent as the field's value. */
  buttons?: SeatOption[] | undefined;
}

/** Seats that a smaller model could take, and what that saves. */
export interface CheaperOffer {
  text: string;
  /** Pressed, `value` is sent as the field's value. */
  field: string;
  button: SeatOption;
}

export interface Review {
  draft: string;
  topic: string;
  notice?: string;
  limits: { minRounds: number; maxRounds: number; timeBudgetMinutes: number };
  /** All that can be set, the topic left out, in the order of the page. */
  fields: SetupField[];
  /** The format names its debaters: nobody comes, goes, moves or is renamed. */
  isFixed?: boolean;
  debaters: DraftDebater[];
  /** The one revision was asked for already. */
  isRevised: boolean;
  /** That much the same topic was debated before. */
  earlier?: string;
  /** The Chair was not asked yet: what it would be asked with, and where that goes. */
  proposal?: string;
  /** What goes on just now; the page disables what would collide. */
  busy?: 'reading' | 'proposing' | 'revising' | 'starting';
  /** What stands in the way, by field: `topic`, `debaters`, `debaters.1.name`, the id of one of `fields` … */
  problems: { field: string; message: string }[];
  evidence: {
    root?: string;
    files: number;
    bytes: number;
    subject: string[];
    /** The first of them; `leftOutCount` counts all. */
    leftOut: { path: string; reason: string }[];
    leftOutCount: number;
  };
  /** Where the folder will be made at Start. */
  parent: string;
  /** What leaves this machine and where it goes, a line per place. */
  sends: string;
  /** What the debate may cost, and what that rests on. */
  estimate?: { text: string; basis: string[]; cheaper?: CheaperOffer };
  /** What will come of it that may not be expected, a line each: what does not fit into a window, who sees what. */
  warnings?: string[];
  /** References that a debater's model may be, as far as they are known; others may be written. */
  models: string[];
}

/** By field: a text, the ticked values, or the rows of a group. */
export type SeatValues = Record<string, string | string[] | Record<string, string>[]>;

interface FieldBase {
  id: string;
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** Asked for only where that field has one of these values. */
  when?: { field: string; is: string[] };
}

export interface SeatOption {
  value: string;
  label: string;
}

export type SeatInput =
  /** Lines without end, or (`isLine`) one. `suggestions` may be taken or not. */
  | (FieldBase & { kind: 'text'; isLine?: boolean; suggestions?: string[] })
  /** One of the options; none is chosen at first unless the first one is the empty value. */
  | (FieldBase & { kind: 'choice'; options: SeatOption[] });

export type SeatField =
  | SeatInput
  /** Any of the options. */
  | (FieldBase & { kind: 'checks'; options: SeatOption[] })
  /** A group of fields, as often as wished. */
  | (FieldBase & { kind: 'rows'; fields: SeatInput[]; most: number; add: string });

/** A task that a person in this window is asked to do: what a model would be told, and the form of the answer. */
export interface Seat {
  /** Of the task. */
  id: string;
  agent: string;
  /** Of the task, such as `debater/turn`. */
  kind: string;
  /** `Your turn in round 2`. */
  title: string;
  /** What the answer has to take up, most pressing first. */
  cue: { label: string; lines: string[] }[];
  rules: string[];
  /** Why the answer before was sent back. */
  problems: string[];
  /** Counts up whenever an answer was refused. */
  refusals: number;
  fields: SeatField[];
  /** What was typed before, and the values to begin with. */
  values: SeatValues;
  canSkip: boolean;
  /** An answer was given and is held against the rules: sources are read meanwhile, which takes its time. */
  isChecking: boolean;
  /** So many others are asked behind this one. */
  behind: number;
}
