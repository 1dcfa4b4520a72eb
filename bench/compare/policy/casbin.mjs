// casbin with its own matcher for `*` (`keyMatch`); one enforcer per list of rules, in the order deny, ask, allow, mode.
import { newEnforcer, newModelFromString } from 'casbin'
import { pattern, serve } from './serve.mjs'

const MODEL = `
[request_definition]
r = command
[policy_definition]
p = pattern
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = keyMatch(r.command, p.pattern)
`
const READS = [
  'ls*',
  'pwd',
  'cat *',
  'head *',
  'tail *',
  'wc *',
  'grep *',
  'rg *',
  'find *',
  'git status*',
  'git log*',
  'git diff*',
  'git show*',
  'echo *',
  'which *',
]

const enforcers = new Map()
async function enforcer(list) {
  const key = JSON.stringify(list)
  const known = enforcers.get(key)
  if (known !== undefined) return known
  const made = await newEnforcer(newModelFromString(MODEL))
  for (const text of list) await made.addPolicy(text)
  enforcers.set(key, made)
  return made
}

const patterns = (list) =>
  list
    .map(pattern)
    .filter((text) => text !== null)
    .map((text) => text ?? '*')
const reads = await enforcer(READS)

await serve(async ({ command, rules, mode }) => {
  const matches = async (list) => (await enforcer(patterns(list))).enforce(command)
  if (await matches(rules.deny)) return 'block'
  const read = await reads.enforce(command)
  if (mode === 'plan') return read ? 'run' : 'block'
  if (await matches(rules.ask)) return 'ask'
  if (mode === 'auto' || (await matches(rules.allow)) || (read && mode !== 'strict')) return 'run'
  return 'ask'
})
