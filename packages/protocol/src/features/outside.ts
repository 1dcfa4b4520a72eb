import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { CallId } from '../ids.ts'
import { HookReply, HookRequest, OutsideAnswer, OutsideEnd, OutsideRequest } from '../outside.ts'
import { Done } from '../common.ts'

/** Largest event of a hook, in bytes: it contains any file that an agent writes, quoted twice. */
const EVENT_LIMIT = 4_000_000

const OneCall = z.object({ id: CallId })

/** The gate for outside agents. */
export const outsideRoutes = {
  ask: defineRoute({
    method: 'POST',
    path: '/api/outside/calls',
    needs: 'propose',
    about: 'an outside agent asks to make a call; the response comes when it is settled',
    body: OutsideRequest,
    reply: OutsideAnswer,
  }),
  hook: defineRoute({
    method: 'POST',
    path: '/api/outside/hook',
    needs: 'propose',
    about: 'an agent’s hook passes on its event; the response has what the hook prints and how it exits',
    body: HookRequest,
    limit: EVENT_LIMIT,
    reply: HookReply,
  }),
  heard: defineRoute({
    method: 'POST',
    path: '/api/outside/calls/:id/heard',
    needs: 'propose',
    about: 'confirms that the agent is alive and received a person’s yes; 404: the call must not be made',
    params: OneCall,
    reply: Done,
  }),
  running: defineRoute({
    method: 'POST',
    path: '/api/outside/calls/:id/running',
    needs: 'propose',
    about:
      'stays open while the call is made, and returns when it ends; a caller that disconnects earlier is considered gone',
    params: OneCall,
    reply: Done,
  }),
  ended: defineRoute({
    method: 'POST',
    path: '/api/outside/calls/:id/ended',
    needs: 'propose',
    about: 'reports how that call ended',
    params: OneCall,
    body: OutsideEnd,
    reply: Done,
  }),
}
