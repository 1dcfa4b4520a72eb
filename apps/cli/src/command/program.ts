import { Command, Option } from 'commander'
import { VERSION } from '../version.ts'
import { placeholder } from './argument.ts'
import type { CliCommand } from './cli-command.ts'
import { longFlag, type CliOption } from './option.ts'

/** Parses the command line, runs its command, and sets the exit code. `words`: without the program's own name. */
export async function runProgram(program: CliCommand, words = process.argv.slice(2)): Promise<void> {
  const parser = new Command(program.name).version(VERSION)
  // If the first word names a command, the others need no parser.
  const named = program.commands.filter(({ name }) => name === words[0])
  build(parser, named.length === 0 ? program : { ...program, commands: named }, program, [program.name])
  await parser.parseAsync(words, { from: 'user' })
}

/** `path`: the names of the command, as they are typed. */
function build(parser: Command, command: CliCommand, program: CliCommand, path: readonly string[]): void {
  parser.description(command.summary)
  // An error in a command points to that command's help.
  parser.showHelpAfterError(`(see \`${path.join(' ')} --help\`)`)
  for (const [name, spec] of Object.entries(command.arguments))
    parser.argument(placeholder(name, spec), spec.about ?? '')
  for (const [key, option] of Object.entries(command.options)) parser.addOption(optionOf(key, option))
  if (command.details !== undefined) parser.addHelpText('after', command.details)
  if (command.takesAnything) parser.allowUnknownOption().allowExcessArguments()
  const { run } = command
  if (run !== undefined) {
    // Options after the name of a subcommand belong to it.
    if (command.commands.length > 0) parser.enablePositionalOptions()
    parser.action(async () => {
      const names = Object.keys(command.arguments)
      const typed = Object.fromEntries(names.map((name, place) => [name, parser.processedArgs[place]]))
      const code = await run({ arguments: typed, options: parser.opts(), program })
      if (code !== undefined) process.exitCode = code
    })
  }
  for (const below of command.commands)
    build(parser.command(below.name, { isDefault: below.isDefault }), below, program, [...path, below.name])
}

function optionOf(key: string, spec: CliOption): Option {
  const short = spec.short === undefined ? '' : `-${spec.short}, `
  const value = spec.value === undefined ? '' : ` ${spec.value}`
  const option = new Option(`${short}${longFlag(key, spec)}${value}`, spec.about)
  if (spec.choices !== undefined) option.choices(spec.choices)
  if (spec.repeatable === true) option.argParser(collect)
  if (spec.standard !== undefined) option.default(spec.standard)
  if (spec.mandatory === true) option.makeOptionMandatory()
  if (spec.legacy === true) option.hideHelp()
  return option
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}
