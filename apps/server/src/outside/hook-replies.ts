import { HOOK_AGENTS, readHookInput, writeHookAnswer, type HookAgent } from '@countersign/agent/hooks'
import { OutsideRequest, type HookReply, type HookRequest } from '@countersign/protocol'
import { z } from 'zod'
import type { OutsideSessions } from './sessions.ts'

/** Reads what an agent told its hook, asks by the one road, and answers in the agent's own words. Whatever fails refuses. */
export async function replyToHook(
  sessions: Pick<OutsideSessions, 'askForHook'>,
  { agent, event, cwd, project }: HookRequest,
  signal: AbortSignal,
): Promise<HookReply> {
  if (agent !== undefined && !isHookAgent(agent))
    return refused(`\`${agent}\` is no agent that is known here`)
  const input = readHookInput(event, agent, { cwd, ...(project === undefined ? {} : { project }) })
  switch (input.kind) {
    case 'other':
      return { exit: 0, stdout: '{}\n', stderr: '' }
    case 'unreadable':
      return refused(input.message)
    case 'call': {
      const { place, call } = input.hook
      const request = OutsideRequest.safeParse({ place, call, reports: false })
      if (!request.success) return refused(z.prettifyError(request.error))
      const { verdict, call_id, reason, asked } = await sessions.askForHook(request.data, signal)
      const words = verdict === 'allow' ? 'Countersign: allowed' : reason
      return {
        exit: 0,
        stdout: writeHookAnswer(input.hook, { verdict, reason: words }),
        stderr: '',
        ...(verdict === 'allow' && asked ? { heard: call_id } : {}),
      }
    }
  }
}

function refused(why: string): HookReply {
  return { exit: 2, stdout: '', stderr: `countersign: ${why}; nothing is allowed by that\n` }
}

function isHookAgent(name: string): name is HookAgent {
  return HOOK_AGENTS.some((one) => one === name)
}
