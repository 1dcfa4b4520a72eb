import type { CliCommand } from '../../command/cli-command.ts'
import { longFlag } from '../../command/option.ts'
import { complain, print } from '../output.ts'

/** Prints completions for a shell, generated from the commands. */
export function completions(program: CliCommand, shell: string): number {
  const words = wordsOf(program, [])
  switch (shell) {
    case 'bash':
      return print(bash(words))
    case 'zsh':
      return print(zsh(words))
    case 'fish':
      return print(fish(words))
    default:
      return complain(`\`${shell}\` is not supported; use bash, zsh or fish`)
  }
}

interface Words {
  /** Names of the parent commands, without the program's. */
  readonly path: readonly string[]
  readonly next: readonly { readonly word: string; readonly says: string }[]
}

/** Options that the parser adds. */
const HELP = { word: '--help', says: 'display help for command' }
const VERSION = { word: '--version', says: 'output the version number' }

function wordsOf(command: CliCommand, path: readonly string[]): readonly Words[] {
  const next = [
    ...command.commands.map(({ name, summary }) => ({ word: name, says: summary })),
    ...(path.length === 0 ? [VERSION] : []),
    ...Object.entries(command.options)
      .filter(([, { legacy }]) => legacy !== true)
      .map(([key, option]) => ({ word: longFlag(key, option), says: option.about })),
    HELP,
  ]
  return [{ path, next }, ...command.commands.flatMap((below) => wordsOf(below, [...path, below.name]))]
}

function bash(all: readonly Words[]): string {
  const cases = all.map(
    ({ path, next }) => `    '${path.join(' ')}') words='${next.map(({ word }) => word).join(' ')}' ;;`,
  )
  return `# countersign completions for bash: eval "$(countersign completions bash)"
_countersign() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _countersign countersign`
}

function zsh(all: readonly Words[]): string {
  const cases = all.map(
    ({ path, next }) =>
      `    '${path.join(' ')}') found=(${next.map(({ word, says }) => quoted(`${word}:${says}`)).join(' ')}) ;;`,
  )
  return `#compdef countersign
# countersign completions for zsh: eval "$(countersign completions zsh)"
_countersign() {
  local word
  local -a names found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] || names+=("$word")
  done
  case "\${(j: :)names}" in
${cases.join('\n')}
  esac
  if (( \${#found} )); then _describe 'countersign' found; else _files; fi
}
compdef _countersign countersign`
}

function fish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, next }) =>
    next.map(({ word, says }) => {
      const when = `test "$(__countersign_path)" = "${path.join(' ')}"`
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c countersign -n ${quoted(when)} ${what} -d ${quoted(says)}`
    }),
  )
  return `# countersign completions for fish: countersign completions fish | source
function __countersign_path
    set -l path
    for word in (commandline -opc)[2..]
        string match -q -- '-*' $word; or set -a path $word
    end
    echo "$path"
end
${lines.join('\n')}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
