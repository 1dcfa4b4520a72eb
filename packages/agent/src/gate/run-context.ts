import type { RunContext } from '../toolbelt/tool.ts'
import type { LetRun } from './apply.ts'
import { groundsOf, judging } from './judge.ts'
import type { CallHooks, GateParts, GateRequest } from './parts.ts'

/** The context that a running tool gets with its arguments. */
export function runContext(
  parts: GateParts,
  request: GateRequest,
  hooks: CallHooks,
  { by, ask }: { readonly by: LetRun; readonly ask: RunContext['ask'] },
): RunContext {
  const { call, place, signal } = request
  return {
    output: () => undefined,
    ...hooks.within?.(call),
    call,
    place,
    signal,
    grounds: groundsOf(by, by),
    ...(by.narrowed === undefined ? {} : { narrowed: by.narrowed }),
    ask,
    judging: (as) => judging(parts, request, as),
    mayAct: async () => !signal.aborted && (parts.mayAct === undefined || parts.mayAct()),
  }
}
