import { compiledOnce } from '../model/compiled-once.ts'
import { compileUrlPattern } from './pattern.ts'

/** The URL pattern of a rule; a bare tool name is every use. Undefined: it cannot be read. */
export const urlPatternOf = compiledOnce((pattern) => compileUrlPattern(pattern ?? '*'))
