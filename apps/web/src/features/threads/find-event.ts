/** Asks the open thread to start a search. */
export const FIND = 'countersign-find'
