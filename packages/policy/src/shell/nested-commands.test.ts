import { expect, test } from 'vitest'
import { decide } from '../decide.ts'
import { compilePolicy } from '../policy.ts'
import { shellCall } from '../testing/atoms.ts'
import { decideText } from '../testing/decide-text.ts'

const NONE_HIDDEN = compilePolicy({
  builtins: false,
  mode: 'auto',
  layers: [{ layer: 'user', lists: { deny: ['terminal.exec(hidden *)'] } }],
})

/** Words that could be taken for the end of something around the command. */
const ARGUMENTS: readonly string[] = [
  '/',
  'a/b',
  '//',
  '}',
  String.raw`\}`,
  "'}'",
  '"}"',
  ']',
  '[',
  "')'",
  '")"',
  String.raw`\)`,
  ':',
  'a:b',
  'a#b',
  '"\'"',
  String.raw`$'\''`,
  '${y}',
  '${y:-}}',
  '${HOME/a/b}',
  '${HOME:1:2}',
  '$((1/2))',
  '{',
  '"$(echo ")")"',
  '$(echo /)',
  "$(echo ')')",
  '; case x in x) ls /;; esac',
  '# )\n',
  '# }\n',
  '# /\n',
  '"/"',
  "'/'",
  String.raw`\/`,
  '"]"',
  '%',
  '^',
  ',',
  '<(ls /)',
  '"${HOME/a/b}"',
  '|cat',
  '<<<")"',
]

/** Places where bash runs the text in place of `@`. */
const PLACES: readonly string[] = [
  'echo @',
  'echo ${HOME/@/x}',
  'echo ${HOME//@/x}',
  'echo ${HOME/#@/x}',
  'echo ${HOME/%@/x}',
  'echo ${HOME/x/@}',
  'echo ${HOME/@}',
  'echo ${HOME/[a]@/x}',
  'echo "${HOME/@/x}"',
  'echo ${HOME/{@/x}',
  "echo ${HOME/'a'@/x}",
  String.raw`echo ${'$'}{HOME/\/@/x}`,
  'echo "$(echo ${HOME/@/x})"',
  'echo ${HOME#@}',
  'echo ${HOME%%@}',
  'echo "${HOME#@}"',
  'echo ${HOME^@}',
  'echo ${HOME,,@}',
  'echo ${HOME:@:1}',
  'echo "${HOME:0@:1}"',
  'echo ${y:-@}',
  'echo "${y:-@}"',
  'echo ${y:=@}',
  'a[@]=1',
  'a=([@]=1)',
  'a=(x @)',
  'a=@',
  'declare a=@',
  'echo ${a[0@]/x/y}',
  'unset a[@]',
  '[[ @ ]]',
  '[[ a == @ ]]',
  '[[ a =~ @ ]]',
  '[ @ ]',
  '(( 0+@ ))',
  'echo $(( 0+@ ))',
  'let x=0@',
  'for i in @; do :; done',
  'for ((i=0@;i<0;i++)); do :; done',
  'case @ in x) :;; esac',
  'case x in y|@) :;; esac',
  'cat <<< @',
  'cat < @',
  'echo > /dev/null@',
  'echo {a,@}',
  'x=a y=@ ls',
]

const SUBSTITUTIONS: readonly (readonly [start: string, end: string])[] = [
  ['$(', ')'],
  ['<(', ')'],
  ['"$(', ')"'],
]

test.each(PLACES)('P4.2 no word hides a command in %s', (place) => {
  const missed = ARGUMENTS.flatMap((argument) =>
    SUBSTITUTIONS.map(([start, end]) =>
      place.replaceAll('@', () => `${start}ls ${argument}; hidden${end}`),
    ).filter((command) => decide(shellCall(command), NONE_HIDDEN).verdict === 'run'),
  )
  expect(missed).toEqual([])
})

test.each(['`ls /; hidden`', '`ls a/b; hidden`', '$(hidden /)', '>(hidden /)'])(
  'P4.2 %s in the pattern of an expansion is not read past',
  (command) => {
    const text = `terminal.exec(echo \${HOME/${command}/x})`
    expect(decideText('default', ['allow terminal.exec(*)'], text).verdict).toBe('ask')
  },
)

test.each([
  'echo ${HOME/$(pwd)/.}',
  'echo ${HOME/$(basename "$HOME")/x}',
  String.raw`echo ${'$'}{f//\//_}`,
  'echo "${f/$HOME/here}"',
  'echo $(( (1+2) > (3) ))',
])('%s is read', (command) => {
  expect(decideText('default', [], `terminal.exec(${command})`).verdict).toBe('run')
})
