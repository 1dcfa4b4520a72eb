import type { SocketCommand } from '../../apps/server/src/platform/command.ts'
import { readPart } from '../../apps/server/src/platform/http/read-part.ts'
import { parseCommand } from '../../apps/server/src/platform/read-command.ts'
import { Refused } from '../../apps/server/src/platform/route.ts'
import { clientTools } from '../../apps/server/src/features/threads/clients/client-tools.ts'
import {
  compilePolicy,
  CORPUS_PLACE,
  decide,
  isStricter,
  toolFacts,
  type Policy,
  type PolicyCall,
} from '../../packages/policy/src/index.ts'
import { COMMANDS, OutsideRequest, ROUTES, threadCommands } from '../../packages/protocol/src/index.ts'
import {
  BODY_SAMPLES,
  COMMAND_SAMPLES,
  keyPaths,
  respelled,
  type KeyPath,
} from '../../packages/protocol/src/testing/messages.ts'
import { must } from './must.ts'

/** The parsed message; undefined if it was rejected. `noted`: the server logs the parts that it ignores. */
type Read = { readonly value: unknown; readonly noted: boolean } | undefined

interface Message {
  readonly name: string
  readonly sample: unknown
  read(sent: unknown): Read
}

const commands: ReadonlyMap<string, SocketCommand> = new Map(
  COMMANDS.map((contract) => [
    contract.schema.shape.type.value,
    { contract, needs: () => contract.needs, run: () => Promise.reject(new Error('only read')) },
  ]),
)

const MESSAGES: readonly Message[] = [
  ...COMMAND_SAMPLES.map((sample) => ({ name: sample.type, sample, read: readSocket })),
  ...ROUTES.flatMap(({ method, path, body }): readonly Message[] => {
    const name = `${method} ${path}`
    const sample = BODY_SAMPLES[name]
    return body === undefined || sample === undefined
      ? []
      : [{ name, sample, read: (sent) => readBody(body, sent) }]
  }),
]

function readSocket(sent: unknown): Read {
  const read = parseCommand(sent, commands)
  return read.ok ? { value: read.value, noted: read.legacy.length > 0 } : undefined
}

function readBody(schema: Parameters<typeof readPart>[0], sent: unknown): Read {
  const part = readPart(schema, sent)
  return part === undefined || part instanceof Refused ? undefined : { value: part.value, noted: false }
}

/**
 * Replaces each key of every message with the given spelling. The law: a message that is still accepted must not decide anything more
 * loosely than with the right key, unless the new spelling is the name of another key or the server logs it.
 */
export async function keyTarget(text: string): Promise<string> {
  const spelled = text.slice(0, 80)
  const taken: string[] = []
  for (const message of MESSAGES)
    for (const path of keyPaths(message.sample)) {
      const key = path.at(-1) ?? ''
      for (const spelling of [spelled, `${key}${spelled}`, `${spelled}${key}`, spelled.toUpperCase()])
        if (spelling !== key && (await isTaken(message, path, spelling)))
          taken.push(`${message.name} ${path.join('.')}`)
    }
  return taken.slice(0, 5).join(' / ')
}

async function isTaken(message: Message, path: KeyPath, spelling: string): Promise<boolean> {
  const sent = respelled(message.sample, path, spelling)
  const read = message.read(sent)
  if (read === undefined || read.noted || isOtherKey(message, path, spelling)) return false
  const right = await verdicts(message.read(message.sample)?.value)
  const now = await verdicts(read.value)
  const where = `${message.name} with \`${spelling}\` for \`${path.join('.')}\``
  must(right.length === now.length, `${where} decides on something else`)
  for (const [index, verdict] of right.entries())
    must(!isStricter(verdict, now[index] ?? verdict), `${where} is looser: ${now[index]} against ${verdict}`)
  // Effects without a verdict must not be lost either: a rule for one thread, a dry run, a limit.
  must(
    FREE.test(path.join('.')) || JSON.stringify(read.value).includes(JSON.stringify(spelling)),
    `${where} is taken and dropped`,
  )
  return true
}

/** Places where the sender chooses the keys: schemas and arguments of tools, names of capabilities, keys of browsers. */
const FREE = /^(?:tools\.\d+\.(?:params|inputSchema|input_schema)|call\.args|capabilities|public_key)\./

/**
 * Whether the spelling is another key of the message with a valid value, so that it may be intended. The keys of a tool are not
 * interchangeable.
 */
function isOtherKey({ sample }: Message, path: KeyPath, spelling: string): boolean {
  const isTool = path[0] === 'tools'
  return !isTool && keyPaths(sample).some((other) => other.at(-1) === spelling)
}

const MODES: readonly Policy[] = ['plan', 'default', 'edits', 'auto'].map((mode) =>
  compilePolicy({ mode, layers: [] }),
)

const PUSH: PolicyCall = {
  tool: toolFacts('terminal.exec'),
  specifier: { kind: 'shell', command: 'git push' },
  place: CORPUS_PLACE,
}

/** The verdicts that a message leads to on its own: modes, tools of clients, calls from outside. */
async function verdicts(value: unknown): Promise<readonly Verdict[]> {
  const manifest = threadCommands.manifest.schema.safeParse(value)
  if (manifest.success) {
    const clients = clientTools()
    await clients.join({ send: () => undefined, follows: () => true }).offer(manifest.data.tools)
    return clients.tools().flatMap(({ name, category, destructive, editSafe }) =>
      inModes({
        tool: { name, category, destructive: destructive === true, editSafe, kind: 'text' },
        specifier: { kind: 'text', text: 'x' },
        place: CORPUS_PLACE,
      }),
    )
  }
  const outside = OutsideRequest.safeParse(value)
  if (outside.success) {
    const { call, place } = outside.data
    const { suspect, asks, ...facts } = call.tool
    const tool = { ...facts, ...(suspect && { suspect }), ...(asks && { asks }) }
    const found = inModes({ tool, specifier: call.specifier, place: CORPUS_PLACE })
    return place.planning ? found.slice(0, 1) : found
  }
  const mode = modeIn(value)
  return mode === undefined ? [] : [decide(PUSH, compilePolicy({ mode, layers: [] })).verdict]
}

type Verdict = ReturnType<typeof decide>['verdict']

function inModes(call: PolicyCall): readonly Verdict[] {
  return MODES.map((policy) => decide(call, policy).verdict)
}

/** The mode of a new thread: without one it is the person's default, which may be the loosest. */
function modeIn(value: unknown): string | undefined {
  const create = threadCommands.create.schema.safeParse(value)
  if (create.success) return create.data.permission_mode ?? 'auto'
  const set = threadCommands.setMode.schema.safeParse(value)
  return set.success ? set.data.permission_mode : undefined
}
