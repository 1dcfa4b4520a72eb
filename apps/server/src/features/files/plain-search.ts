import { createContext, Script } from 'node:vm'
import { relative } from 'node:path'
import { readIn } from '../../workspace/content.ts'
import { errorCode } from '../../disk/error-code.ts'
import { globFilter, type Finder, type FoundFile } from './finder.ts'
import { decodeText } from '../../workspace/text-file.ts'
import { walk } from './walk.ts'

/** Milliseconds that an expression may take on one file: it blocks this process. */
const MATCH_TIME = 500

/** Searches in-process, if there is no faster program. An endless expression is stopped by a timeout. */
export const plainSearch: Finder = async (root, wish) => {
  const expression = compiled(wish)
  if (typeof expression === 'string') return { ok: false, message: expression }
  const fits = globFilter(wish.glob)
  const files: FoundFile[] = []
  let count = 0
  let tooLong = false
  const notes = await walk(root.path, {
    place: wish.place,
    judge: await wish.judging(),
    signal: wish.signal,
    depth: root.only === undefined ? Number.POSITIVE_INFINITY : 1,
    ignored: wish.ignored || root.only !== undefined,
    async visit(found) {
      const name = relative(root.path, found.path)
      if (found.kind !== 'file' || (root.only !== undefined && name !== root.only)) return true
      if (!fits(name)) return true
      const content = await readIn(found.folder, found.name)
      const text = content.kind === 'file' ? decodeText(content.bytes)?.text : undefined
      if (text === undefined) return true
      const fitting = linesThatFit(text, expression)
      tooLong = fitting === undefined
      const lines = (fitting ?? []).slice(0, wish.lines - count)
      if (lines.length > 0) files.push({ name, lines })
      count += lines.length
      return !tooLong && count < wish.lines
    },
  })
  if (tooLong) return { ok: false, message: 'the search took too long; make the pattern simpler' }
  return { ok: true, files, cut: notes?.cut ?? false }
}

function compiled(wish: Parameters<Finder>[1]): RegExp | string {
  const source = wish.literal ? wish.pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&') : wish.pattern
  try {
    return new RegExp(
      wish.word === true ? `(?<!\\w)(?:${source})(?!\\w)` : source,
      wish.ignore_case ? 'i' : '',
    )
  } catch (cause) {
    return `the pattern is not a valid regular expression: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

const LOOK = new Script('lines.flatMap((line, index) => (expression.test(line) ? [index + 1] : []))')

/** Undefined: it took too long. */
function linesThatFit(text: string, expression: RegExp): readonly number[] | undefined {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  try {
    const found: unknown = LOOK.runInContext(createContext({ lines, expression }), { timeout: MATCH_TIME })
    return found as number[] // made by the script just above
  } catch (cause) {
    if (errorCode(cause) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause
    return undefined
  }
}
