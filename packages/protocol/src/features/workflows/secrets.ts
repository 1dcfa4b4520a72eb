import { z } from 'zod'
import { defineRoute } from '../../contract.ts'
import { Instant } from '../../ids.ts'
import { SecretName } from './common.ts'

export const SecretView = z.object({
  name: SecretName,
  /** The only hosts it is sent to. */
  hosts: z.array(z.string()).readonly(),
  updated_at: Instant,
})
export type SecretView = z.infer<typeof SecretView>

const OneSecret = z.object({ name: SecretName })

/** Secrets that nodes may send to some hosts. */
export const secretRoutes = {
  secrets: defineRoute({
    method: 'GET',
    path: '/api/workflow-secrets',
    needs: 'read',
    about: 'names of secrets and the hosts they are for; values are never returned',
    reply: z.object({ secrets: z.array(SecretView).readonly() }),
  }),
  putSecret: defineRoute({
    method: 'PUT',
    path: '/api/workflow-secrets/:name',
    needs: 'person',
    about: 'saves a secret for some hosts; without `value`, changes only the hosts',
    params: OneSecret,
    namesNew: true,
    body: z.object({
      value: z.string().min(1).max(20_000).optional(),
      hosts: z.array(z.string().min(1).max(300)).min(1).max(50),
    }),
    reply: z.object({ secrets: z.array(SecretView).readonly() }),
  }),
  removeSecret: defineRoute({
    method: 'DELETE',
    path: '/api/workflow-secrets/:name',
    needs: 'person',
    about: 'removes a secret',
    params: OneSecret,
    reply: z.object({ secrets: z.array(SecretView).readonly() }),
  }),
}
