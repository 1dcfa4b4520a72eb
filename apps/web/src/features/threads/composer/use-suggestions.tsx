import type { SavedPrompt } from '@countersign/protocol'
import { AtSign, Folder, FileText } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Visible } from '../../../ui/Visible.tsx'
import { mentionAt, withMention } from '@countersign/protocol/client'
import { suggestSlash } from './slash-commands.ts'
import type { SlashCommand } from './slash-commands.ts'
import { slashTexts } from './slash-texts.ts'
import type { Suggestion } from './SuggestMenu.tsx'
import { texts } from './texts.ts'
import { useMentions } from './use-mentions.ts'
import type { FindFiles, Found } from './use-mentions.ts'

export interface Suggestions {
  readonly label: string
  readonly suggestions: readonly Suggestion[]
  readonly active: number
  readonly note: string | null
  /** Handles a key that belongs to the menu; false: it belongs to the text. */
  readonly take: (event: KeyboardEvent) => boolean
}

export interface SuggestParts {
  readonly text: string
  readonly caret: number
  readonly find: FindFiles | undefined
  readonly prompts: readonly SavedPrompt[] | undefined
  readonly onCommand: (command: SlashCommand) => void
  readonly onPrompt: (prompt: SavedPrompt) => void
  readonly onText: (text: string, caret: number) => void
}

/** Completions of the text at the caret: a command, a file name or an entry of a feature. Null: none. */
export function useSuggestions(parts: SuggestParts): Suggestions | null {
  const { text, caret, find, prompts, onCommand, onPrompt, onText } = parts
  const [at, setAt] = useState({ text: '', index: 0 })
  const [dismissed, setDismissed] = useState('')
  const mention = mentionAt(text, caret)
  const place = mention === null ? text : `@${mention.start}`
  const open = dismissed !== place
  const found = useMentions(open ? (mention?.wanted ?? null) : null, find)

  const commands = mention === null ? suggestSlash(text, prompts) : []
  const { names, others } = mention === null || found?.kind !== 'names' ? NOTHING : found
  const write = (name: string) => () => {
    if (mention === null) return
    const next = withMention(text, mention, name)
    onText(next.text, next.caret)
  }
  const suggestions: readonly Suggestion[] = [
    ...commands.map((command) => ({
      key: command.name,
      choose: () => ('text' in command ? onPrompt(command) : onCommand(command)),
      content: 'text' in command ? <PromptLine prompt={command} /> : <CommandLine command={command} />,
    })),
    ...others.map(({ name, about }) => ({
      key: `@${name}`,
      choose: write(name),
      content: <OtherLine name={name} about={about} />,
    })),
    ...names.map(({ path, kind }) => ({
      key: path,
      choose: write(path),
      content: <NameLine path={path} kind={kind} />,
    })),
  ]
  const note = mention === null ? null : noteOf(found, mention.wanted)
  if (!open || (suggestions.length === 0 && note === null)) return null
  // Another text has other completions: the first is the best.
  const active = at.text === text ? Math.min(at.index, suggestions.length - 1) : 0

  function take(event: KeyboardEvent): boolean {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') setDismissed(place)
    else if (suggestions.length === 0) return false
    else if (step !== 0) setAt({ text, index: (active + step + suggestions.length) % suggestions.length })
    else if ((event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey) suggestions[active]?.choose()
    else return false
    event.preventDefault()
    return true
  }
  return { label: mention === null ? slashTexts.menu : texts.files, suggestions, active, note, take }
}

const NOTHING = { names: [], others: [] } as const

/** No note while a request is pending. */
function noteOf(found: Found | null, wanted: string): string | null {
  if (found === null) return null
  if (found.kind === 'unknown') return texts.filesUnknown
  if (found.names.length + found.others.length === 0)
    return wanted === '' ? texts.filesEmpty : texts.filesNone(wanted)
  return found.more ? texts.filesMore : null
}

function CommandLine({ command }: { command: SlashCommand }) {
  return (
    <>
      <code className="shrink-0 font-mono whitespace-nowrap">
        /{command.name}
        {command.argument !== null && <span className="text-ink-3"> {command.argument}</span>}
      </code>
      <span className="min-w-0 truncate text-ink-3">{command.line}</span>
    </>
  )
}

function PromptLine({ prompt }: { prompt: SavedPrompt }) {
  return (
    <>
      <code className="shrink-0 font-mono whitespace-nowrap">/{prompt.name}</code>
      <span className="min-w-0 truncate text-ink-3">
        <Visible text={prompt.text} />
      </span>
    </>
  )
}

function OtherLine({ name, about }: { name: string; about: string }) {
  return (
    <>
      <AtSign size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="min-w-0 truncate font-semibold">
        <Visible text={name} />
      </span>
      <span className="text-ink-3">{about}</span>
    </>
  )
}

function NameLine({ path, kind }: { path: string; kind: 'file' | 'folder' }) {
  const Icon = kind === 'folder' ? Folder : FileText
  return (
    <>
      <Icon size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
      <code className="min-w-0 font-mono">
        <Visible text={path} />
      </code>
    </>
  )
}
