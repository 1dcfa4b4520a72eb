import { z } from 'zod'
import { CapabilityView } from '../capabilities.ts'
import { defineRoute } from '../contract.ts'
import { MessageId, ThreadId } from '../ids.ts'
import { FoundThread, MessageView, ThreadSnapshot, ThreadView, ToolView } from '../views.ts'

/** Longest message that a person can send, in characters. */
export const MESSAGE_LIMIT = 100_000

export const ExportFormat = z.enum(['md', 'json', 'html'])
export type ExportFormat = z.infer<typeof ExportFormat>

const OneThread = z.object({ id: ThreadId })

/** Threads, and their tools. */
export const threadRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/threads',
    needs: 'read',
    about: 'your chats',
    reply: z.object({ threads: z.array(ThreadView).readonly() }),
  }),
  found: defineRoute({
    method: 'GET',
    path: '/api/threads/found',
    needs: 'read',
    about: 'chats with all of these words in the title or in one message, newest first',
    query: z.object({ words: z.string().trim().min(1).max(200) }),
    reply: z.object({
      found: z.array(FoundThread).readonly(),
      /** There may be others. */
      more: z.boolean(),
    }),
  }),
  snapshot: defineRoute({
    method: 'GET',
    path: '/api/threads/:id',
    needs: 'read',
    about: 'one chat',
    params: OneThread,
    reply: ThreadSnapshot,
  }),
  message: defineRoute({
    method: 'GET',
    path: '/api/messages/:id',
    needs: 'read',
    about: 'one message in full; lists and events carry only the beginning of its text',
    params: z.object({ id: MessageId }),
    reply: z.object({ message: MessageView }),
  }),
  export: defineRoute({
    method: 'GET',
    path: '/api/threads/:id/export',
    needs: 'read',
    about:
      'the current branch of a chat as a file (Markdown, JSON, or a page to share), masked as it is shown',
    params: OneThread,
    query: z.object({ format: ExportFormat }),
    reply: z.object({ name: z.string(), text: z.string() }),
  }),
  capabilities: defineRoute({
    method: 'GET',
    path: '/api/threads/:id/capabilities',
    needs: 'read',
    about: 'a chat’s capabilities',
    params: OneThread,
    reply: CapabilityView,
  }),
  tools: defineRoute({
    method: 'GET',
    path: '/api/tools',
    needs: 'read',
    about:
      'the tools that a model would get: in a chat, by its mode and rules; otherwise by the default mode only',
    query: z.object({ thread_id: ThreadId.optional() }),
    reply: z.object({ tools: z.array(ToolView).readonly() }),
  }),
  command: defineRoute({
    method: 'POST',
    path: '/api/commands',
    needs: 'propose',
    about: 'one command without a socket; it may need a further right, as the command says',
    body: z.unknown(),
    reply: z.unknown(),
  }),
}
