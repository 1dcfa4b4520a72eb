import { describe, expect, test } from 'vitest'
import type { PolicyCall } from './model/call.ts'
import { readCallText } from './call-text.ts'
import { decide } from './decide.ts'
import { compilePolicy } from './policy.ts'
import { ruleEffect, type AskingPart } from './rule-effect.ts'
import { toolFacts } from './tools.ts'

const PLACE = { workspace: '/w', cwd: '/w', home: '/home/me', own: ['/home/me/.local/gate'] }

function asking(call: PolicyCall, ask: readonly string[] = []): readonly AskingPart[] {
  const decision = decide(
    call,
    compilePolicy({ mode: 'default', layers: [{ layer: 'user', lists: { ask } }] }),
  )
  return decision.parts
    .filter(({ verdict }) => verdict === 'ask')
    .map(({ label, range, reason }) => ({
      label,
      start: range?.start,
      end: range?.end,
      byRule: reason.because === 'rule',
    }))
}

function tried(rule: string, text: string, ask: readonly string[] = []) {
  const call = readCallText(text, PLACE)
  return ruleEffect(rule, call, { label: text, parts: asking(call, ask) })
}

describe('P13 what a rule would do is said before it is kept', () => {
  test.each([
    ['terminal.exec(npm test)', 'npm test', ['npm test'], []],
    ['terminal.exec(npm *)', 'npm test && make all', ['npm test'], ['make all']],
    ['terminal.exec(git push)', 'npm test', [], ['npm test']],
    ['files.write(/src/**)', 'files.write(src/a.ts)', ['/w/src/a.ts'], []],
    // The gate's own files: no rule opens them, and the preview knows which they are.
    ['files.write', 'files.write(/home/me/.local/gate/rules)', [], ['/home/me/.local/gate/rules']],
  ])('%s on %s', (rule, text, runs, asks) => {
    expect(tried(rule, text)).toMatchObject({ kind: 'readable', runs, asks, enough: asks.length === 0 })
  })

  test('an exception to a built-in opens what that built-in raised, and nothing else', () => {
    const secret = 'files.read(.env.test)'
    expect(tried('@secrets(.env.test)', secret)).toMatchObject({ runs: ['/w/.env.test'], enough: true })
    expect(tried('@secrets(.env.other)', secret)).toMatchObject({ runs: [], enough: false })
    expect(tried('@publish', secret)).toMatchObject({ runs: [], enough: false })
    expect(tried('@secrets', 'npm test')).toMatchObject({ runs: [], asks: ['npm test'], enough: false })
  })

  test.each([['https://tax.example.com/form'], ['https://tax.example.com/send']])(
    'an exception for submitting a form to %s',
    (target) => {
      const call: PolicyCall = {
        tool: toolFacts('browser'),
        specifier: {
          kind: 'url',
          url: 'https://tax.example.com/form',
          also: [{ url: target, builtin: '@submit' }],
        },
        place: PLACE,
      }
      const parts = decide(call, compilePolicy({ mode: 'auto', layers: [] }))
        .parts.filter(({ verdict }) => verdict === 'ask')
        .map(({ label, range, reason }) => ({
          label,
          start: range?.start,
          end: range?.end,
          byRule: reason.because === 'rule',
        }))
      expect(parts).toHaveLength(1)
      expect(ruleEffect(`@submit(${target})`, call, { label: target, parts })).toMatchObject({ enough: true })
      expect(
        ruleEffect('@submit(https://other.example.com/**)', call, { label: target, parts }),
      ).toMatchObject({
        enough: false,
      })
    },
  )

  test('what an ask rule raised, no allow rule opens', () => {
    expect(tried('terminal.exec(npm test)', 'npm test', ['terminal.exec(npm *)'])).toMatchObject({
      runs: [],
      asks: ['npm test'],
      enough: false,
    })
  })

  test('a rule that cannot be read says where', () => {
    const effect = tried('terminal.exec(npm', 'npm test')
    expect(effect.kind === 'malformed' && effect.error.position).toBeGreaterThan(0)
  })

  test('a broad rule is called broad', () => {
    const effect = tried('terminal.exec(node *)', 'node build.js')
    expect(effect.kind === 'readable' && effect.warnings.length).toBe(1)
  })
})
