// The policy engine of Gemini CLI with its built-in policies. A rule becomes a command prefix, as in its own settings.
import { createPolicyEngineConfig } from '@google/gemini-cli-core/dist/src/policy/config.js'
import { PolicyEngine } from '@google/gemini-cli-core/dist/src/policy/policy-engine.js'
import { buildArgsPatterns } from '@google/gemini-cli-core/dist/src/policy/utils.js'
import { pattern, serve } from './serve.mjs'

// The engine logs every step to the console.
for (const name of ['log', 'debug', 'info', 'warn']) console[name] = () => {}

const MODES = { plan: 'plan', strict: 'default', default: 'default', acceptEdits: 'autoEdit', auto: 'yolo' }
const VERDICTS = { allow: 'run', ask_user: 'ask', deny: 'block' }
/** By the priorities of its tiers: a person's rules rank above the built-in ones, and deny above ask above allow. */
const LISTS = [
  ['deny', 'deny', 4.9],
  ['ask', 'ask_user', 4.5],
  ['allow', 'allow', 4.1],
]

const engines = new Map()
async function engineOf(rules, mode) {
  const key = JSON.stringify([rules, mode])
  const known = engines.get(key)
  if (known !== undefined) return known
  const engine = new PolicyEngine(await createPolicyEngineConfig({}, MODES[mode]))
  for (const [list, decision, priority] of LISTS)
    for (const rule of rules[list]) {
      const text = pattern(rule)
      if (text === null) continue
      const prefix = text?.replace(/ ?\*.*$/s, '')
      const [args] =
        prefix === undefined || prefix === '' ? [undefined] : buildArgsPatterns(undefined, prefix)
      engine.addRule({
        toolName: 'run_shell_command',
        decision,
        priority,
        ...(args === undefined ? {} : { argsPattern: new RegExp(args) }),
        ...(mode === 'plan' && list !== 'deny' ? { modes: ['default', 'autoEdit', 'yolo'] } : {}),
      })
    }
  engines.set(key, engine)
  return engine
}

await serve(async ({ command, rules, mode }) => {
  const engine = await engineOf(rules, mode)
  const { decision } = await engine.check({ name: 'run_shell_command', args: { command } }, undefined)
  return VERDICTS[decision]
})
