import { expect, test } from 'vitest'
import { bringBubblewrap, type Machine } from './bubblewrap.ts'

/** A machine on which bubblewrap works once it is installed, or never. */
function machine(
  given: Partial<Machine> & { readonly installed?: boolean; readonly aptWorks?: boolean } = {},
): Machine & { readonly ran: string[] } {
  const ran: string[] = []
  let installed = given.installed ?? false
  return {
    ran,
    isRoot: given.isRoot ?? true,
    hasApt: given.hasApt ?? true,
    run: (command, args) => {
      ran.push(`${command} ${args[0] ?? ''}`)
      if (command === 'bwrap') return Promise.resolve({ code: installed ? 0 : 127, output: '' })
      if (args[0] === 'install') installed = given.aptWorks ?? true
      return Promise.resolve({ code: (given.aptWorks ?? true) ? 0 : 100, output: 'no such package' })
    },
  }
}

test('root with apt-get installs it once', async () => {
  const here = machine()
  expect(await bringBubblewrap(here)).toBe(true)
  expect(here.ran).toEqual(['bwrap --ro-bind', 'apt-get update', 'apt-get install', 'bwrap --ro-bind'])
  const has = machine({ installed: true })
  expect(await bringBubblewrap(has)).toBe(true)
  expect(has.ran).toEqual(['bwrap --ro-bind'])
})

test.each([{ isRoot: false }, { hasApt: false }, { aptWorks: false }])(
  'where it cannot be had the tests run without it: %j',
  async (given) => {
    expect(await bringBubblewrap(machine(given))).toBe(false)
  },
)
