import { JournalledAsk } from '../call/asked-call.ts'
import type { KeptTranslation, PromptMessage } from '../provider.ts'
import { Disclosure } from '../toolbelt/disclosure.ts'
import { afterSummary, compact, HistorySize } from './compaction.ts'
import type { ModelEntry } from './journal.ts'
import type { Level, LevelEnd, LevelTools } from './level.ts'
import { runCalls } from './run-calls.ts'
import { isKept, runStep, type FailedStep, type History, type StepOutcome } from './run-step.ts'
import { beltOf } from './subtask.ts'
import type { Turn } from './turn.ts'

/** Runs one level to its end: the same loop at every depth. The caller has begun a piece of work, and the level uses it while it runs. */
export async function runLevel(turn: Turn, level: Level): Promise<LevelEnd> {
  const disclosure = new Disclosure(level.belt, { all: level.seesAll ?? false })
  turn.levels.set(level.parentId, { level, disclosure })
  const belt = beltOf(turn, level, runLevel)
  const tools: LevelTools = { belt, disclosure, run: (below) => runLevel(turn, below) }
  const journal = turn.level(level.parentId)
  const base = level.messages
  let messages: PromptMessage[] = [...base]
  let kept: KeptTranslation = {}
  const size = new HistorySize()
  const texts: string[] = []
  const text = () => texts.join('\n\n')

  let walked = 0
  for (let iteration = 0; ;) {
    const known = journal[walked]
    walked += 1
    const ended = known === undefined ? await stepsUsedUp(turn, level, iteration) : undefined
    if (ended) return { ...ended, text: text() }
    if (known?.kind === 'extension') {
      messages.push(...notesOf(known.told))
      continue
    }
    if (known?.kind === 'compaction') {
      messages = afterSummary(base, known.summary)
      kept = {}
      size.reset()
      continue
    }
    if (known === undefined && size.tokens(messages) > turn.budget.limit('tokens')) {
      const shorter = await compact(turn, level, base, messages)
      if (turn.signal.aborted) return { kind: 'stopped', text: text() }
      if (shorter.ok) {
        messages = [...shorter.messages]
        kept = {}
        size.reset()
      } else if (!(await turn.affordHistory(shorter.tokens))) return { kind: 'stopped', text: text() }
    }
    const entry = known?.kind === 'model' ? known : await askModel(turn, level, tools, { messages, kept })
    if (entry.text !== '') texts.push(entry.text)
    if (entry.kind !== 'model') return { ...entry, text: text() }
    // The process died after it wrote this entry and before it ended the turn.
    if (entry.cut) return { kind: 'failed', text: text(), code: 'provider', message: entry.cut.why }
    iteration += 1
    if (entry.cutBy === 'bytes') {
      const ended = await answerTooLong(turn, level, entry)
      if (ended) return { ...ended, text: text() }
      messages.push(assistantMessage(entry), { role: 'user', text: GO_ON, note: true })
      continue
    }
    if (entry.calls.length === 0) return ending(level, text(), entry)

    messages.push(assistantMessage(entry))
    const isNew = known === undefined
    const results = await runCalls(turn, level, tools, entry, isNew)
    messages.push(...results)
    if (turn.signal.aborted) return { kind: 'stopped', text: text() }
    if (level.finish?.payload !== undefined) return { kind: 'finished', text: level.finish.payload }
    if (isGivenUp(turn, level)) return unsatisfied(text())
  }
}

/** A sub-agent that used its steps ends with an error for its caller; the root asks a person. Undefined: continue. */
async function stepsUsedUp(turn: Turn, level: Level, done: number): Promise<LevelEnd | undefined> {
  if (level.parentId === null) {
    return (await turn.affordIteration(done)) ? undefined : { kind: 'stopped', text: '' }
  }
  const { iterations } = turn.limits
  if (done < iterations) return undefined
  if (level.finish) return unsatisfied('')
  return {
    kind: 'failed',
    text: '',
    code: 'iterations',
    message: `stopped after ${iterations} steps; what was done is kept`,
  }
}

const GO_ON = 'Your answer was stopped because it was too long. Continue where it ends, and be brief.'

