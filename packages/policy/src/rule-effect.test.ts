import { describe, expect, test } from 'vitest'
import type { PolicyCall } from './model/call.ts'
import { readCallText } from './call-text.ts'
import { decide } from './decide.ts'
import { compilePolicy } from './policy.ts'
import { ruleEffect, type AskingPart } from './rule-effect.ts'

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
