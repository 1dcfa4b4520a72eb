/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCallText } from '../call-text.ts'
import { decide } from '../decide.ts'
import { compilePolicy, type Policy } from '../policy.ts'
import { PLACE } from '../testing/atoms.ts'
import { parseRule } from './parse.ts'
import type { ListName } from '../model/rule.ts'

/** Groups of lines, each under `# tool: rules` or `# tool: calls`. `\\u{9}` is a character that cannot be seen. */
function linesOf(heading: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, 'testing/pinned-rules.txt'), 'utf8')
  const group = text.split(/^# /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return group.split('\n').slice(1, -1).map(unescaped)
}

function unescaped(line: string): string {
  return line.replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
}

function visible(text: string): string {
  return text.replaceAll(/\p{C}/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
}

const SHORT = { run: 'r', ask: 'a', block: 'b' } as const

/** Sets only this rule. With a deny or ask rule everything else runs; with an allow rule most of the rest asks. */
function policyOf(list: ListName, rule: string): Policy {
  const mode = list === 'allow' ? 'default' : 'auto'
  return compilePolicy({ mode, layers: [{ layer: 'user', lists: { [list]: [rule] } }], builtins: false })
}

/** Each rule with what it makes of each call, as the only rule of a deny, an ask and an allow list: `bar`. */
test.each(['terminal.exec', 'files.write', 'files.read', 'web.fetch'])(
  'what rules for %s fit is as it was',
  async (tool) => {
    const calls = linesOf(`${tool}: calls`)
    const lists = ['deny', 'ask', 'allow'] as const
    const lines = linesOf(`${tool}: rules`).map((rule) => {
      const policies = lists.map((list) => policyOf(list, rule))
      const verdicts = calls.map((call) =>
        policies
          .map((policy) => SHORT[decide(readCallText(`${tool}(${call})`, PLACE), policy).verdict])
          .join(''),
      )
      return [visible(rule), ...verdicts].join(' ')
    })
    expect(calls.length * lines.length).toBeGreaterThan(100)
    await expect(lines.join('\n')).toMatchFileSnapshot(`testing/pinned/${tool}.txt`)
  },
)

test('how rules are read, and what is said of those that are not, is as it was', async () => {
  const texts = ['terminal.exec', 'files.write', 'files.read', 'web.fetch']
    .flatMap((tool) => linesOf(`${tool}: rules`))
    .concat(linesOf('texts'))
  const lines = texts.map((text) => `${visible(text)} => ${JSON.stringify(parseRule(text, {}))}`)
  await expect(lines.join('\n')).toMatchFileSnapshot('testing/pinned/parsed.txt')
})
