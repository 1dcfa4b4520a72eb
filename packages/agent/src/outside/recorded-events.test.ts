import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readHookInput } from './hook.ts'

interface Recorded {
  /** The release that sent the event, and in which case. */
  readonly from: string
  readonly event: Readonly<Record<string, unknown>>
  readonly read: { readonly agent: string; readonly tool: string; readonly asks: boolean } & Readonly<
    Record<'workspace' | 'cwd', string>
  >
}

const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/recorded-events.json', import.meta.url), 'utf8'),
) as readonly Recorded[] // a file next to this test

test.each(recorded.map((one) => [one.from, one] as const))('an event of %s is read', (_from, one) => {
  const input = readHookInput(JSON.stringify(one.event), undefined, { cwd: '/srv/app' })
  if (input.kind !== 'call') throw new Error(JSON.stringify(input))
  const { agent, place, call, asks } = input.hook
  expect({ agent, tool: call.tool.name, workspace: place.workspace, cwd: place.cwd, asks }).toEqual(one.read)
})
