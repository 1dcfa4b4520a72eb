import { approvalCommands, workflowRoutes, type RunView } from '@countersign/protocol'
import { modeTyped } from '@countersign/protocol/mode-words'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { FeatureBodyLines } from '../../chat/feature-body-lines.ts'
import { wordFor, type Question } from '../../chat/question.ts'
import { visibleLine } from '../../chat/visible.ts'
import { now } from '../../clock.ts'
import type { Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { questionPage, readOpen, wholeQuestion } from '../open-questions.ts'
import { complain, type JsonOption } from '../output.ts'
import { nodeType } from './nodes.ts'
import { readInputs } from './read-json.ts'
import { ended, hasEnded, LOOK_EVERY } from './workflow.ts'

interface RunNodeOptions extends JsonOption {
  readonly inputs?: string
  readonly mode?: string
  readonly dir?: string
}

/** Exit code if an effect was denied, as of `countersign run`. */
const DENIED = 2

/** Runs one node as a workflow of its own, so that its call takes the same steps as any other. The workflow is removed at the end. */
export function runNode(
  type: string,
  { inputs: given, mode, dir, json }: RunNodeOptions,
  bodies: readonly FeatureBodyLines[],
): Promise<number> {
  return onServer(async (api) => {
    const inputs = readInputs(given)
    if (inputs === undefined) return complain('`--inputs` takes a JSON object, such as `{"name":"value"}`')
    const node = await nodeType(api, type)
    if (typeof node === 'string') return complain(node)
    const name = `One node: ${type}`
    const outputs = Object.fromEntries(node.outputs.map((port) => [port.name, [NODE, port.name]]))
    const graph = { version: 1, name, inputs: {}, outputs, nodes: [{ id: NODE, type, inputs }], edges: [] }
    const checked = await api.call(workflowRoutes.check, { body: { graph } })
    if (!checked.ok) return complain(checked.message)
    if (checked.body.problems.length > 0)
      return complain(checked.body.problems.map(({ message }) => message).join('\n'))
    const made = await api.call(workflowRoutes.create, { body: { name, graph } })
    if (!made.ok) return complain(made.message)
    const { id } = made.body.workflow
    try {
      const body = {
        version: 'draft' as const,
        inputs: {},
        workspace: resolve(dir ?? '.'),
        ...(mode === undefined ? {} : { mode: modeTyped(mode) }),
      }
      const started = await api.call(workflowRoutes.start, { params: { id }, body })
      return started.ok
        ? await follow(api, started.body.run, { json: json === true, bodies })
        : complain(started.message)
    } finally {
      await api.call(workflowRoutes.remove, { params: { id } })
    }
  })
}

const NODE = 'node'

interface Following {
  readonly json: boolean
  readonly bodies: readonly FeatureBodyLines[]
}

/** Waits for the end of the run, and answers its questions: a person in this terminal, or no one. */
async function follow(api: Api, started: RunView, { json, bodies }: Following): Promise<number> {
  let run = started
  let denied = false
  const stop = () => void api.call(workflowRoutes.stop, { params: { id: run.id } })
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    while (!hasEnded(run)) {
      if (run.state === 'waiting') denied = (await answerAll(api, run, bodies)) || denied
      await delay(LOOK_EVERY)
      const looked = await api.call(workflowRoutes.run, { params: { id: run.id } })
      if (!looked.ok) return complain(looked.message)
      run = looked.body.run
    }
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
  }
  const code = ended(run, json)
  return denied ? DENIED : code
}

/** Answers every open question of this run. Returns true if one was denied. */
async function answerAll(
  api: Api,
  { thread_id: thread }: RunView,
  bodies: readonly FeatureBodyLines[],
): Promise<boolean> {
  const open = await readOpen(api)
  if (typeof open === 'string') return false
  let denied = false
  for (const { call } of open.questions.filter((one) => one.call.thread_id === thread)) {
    const question = await wholeQuestion(api, call.id)
    // Someone else answered it in the meantime.
    if (typeof question === 'string') continue
    const attended = process.stdin.isTTY
    const allowed = attended && (await allowedHere(question, bodies))
    const answer = await api.command(approvalCommands.answer, {
      tool_call_id: question.call.id,
      hash: question.approval.hash,
      decision: allowed ? 'allow_once' : 'deny',
      ...(attended ? {} : { feedback: 'nobody is here to answer' }),
    })
    if (!answer.ok) console.error(`countersign: ${answer.message}`)
    else if (!allowed) {
      denied = true
      if (!attended)
        console.error(
          `countersign: denied because nobody is here to answer: ${call.tool}(${visibleLine(call.specifier)})`,
        )
    }
  }
  return denied
}

/** A line that arrives sooner was typed before the person could read the question. */
const EARLY_MS = 800

/** Shows the question and reads the person's answer. Standard output is kept for the node's outputs. */
async function allowedHere(question: Question, bodies: readonly FeatureBodyLines[]): Promise<boolean> {
  const word = wordFor(question)
  console.error(questionPage(question, bodies))
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // Control-C at the question is a no; it must not leave the call waiting.
  const left = new AbortController()
  lines.on('SIGINT', () => left.abort())
  lines.on('close', () => left.abort())
  // From when the question was shown: asking for an answer again does not start the wait anew.
  const asked = now()
  try {
    for (;;) {
      const typed = await lines.question(
        word === null ? 'a allow once, d deny: ' : `type \`${word}\` to allow, d deny: `,
        { signal: left.signal },
      )
      const answer = typed.trim()
      if (now() - asked < EARLY_MS) continue
      if (answer === (word ?? 'a')) return true
      if (answer === 'd') return false
    }
  } catch {
    return false
  } finally {
    lines.close()
  }
}
