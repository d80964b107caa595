import type { ViewName } from '../../projections/vocabulary';
import type { State } from '../state';

/** What is looked at: a view that this debate does not have is the one of the entries. */
export const viewOf = ({ view, head }: Pick<State, 'view' | 'head'>): ViewName =>
  head?.views?.includes(view) === true ? view : 'debate';
