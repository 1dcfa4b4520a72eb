import {
  defineTool,
  nodeCallId,
  runGraph,
  type RunContext,
  type Tool,
  type ToolOutcome,
} from '@countersign/agent'
import { buildBody, graphBody, type CallId, type RunSummary, type UserId } from '@countersign/protocol'
import { LARGE_VALUE, Planner, readFileValue, type Compiled, type Values } from '@countersign/workflow'
import { AGENT_RUN, agentRun } from './agent-tool.ts'
import type { Parts } from './parts.ts'
import { problemText } from './library.ts'
import { boundsOf, grantsOffered, manifestView } from './effects.ts'
import { nodeKey } from './node-key.ts'
import { runRecord } from './run-record.ts'
import { TooLarge, type RunValues } from './run-values.ts'
import { RunInput } from './starting.ts'
import { runSummary } from './stored-runs.ts'
import { delay, turnOf } from './sleeping.ts'
import { earlierResults } from './earlier-results.ts'

export const RUN_WORKFLOW = 'run_workflow'

type Found =
  | { readonly ok: true; readonly name: string; readonly hash: string; readonly compiled: Compiled }
  | { readonly ok: false; readonly code: string; readonly text: string }

/** `run_workflow`: runs a saved version; each of its effects is a separate call. */
export function runWorkflow(parts: Parts, user: UserId): Tool {
  /** A title is made without waiting, so names are looked up when the call is completed, which is before. */
  const names = new Map<string, string>()
  return defineTool({
    name: RUN_WORKFLOW,
    description:
      'Runs a saved version of a workflow and returns its outputs. Each effect is decided separately. In Plan mode, use `plan_workflow`.',
    category: 'execute',
    destructive: false,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'text', template: '{workflow_id}@{version}' },
    // A restarted run finds the calls of its nodes, so nothing is done twice.
    repeat: 'safe',
    parallelSafe: true,
    input: RunInput,
    title: ({ workflow_id }) => `Run the workflow ${names.get(workflow_id) ?? workflow_id}`,
    // Pins the version, so that a save between a crash and a restart does not change the resumed run.
    async complete(asked) {
      const params = asked.params && (await parts.values.keepInputs(user, asked.params))
      const input = params === undefined ? asked : { ...asked, params }
      const workflow = await parts.workflows.get(user, input.workflow_id)
      if (workflow !== undefined) names.set(input.workflow_id, workflow.name)
      if (input.version !== undefined) return input
      const head = workflow?.head ?? undefined
      return head === undefined ? input : { ...input, version: head }
    },
    async inspect(input) {
      const found = await findVersion(parts, user, input)
      const specifier = { kind: 'text', text: `${input.workflow_id}@${input.version ?? ''}` } as const
      const entries = [
        { name: 'workflow', value: found.ok ? found.name : input.workflow_id },
        { name: 'params', value: JSON.stringify(input.params ?? {}), json: true as const },
      ]
      if (!found.ok) {
        const { code, text } = found
        return { specifier, body: { kind: 'arguments', entries }, targets: [], refusal: { code, text } }
      }
      const manifest = await manifestView(parts, user, found.compiled, input.workflow_id)
      return {
        specifier,
        body: buildBody(graphBody, {
          data: {
            workflow_id: input.workflow_id,
            name: found.name,
            hash: found.hash,
            inputs: input.params ?? {},
            manifest,
            from_node: input.from_node ?? null,
            grants: (await parts.forbidsGrants()) ? [] : [...grantsOffered(found.compiled)],
          },
          entries,
        }),
        targets: [],
      }
    },
    run: (input, context) =>
      input.wait === false ? runAlone(parts, user, input, context) : runHere(parts, user, input, context),
  })
}

/** Starts a run outside the thread. Its call id is derived from this call, so a retry after a crash finds the existing run. */
async function runAlone(
  parts: Parts,
  user: UserId,
  { wait: _wait, ...input }: RunInput,
  { call, grounds, place }: RunContext,
): Promise<ToolOutcome> {
  const found = await findVersion(parts, user, input)
  if (!found.ok) return found
  const callId = nodeCallId(call.id, 'alone')
  const there = await parts.runs.byCall(callId)
  const started =
    there === undefined
      ? await parts.start(user, {
          input: { ...input, version: found.hash },
          callId,
          mode: grounds.mode,
          workspace: place.workspace,
          startedBy: 'chat',
          from: call.threadId,
          also: async (trx) => {
            // A grant given when this call was approved also applies to the run that it starts.
            await parts.grants.handOn(trx, call.id, callId)
            return true
          },
        })
      : ({ ok: true, runId: there.id } as const)
  if (!started.ok) return { ok: false, code: started.code, text: started.message }
  const { runId } = started
  return {
    ok: true,
    text: JSON.stringify({ run_id: runId, state: 'started' }),
    value: { run_id: runId },
    summary: `started ${runId}`,
  }
}

