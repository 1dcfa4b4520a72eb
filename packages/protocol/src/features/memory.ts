import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { MemorySwitch, MemoryView } from '../views.ts'

/** The agent's long-term memory. */
export const memoryRoutes = {
  read: defineRoute({
    method: 'GET',
    path: '/api/memory',
    needs: 'read',
    about: 'long-term memory',
    reply: MemoryView,
  }),
  switch: defineRoute({
    method: 'PUT',
    path: '/api/memory',
    needs: 'person',
    about: 'turns memory on or off',
    body: MemorySwitch,
    reply: MemoryView,
  }),
  forgetAll: defineRoute({
    method: 'DELETE',
    path: '/api/memory',
    needs: 'person',
    about: 'forgets everything',
    reply: MemoryView,
  }),
  forget: defineRoute({
    method: 'DELETE',
    path: '/api/memory/:key',
    needs: 'person',
    about: 'forgets one entry',
    params: z.object({ key: z.string() }),
    reply: MemoryView,
  }),
}
