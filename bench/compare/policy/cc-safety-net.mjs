// A guard against destructive commands, as it is used: a hook on top of a list of patterns. What it denies, a person has to allow.
import { checkCommand } from 'cc-safety-net/api'
import { byPatterns } from './patterns.mjs'
import { serve } from './serve.mjs'

await serve((given) => {
  const verdict = byPatterns(given)
  if (verdict !== 'run') return verdict
  return checkCommand({ command: given.command, cwd: process.cwd() }).kind === 'deny' ? 'ask' : 'run'
})