async function findVersion(parts: Parts, user: UserId, input: RunInput): Promise<Found> {
  const workflow = await parts.workflows.get(user, input.workflow_id)
  if (workflow === undefined)
    return missing(`there is no workflow \`${input.workflow_id}\`; \`list_workflows\` shows them`)
  if (input.version === undefined)
    return missing(`\`${workflow.name}\` has no saved version; save one in its editor`)
  const version = await parts.workflows.version(input.workflow_id, input.version)
  if (version === undefined) return missing(`\`${workflow.name}\` has no version \`${input.version}\``)
  const read = await parts.library.read(user, version.graph)
  if (!read.ok)
    return {
      ok: false,
      code: 'does_not_compile',
      text: `this version cannot run:\n${problemText(read.problems)}`,
    }
  if (read.compiled.hash !== version.hash) {
    const text = 'a tool or node in this version has changed since it was saved; check it and save it again'
    return { ok: false, code: 'definition_changed', text }
  }
  return { ok: true, name: workflow.name, hash: version.hash, compiled: read.compiled }
}

function missing(text: string): Found {
  return { ok: false, code: 'not_found', text }
}

async function runHere(
  parts: Parts,
  user: UserId,
  input: RunInput,
  context: RunContext,
): Promise<ToolOutcome> {
  const found = await findVersion(parts, user, input)
  // A run that has begun says why it stopped.
  if (!found.ok)
    return (await parts.runs.byCall(context.call.id)) ? endRun(parts, context.call.id, found) : found
  const calls = context.calls?.()
  if (calls === undefined)
    return { ok: false, code: 'unavailable', text: 'a workflow runs in a chat or on its own, not by hand' }
  const { call } = context
  const runId = await parts.runs.begin(parts.db, user, {
    workflowId: input.workflow_id,
    hash: found.hash,
    callId: call.id,
    threadId: call.threadId,
    turnId: call.turnId,
    startedBy: 'chat',
    triggerId: null,
    ungranted: false,
    mode: context.grounds.mode,
    inputs: input.params ?? {},
  })
  await untilReleased(parts, context)
  const reused = await earlierResults(parts, user, input, found.compiled)
  if (!reused.ok) return endRun(parts, call.id, reused)
  await tellRun(parts, call.id)
  const params = (input.params ?? {}) as Values // read from JSON
  const values = await parts.values.ofRun(user, runId, { inputs: params, earlier: input.run_id })
  const record = runRecord(runId, {
    keep: (given, name) => values.keep(given, name),
    clock: parts.clock,
    runs: parts.runs,
    tell: (event) => parts.topics.publish(`run:${runId}`, event),
    failed: parts.failed,
    reused: new Set(reused.results.map(({ node, item }) => nodeKey(node, item.join('/')))),
    there: await parts.runs.endedNodes(runId),
  })
  const refuses = boundsOf(found.compiled, context.place)
  const outcome = await runGraph({
    run: call.id,
    version: found.hash,
    planner: new Planner(found.compiled, params, {
      results: reused.results,
      quiet: true,
      open: values.open,
    }),
    calls,
    signal: context.signal,
    own: ({ kind, node, type }) =>
      type === AGENT_RUN
        ? agentRun(found.compiled.byAddress.get(node)?.node.bounds)
        : kind === 'tool'
          ? undefined
          : parts.ownTools.get(type),
    input: ({ node, type, inputs }) =>
      type === 'human.ask'
        ? { ...inputs, $outputs: found.compiled.byAddress.get(node)?.node.ports?.outputs }
        : inputs,
    code: (run, signal) => parts.code.run(sourceOf(run.inputs), run.inputs, signal, run.timeout),
    recorded: ({ node }, given) => withoutLarge(values, node, given),
    refuses: (run, nodeCall) => refuses(run.node, nodeCall),
    settled: (id, signal) => untilSettled(parts, context, id, signal),
    told: (news) => record.told(news),
  })
  await record.flush()
  switch (outcome.kind) {
    case 'stopped':
      return { ok: false, code: 'cancelled', text: 'The run was stopped.' }
    case 'done':
      return endDone(parts, call.id, values, outcome.outputs)
    case 'failed': {
      const { code, message, node, item } = outcome.failure
      return endRun(parts, call.id, { ok: false, code, text: message, node, item: item.join('/') })
    }
  }
}

function sourceOf({ source }: Values): string {
  return typeof source === 'string' ? source : ''
}

/** After a crash cut a node off, the run waits, stored as a row, until a person settles the call. */
async function untilSettled(
  { calls, wakeups }: Parts,
  context: RunContext,
  id: CallId,
  signal: AbortSignal,
): Promise<void> {
  const run = context.call.id
  await wakeups.sleep(run, turnOf(context), {})
  await wakeups.again(run)
  for (;;) {
    const stored = await calls.find(id)
    if (stored?.state !== 'interrupted') break
    await delay(SETTLE_LOOK, signal)
  }
  await wakeups.fire(run)
}

