import type { SavedPrompt } from '@countersign/protocol'
import { promptMessage, slashTyped } from '@countersign/protocol/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PROMPTS_KEY } from '../../../data/prompts-key.ts'
import { valueOf } from '../../../data/http.ts'
import type { CommandOutput } from './command-output.ts'
import type { SlashPlace } from './run-slash.ts'
import { parseSlash } from './slash-commands.ts'

export interface Slash {
  readonly output: CommandOutput | null
  readonly close: () => void
  /** Saved prompts, loaded once a slash is typed. */
  readonly prompts: readonly SavedPrompt[]
  /** The text to send: the message of a saved prompt in place of its name, otherwise the text itself. */
  readonly said: (text: string) => Promise<string>
  /** True if the text was a command: then it is executed, and not sent. */
  readonly take: (text: string) => boolean
}

const PROMPTS = {
  queryKey: PROMPTS_KEY,
  queryFn: async () => valueOf((await import('../../../data/api-prompts.ts')).fetchPrompts()),
}

/** `text`: the composer's current text. */
export function useSlash(place: SlashPlace, text: string): Slash {
  const [output, setOutput] = useState<CommandOutput | null>(null)
  const queries = useQueryClient()
  const { data } = useQuery({ ...PROMPTS, enabled: text.startsWith('/') })
  const run = async (command: string): Promise<void> => {
    const parsed = parseSlash(command)
    if (parsed === null) return
    const { runSlash } = await import('./run-slash.ts')
    setOutput(await runSlash(parsed, place))
  }
  return {
    output,
    close: () => setOutput(null),
    prompts: data?.prompts ?? [],
    async said(message) {
      const typed = slashTyped(message)
      if (typed === null || parseSlash(message)?.kind === 'command') return message
      // A quickly typed name is sent before the list is loaded. Without a list it is an unknown command.
      const { prompts } = await queries
        .query({ ...PROMPTS, staleTime: 'static' })
        .catch(() => ({ prompts: [] }))
      const prompt = prompts.find(({ name }) => name === typed.name)
      return prompt === undefined ? message : promptMessage(prompt, typed.argument)
    },
    take: (command) => {
      if (parseSlash(command) === null) return false
      void run(command)
      return true
    },
  }
}
