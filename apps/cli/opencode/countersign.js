// Asks Countersign before OpenCode uses a tool. `countersign hook install --agent opencode` writes this file, with the command in it.
import { spawn } from 'node:child_process'

/** The program that asks, and its arguments. */
const COMMAND = []
/** What the program finds in its environment besides. */
const ENVIRONMENT = {}
/** The installer set `permission` for everything (`*`) to ask. Otherwise a person did, and it stays. */
const OURS = false
/** What it was before; null: nothing was said. */
const BEFORE = null
/** Milliseconds after which a call is refused, whatever the program does. It refuses by itself before that. */
const PATIENCE = 600_000

/** Sessions in which its agent for plans works: nothing with an effect may happen in them. */
const planning = new Set()
/** Sessions of sub-agents, with those that started them. */
const parents = new Map()

function plans(session) {
  return session !== undefined && (planning.has(session) || plans(parents.get(session)))
}

export const Countersign = async ({ directory }) => ({
  // The configuration asks about everything, so that OpenCode asks by itself when this file was not loaded. It was: here it is asked.
  config: async (config) => {
    const { permission } = config
    if (!OURS) return
    if (permission === 'ask') config.permission = BEFORE ?? {}
    else if (permission?.['*'] === 'ask') {
      const { '*': _ours, ...others } = permission
      config.permission = BEFORE === null ? others : { ...others, '*': BEFORE }
    }
  },

  event: async ({ event }) => {
    const session = event.properties?.info
    if (event.type === 'session.created' && session?.parentID) parents.set(session.id, session.parentID)
  },

  // Comes before the model is asked, and tells which of its agents works; a call does not tell.
  'chat.params': async ({ sessionID, agent }) => {
    if ((agent?.name ?? agent) === 'plan') planning.add(sessionID)
    else planning.delete(sessionID)
  },

  // Whatever this throws is told to the model, and the tool does not run.
  'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
    const answer = await ask(directory, {
      hook_event_name: 'tool.execute.before',
      session_id: sessionID,
      tool_use_id: callID,
      cwd: directory,
      permission_mode: plans(sessionID) ? 'plan' : 'default',
      tool_name: tool,
      tool_input: args,
    })
    if (answer !== undefined) throw new Error(answer)
  },
})

/** Undefined: it may run. Otherwise why it may not. */
function ask(directory, event) {
  const [program, ...args] = COMMAND
  return new Promise((resolve) => {
    const refuse = (why) => resolve(`Countersign did not allow this: ${why}`)
    const env = { ...process.env, ...ENVIRONMENT }
    const child = spawn(program, args, { cwd: directory, env, stdio: ['pipe', 'pipe', 'pipe'] })
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      refuse('nobody answered in time')
    }, PATIENCE)
    let said = ''
    let complained = ''
    child.stdout.on('data', (part) => (said += part))
    child.stderr.on('data', (part) => (complained += part))
    // A program that has ended already does not read.
    child.stdin.on('error', () => {})
    child.on('error', (cause) => refuse(`its program cannot be started (${cause.message})`))
    child.on('close', (code) => {
      clearTimeout(late)
      if (code !== 0) return refuse(complained.trim() || `its program ended with ${code}`)
      const { decision, reason } = read(said)
      if (decision === 'allow') resolve(undefined)
      else refuse(typeof reason === 'string' ? reason : 'its program gave no answer')
    })
    child.stdin.end(JSON.stringify(event))
  })
}

function read(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
