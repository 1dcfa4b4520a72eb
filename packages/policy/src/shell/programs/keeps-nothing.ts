import { literal, type Field } from '../../model/field.ts'

/** A sed script that leaves no line; `quiet`: only explicit output remains. */
export function sedKeepsNothing(scripts: readonly Field[], quiet: boolean): boolean {
  const texts = scripts.map(literal)
  if (texts.some((text) => text === undefined)) return false
  const commands = texts.flatMap((text) => (text ?? '').split(/[;\n]/)).map((command) => command.trim())
  if (commands.some((command) => DROPS_ALL.test(command))) return true
  return quiet && commands.every((command) => !/[pPwil=]/.test(command))
}

// `d`, `1,$d`, `/./d`, a substitution of the whole line by nothing.
const DROPS_ALL = /^(?:(?:[01],\$|\/(?:\.\*?|\^)?\/)?\s*d|s(.)\^?\.\*\$?\1\1[gmM0-9]*)$/

/** A `rename` that gives every file the same name, so that only the last one is left. */
export function namesAllAlike(expression: Field): boolean {
  return /^s(.)\^?\.[*+]\$?\1[^$&\\]*\1[a-z]*$/.test(literal(expression) ?? '')
}

/** A program of awk that prints nothing. */
export function awkKeepsNothing(programs: readonly Field[]): boolean {
  return (
    programs.length > 0 &&
    programs.every((program) => /^\s*(?:0?|(?:BEGIN|END)?\s*\{[^{}]*\})\s*$/.test(withoutPrints(program)))
  )
}

function withoutPrints(program: Field): string {
  const text = literal(program) ?? '1'
  return /print/.test(text) ? '1' : text
}

/** Code that runs for each line of a file, `-n` or `-p`, and leaves no line. */
export function codeKeepsNothing(codes: readonly Field[], printsAll: boolean): boolean {
  const texts = codes.map((code) => literal(code) ?? 'print')
  if (texts.length === 0) return false
  return printsAll
    ? texts.some((text) => /^\s*(?:\$_\s*=\s*(?:""|''|undef)|undef\s*\$_|s\/\.\*\/\/s?)\s*;?\s*$/.test(text))
    : texts.every((text) => !/print|say|puts|putc|write|\bp\b|<<|syswrite/.test(text))
}
