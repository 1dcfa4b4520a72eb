// A guard against destructive commands, in its usual setup: a hook on top of a list of patterns. A person must allow whatever it denies.
import { checkCommand } from 'cc-safety-net/api'
import { byPatterns } from './patterns.mjs'
import { serve } from './serve.mjs'

await serve((given) => {
  const verdict = byPatterns(given)
  if (verdict !== 'run') return verdict
  return checkCommand({ command: given.command, cwd: process.cwd() }).kind === 'deny' ? 'ask' : 'run'
})
