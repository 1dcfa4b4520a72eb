import { dataFolder, readNote } from '@countersign/server/data-folder'
import { writeSync } from 'node:fs'
import { watchAgent } from './agent-life.ts'
import type * as Alone from './alone.ts'
import { askServer, type Reply } from './ask-server.ts'
import { readOptions, type HookOptions } from './options.ts'

// An agent starts this for every call and waits, so it loads only small parts of Node. It also runs on old versions of Node.

/**
 * Answers an agent that asks before it uses a tool. The server reads the event and decides; without a running server the saved rules
 * decide. Rejects with the reason if anything fails: the caller then exits with the code that blocks.
 */
export async function runHook(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const options = readOptions(args)
  const late = setTimeout(
    () => refuse(`nobody answered within ${options.limit} seconds; try again when somebody is there`),
    options.limit * 1000,
  )
  const answer = await answerTo(await readInput(), options, env)
  clearTimeout(late)
  say(answer)
}

/** Ends this process in a way that every agent treats as a refusal. */
export function refuse(why: string): never {
  try {
    writeSync(2, `countersign: ${why}; so nothing is allowed\n`)
  } catch {
    // Nobody reads the output. The exit code still blocks.
  }
  process.exit(BLOCKED)
}

/** The exit code that all these agents treat as a refusal. */
const BLOCKED = 2

async function answerTo(event: string, options: HookOptions, env: NodeJS.ProcessEnv): Promise<Reply> {
  const home = dataFolder(env)
  const project = env['CLAUDE_PROJECT_DIR'] || env['GEMINI_PROJECT_DIR']
  const said = { agent: options.agent, event, cwd: process.cwd(), project }
  const running = readNote(home)
  const agent = watchAgent(() => refuse('the agent that asked is gone'))
  let patience: NodeJS.Timeout | undefined
  const untilTired = (hangUp: () => void) => {
    if (options.wait !== undefined) patience = setTimeout(hangUp, options.wait * 1000)
  }
  const asked =
    running === undefined ? 'no server' : await askServer({ running, home, said, untilTired, agent })
  clearTimeout(patience)
  agent.stop()
  switch (asked) {
    case 'no server':
      return isOldNode() ? byNewerNode(event) : (await alone()).answerAlone(said, home)
    case 'lost':
      return leaveToAgent('the Countersign server went away while it was asked')
    case 'tired':
      return leaveToAgent('nobody answered the card in Countersign')
    default:
      return asked
  }

  async function leaveToAgent(why: string): Promise<Reply> {
    if (isOldNode()) throw new Error(why)
    return (await alone()).leaveToAgent(said, why)
  }
}

/** The policy is only loaded if no server has it loaded. */
async function alone(): Promise<typeof Alone> {
  // Reuse compiled code across starts.
  process.getBuiltinModule('node:module').enableCompileCache?.()
  return import('./alone.ts')
}

/** The policy needs Node 22.12; asking a server does not. */
function isOldNode(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < 22 || (major === 22 && minor < 12)
}

/** Asks again with the Node that npm installed. */
function byNewerNode(event: string): Reply {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const own = decodeURIComponent(new URL('../../../../node_modules/node/bin/node', import.meta.url).pathname)
  const { status, stdout, stderr, error } = spawnSync(own, process.argv.slice(1), {
    input: event,
    encoding: 'utf8',
  })
  if (error)
    throw new Error(
      `no server is running, and deciding without one needs Node 22.12 or newer; this is ${process.versions.node}; run \`npm install\` in the clone to get one`,
    )
  return { exit: status === 0 ? 0 : BLOCKED, stdout, stderr }
}

function readInput(): Promise<string> {
  return new Promise((read, failed) => {
    let text = ''
    process.stdin.setEncoding('utf8')
    process.stdin.on('data', (part) => {
      text += String(part)
    })
    process.stdin.on('end', () => read(text))
    process.stdin.on('error', failed)
  })
}

/** Writes everything before exiting successfully: a truncated answer is worthless. */
function say({ exit, stdout, stderr }: Reply): never {
  writeAll(2, stderr)
  writeAll(1, stdout)
  process.exit(exit)
}

function writeAll(fd: number, text: string): void {
  let left = Buffer.from(text)
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(fd, left))
    } catch (cause) {
      // The pipe is full for now.
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN')) throw cause
    }
  }
}
