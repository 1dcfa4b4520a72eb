/** Names that a saved prompt cannot have: the commands of the page and of the terminal, by every name that they go by. */
export const SLASH_NAMES: ReadonlySet<string> = new Set(
  'chats compact explain export help mode model new now plan quit rules settle stop tools undo waiting why'.split(
    ' ',
  ),
)
