import { aimsAtVariables, isSecretVariable } from '../secrets.ts'
import type { CommandCall } from './context.ts'
import { display, literal, type Field } from '../model/field.ts'
import { fieldValue } from './value.ts'
import { SHOWS_VARIABLES } from './programs/kinds.ts'

/** The command prints variables that conventionally hold secrets: `printenv X_TOKEN`, `env | grep KEY`, `echo $X_SECRET`. */
export function showsVariables({ argv, stdin }: CommandCall, program: string): boolean {
  if (!SHOWS_VARIABLES.has(program)) return false
  const words = argv.slice(1)
  if (program === 'printenv') return words.some((word) => isSecretVariable(literal(word) ?? ''))
  if (/^(?:declare|typeset|export)$/.test(program))
    return (
      words.some((word) => /^-\w*p/.test(display(word))) &&
      words.some((word) => isSecretVariable(display(word)))
    )
  if (CONTAINERS.test(program)) return /^(?:env|printenv)$/.test(display(argv.at(-1)))
  if (program === 'echo' || program === 'printf') return words.some(holdsSecret)
  if (stdin.kind === 'text')
    return PRINTS.test(program) && stdin.values.some((value) => value.some(isSecretBit))
  return (
    stdin.kind === 'data' &&
    stdin.environment === true &&
    CHOOSES.test(program) &&
    words.some((word) => aimsAtVariables(display(word)) || aimsAtEnvironment(display(word)))
  )
}

/** Containers have their secrets in the environment. */
const CONTAINERS = /^(?:docker|podman|nerdctl|docker-compose|kubectl|oc)$/
const CHOOSES = /^(?:[ef]?grep|rg|ag|[gmn]?awk|g?sed|jq|gojq|yq|python3?|perl|node)$/
const PRINTS = /^(?:cat|tee|base64|xxd|od|rev|head|tail)$/

/** `docker inspect x | jq '.[0].Config.Env'`. */
function aimsAtEnvironment(text: string): boolean {
  return /\.Env\b|"Env"/.test(text)
}

/** The value of such a variable itself; `${X:+set}` and `${#X}` do not show it. */
function holdsSecret(word: Field): boolean {
  return fieldValue(word).some(isSecretBit)
}

function isSecretBit(bit: {
  readonly kind: string
  readonly source?: string
  readonly origin?: string
}): boolean {
  if (bit.kind !== 'hole' || bit.origin !== 'unset' || bit.source === undefined) return false
  const name = /^\$\{?(\w+)(?:\}|$|:?[-=?])/.exec(bit.source)?.[1]
  return name !== undefined && isSecretVariable(name)
}
