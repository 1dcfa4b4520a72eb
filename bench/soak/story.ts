import { chance, seedOf, type Chance } from '../fleet/random.ts'
import type { Answer, Prompt } from '../fleet/model-server.ts'

/** The file to which every command appends a line when it runs. */
export const EFFECTS = 'effects.log'

/** A person's message that starts a turn. Everything in the turn has its name in it. */
export function message(name: string): string {
  return `soak ${name}`
}

/** The line that a command writes, if it is one of ours. */
export function tokenOf(command: string): string | undefined {
  return /\becho (\S+) >> effects\.log$/.exec(command)?.[1]
}

/** Commands that a person must refuse: they always ask, in every mode. */
export function isDangerous(specifier: string): boolean {
  return specifier.startsWith('git push --force')
}

type Call = Answer['calls'][number]

/** The model's script. It is deterministic, so that a repeated request yields the same step. */
export function story({ asked, step }: Prompt): Answer {
  const name = /\bsoak (\S+)/.exec(asked)?.[1]
  // A turn that did not start with a message: a call that should run again.
  if (name === undefined) return { chunks: ['I see.'], pause: 0, calls: [] }
  const random = chance(seedOf(`${name} ${step}`))
  const chunks = Array.from({ length: 1 + random.below(12) }, (_, index) => `${name} says ${index}. `)
  const pause = random.pick([0, 1, 5, 30]) ?? 0
  const trouble = troubleOf(random)
  const over = step >= 1 + random.below(4)
  const calls = over
    ? []
    : Array.from({ length: random.below(4) }, (_, index) => someCall(`${name}-${step}-${index}`, random))
  return { chunks, pause, calls, ...(trouble === undefined ? {} : { trouble }) }
}

/** Depends on the moment, not on the step, so that a retry succeeds. */
function troubleOf(random: Chance): Answer['trouble'] {
  const isProne = random() < 0.1
  const dice = Math.random()
  if (!isProne || dice > 0.6) return undefined
  return dice < 0.3 ? 'busy' : 'cut'
}

function someCall(token: string, random: Chance): Call {
  const depth = token.split('+').length - 1
  const kinds: readonly (() => Call)[] = [
    () => command(`echo ${token} >> ${EFFECTS}`),
    () => command(`echo ${token} >> ${EFFECTS}`),
    () => command(`sleep 0.${1 + random.below(9)} && echo ${token} >> ${EFFECTS}`),
    () => command(`git push --force origin ${token}`),
    () => command(`seq 1 ${10 ** (1 + random.below(4))}`),
    () => ({
      tool: 'files.write',
      args: { path: `notes/${random.below(30)}.md`, content: `${token}\n`.repeat(1 + random.below(40)) },
    }),
    () => ({ tool: 'files.read', args: { path: random() < 0.7 ? 'README.md' : 'nowhere.md' } }),
    () => ({ tool: 'files.list', args: { path: '.' } }),
    () => ({ tool: 'todo_write', args: { items: [{ text: token, state: 'open' }] } }),
    () => ({ tool: 'no.such.tool', args: { token } }),
    () => ({ tool: 'files.read', args: { wrong: true } }),
    ...(depth < 2 ? [() => subtask(token), () => subtask(token)] : []),
  ]
  return (random.pick(kinds) ?? (() => subtask(token)))()
}

function command(text: string): Call {
  return { tool: 'terminal.exec', args: { command: text } }
}

function subtask(token: string): Call {
  return { tool: 'run_subtask', args: { title: token, instructions: message(`${token}+`) } }
}
