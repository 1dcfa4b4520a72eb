import { writeHookAnswer, type HookAnswer, type HookCall } from '@countersign/agent/hooks'
import { compilePolicy, decide, explain } from '@countersign/policy'
import { readModeCopy } from '@countersign/server/local'
import { lookedUp, readHook } from '@countersign/server/local-hook'
import { homedir } from 'node:os'
import { layersHere, placeHere } from '../policy-here.ts'
import type { Reply } from './ask-server.ts'

/** An agent's event for its hook, and the folder. */
export interface Said {
  readonly agent: string | undefined
  readonly event: string
  readonly cwd: string
  readonly project: string | undefined
}

/** The policy alone, with the rules that apply in that folder without a server. Calls that would ask are left to the agent if it asks. */
export function answerAlone(said: Said, home: string): Promise<Reply> {
  return reply(said, (hooked) => decideAlone(hooked, home))
}

/** Nothing was decided: the agent asks its person, or the call is refused. */
export function leaveToAgent(said: Said, why: string): Promise<Reply> {
  return reply(said, () => Promise.resolve({ verdict: 'ask', reason: `Countersign: ${why}` }))
}

async function reply(said: Said, answerTo: (hooked: HookCall) => Promise<HookAnswer>): Promise<Reply> {
  const input = readHook(said)
  switch (input.kind) {
    case 'other':
      return { exit: 0, stdout: '{}\n', stderr: '' }
    case 'unreadable':
      throw new Error(input.message)
    case 'call':
      return { exit: 0, stdout: writeHookAnswer(input.hook, await answerTo(input.hook)), stderr: '' }
  }
}

async function decideAlone({ place: from, call }: HookCall, home: string): Promise<HookAnswer> {
  const place = placeHere(workspaceOf(from.workspace), from.cwd, home)
  const policy = compilePolicy({
    mode: from.planning ? 'plan' : await readModeCopy(home),
    layers: await layersHere(home, from.workspace),
  })
  const specifier = await lookedUp(call.specifier, place)
  const decision = decide({ tool: call.tool, specifier, place }, policy)
  return { verdict: VERDICTS[decision.verdict], reason: `Countersign: ${explain(decision)}` }
}

/** No folder contains everything: if started in such a folder, nothing is inside the workspace. */
function workspaceOf(folder: string): string {
  const home = homedir()
  return folder === '/' || home === folder || home.startsWith(`${folder}/`) ? '/nowhere' : folder
}

const VERDICTS = { run: 'allow', ask: 'ask', block: 'deny' } as const