/** An answer exceeded its bytes: the root asks a person, a sub-agent ends with an error. Undefined: continue. */
async function answerTooLong(turn: Turn, level: Level, entry: ModelEntry): Promise<LevelEnd | undefined> {
  if (level.parentId !== null) {
    const message = `stopped: one answer had more than ${turn.limits.answerBytes} bytes`
    return { kind: 'failed', text: '', code: 'bytes', message }
  }
  return (await turn.affordAnswer(entry.bytes ?? 0)) ? undefined : { kind: 'stopped', text: '' }
}

/** `text`: the answer up to the point where it broke off. */
type Broken =
  | { readonly kind: 'stopped'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string; readonly code: string; readonly message: string }

async function askModel(
  turn: Turn,
  level: Level,
  { belt, disclosure }: LevelTools,
  history: History & { readonly messages: PromptMessage[] },
): Promise<ModelEntry | Broken> {
  if (turn.signal.aborted) return STOPPED
  if (!(await turn.affordStep())) return STOPPED
  if (level.parentId === null)
    history.messages.push(...[...turn.takeUntold(), await turn.parts.meanwhile?.()].flatMap(notesOf))
  const unwatch = turn.watchClock()
  const step = await runStep(turn, level, disclosure.prompt(belt), history).finally(unwatch)
  if (step.kind !== 'answered') {
    if (isKept(level, step)) await turn.write(cutEntry(turn, step))
    const { text } = step
    return step.kind === 'stopped'
      ? { kind: 'stopped', text }
      : { kind: 'failed', text, code: 'provider', message: step.message }
  }
  const entry = entryOf(turn, level, step)
  await turn.write(entry)
  return entry
}

/** Notes for the model: a person let the turn continue, or did something in the meantime. */
function notesOf(text: string | undefined): readonly PromptMessage[] {
  return text === undefined ? [] : [{ role: 'user', text, note: true }]
}

const STOPPED: Broken = { kind: 'stopped', text: '' }

/** The root's answer up to the point where it broke off. Its cost is unknown and recorded as zero. */
function cutEntry(turn: Turn, { text, message }: FailedStep): ModelEntry {
  const usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 }
  const worked = turn.tracker.worked()
  const cut = { by: 'failed', why: message } as const
  return { kind: 'model', parentId: null, text, calls: [], usage, worked, cut }
}

function entryOf(turn: Turn, level: Level, step: Extract<StepOutcome, { kind: 'answered' }>): ModelEntry {
  const { text, usage, providerMetadata, cutBy, bytes } = step
  const calls = step.calls.map((call) => new JournalledAsk(turn.parts.ids.call(), call))
  const worked = turn.tracker.worked()
  const entry = { kind: 'model', parentId: level.parentId, text, calls, usage, worked } as const
  const cut = cutBy === undefined ? entry : { ...entry, cutBy, ...(bytes === undefined ? {} : { bytes }) }
  return providerMetadata === undefined ? cut : { ...cut, providerMetadata }
}

function assistantMessage(entry: ModelEntry): PromptMessage {
  const { text, calls, providerMetadata } = entry
  return providerMetadata === undefined
    ? { role: 'assistant', text, calls }
    : { role: 'assistant', text, calls, providerMetadata }
}

/** Whether the agent handed in invalid results too often. */
function isGivenUp({ limits }: Turn, { finish }: Level): boolean {
  return finish !== undefined && finish.failures > (finish.retries ?? limits.schemaRetries)
}

/** Text alone does not satisfy a sub-agent that must return a structured result. */
function ending(level: Level, text: string, { text: last, cutBy }: ModelEntry): LevelEnd {
  if (level.finish) return unsatisfied(text)
  const cutOff = cutBy === 'bytes' ? undefined : cutBy
  const flaw = cutOff ?? (last.trim() === '' ? 'empty' : undefined)
  return flaw === undefined ? { kind: 'answered', text } : { kind: 'answered', text, flaw }
}

function unsatisfied(text: string): LevelEnd {
  return {
    kind: 'failed',
    text,
    code: 'schema_not_satisfied',
    message: 'the sub-agent did not hand in a result that matches `output_schema`',
  }
}
