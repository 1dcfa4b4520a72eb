import { z } from 'zod'
import { CallCategory } from '../../calls.ts'
import { defineRoute } from '../../contract.ts'
import { VersionHash } from './common.ts'

const PortView = z.object({
  name: z.string(),
  schema: z.record(z.string(), z.unknown()),
  required: z.boolean(),
})
export const NodeTypeView = z.object({
  type: z.string(),
  title: z.string(),
  group: z.string(),
  about: z.string(),
  kind: z.enum(['pure', 'structure', 'tool']),
  inputs: z.array(PortView).readonly(),
  outputs: z.array(PortView).readonly(),
  /** Of a tool. */
  category: CallCategory.nullable(),
  destructive: z.enum(['no', 'maybe', 'yes']),
  repeat: z.enum(['safe', 'idempotent', 'never']).nullable(),
  /** Of its definition: part of the hash of every graph that uses it. */
  hash: VersionHash,
})
export type NodeTypeView = z.infer<typeof NodeTypeView>

/** The types of node that a graph can have. */
export const nodeRoutes = {
  nodes: defineRoute({
    method: 'GET',
    path: '/api/workflow-nodes',
    needs: 'read',
    about: 'every node type: its ports, and what it does',
    reply: z.object({ nodes: z.array(NodeTypeView).readonly() }),
  }),
}
