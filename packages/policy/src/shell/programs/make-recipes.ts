/** The commands in a Makefile, one per recipe line, as the shell gets them as far as that is plain. */
export function recipesOf(makefile: string): readonly string[] {
  const text = makefile.replaceAll(/\\\n[ \t]*/g, ' ')
  const variables = variablesOf(text)
  return [...text.matchAll(RECIPE)].map(([, command = '']) => expanded(command, variables))
}

/** A recipe line, after a tab or a semicolon. */
const RECIPE = /(?:^\t|^[^\t#=\n]*:[^\n;=]*;)[ \t]*[@+-]*[ \t]*(\S.*)$/gm
const DEFINITION = /^(?:(?:export|override)[ \t]+)*([\w.-]+)[ \t]*(?::{0,3}|\?|\+)=[ \t]*(.*)$/gm

/** The value of each variable. One with two values may have either, so both are listed. */
function variablesOf(text: string): ReadonlyMap<string, string> {
  const variables = new Map(BUILT_IN)
  for (const [, name = '', given = ''] of text.matchAll(DEFINITION)) {
    const value = given.replace(/(?:^|\s)#.*$/, '').trim()
    const before = BUILT_IN.has(name) ? undefined : variables.get(name)
    variables.set(name, before === undefined ? value : `${before} ${value}`)
  }
  return variables
}

const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['MAKE', 'make'],
  ['RM', 'rm -f'],
  ['CURDIR', '$$PWD'],
])

/** How deep variables of variables are followed, and how long a command may become. */
const MOST_ROUNDS = 4
const LONGEST = 4_000

function expanded(command: string, variables: ReadonlyMap<string, string>): string {
  let text = command
  for (let round = 0; round < MOST_ROUNDS && text.length <= LONGEST; round += 1) {
    let room = LONGEST
    const next = text.replaceAll(REFERENCE, (whole, inBrackets?: string, letter?: string) => {
      const value = variables.get(inBrackets ?? letter ?? '')
      room -= value?.length ?? 0
      return value === undefined || room < 0 ? whole : value
    })
    if (next === text) break
    text = next
  }
  return text.replaceAll(TO_SHELL, (whole, name?: string, letter?: string) => {
    if (whole === '$$') return '$'
    if (whole.endsWith(' ')) return '$('
    return `\${${name ?? letter ?? 'FILE_OF_RULE'}}`
  })
}

/** `$$` comes first, so that what follows it is not a reference. */
const REFERENCE = /\$\$|\$[({]([\w.-]+)[)}]|\$([A-Za-z])/g
/** The same with `$@`, `$(<F)` for files of the rule and `$(shell …)`. */
const TO_SHELL = /\$\$|\$[({](\w+)[)}]|\$([A-Za-z])|\$[@<^?*+%|]|\$[({][@<^?*+%|][DF][)}]|\$\(shell /g
