import { defineTool, type Tool } from '@countersign/agent'
import type { UserId } from '@countersign/protocol'
import { z } from 'zod'
import { LONGEST_ENTRY, type LongTermMemory } from './long-term.ts'

const key = z.string().trim().min(1).max(100).describe('A short name, for example `language`.')
const Kept = z.object({ key, text: z.string().trim().min(1).max(LONGEST_ENTRY) })
const Forgotten = z.object({ key })

/** The tools of a person's long-term memory. Their changes outlive the thread, so they ask like any other write. */
export function rememberTools(memory: LongTermMemory, user: UserId): readonly Tool[] {
  const shared = {
    category: 'write',
    destructive: false,
    editSafe: false,
    capability: 'knowledge',
    parallelSafe: true,
    repeat: 'safe',
    specifier: { kind: 'text', template: '{key}' },
  } as const
  return [
    defineTool({
      ...shared,
      name: 'remember',
      description:
        'Saves something about the person for later chats. Saved entries are part of your prompt; the same key replaces an entry.',
      input: Kept,
      title: (input) => `Remember ${input.key} for later chats`,
      inspect: (input) =>
        Promise.resolve({
          specifier: { kind: 'text', text: input.key },
          body: {
            kind: 'arguments',
            entries: [
              { name: 'key', value: input.key },
              { name: 'text', value: input.text },
            ],
          },
          targets: [],
        }),
      run: async (input) =>
        (await memory.keep(user, input.key, input.text))
          ? { ok: true, text: `Saved under ${input.key}.` }
          : {
              ok: false,
              code: 'full',
              text: 'the memory is full; `forget` something or use an existing key',
            },
    }),
    defineTool({
      ...shared,
      name: 'forget',
      description: 'Deletes the entry about the person saved under a key.',
      input: Forgotten,
      title: (input) => `Forget ${input.key}`,
      inspect: (input) =>
        Promise.resolve({
          specifier: { kind: 'text', text: input.key },
          body: { kind: 'arguments', entries: [{ name: 'key', value: input.key }] },
          targets: [],
        }),
      run: async (input) =>
        (await memory.forget(user, input.key))
          ? { ok: true, text: `Forgot ${input.key}.` }
          : { ok: false, code: 'not_found', text: `nothing is saved under \`${input.key}\`` },
    }),
  ]
}
