import { HOOK_AGENTS, readHookInput, type HookAgent, type HookInput } from '@countersign/agent/hooks'
import { homedir } from 'node:os'
import { endOfTranscript, instructionsIn } from './transcripts.ts'

/** An agent's event for its hook, and where it came from. */
export interface HookEvent {
  readonly agent?: string | undefined
  readonly event: string
  readonly cwd: string
  readonly project?: string | undefined
}

/** Reads an event with the files of this machine that it refers to. */
export function readHook({ agent, event, cwd, project }: HookEvent): HookInput {
  if (agent !== undefined && !isHookAgent(agent))
    return {
      kind: 'unreadable',
      message: `\`${agent}\` is not a known agent; choose one of ${HOOK_AGENTS.join(', ')}`,
    }
  return readHookInput(event, agent, {
    cwd,
    transcript: endOfTranscript,
    home: homedir(),
    file: instructionsIn,
    ...(project === undefined ? {} : { project }),
  })
}

function isHookAgent(name: string): name is HookAgent {
  return HOOK_AGENTS.some((one) => one === name)
}
