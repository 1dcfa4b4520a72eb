import { useState } from 'react'
import { createDrafts } from '../drafts.ts'

/** Unsent text of one thread, kept across reloads. The component is keyed by thread, so the key never changes under it. */
export function useDraft(key: string): readonly [string, (text: string) => void] {
  const [drafts] = useState(() => createDrafts(window.localStorage))
  const [text, setText] = useState(() => drafts.read(key))
  return [
    text,
    (next) => {
      setText(next)
      drafts.write(key, next)
    },
  ]
}
