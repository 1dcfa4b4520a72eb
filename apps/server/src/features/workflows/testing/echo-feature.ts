import { defineTool } from '@countersign/agent'
import { z } from 'zod'
import type { Feature } from '../../../platform/feature.ts'
import type { Host } from '../../../platform/host.ts'

/** A feature with tools that return large and small values, and access to the host for the test. */
export function echoFeature(): {
  readonly feature: Feature
  readonly host: () => Host
  readonly runs: string[]
} {
  let host: Host | undefined
  const runs: string[] = []
  const repeated = defineTool({
    name: 'echo.repeat',
    description: 'Repeats a text.',
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'safe',
    specifier: { kind: 'text', template: '{text}' },
    repeat: 'safe',
    parallelSafe: true,
    input: z.object({ text: z.string(), times: z.number().default(1) }),
    output: z.object({ content: z.string(), length: z.number(), words: z.array(z.string()) }),
    title: () => 'Repeat',
    inspect: ({ text }) => ({
      specifier: { kind: 'text', text: text.slice(0, 100) },
      body: { kind: 'arguments', entries: [] },
      targets: [],
    }),
    run({ text, times }) {
      runs.push(text.slice(0, 20))
      const content = text.repeat(times)
      const value = { content, length: content.length, words: content.split('\n') }
      return Promise.resolve({ ok: true, text: content, value })
    },
  })
  /** The first call for each text runs until it is cut off, which leaves its outcome unknown. */
  const once = defineTool({
    name: 'echo.once',
    description: 'Has an effect that must not happen twice.',
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'safe',
    specifier: { kind: 'text', template: '{text}' },
    repeat: 'never',
    parallelSafe: true,
    input: z.object({ text: z.string() }),
    output: z.object({ said: z.string() }),
    title: () => 'Once',
    inspect: ({ text }) => ({
      specifier: { kind: 'text', text },
      body: { kind: 'arguments', entries: [] },
      targets: [],
    }),
    run({ text }) {
      const isFirst = !runs.includes(text)
      runs.push(text)
      return isFirst
        ? new Promise(() => {})
        : Promise.resolve({ ok: true, text, value: { said: `${text} again` } })
    },
  })
  return {
    feature: {
      name: 'echo',
      start(given) {
        host = given
        return { tools: () => [repeated, once] }
      },
    },
    host() {
      if (host === undefined) throw new Error('the server has not started')
      return host
    },
    runs,
  }
}
