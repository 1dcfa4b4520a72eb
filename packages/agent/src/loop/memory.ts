import { z } from 'zod'
import { defineTool, type Tool } from '../toolbelt/tool.ts'

/** Limits of the scratch memory of a turn: keys, and characters of one value. */
const KEY_LIMIT = 500
const VALUE_LIMIT = 200_000

/** Scratch memory of one turn, shared by all its sub-agents. */
export class TurnMemory {
  readonly #values = new Map<string, string>()

  keys(): readonly string[] {
    return [...this.#values.keys()]
  }

  read(key: string): string | undefined {
    return this.#values.get(key)
  }

  write(key: string, value: string): boolean {
    if (!this.#values.has(key) && this.#values.size >= KEY_LIMIT) return false
    this.#values.set(key, value.slice(0, VALUE_LIMIT))
    return true
  }
}

const noBody = (entries: readonly { name: string; value: string }[]) => ({
  kind: 'arguments' as const,
  entries: [...entries],
})

const key = z.string().min(1).max(200)
const NoInput = z.object({})
const KeyInput = z.object({ key })
const EntryInput = z.object({ key, value: z.string().max(VALUE_LIMIT) })

/** The tools of the scratch memory. They touch nothing outside the turn. */
export function memoryTools(memory: TurnMemory): readonly Tool[] {
  const shared = {
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'knowledge',
    repeat: 'safe',
    parallelSafe: true,
  } as const
  return [
    defineTool({
      ...shared,
      name: 'memory_list',
      description: 'Lists the keys in this turn’s memory. Results of sub-agents are under `task:<id>`.',
      input: NoInput,
      specifier: { kind: 'text', template: '' },
      title: () => 'List memory',
      inspect: () =>
        Promise.resolve({ specifier: { kind: 'text', text: '' }, body: noBody([]), targets: [] }),
      run: () => Promise.resolve({ ok: true, text: memory.keys().join('\n') || 'The memory is empty.' }),
    }),
    defineTool({
      ...shared,
      name: 'memory_read',
      description: 'Reads a value from this turn’s memory.',
      input: KeyInput,
      specifier: { kind: 'text', template: '{key}' },
      title: (input) => `Read memory ${input.key}`,
      inspect: (input) =>
        Promise.resolve({
          specifier: { kind: 'text', text: input.key },
          body: noBody([{ name: 'key', value: input.key }]),
          targets: [],
        }),
      run: (input) => {
        const value = memory.read(input.key)
        return Promise.resolve(
          value === undefined
            ? {
                ok: false,
                code: 'not_found',
                text: `nothing is saved under \`${input.key}\`; \`memory_list\` shows the keys`,
              }
            : { ok: true, text: value },
        )
      },
    }),
    defineTool({
      ...shared,
      name: 'memory_write',
      description: 'Writes a value to this turn’s memory, for later steps and sub-agents.',
      input: EntryInput,
      specifier: { kind: 'text', template: '{key}' },
      title: (input) => `Remember ${input.key}`,
      inspect: (input) =>
        Promise.resolve({
          specifier: { kind: 'text', text: input.key },
          body: noBody([
            { name: 'key', value: input.key },
            { name: 'value', value: input.value },
          ]),
          targets: [],
        }),
      run: (input) =>
        Promise.resolve(
          memory.write(input.key, input.value)
            ? { ok: true, text: `Saved under ${input.key}.` }
            : { ok: false, code: 'full', text: 'this turn’s memory is full; reuse existing keys' },
        ),
    }),
  ]
}
