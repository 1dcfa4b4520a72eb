/** The commands in a Makefile, one for each line of a recipe, as the shell gets them as far as that is plain. */
export function recipesOf(makefile: string): readonly string[] {
  const text = makefile.replaceAll(/\\\n[ \t]*/g, ' ')
  const variables = variablesOf(text)
  return [...text.matchAll(RECIPE)].map(([, command = '']) => expanded(command, variables))
}

/** A line of a recipe, behind a tab or a semicolon. */
const RECIPE = /(?:^\t|^[^\t#=\n]*:[^\n;=]*;)[ \t]*[@+-]*[ \t]*(\S.*)$/gm
const DEFINITION = /^(?:(?:export|override)[ \t]+)*([\w.-]+)[ \t]*(?::{0,3}|\?|\+)=[ \t]*(.*)$/gm

/** What each name is given. One that is given something twice may be either: both stand there. */
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

/** Variables of variables that are followed, and how long a command may become by that. */
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

/** `$$` stands first so that what is behind it is no reference. */
const REFERENCE = /\$\$|\$[({]([\w.-]+)[)}]|\$([A-Za-z])/g
/** The same with `$@`, `$(<F)` for files of the rule and `$(shell …)`. */
const TO_SHELL = /\$\$|\$[({](\w+)[)}]|\$([A-Za-z])|\$[@<^?*+%|]|\$[({][@<^?*+%|][DF][)}]|\$\(shell /g
