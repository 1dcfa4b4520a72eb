/** @module-tag slow */
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readCallText } from './call-text.ts'
import type { PolicyCall } from './model/call.ts'
import { decide } from './decide.ts'
import { compilePolicy, type LayerSource, type PolicySource } from './policy.ts'
import type { ListName } from './model/rule.ts'
import {
  ATOMS,
  commandOf,
  MODE_NAMES,
  PLACE,
  policyCall,
  policySource,
  RULES,
  shellCall,
  someAtoms,
  sourcesOf,
  textCall,
  WIDE_CALLS,
  WIDE_RULES,
} from './testing/atoms.ts'
import { referenceDecision, shellThing, textThing } from './testing/reference.ts'
import { isStricter, type Verdict } from './verdict.ts'

/** `LAW_RUNS=1000000` for the long form. */
const RUNS = Number(process.env['LAW_RUNS'] ?? 20_000)
const FEWER = Math.ceil(RUNS / 10)
vi.setConfig({ testTimeout: Math.max(120_000, RUNS * 5) })

const verdictOf = (call: PolicyCall, source: PolicySource): Verdict =>
  decide(call, compilePolicy(source)).verdict

test('P3.1 a slow and obvious second opinion agrees', () => {
  fc.assert(
    fc.property(policySource, someAtoms, textCall, (source, atoms, text) => {
      const policy = compilePolicy(source)
      expect(decide(policyCall(text), policy).verdict).toBe(referenceDecision(source, textThing(text)))
      expect(decide(shellCall(commandOf(atoms)), policy).verdict).toBe(
        referenceDecision(source, shellThing(atoms)),
      )
    }),
    { numRuns: RUNS },
  )
})

interface Situation {
  readonly source: PolicySource
  readonly call: PolicyCall
  /** A rule that may have something to do with the call. */
  readonly rule: string
}

function situations(
  rules: readonly string[],
  calls: fc.Arbitrary<PolicyCall>,
  near = rules,
): fc.Arbitrary<Situation> {
  return fc.record({ source: sourcesOf(rules), call: calls, rule: fc.constantFrom(...near) })
}

/** Tools of any kind, commands of known pieces; paths, addresses and shell texts of every shape. */
const SITUATIONS = {
  texts: situations(
    RULES,
    textCall.map(policyCall),
    RULES.filter((rule) => /^(?:\*$|tool)/.test(rule)),
  ),
  commands: situations(
    RULES,
    someAtoms.map((atoms) => shellCall(commandOf(atoms))),
  ),
  wide: situations(
    WIDE_RULES,
    fc.constantFrom(...WIDE_CALLS).map((text) => readCallText(text, PLACE)),
  ),
}
const anySituation = fc.oneof(...Object.values(SITUATIONS))

const withLayer = (source: PolicySource, layer: LayerSource): PolicySource => ({
  ...source,
  layers: [...source.layers, layer],
})
const projectOf = (rule: string, mode: string, trusted: boolean): LayerSource => ({
  layer: 'project',
  lists: { allow: [rule] },
  mode,
  trusted,
})

/** In 100. */
const shareOf = (values: readonly boolean[]): number => (100 * values.filter(Boolean).length) / values.length

describe('the laws say something: their cases come to every answer, and what they add matters', () => {
  test.each(Object.entries(SITUATIONS))('%s', (_name, some) => {
    const cases = fc.sample(some, 400)
    const verdicts = cases.map(({ source, call }) => verdictOf(call, source))
    for (const verdict of ['run', 'ask', 'block'] satisfies readonly Verdict[])
      expect(shareOf(verdicts.map((each) => each === verdict)), verdict).toBeGreaterThan(12)
    const stricter = (list: ListName): number =>
      shareOf(
        cases.map(({ source, call, rule }, at) => {
          const more = withLayer(source, { layer: 'user', lists: { [list]: [rule] } })
          return verdictOf(call, more) !== verdicts[at]
        }),
      )
    expect(stricter('deny')).toBeGreaterThan(8)
    expect(stricter('ask')).toBeGreaterThan(4)
    const modes = fc.sample(fc.constantFrom(...MODE_NAMES), 400)
    const trusted = cases.map(({ source, call, rule }, at) => {
      const more = withLayer(source, projectOf(rule, modes[at] ?? 'auto', true))
      return isStricter(verdicts[at] ?? 'run', verdictOf(call, more))
    })
    expect(shareOf(trusted)).toBeGreaterThan(3)
  })
})

test('P4.3 a deny or ask rule never loosens', () => {
  const lists = fc.constantFrom<ListName>('deny', 'ask')
  fc.assert(
    fc.property(anySituation, lists, ({ source, call, rule }, list) => {
      const more = withLayer(source, { layer: 'user', lists: { [list]: [rule] } })
      expect(isStricter(verdictOf(call, source), verdictOf(call, more))).toBe(false)
    }),
    { numRuns: FEWER },
  )
})

