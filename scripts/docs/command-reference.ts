import { placeholder } from '../../apps/cli/src/command/argument.ts'
import type { CliCommand } from '../../apps/cli/src/command/cli-command.ts'
import { longFlag, type CliOption } from '../../apps/cli/src/command/option.ts'
import { COMMANDS, programOf } from '../../apps/cli/src/features.ts'
import { code, codes, table } from './markdown.ts'

const NEEDS = {
  server: 'Uses the server of the data folder.',
  policy: 'Uses the rules; needs no server.',
  none: undefined,
} as const

/** Every command with its arguments and options, from the array of commands. */
export function commandReference(): string {
  return [
    '# Commands',
    '',
    '<!-- Made by `npm run docs` from `apps/cli/src/features.ts`. -->',
    '',
    'Every command of `countersign`, as `--help` describes it. [The command line](guide/command-line.md) explains how to use them.',
    '',
    ...sections(programOf(COMMANDS), []),
  ].join('\n')
}

function sections(command: CliCommand, above: readonly string[]): readonly string[] {
  const path = [...above, command.name]
  const own = [`## ${path.join(' ')}`, '', sentence(command.summary), '', ...facts(command, path)]
  return [...own, ...command.commands.flatMap((below) => sections(below, path))]
}

function facts(command: CliCommand, path: readonly string[]): readonly string[] {
  if (command.run === undefined) return []
  const given = Object.entries(command.arguments)
  const options = Object.entries(command.options)
  const usage = [
    ...path,
    ...(options.length === 0 ? [] : ['[options]']),
    ...given.map((one) => placeholder(...one)),
  ]
  const rows = [
    ...given.flatMap((one) =>
      one[1].about === undefined ? [] : [[code(placeholder(...one)), one[1].about]],
    ),
    ...options.map(([key, option]) => [code(flags(key, option)), optionText(option)]),
  ]
  const needs = NEEDS[command.needs]
  return [
    `    ${usage.join(' ')}`,
    '',
    ...(needs === undefined ? [] : [needs, '']),
    ...(rows.length === 0 ? [] : [table(['', ''], rows), '']),
    ...(command.details === undefined ? [] : ['```text', command.details.trim(), '```', '']),
  ]
}

function flags(key: string, option: CliOption): string {
  const short = option.short === undefined ? '' : `-${option.short}, `
  return `${short}${longFlag(key, option)}${option.value === undefined ? '' : ` ${option.value}`}`
}

function optionText({ about, choices, standard, mandatory }: CliOption): string {
  return [
    about,
    ...(choices === undefined ? [] : [`one of ${codes(choices)}`]),
    ...(typeof standard === 'string' ? [`${code(standard)} by default`] : []),
    ...(mandatory === true ? ['required'] : []),
  ].join('; ')
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
