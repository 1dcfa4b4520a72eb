import { CRON_TIMES } from './programs/kinds.ts'
import { dataOf, fromNetwork, say, type CommandCall } from './context.ts'
import { literal, type Field } from '../model/field.ts'
import { readThrough, sayOpaque } from './inner-script.ts'
import type { ProgramFacts } from '../model/part.ts'
import { readScript } from './reader.ts'
import { SHELLS, carrierOf, nameOf } from './runner-names.ts'
import { knownText, textValue, type Value } from './value.ts'

/** The input is shell text. */
export function runInput(
  facts: ProgramFacts,
  call: CommandCall,
  { table }: { readonly table?: true } = {},
): undefined {
  const { stdin } = call
  const carrier = carrierOf(call, 'pipe', { privilege: facts.privilege })
  const given = table === true ? undefined : givenBy(call)
  const started = given === undefined ? call : { ...call, given }
  if (stdin.kind === 'none' && isOnTerminal(call)) return undefined
  if (stdin.kind !== 'text') {
    for (const text of dataOf(stdin).texts ?? [])
      if (readScript(text).problem === undefined) readThrough(textValue(text), call.range, carrier, started)
    sayOpaque(call, fromNetwork(call) || dataOf(stdin).served === true)
    return undefined
  }
  if (table === true && stdin.values.some((value) => knownText(value)?.trim() === '')) {
    const breaker = { kind: 'crontab', target: 'an empty table' } as const
    say({ kind: 'breaker', breaker }, call)
  }
  for (const value of stdin.values)
    readThrough(table === true ? withoutTimes(value) : value, call.range, carrier, started)
  return undefined
}

/** `docker exec -it BOX bash`: the shell there needs a terminal and only gets what a person types. */
function isOnTerminal({ frame }: CommandCall): boolean {
  const carrier = frame.carriers.at(-1)
  if (carrier?.kind !== 'remote' || !/^(?:docker|podman|nerdctl|kubectl|oc)$/.test(carrier.name)) return false
  const before = (carrier.argv ?? []).slice(0, carrier.from).map((word) => literal(word) ?? '')
  return before.some((word) => word === '--tty' || /^-[di]*t[di]*$/.test(word))
}

/** `bash -s a b <<< TEXT`: `$1` and `$2`. */
function givenBy(call: CommandCall): readonly Field[] | undefined {
  const [shell, ...words] = call.argv
  const at = words.findIndex((word) => /^-\w*s$/.test(literal(word) ?? ''))
  if (shell === undefined || at === -1 || !SHELLS.has(nameOf(call))) return undefined
  const rest = words.slice(at + 1)
  return [shell, ...(literal(rest[0]) === '--' ? rest.slice(1) : rest)]
}

/** The commands of a cron table. */
function withoutTimes(value: Value): Value {
  return value.map((bit) =>
    bit.kind === 'text' ? { ...bit, text: bit.text.replaceAll(CRON_TIMES, '') } : bit,
  )
}
