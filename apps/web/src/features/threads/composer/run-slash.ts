import { ExportFormat } from '@countersign/protocol'
import type { CallView, ThreadId } from '@countersign/protocol'
import { modelTyped, modeTyped } from '@countersign/protocol/client'
import { explainCall, fetchRules } from '../../../data/api-rules.ts'
import type { Model } from '../../../data/api.ts'
import type { Client } from '../../../data/client.ts'
import type { CommandOutput } from './command-output.ts'
import { MODES } from '../../../platform/modes/modes.ts'
import { sentence } from '../../../ui/sentence.ts'
import { saveExport } from '../save-export.ts'
import { SLASH_COMMANDS } from './slash-commands.ts'
import type { ParsedSlash } from './slash-commands.ts'
import { slashTexts } from './slash-texts.ts'

export interface SlashPlace {
  readonly client: Client
  /** Null for a thread that does not exist yet. */
  readonly thread: ThreadId | null
  /** Calls of the thread, in order of proposal. */
  readonly calls: readonly CallView[]
  readonly setMode: (mode: string) => void
  readonly models: readonly Model[]
  /** The id of the model that answers here. */
  readonly model: string
  readonly setModel: (model: string) => void
  readonly goToNew: () => void
}

/** Executes a slash command. Null: done, with nothing to show. */
export async function runSlash(parsed: ParsedSlash, place: SlashPlace): Promise<CommandOutput | null> {
  if (parsed.kind === 'unknown') return trouble(slashTexts.unknown(parsed.name))
  const { command, argument } = parsed
  switch (command.name) {
    case 'new':
      place.goToNew()
      return null
    case 'mode': {
      const mode = MODES.find(({ id }) => id === modeTyped(argument))
      if (mode === undefined) return trouble(slashTexts.needsMode(MODES.map(({ label }) => label).join(', ')))
      place.setMode(mode.id)
      return null
    }
    case 'model': {
      if (argument === '') return { kind: 'models', models: place.models, current: place.model }
      const model = modelTyped(argument, place.models)
      if (model === undefined) return trouble(slashTexts.noModel(argument))
      place.setModel(model.id)
      return null
    }
    case 'help':
      return { kind: 'help', commands: SLASH_COMMANDS }
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
    case 'compact':
    case 'stop':
    case 'export':
      return place.thread === null
        ? trouble(slashTexts.needsThread)
        : runInThread(command.name, argument, place.thread, place)
  }
}

async function runInThread(
  name: 'tools' | 'explain' | 'undo' | 'compact' | 'stop' | 'export',
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
      const turn = calls.findLast((call) => 'undo' in call && call.undo === 'possible')?.turn_id
      if (turn === undefined || turn === null) return trouble(slashTexts.nothingToUndo)
      const undone = await client.undo({ turn }, false)
      if (!undone.ok) return trouble(sentence(undone.error.message))
      return undone.undo === undefined ? null : { kind: 'undone', undo: undone.undo }
    }
    case 'export': {
      const format = ExportFormat.safeParse(argument === '' ? 'md' : argument)
      if (!format.success) return trouble(slashTexts.needsFormat)
      const problem = await saveExport(thread, format.data)
      return problem === null ? null : trouble(sentence(problem))
    }
    case 'compact': {
      const text = argument === '' ? '/compact' : `/compact ${argument}`
      const asked = await client.say(thread, text, null, [], { compact: true })
      return asked.ok ? null : trouble(sentence(asked.error.message))
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
