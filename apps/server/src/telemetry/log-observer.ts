import type { Clock } from '@countersign/agent'
import type { Observer } from '../turns/observer.ts'

/** The one log method that is used here. */
interface InfoLog {
  info(about: object, message: string): void
}

/** Turns, model calls and tool calls as lines of the log: ids, names, times and numbers, never messages, arguments or results. */
export function logObserver(log: InfoLog, clock: Clock): Observer {
  const since = (at: number) => ({ ms: clock.now() - at })
  return {
    turnTaken({ turnId, threadId, model }) {
      const at = clock.now()
      const about = { turn_id: turnId, thread_id: threadId, model }
      log.info(about, 'turn taken')
      return (how) => log.info({ ...about, how, ...since(at) }, 'turn left')
    },
    modelAsked({ turnId, threadId, model }) {
      const at = clock.now()
      const about = { turn_id: turnId, thread_id: threadId, model }
      return ({ how, restarts, usage }) => {
        const used =
          usage === undefined
            ? {}
            : {
                input_tokens: usage.inputTokens,
                output_tokens: usage.outputTokens,
                cost_usd: usage.costUsd ?? null,
              }
        log.info({ ...about, how, restarts, ...used, ...since(at) }, 'model answered')
      }
    },
    callBegan(call) {
      const at = clock.now()
      const about = {
        call_id: call.id,
        turn_id: call.turnId,
        thread_id: call.threadId,
        parent_id: call.parentId,
        tool: call.tool,
      }
      log.info(about, 'call began')
      return (end) => {
        const how = end.how === 'threw' ? 'threw' : end.outcome.ok ? 'succeeded' : end.outcome.code
        log.info({ ...about, how, ...since(at) }, 'call ended')
      }
    },
  }
}
