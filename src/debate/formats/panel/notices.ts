import { noticesOf } from '../common/notices';

export { listed, seqList } from '../common/notices';

/** The Chair's entries. */
export const { announcement, note, failureNote, ruling } = noticesOf('chair');
