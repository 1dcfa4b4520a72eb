import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { CallId } from '../ids.ts'
import { HookReply, HookRequest, OutsideAnswer, OutsideEnd, OutsideRequest } from '../outside.ts'
import { Done } from '../common.ts'

/** Largest event of a hook, in bytes: a file that an agent writes is in it, quoted twice. */
const EVENT_LIMIT = 4_000_000

const OneCall = z.object({ id: CallId })

/** The gate for agents that live elsewhere. */
export const outsideRoutes = {
  ask: defineRoute({
    method: 'POST',
    path: '/api/outside/calls',
    needs: 'propose',
    about: 'an agent outside wants to make a call; answers when it is settled',
    body: OutsideRequest,
    reply: OutsideAnswer,
  }),
  hook: defineRoute({
    method: 'POST',
    path: '/api/outside/hook',
    needs: 'propose',
    about:
      'the hook of an agent hands on the event that it was given; answers with what the hook prints and how it ends',
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
      'held while the call is being made, and answered when it has ended; a caller that hangs up before that has gone away',
    params: OneCall,
    reply: Done,
  }),
  ended: defineRoute({
    method: 'POST',
    path: '/api/outside/calls/:id/ended',
    needs: 'propose',
    about: 'how that call ended',
    params: OneCall,
    body: OutsideEnd,
    reply: Done,
  }),
}
