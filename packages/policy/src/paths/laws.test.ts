/** @module-tag slow */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCase } from '../case.ts'
import { caseDecider } from '../decide-case.ts'
import type { Verdict } from '../verdict.ts'
import { judge } from './testing/judge.ts'

describe('laws', () => {
  const name = fc.constantFrom(
    'a',
    'b',
    '.git',
    '.env',
    '..',
    '.',
    'x y',
    '.env.',
    'caf\u00e9',
    'etc',
    '~',
    '/',
    'proc',
    'self',
  )
  const path = fc.array(name, { maxLength: 5 }).map((names) => names.join('/'))
  const rule = fc
    .tuple(
      fc.constantFrom('files.read', 'files.write', 'files.rename', 'files.*', '*'),
      fc.constantFrom('', '/', '//', '~/', './'),
      path,
    )
    .map(([tool, anchor, pattern]) =>
      pattern === '' || tool === '*' ? tool : `${tool}(${anchor}${pattern})`,
    )
  const sketch = fc.record({
    tool: fc.constantFrom(
      'files.read',
      'files.write',
      'files.create',
      'files.edit',
      'files.list',
      'files.delete',
    ),
    specifier: path,
    mode: fc.constantFrom(
      'plan' as const,
      'strict' as const,
      'default' as const,
      'acceptEdits' as const,
      'auto' as const,
    ),
    rules: fc.record({
      allow: fc.array(rule, { maxLength: 3 }),
      ask: fc.array(rule, { maxLength: 2 }),
      deny: fc.array(rule, { maxLength: 2 }),
    }),
  })
  const weight = (verdict: Verdict): number => ['run', 'ask', 'block'].indexOf(verdict)

  test('the layers answer as the order of judgement is told', () => {
    const decider = caseDecider()
    fc.assert(
      fc.property(sketch, fc.option(path, { nil: undefined }), fc.boolean(), (call, other, rename) => {
        const more =
          other === undefined
            ? {}
            : rename
              ? { tool: 'files.rename', specifier2: other }
              : { resolved: `/${other}` }
        const read = readCase({ id: 'x', ...call, ...more })
        if (!read.ok) throw new Error(read.error.message)
        expect(decider.verdict(read.value)).toBe(judge({ ...call, ...more }))
      }),
      { numRuns: 5000 },
    )
  })

  test('one more deny or ask rule never loosens', () => {
    fc.assert(
      fc.property(sketch, rule, fc.constantFrom('deny' as const, 'ask' as const), (call, more, list) => {
        const before = judge(call)
        const after = judge({ ...call, rules: { ...call.rules, [list]: [...call.rules[list], more] } })
        expect(weight(after)).toBeGreaterThanOrEqual(weight(before))
      }),
      { numRuns: 3000 },
    )
  })

  test('a link never loosens what its text or its target is', () => {
    fc.assert(
      fc.property(sketch, path, (call, target) => {
        const resolved = `/${target}`
        const linked = judge({ ...call, resolved })
        expect(weight(linked)).toBeGreaterThanOrEqual(weight(judge(call)))
        expect(weight(linked)).toBeGreaterThanOrEqual(
          weight(judge({ ...call, specifier: resolved })) === 2 ? 1 : 0,
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('deleting, and changing the gate itself, never run', () => {
    fc.assert(
      fc.property(sketch, (call) => {
        expect(judge({ ...call, tool: 'files.delete' })).not.toBe('run')
        expect(judge({ ...call, tool: 'files.write', specifier: '.countersign/rules' })).not.toBe('run')
      }),
      { numRuns: 1000 },
    )
  })
})