/** A run that was open in a restored backup waits, stored as a row, until a person resumes it: it may have continued where the backup was made. */
async function untilReleased(
  { runs, wakeups, notices }: Parts,
  { call, pause, signal }: RunContext,
): Promise<void> {
  const run = await runs.byCall(call.id)
  if (run === undefined || run.held_at === null) return
  await notices.add(run.owner, {
    id: `held ${run.id}`,
    title: `${run.name} waits to be resumed`,
    text: 'It was open when the backup of this server was made, and may have continued elsewhere since.',
    runId: run.id,
  })
  await wakeups.sleep(call.id, turnOf({ call }), {})
  await wakeups.again(call.id)
  const isHeld = async () => ((await runs.byCall(call.id))?.held_at ?? null) !== null
  const released = async (): Promise<void> => {
    while (await isHeld()) await delay(SETTLE_LOOK, signal)
  }
  // Resumed before the row was there, nothing would wake a turn that is parked now.
  if (await isHeld()) await (pause === undefined ? released() : pause(released))
  await wakeups.fire(call.id)
}

/** Milliseconds between two checks for a settled call while other work keeps the turn in memory. */
const SETTLE_LOOK = 500

/** Maximum number of characters of a large output that the model or the thread gets. */
const BEGINNING = 4000

async function endDone(parts: Parts, callId: CallId, values: RunValues, given: Values): Promise<ToolOutcome> {
  try {
    const outputs = await values.keep(given, 'output')
    return await endRun(parts, callId, { ok: true, outputs, shown: beginnings(outputs, values) })
  } catch (cause) {
    if (!(cause instanceof TooLarge)) throw cause
    return endRun(parts, callId, { ok: false, code: 'too_large', text: cause.message })
  }
}

/** Truncated outputs for a reader that cannot open files. */
function beginnings(outputs: Values, { open }: RunValues): Values {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => {
      const file = readFileValue(value)
      const content = file && open(file)
      if (file === undefined || content === undefined) return [name, value]
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      return [name, { ...file, begins: text.slice(0, BEGINNING) }]
    }),
  )
}

/** Replaces large values in a call's outcome by files, which are stored before the row that refers to them. */
async function withoutLarge(values: RunValues, node: string, outcome: ToolOutcome): Promise<ToolOutcome> {
  const { text } = outcome
  if (!outcome.ok) return outcome
  const given = outcome.value ?? { text }
  try {
    const value = await values.keep(given, node)
    if (value === given) return outcome
    const short = text.length > LARGE_VALUE ? `${text.slice(0, BEGINNING)}\n… (the rest is in a file)` : text
    return { ...outcome, text: short, value }
  } catch (cause) {
    if (!(cause instanceof TooLarge)) throw cause
    const { changed } = outcome
    const why = `it was done, but its result cannot be kept: ${cause.message}`
    return { ok: false, code: 'too_large', text: why, ...(changed === undefined ? {} : { changed }) }
  }
}

type Ended =
  | { readonly ok: true; readonly outputs: Values; readonly shown: Values }
  | {
      readonly ok: false
      readonly code: string
      readonly text: string
      readonly node?: string
      readonly item?: string
    }

async function endRun(parts: Parts, callId: CallId, ended: Ended): Promise<ToolOutcome> {
  const row = await parts.runs.byCall(callId)
  if (row === undefined) throw new Error(`the run of ${callId} is not there`)
  if (ended.ok) {
    await parts.runs.end(row.id, { state: 'done', outputs: ended.outputs })
    await tellRun(parts, callId)
    await parts.runEnded(row, null)
    const { outputs, shown } = ended
    return {
      ok: true,
      text: JSON.stringify({ run_id: row.id, outputs: shown }, null, 1),
      value: { ...outputs },
      summary: `run ${row.id}`,
    }
  }
  const { code, text, node = null, item = null } = ended
  const where = node === null || node === '' ? null : node
  const error: NonNullable<RunSummary['error']> = {
    code,
    message: text,
    node: where,
    item: item === '' ? null : item,
  }
  await parts.runs.end(row.id, { state: 'failed', error })
  await tellRun(parts, callId)
  await parts.runEnded(row, error)
  const at = where === null ? '' : ` at ${where}${error.item === null ? '' : ` [${error.item}]`}`
  return { ok: false, code, text: `The run ${row.id} failed${at}: ${text}` }
}

async function tellRun(parts: Parts, callId: CallId): Promise<void> {
  const row = await parts.runs.byCall(callId)
  if (row === undefined) return
  const event = { type: 'run_updated', run: runSummary(row) }
  await parts.topics.publish(`run:${row.id}`, event)
  await parts.topics.publish(`workflow:${row.workflow_id}`, event)
}
