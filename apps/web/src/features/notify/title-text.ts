/** The title of the window. */
export function titleText(waiting: number, chat: string | null): string {
  return `${waiting > 0 ? `(${waiting}) ` : ''}${chat === null || chat === '' ? '' : `${chat} · `}Countersign`
}
