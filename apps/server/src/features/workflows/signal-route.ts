import { workflowRoutes } from '@countersign/protocol'
import { misfit, type Json, type JsonSchema } from '@countersign/workflow'
import { DONE, refuse, route, type Route } from '../../platform/route.ts'
import type { Parts } from './parts.ts'

/** Signals from outside. The holder of a call's token may wake it once, with a payload that matches its schema. */
export function signalRoute({ calls, wakeups }: Pick<Parts, 'calls' | 'wakeups'>): Route {
  return route(workflowRoutes.signal, async ({ params, request }) => {
    const callId = await wakeups.findByToken(params.token)
    const stored = callId && (await calls.find(callId))
    if (!callId || !stored) return refuse(404, 'not_found', 'nothing waits for this signal')
    const payload = read(request.bytes)
    if (payload === undefined) return refuse(400, 'bad_message', 'the body is not JSON')
    const { args } = stored.call
    const schema = typeof args === 'object' && args !== null && 'schema' in args ? args.schema : undefined
    const problem = schema === undefined ? undefined : misfit(payload, schema as JsonSchema) // the compiler checked it
    if (problem !== undefined) return refuse(400, 'bad_message', problem)
    return (await wakeups.fire(callId, payload))
      ? DONE
      : refuse(404, 'not_found', 'nothing waits for this signal')
  })
}

function read(bytes: Buffer): Json | undefined {
  if (bytes.length === 0) return null
  try {
    return JSON.parse(bytes.toString('utf8')) as Json // any JSON; its schema checks it
  } catch {
    return undefined
  }
}
