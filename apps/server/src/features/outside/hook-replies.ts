import { writeHookAnswer, type HookAnswer, type HookCall } from '@countersign/agent/hooks'
import { OutsideRequest, type HookReply, type HookRequest, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import { readHook } from './read-hook.ts'
import type { OutsideSessions } from './sessions.ts'

/** Reads an agent's event for its hook, asks through the gate, and answers in the agent's own format. Any failure refuses. */
export async function replyToHook(
  sessions: Pick<OutsideSessions, 'askForHook' | 'blocks' | 'yeses'>,
  user: UserId,
  event: HookRequest,
  signal: AbortSignal,
): Promise<HookReply> {
  const input = readHook(event)
  switch (input.kind) {
    case 'other':
      return { exit: 0, stdout: '{}\n', stderr: '' }
    case 'unreadable':
      return refused(input.message)
    case 'call': {
      const { place, call, twice } = input.hook
      const request = OutsideRequest.safeParse({ place, call, reports: false })
      if (!request.success) return refused(z.prettifyError(request.error))
      // A yes answers the second question too, unless a deny rule or Plan mode came in between: then the gate refuses, and records it.
      const isAnswered = twice?.time === 'second' && sessions.yeses.take(twice.key)
      if (isAnswered && !(await sessions.blocks(user, request.data)))
        return answered(input.hook, { verdict: 'allow', reason: ALLOWED })
      const { verdict, call_id, reason, asked } = await sessions.askForHook(user, request.data, signal)
      if (verdict === 'deny') return answered(input.hook, { verdict, reason })
      if (twice?.time === 'first') sessions.yeses.keep(twice.key)
      return {
        ...answered(input.hook, { verdict, reason: ALLOWED }),
        ...(asked ? { heard: call_id } : {}),
      }
    }
  }
}

const ALLOWED = 'Countersign: allowed'

function answered(hook: HookCall, answer: HookAnswer): HookReply {
  return { exit: 0, stdout: writeHookAnswer(hook, answer), stderr: '' }
}

function refused(why: string): HookReply {
  return { exit: 2, stdout: '', stderr: `countersign: ${why}; so nothing is allowed\n` }
}
