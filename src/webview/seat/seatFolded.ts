/** What of the page is unfolded is kept by keys; this one says that the composer of a seat is folded. */
export const seatFolded = 'seat:folded';
