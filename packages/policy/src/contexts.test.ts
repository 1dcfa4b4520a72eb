/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readCase } from './case.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import { compilePolicy, type Policy } from './policy.ts'
import { readShell } from './shell/read-shell.ts'
import { PLACE, shellCall } from './testing/atoms.ts'
import { isStricter } from './verdict.ts'

// Every case of the corpus in every context.
vi.setConfig({ testTimeout: 120_000 })

/** Places where a command can stand without becoming another one. */
const CONTEXTS: readonly (readonly [name: string, around: (command: string) => string])[] = [
  ['after another', (command) => `ls\n${command}`],
  ['before another', (command) => `${command}\nls`],
  ['group', (command) => `{ ${command}\n}`],
  ['subshell', (command) => `( ${command}\n)`],
  ['if', (command) => `if true\nthen ${command}\nfi`],
  ['else', (command) => `if false\nthen ls\nelse ${command}\nfi`],
  ['condition', (command) => `if ${command}\nthen ls\nfi`],
  ['and', (command) => `true && { ${command}\n}`],
  ['or', (command) => `false || { ${command}\n}`],
  ['function', (command) => `called_below() { ${command}\n}\ncalled_below`],
  ['substitution', (command) => `echo "$(${command}\n)"`],
  ['assignment', (command) => `found=$(${command}\n)`],
  ['process substitution', (command) => `cat <(${command}\n)`],
  ['here-document', (command) => `cat <<END_OF_TEXT\n$(${command}\n)\nEND_OF_TEXT`],
  ['while', (command) => `while false\ndo ${command}\ndone`],
  ['until', (command) => `until true\ndo ${command}\ndone`],
  ['for', (command) => `for each in 1 2\ndo ${command}\ndone`],
  ['case', (command) => `case a in a) ${command}\n;; esac`],
  ['time', (command) => `time { ${command}\n}`],
  ['pipe', (command) => `{ ${command}\n} | cat`],
  ['behind a pipe', (command) => `ls | { ${command}\n}`],
  ['background', (command) => `{ ${command}\n} &`],
  ['negation', (command) => `! { ${command}\n}`],
  ['coprocess', (command) => `coproc { ${command}\n}`],
]

interface Judged {
  readonly id: string
  readonly command: string
  readonly policy: Policy
  readonly decision: Decision
}

function judged(name: string): readonly Judged[] {
  const lines = readFileSync(join(import.meta.dirname, '../../../corpus', name), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const read = line === '' ? undefined : readCase(JSON.parse(line))
    if (read?.ok !== true || read.value.call.specifier.kind !== 'shell') return []
    const { id, call, policy: source } = read.value
    const { command } = read.value.call.specifier
    const policy = compilePolicy(source)
    return [{ id, command, policy, decision: decide(call, policy) }]
  })
}

// A text that cannot be read alone may mean something else next to other text, so it is left out.
const CASES = judged('shell-gate.jsonl').filter(
  ({ command }) => readShell(command, PLACE).unreadable === undefined,
)

test.each(CONTEXTS)('P4.4 a command is judged no looser: %s', (_name, around) => {
  const looser = CASES.filter(({ command, policy, decision }) =>
    isStricter(decision.verdict, decide(shellCall(around(command)), policy).verdict),
  )
  expect(looser.map(({ id, command }) => `${id} ${command}`)).toEqual([])
})
