import { DEFAULT_LIMITS, defineTool, type Limits, type Tool } from '@countersign/agent'
import { z } from 'zod'

const Input = z.object({ value: z.string() })

/** The two tools of the bench: one that runs without asking, one that a person (here: a program) must allow. */
export function benchTools(did: { tools: number }): readonly Tool[] {
  return [noteTool('note', 'read'), noteTool('write', 'write')]

  function noteTool(name: string, category: 'read' | 'write'): Tool {
    return defineTool({
      name,
      description: `Test tool ${name}.`,
      input: Input,
      category,
      destructive: false,
      editSafe: false,
      capability: 'safe',
      specifier: { kind: 'text', template: '{value}' },
      repeat: 'never',
      parallelSafe: true,
      title: () => name,
      inspect: ({ value }) => ({
        specifier: { kind: 'text', text: value },
        body: { kind: 'arguments', entries: [{ name: 'value', value }] },
        targets: [],
      }),
      run: ({ value }) => {
        did.tools += 1
        return Promise.resolve({ ok: true, text: `did ${value}` })
      },
    })
  }
}

/** Large enough for every row: the loop is measured, not its limits. */
export const BENCH_LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  iterations: 10_000,
  modelCalls: 10_000,
  toolCalls: 10_000,
  subtasks: 10_000,
}
