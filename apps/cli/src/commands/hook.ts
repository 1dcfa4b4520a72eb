import {
  readHookInput,
  writeHookAnswer,
  type HookAgent,
  type HookAnswer,
  type HookCall,
} from '@countersign/agent/hooks'
import { compilePolicy, decide, explain } from '@countersign/policy'
import { findRunning, loadToken } from '@countersign/server/local'
import { homedir } from 'node:os'
import { text } from 'node:stream/consumers'
import { localPost, type LocalServer } from '../local-post.ts'
import { dataFolder, layersHere, placeHere, resolvedHere } from '../policy-here.ts'

export interface HookOptions {
  readonly agent?: HookAgent
  /** Seconds that a card may wait before the outer agent asks itself. */
  readonly wait: number
}

/**
 * Answers an agent that asks before it uses a tool: by policy, and by a card where it must be asked. With no server running policy
 * decides alone, and what would ask is left to the outer agent. Whatever fails asks; nothing that fails allows.
 */
export async function hook(options: HookOptions, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const project = env['CLAUDE_PROJECT_DIR'] ?? env['GEMINI_PROJECT_DIR']
  const input = readHookInput(await text(process.stdin), options.agent, {
    cwd: process.cwd(),
    ...(project === undefined || project === '' ? {} : { project }),
  })
  switch (input.kind) {
    case 'other':
      process.stdout.write('{}\n')
      return 0
    case 'unreadable':
      console.error(`countersign: ${input.message}; nothing is allowed by that`)
      return REFUSED
    case 'call': {
      const answer = await answerTo(input.hook, options, env).catch((cause: unknown): HookAnswer => ({
        verdict: 'ask',
        reason: `Countersign could not decide: ${cause instanceof Error ? cause.message : String(cause)}`,
      }))
      process.stdout.write(writeHookAnswer(input.hook, answer))
      return 0
    }
  }
}

/** The exit code by which all these agents take a call for refused. */
const REFUSED = 2

async function answerTo(hooked: HookCall, options: HookOptions, env: NodeJS.ProcessEnv): Promise<HookAnswer> {
  const home = dataFolder(env)
  const running = await findRunning(home)
  return running === undefined
    ? decideAlone(hooked, home)
    : askServer(hooked, { port: running.port, token: await loadToken(home), wait: options.wait })
}

interface Server extends LocalServer {
  readonly wait: number
}

async function askServer({ place, call }: HookCall, { port, token, wait }: Server): Promise<HookAnswer> {
  const patience = AbortSignal.timeout(wait * 1000)
  const asked = await localPost(
    { port, token },
    '/api/outside/calls',
    { place, call, reports: false },
    patience,
  ).catch((cause: unknown) => {
    if (patience.aborted) return undefined
    throw cause
  })
  if (asked === undefined)
    return { verdict: 'ask', reason: 'nobody answered the card in Countersign; the question is yours' }
  const { status, body } = asked
  if (isAnswer(body))
    return { verdict: body.verdict, reason: body.verdict === 'allow' ? 'Countersign: allowed' : body.reason }
  return { verdict: 'ask', reason: `Countersign answered ${status}; nothing is allowed by that` }
}

function isAnswer(value: unknown): value is { verdict: 'allow' | 'deny'; reason: string } {
  if (typeof value !== 'object' || value === null || !('verdict' in value) || !('reason' in value))
    return false
  return (value.verdict === 'allow' || value.verdict === 'deny') && typeof value.reason === 'string'
}

/** Policy alone: by the rules that hold in that folder without a server. */
async function decideAlone({ place: from, call }: HookCall, home: string): Promise<HookAnswer> {
  const place = placeHere(workspaceOf(from.workspace), from.cwd, home)
  const policy = compilePolicy({
    mode: from.planning ? 'plan' : 'default',
    layers: await layersHere(home, from.workspace),
  })
  const specifier = await resolvedHere(call.specifier, place)
  const decision = decide({ tool: call.tool, specifier, place }, policy)
  return { verdict: VERDICTS[decision.verdict], reason: `Countersign: ${explain(decision)}` }
}

/** No folder holds everything: started in one that does, nothing is inside of the workspace. */
function workspaceOf(folder: string): string {
  const home = homedir()
  return folder === '/' || home === folder || home.startsWith(`${folder}/`) ? '/nowhere' : folder
}

const VERDICTS = { run: 'allow', ask: 'ask', block: 'deny' } as const
