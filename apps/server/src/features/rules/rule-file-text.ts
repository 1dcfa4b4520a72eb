import { parseRulesFile, type LineError } from '@countersign/policy'
import { readFile, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { maskInLines } from '../../audit/mask.ts'
import { readContent } from '../../workspace/content.ts'
import { errorCode } from '../../disk/error-code.ts'
import { isLinked, ruleFilePath } from '../../rules/rule-file.ts'

/** A rules file for a person to read. */
export interface RuleFileText {
  readonly path: string
  /** With masked secrets and unchanged line numbers; limited in length. */
  readonly text: string
  /** How many of its lines are not in `text`. */
  readonly more: number
  readonly errors: readonly Pick<LineError, 'line' | 'message' | 'suggestion'>[]
}

export type RuleFileTextResult =
  | { readonly ok: true; readonly value: RuleFileText }
  | { readonly ok: false; readonly code: 'not_found' | 'unreadable'; readonly message: string }

/** Limits: shown lines, and characters of each. */
const LINES_LIMIT = 2000
const LINE_LIMIT = 2000

/**
 * The text of the managed file, or that of a workspace, even if it is invalid: a person has to see it to fix it. No other file can be
 * named, and links in a folder are not followed: they could lead to any file.
 */
export async function readRuleFileText(
  layer: 'managed' | 'project',
  workspace: string,
): Promise<RuleFileTextResult> {
  const path = ruleFilePath(layer, workspace)
  const found = layer === 'managed' ? await readManaged(path) : await readBrought(path, workspace)
  if (found.kind === 'absent') return { ok: false, code: 'not_found', message: `there is no \`${path}\`` }
  if (found.kind === 'unreadable') {
    return { ok: false, code: 'unreadable', message: `\`${path}\` cannot be read: ${found.why}` }
  }
  const text = maskInLines(found.text)
  const lines = text.split('\n')
  return {
    ok: true,
    value: {
      path,
      text: lines.slice(0, LINES_LIMIT).map(shortened).join('\n'),
      more: Math.max(0, lines.length - LINES_LIMIT),
      errors: errorsIn(text),
    },
  }
}

/** The problems of a rules file, computed from the masked text, because messages quote words of a line. */
export function errorsShown(text: string): RuleFileText['errors'] {
  return errorsIn(maskInLines(text))
}

function errorsIn(masked: string): RuleFileText['errors'] {
  const { errors } = parseRulesFile(masked)
  return errors.slice(0, LINES_LIMIT).map(({ line, message, suggestion }) => ({
    line,
    message: shortened(message),
    ...(suggestion === undefined ? {} : { suggestion: shortened(suggestion) }),
  }))
}

type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'file'; readonly text: string }

/** The administrator's file: they decide where it links to. */
async function readManaged(path: string): Promise<Found> {
  try {
    return { kind: 'file', text: await readFile(path, 'utf8') }
  } catch (cause) {
    return failed(errorCode(cause))
  }
}

async function readBrought(path: string, workspace: string): Promise<Found> {
  try {
    if (await isLinked(path))
      return { kind: 'unreadable', why: 'a link in someone else’s folder is not followed' }
    // The person chose the folder, whatever leads to it, but not its content.
    const content = await readContent(join(await realpath(workspace), relative(workspace, path)))
    switch (content.kind) {
      case 'absent':
        return { kind: 'absent' }
      case 'file':
        return { kind: 'file', text: content.bytes.toString('utf8') }
      case 'folder':
        return { kind: 'unreadable', why: 'it is a folder' }
      case 'unreadable':
        return { kind: 'unreadable', why: content.text }
    }
  } catch (cause) {
    return failed(errorCode(cause))
  }
}

function failed(code: string | undefined): Found {
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' }
  return { kind: 'unreadable', why: code ?? 'no reason is known' }
}

function shortened(line: string): string {
  return line.length <= LINE_LIMIT ? line : `${line.slice(0, LINE_LIMIT)}…`
}
