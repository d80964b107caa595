import type { CitationTarget } from '../services';

/** A file that the user is asked a place for. */
export interface SavedFile {
  /** The place that is proposed. */
  path: string;
  text: string;
  /** Of the button. */
  label: string;
  /** Extensions by their name for people. */
  kinds: Record<string, string[]>;
}

/** What a page asks of the editor. All of it may be done without; what fails is told to the user there. */
export interface PageEditor {
  readonly isTrusted: boolean;
  /** A command of ours or of the editor's. */
  run(command: string, argument?: unknown): void;
  openSource(citation: CitationTarget): void;
  openWeb(url: string): void;
  /** `said` is shown for a moment. */
  copy(text: string, said: string): void;
  /** A link that opens this debate, at this entry, in any window of the editor. */
  linkTo(target: { folder: string; seq?: number }): string;
  /** Writes a file where the user says; nothing where they change their mind. */
  save(file: SavedFile): Promise<void>;
  /** Asks before struck text is shown. */
  confirmDisclosure(seq: number): Promise<boolean>;
  /** A short word to the user that asks for nothing. */
  inform(message: string): void;
  /** For the output channel. */
  warn(message: string): void;
  /** What nobody foresaw: for the user and the output channel. */
  fail(error: unknown): void;
}
