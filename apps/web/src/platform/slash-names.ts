/** Names that a saved prompt cannot have: the commands of the page and the terminal, with all their aliases. */
export const SLASH_NAMES: ReadonlySet<string> = new Set(
  'chats compact explain export help mode model new now plan quit rules settle stop tools undo waiting why'.split(
    ' ',
  ),
)
