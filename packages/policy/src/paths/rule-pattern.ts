import { compiledOnce } from '../model/compiled-once.ts'
import { ok } from '../result.ts'
import { compilePathPattern, type PathPattern } from './pattern.ts'

/** The path pattern of a rule. `every`: a bare tool name. Undefined: it is invalid. */
export const patternOf = compiledOnce<PathPattern | 'every'>((pattern) =>
  pattern === undefined ? ok('every') : compilePathPattern(pattern),
)
