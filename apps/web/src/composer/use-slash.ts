import { useState } from 'react'
import type { CommandOutput } from './command-output.ts'
import { runSlash } from './run-slash.ts'
import type { SlashPlace } from './run-slash.ts'
import { parseSlash } from './slash-commands.ts'

export interface Slash {
  readonly output: CommandOutput | null
  readonly close: () => void
  /** True if the text was a command: then it is being done, and is no message. */
  readonly take: (text: string) => boolean
}

export function useSlash(place: SlashPlace): Slash {
  const [output, setOutput] = useState<CommandOutput | null>(null)
  const run = async (text: string): Promise<void> => {
    const parsed = parseSlash(text)
    if (parsed !== null) setOutput(await runSlash(parsed, place))
  }
  return {
    output,
    close: () => setOutput(null),
    take: (text) => {
      if (parseSlash(text) === null) return false
      void run(text)
      return true
    },
  }
}
