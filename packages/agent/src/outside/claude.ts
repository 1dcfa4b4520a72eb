import { resolve } from 'node:path'
import { talkCall, textOf, unknownCall, type Json, type OutsideCall } from './outside-call.ts'

/** Lookups on the machine where Claude Code runs. */
export interface ClaudePlace {
  readonly cwd: string
  readonly workspace: string
  /** The person's home folder; undefined: it cannot be read. */
  readonly home: string | undefined
  /** The text of a file; undefined: there is none; null: it cannot be read. */
  file(path: string): string | null | undefined
}

/**
 * A skill is text for the model unless it contains commands: Claude Code 2.1 runs those while it expands the skill, without calling a hook.
 * So a skill is talk only if its text was found in every place that it may come from and contains no command; any other skill asks.
 */
export function skillCall(args: Json, place: ClaudePlace): OutsideCall {
  const name = textOf(args, 'skill') ?? textOf(args, 'command') ?? ''
  const texts = filesOf(name, place)
    .map((path) => place.file(path))
    .filter((text) => text !== undefined)
  const isText =
    texts.length > 0 && texts.every((text) => text !== null && !RUNS.some((sign) => sign.test(text)))
  return isText ? talkCall('Skill', args) : unknownCall('Skill', args)
}

/** A command in the text, a block of commands, or hooks that the skill brings along. */
const RUNS = [/!`/, /```+!|~~~+!/, /^\s*["']?hooks["']?\s*:/m]

function filesOf(name: string, { cwd, workspace, home }: ClaudePlace): readonly string[] {
  // A plugin's skill has a colon in its name, and its folder is unknown here.
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return []
  const folders = new Set([workspace, cwd, ...(home === undefined ? [] : [home])])
  return [...folders].flatMap((folder) => [
    resolve(folder, '.claude/skills', name, 'SKILL.md'),
    resolve(folder, '.claude/commands', `${name}.md`),
  ])
}

/** In its plan mode Claude Code keeps the plan in a separate file: writing only that file is bookkeeping. */
export function isPlanFile(call: OutsideCall, { cwd, home }: Pick<ClaudePlace, 'cwd' | 'home'>): boolean {
  if (home === undefined || call.specifier.kind !== 'path' || call.tool.category !== 'write') return false
  const plans = resolve(home, '.claude/plans')
  const { paths } = call.specifier
  return (
    paths.length > 0 &&
    paths.every(({ asked }) => /^[A-Za-z0-9_-]+\.md$/.test(below(plans, resolve(cwd, asked))))
  )
}

function below(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : ''
}