test('P6.1 a deny of the administrator holds, whatever else is written', () => {
  fc.assert(
    fc.property(anySituation, ({ source, call }) => {
      const more = withLayer(source, { layer: 'managed', lists: { deny: ['*'] } })
      expect(verdictOf(call, more)).toBe('block')
    }),
    { numRuns: FEWER },
  )
})

test('P6.3 an untrusted project never loosens', () => {
  fc.assert(
    fc.property(anySituation, fc.constantFrom(...MODE_NAMES), ({ source, call, rule }, mode) => {
      const more = withLayer(source, projectOf(rule, mode, false))
      expect(isStricter(verdictOf(call, source), verdictOf(call, more))).toBe(false)
    }),
    { numRuns: FEWER },
  )
})

test('P4.4 the order of parts does not matter, and a part more never loosens', () => {
  const readable = ATOMS.filter((atom) => atom.kind !== 'unreadable')
  const atoms = fc.array(fc.constantFrom(...readable), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(policySource, atoms, fc.constantFrom(...ATOMS), (source, parts, more) => {
      const before = verdictOf(shellCall(commandOf(parts)), source)
      expect(verdictOf(shellCall(commandOf(parts.toReversed())), source)).toBe(before)
      const after = verdictOf(shellCall(commandOf([...parts, more])), source)
      expect(isStricter(before, after)).toBe(false)
    }),
    { numRuns: FEWER },
  )
})

test('P4.1 P2.2 nothing makes a destructive call run', () => {
  fc.assert(
    fc.property(policySource, textCall, (source, call) => {
      expect(verdictOf(policyCall({ ...call, destructive: true }), source)).not.toBe('run')
    }),
    { numRuns: FEWER },
  )
})

test('P8.5 P4.2 nothing makes a breaker or an unreadable command run', () => {
  const locked = ATOMS.filter((atom) => atom.kind === 'breaker' || atom.kind === 'unreadable')
  fc.assert(
    fc.property(policySource, someAtoms, fc.constantFrom(...locked), (source, atoms, atom) => {
      expect(verdictOf(shellCall(commandOf([atom, ...atoms])), source)).not.toBe('run')
    }),
    { numRuns: FEWER },
  )
})

const PIECES = [
  'git',
  'push',
  ' ',
  ';',
  '|',
  '$X',
  '$(',
  ')',
  '"',
  "'",
  '`',
  '>',
  '<<E\n',
  '\n',
  '{',
  '}',
  'rm -rf',
  '/',
  '~',
  '*',
  '\\',
  '((',
  '[[',
  ']]',
  '&&',
  'if',
  'fi',
  '\u0000',
  '\u202e',
  'é',
  '=',
  'x',
]

test('P4.5 decide never throws, whatever the text', () => {
  const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((list) => list.join(''))
  const text = fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 30 }))
  const place = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }
  const file = {
    name: 'files.write',
    category: 'write',
    destructive: false,
    editSafe: true,
    kind: 'path',
  } as const
  const fetch = {
    name: 'web.fetch',
    category: 'external',
    destructive: false,
    editSafe: false,
    kind: 'url',
  } as const
  fc.assert(
    fc.property(policySource, text, (source, written) => {
      const policy = compilePolicy(source)
      const calls: readonly PolicyCall[] = [
        shellCall(written),
        { tool: file, specifier: { kind: 'path', paths: [{ asked: written }] }, place },
        { tool: fetch, specifier: { kind: 'url', url: written }, place },
      ]
      for (const call of calls) expect(['run', 'ask', 'block']).toContain(decide(call, policy).verdict)
    }),
    { numRuns: FEWER },
  )
})

test('P5.7 no rule makes compiling or deciding fail', () => {
  const rule = fc.tuple(
    fc.constantFrom('terminal.exec', 'files.write', 'web.fetch', '*', '@secrets'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  fc.assert(
    fc.property(
      rule,
      fc.constantFrom<ListName>('deny', 'ask', 'allow'),
      someAtoms,
      ([tool, pattern], list, atoms) => {
        const source = {
          mode: 'auto',
          layers: [{ layer: 'user' as const, lists: { [list]: [`${tool}(${pattern})`] } }],
        }
        expect(['run', 'ask', 'block']).toContain(verdictOf(shellCall(commandOf(atoms)), source))
      },
    ),
    { numRuns: FEWER },
  )
})

test('P20.1 P20.2 no mode, project or wider rule makes what cannot be undone run', () => {
  const losses = ATOMS.filter(({ kind }) => kind === 'irreversible').map(({ text }) => shellCall(text))
  const spells = (source: PolicySource): boolean =>
    source.layers.some(
      ({ layer, lists }) =>
        layer !== 'project' &&
        layer !== 'shipped' &&
        (lists.allow ?? []).some((rule) => /-D|delete/.test(rule)),
    )
  fc.assert(
    fc.property(policySource, fc.constantFrom(...losses), (source, call) => {
      fc.pre(!spells(source))
      expect(verdictOf(call, source)).not.toBe('run')
    }),
    { numRuns: FEWER },
  )
})
