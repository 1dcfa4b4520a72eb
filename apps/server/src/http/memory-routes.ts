import { MemorySwitch, type UserId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { LongTermMemory } from '../memory/long-term.ts'
import type { Guards } from './guards.ts'

export interface MemoryRoutesParts {
  readonly user: UserId
  readonly memory: LongTermMemory
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const Key = z.object({ key: z.string() })

/** A person's long-term memory: whether it is on, what is in it, and away with it. */
export function memoryRoutes(
  app: FastifyInstance,
  { user, memory, guards, refuse }: MemoryRoutesParts,
): void {
  const view = async () => ({ enabled: await memory.isOn(user), entries: await memory.list(user) })

  app.get('/api/memory', guards.read, view)

  app.put('/api/memory', guards.person, async (request, reply) => {
    const wanted = MemorySwitch.safeParse(request.body)
    if (!wanted.success) return refuse(reply, 400, 'bad_message', z.prettifyError(wanted.error))
    await memory.switch(user, wanted.data.enabled)
    return view()
  })

  app.delete('/api/memory', guards.person, async () => {
    await memory.forgetAll(user)
    return view()
  })

  app.delete('/api/memory/:key', guards.person, async (request, reply) => {
    const { key } = Key.parse(request.params)
    if (!(await memory.forget(user, key)))
      return refuse(reply, 404, 'not_found', `nothing is kept under \`${key.slice(0, 100)}\``)
    return view()
  })
}
