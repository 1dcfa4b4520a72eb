import { MODE_LABELS, mentionAt, withMention } from '@countersign/protocol/client'
import type { Edited } from './editor.ts'
import { suggestSlash } from './slash.ts'
import { visibleLine } from './visible.ts'

/** A possible completion of the typed text. */
export interface Choice {
  readonly label: string
  readonly says: string
  /** The message with the completion. */
  readonly message: Edited
}

/** The names that the server has sent so far. */
export interface Known {
  readonly models: readonly { readonly id: string; readonly name: string }[]
  /** Null: not requested yet. */
  readonly prompts: readonly { readonly name: string; readonly text: string }[] | null
  readonly chats: readonly { readonly short: string; readonly title: string }[]
  /** Names that match `wanted`. */
  readonly files: { readonly wanted: string; readonly paths: readonly string[] }
}

export const NOTHING_KNOWN: Known = { models: [], prompts: null, chats: [], files: { wanted: '', paths: [] } }

/** Lists that the message needs and that only the server has. */
export type Need =
  | { readonly list: 'models' | 'prompts' }
  | { readonly list: 'files'; readonly wanted: string }
  | null

export function needOf({ text, cursor }: Edited): Need {
  const mention = mentionAt(text, cursor)
  if (mention !== null) return { list: 'files', wanted: mention.wanted }
  if (/^\/[a-z0-9-]*$/.test(text)) return { list: 'prompts' }
  return /^\/model\s/.test(text) ? { list: 'models' } : null
}

/** The possible completions of the message, best first. */
export function choicesFor(draft: Edited, known: Known): readonly Choice[] {
  const { text, cursor } = draft
  const mention = mentionAt(text, cursor)
  if (mention !== null)
    return known.files.wanted === mention.wanted
      ? known.files.paths.map((path) => {
          const { text: written, caret } = withMention(text, mention, path)
          return { label: `@${path}`, says: '', message: { text: written, cursor: caret } }
        })
      : []
  const named = /^\/(mode|model|chats)\s+(.*)$/.exec(text)
  if (named !== null) return argumentsFor(named[1] ?? '', named[2] ?? '', known)
  return [
    ...suggestSlash(text).map(({ name, usage, says }) => ({
      label: usage,
      says,
      message: atEnd(usage.includes(' ') ? `/${name} ` : `/${name}`),
    })),
    ...promptsFor(text, known),
  ]
}

function promptsFor(text: string, { prompts }: Known): readonly Choice[] {
  const start = /^\/([a-z0-9-]*)$/.exec(text)?.[1]
  if (start === undefined) return []
  return (prompts ?? [])
    .filter(({ name }) => name.startsWith(start))
    .map(({ name, text: says }) => ({
      label: `/${name}`,
      says: visibleLine(says),
      message: atEnd(`/${name}`),
    }))
}

function argumentsFor(command: string, typed: string, known: Known): readonly Choice[] {
  const wanted = typed.toLowerCase()
  const whole = (value: string) => atEnd(`/${command} ${value}`)
  switch (command) {
    case 'mode':
      return [...MODE_LABELS]
        .filter(([id, label]) => [id, label].some((one) => one.toLowerCase().startsWith(wanted)))
        .map(([id, label]) => ({ label, says: id, message: whole(label) }))
    case 'model':
      return known.models
        .filter(({ id, name }) => [id, name].some((one) => one.toLowerCase().includes(wanted)))
        .map(({ id, name }) => ({ label: id, says: name, message: whole(id) }))
    default:
      return known.chats
        .filter(({ short, title }) => short.startsWith(wanted) || title.toLowerCase().includes(wanted))
        .map(({ short, title }) => ({ label: short, says: title, message: whole(short) }))
  }
}

function atEnd(text: string): Edited {
  return { text, cursor: text.length }
}
