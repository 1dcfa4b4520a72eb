/** Asks the open chat to search itself. */
export const FIND = 'countersign-find'
