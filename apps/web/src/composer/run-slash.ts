import type { CallView, ThreadId } from '@countersign/protocol'
import { explainCall, fetchRules } from '../data/api-rules.ts'
import type { Client } from '../data/client.ts'
import type { CommandOutput } from './command-output.ts'
import { MODES } from './modes.ts'
import { sentence } from '../ui/sentence.ts'
import type { ParsedSlash } from './slash-commands.ts'
import { slashTexts } from './slash-texts.ts'

export interface SlashPlace {
  readonly client: Client
  /** Null in a chat that does not exist yet. */
  readonly thread: ThreadId | null
  /** Calls of the chat, in the order of their proposal. */
  readonly calls: readonly CallView[]
  readonly setMode: (mode: string) => void
  readonly goToNew: () => void
}

/** Does a slash command. Null: it is done and there is nothing to show. */
export async function runSlash(parsed: ParsedSlash, place: SlashPlace): Promise<CommandOutput | null> {
  if (parsed.kind === 'unknown') return trouble(slashTexts.unknown(parsed.name))
  const { command, argument } = parsed
  switch (command.name) {
    case 'new':
      place.goToNew()
      return null
    case 'mode': {
      const mode = MODES.find(
        ({ id, label }) => id === argument || label.toLowerCase() === argument.toLowerCase(),
      )
      if (mode === undefined) return trouble(slashTexts.needsMode(MODES.map(({ id }) => id).join(', ')))
      place.setMode(mode.id)
      return null
    }
    case 'plan':
      place.setMode('plan')
      return null
    case 'rules': {
      const rules = await fetchRules()
      if (!rules.ok) return trouble(sentence(rules.message))
      return {
        kind: 'rules',
        rules: rules.value.filter((rule) => rule.threadId === null || rule.threadId === place.thread),
      }
    }
    case 'tools':
    case 'explain':
    case 'undo':
    case 'stop':
      return place.thread === null
        ? trouble(slashTexts.needsChat)
        : runInChat(command.name, argument, place.thread, place)
  }
}

async function runInChat(
  name: 'tools' | 'explain' | 'undo' | 'stop',
  argument: string,
  thread: ThreadId,
  { client, calls }: SlashPlace,
): Promise<CommandOutput | null> {
  switch (name) {
    case 'tools': {
      const listed = await client.listTools(thread)
      return listed.ok ? { kind: 'tools', tools: listed.tools } : trouble(listed.error.message)
    }
    case 'explain': {
      if (argument === '') return lastDecision(calls)
      const explained = await explainCall(argument, thread)
      return explained.ok
        ? { kind: 'explained', call: argument, explained: explained.value }
        : trouble(sentence(explained.message))
    }
    case 'undo': {
      const turn = calls.findLast((call) => call.undo === 'possible')?.turn_id
      if (turn === undefined) return trouble(slashTexts.nothingToUndo)
      const undone = await client.undo({ turn }, false)
      if (!undone.ok) return trouble(sentence(undone.error.message))
      return undone.undo === undefined ? null : { kind: 'undone', undo: undone.undo }
    }
    case 'stop': {
      const stopped = await client.stopTurn(thread)
      return stopped.ok ? null : trouble(slashTexts.nothingRuns)
    }
  }
}

/** Why the last call ran, asked or was refused. */
function lastDecision(calls: readonly CallView[]): CommandOutput {
  const last = calls.findLast((call) => call.decision !== null)
  if (last === undefined || last.decision === null) return trouble(slashTexts.needsCall)
  const { verdict, reason, parts } = last.decision
  const name = last.specifier === '' ? last.tool : last.specifier
  return {
    kind: 'why',
    call: name,
    explained: {
      sentence: `${name}: ${reason.sentence}`,
      decision: { verdict },
      parts: parts.map((part) => ({
        label: part.label,
        verdict: part.verdict,
        why: part.reason.sentence,
      })),
    },
  }
}

function trouble(text: string): CommandOutput {
  return { kind: 'trouble', text }
}
