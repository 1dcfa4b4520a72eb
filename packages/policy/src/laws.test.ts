import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { PolicyCall } from './call.ts'
import { decide } from './decide.ts'
import { compilePolicy, type PolicySource } from './policy.ts'
import type { ListName } from './rules/rule.ts'
import {
  ATOMS,
  commandOf,
  MODE_NAMES,
  policyCall,
  policySource,
  RULES,
  shellCall,
  someAtoms,
  textCall,
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

const anyCall: fc.Arbitrary<PolicyCall> = fc.oneof(
  textCall.map(policyCall),
  someAtoms.map((atoms) => shellCall(commandOf(atoms))),
)

test('P4.3 a deny or ask rule never loosens', () => {
  const added = fc.tuple(fc.constantFrom<ListName>('deny', 'ask'), fc.constantFrom(...RULES))
  fc.assert(
    fc.property(policySource, anyCall, added, (source, call, [list, rule]) => {
      const more = {
        ...source,
        layers: [...source.layers, { layer: 'user' as const, lists: { [list]: [rule] } }],
      }
      expect(isStricter(verdictOf(call, source), verdictOf(call, more))).toBe(false)
    }),
    { numRuns: FEWER },
  )
})

test('P6.3 an untrusted project never loosens', () => {
  fc.assert(
    fc.property(
      policySource,
      anyCall,
      fc.constantFrom(...RULES),
      fc.constantFrom(...MODE_NAMES),
      (source, call, rule, mode) => {
        const project = { layer: 'project' as const, lists: { allow: [rule] }, mode, trusted: false }
        const more = { ...source, layers: [...source.layers, project] }
        expect(isStricter(verdictOf(call, source), verdictOf(call, more))).toBe(false)
      },
    ),
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
