// The PDF reader gives texts and their places, but neither their colour nor whether they are painted. Its own walk over the
// operators of a page knows both, so what it makes on the way is listened to while it reads.

/** A dictionary of the document, as the reader has it. */
export interface ReaderDict {
  readonly objId?: string | null;
  get(name: string): unknown;
  getArray(name: string): unknown;
}

export interface ReaderFont {
  readonly name: string;
  readonly vertical: boolean;
  readonly isType3Font: boolean;
  charsToGlyphs(chars: string): unknown;
}

/** The reader's state between two operators. */
export interface ReaderState {
  ctm: ArrayLike<number>;
  font: ReaderFont | null;
  fontName: string | null;
  loadedName: string | null;
  readonly fontSize: number;
  readonly textMatrix: readonly number[];
  readonly textLineMatrix: readonly number[];
  readonly textHScale: number;
  readonly textRise: number;
  readonly leading: number;
}

/** The content of a page, or of a form that it paints. */
export interface Content {
  readonly resources: ReaderDict | undefined;
  /** Undefined for the page itself. */
  readonly form: { readonly dict: ReaderDict; readonly state: ReaderState } | undefined;
}

export interface ContentListener {
  begin(content: Content): void;
  end(): void;
  /** The operator before, if there was one, has been carried out. */
  done(): void;
  /** It comes next. Saved states and the matrix of the page are as it leaves them. */
  operator(id: number, args: readonly unknown[], state: ReaderState): void;
}

interface Walker {
  readonly stateManager: { readonly state: Partial<ReaderState> };
  read: (operation: { fn: number; args: unknown[] | null }) => boolean;
}

interface TextReading {
  readonly stream: { readonly dict?: ReaderDict | null };
  readonly resources?: ReaderDict;
  readonly stateManager?: { readonly state: ReaderState } | null;
}

interface Evaluator {
  getTextContent: (reading: TextReading) => Promise<unknown>;
}

/**
 * `listener` says who listens to what is read now. Each change of the globals slows the reader down, so it is made once for a
 * document.
 *
 * @returns what ends it
 */
export function listenToContent(listener: () => ContentListener | undefined): () => void {
  const ends = [
    onAssigned('nonProcessedArgs', (made) => listenToWalker(made as Walker, listener())),
    onAssigned('type3FontRefs', (made) => listenToEvaluator(made as Evaluator, listener())),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Calls back when an object gets a property of this name, which only one class of the reader has. */
export function onAssigned(name: string, assigned: (made: object) => void): () => void {
  const set = (made: object, value: unknown): void => {
    Object.defineProperty(made, name, { value, writable: true, enumerable: true, configurable: true });
    assigned(made);
  };
  Object.defineProperty(Object.prototype, name, {
    configurable: true,
    set(this: object, value: unknown) {
      set(this, value);
    },
  });
  return () => Reflect.deleteProperty(Object.prototype, name);
}

function listenToWalker(walker: Walker, listener: ContentListener | undefined): void {
  if (listener === undefined) return;
  const { read } = walker;
  walker.read = (operation) => {
    if (!isText(walker.stateManager.state)) return read.call(walker, operation);
    listener.done();
    const isMore = read.call(walker, operation);
    const { state } = walker.stateManager;
    if (isMore && isText(state)) listener.operator(operation.fn, operation.args ?? [], state);
    return isMore;
  };
}

/** Glyphs and appearances of forms to fill in have states without text. */
const isText = (state: Partial<ReaderState>): state is ReaderState => state.textLineMatrix !== undefined;

function listenToEvaluator(evaluator: Evaluator, listener: ContentListener | undefined): void {
  if (listener === undefined) return;
  const { getTextContent } = evaluator;
  evaluator.getTextContent = async (reading) => {
    const { stream, resources, stateManager } = reading;
    const state = stateManager?.state;
    const dict = stream.dict ?? undefined;
    listener.begin({ resources, form: dict === undefined || state === undefined ? undefined : { dict, state } });
    try {
      return await getTextContent.call(evaluator, reading);
    } finally {
      listener.end();
    }
  };
}
