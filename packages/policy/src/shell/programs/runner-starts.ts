import { display, literal, textField, type Field } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'

interface Runner {
  /** The word before the command. */
  readonly behind?: RegExp
  /** Words in between: the name of a container or a machine. */
  readonly skip?: number
  /** Options whose value is a command. */
  readonly options?: RegExp
}

/** Programs that run a command elsewhere or in another environment, and the position of that command in their words. */
const RUNNERS: ReadonlyMap<string, Runner> = new Map(
  Object.entries({
    pixi: { behind: /^run$/ },
    rvm: { behind: /^do$/ },
    yarn: { behind: /^exec$/ },
    'rush-pnpm': { behind: /^exec$/ },
    crictl: { behind: /^exec$/, skip: 1 },
    ctr: { behind: /^exec$/, skip: 1 },
    oc: { behind: /^rsh$/, skip: 1 },
    nomad: { behind: /^exec$/, skip: 1 },
    heroku: { behind: /^(?:run|run:detached|--)$/ },
    dokku: { behind: /^(?:run|enter)$/, skip: 1 },
    cf: { options: /^(?:-c|--command)$/ },
    fly: { options: /^(?:-C|--command)$/ },
    flyctl: { options: /^(?:-C|--command)$/ },
    railway: { behind: /^run$/ },
    gcloud: { behind: /^--$/, options: /^--command$/ },
    aws: { options: /^--(?:command|parameters)$/ },
    az: { options: /^(?:--scripts|--command|--command-string)$/ },
    colima: { behind: /^--$/ },
    fab: { behind: /^--$/ },
    dsh: { behind: /^(?:-a|--all|--)$/ },
    knife: { behind: /^ssh$/, skip: 1 },
    salt: { behind: /^cmd\.(?:run\w*|shell)$/ },
    'salt-call': { behind: /^cmd\.(?:run\w*|shell)$/ },
    'salt-ssh': { behind: /^cmd\.(?:run\w*|shell)$/ },
    xdotool: { behind: /^(?:type|exec)$/ },
    ydotool: { behind: /^type$/ },
    wtype: { behind: /^--$/ },
  } satisfies Readonly<Record<string, Runner>>),
)

/** The command that such a program runs, only for deny, ask and breakers. */
export function runnerStarts(program: string, [, ...words]: readonly Field[]): readonly Inner[] {
  const runner = RUNNERS.get(program)
  if (runner === undefined) return []
  return [...commandsBehind(runner, words), ...textsOf(runner, words)]
}

function commandsBehind({ behind, skip = 0 }: Runner, words: readonly Field[]): readonly Inner[] {
  const at = behind === undefined ? -1 : words.findIndex((word) => behind.test(display(word)))
  if (at === -1) return []
  const rest = words.slice(at + 1)
  const first = rest.findIndex((word) => !display(word).startsWith('-'))
  // An option may be followed by a value.
  return [...new Set([first, first > 0 ? first + 1 : first])].flatMap((from): readonly Inner[] => {
    const argv = from < 0 ? [] : rest.slice(from + skip)
    return argv.length === 0 ? [] : [{ kind: 'argv', argv, remote: true }]
  })
}

function textsOf({ options }: Runner, words: readonly Field[]): readonly Inner[] {
  if (options === undefined) return []
  return words.flatMap((word, index): readonly Inner[] => {
    const [name = '', ...joined] = (literal(word) ?? '').split('=')
    const next = words[index + 1]
    if (!options.test(name)) return []
    const value = joined.length > 0 ? joined.join('=') : literal(next)
    const text = value?.replace(/^commands?=/, '').replace(/^\[["']?|["']?\]$/g, '')
    if (text === undefined || text === '') return []
    return [{ kind: 'script', text: textField(text, word.range, { quoted: true }), remote: true }]
  })
}
