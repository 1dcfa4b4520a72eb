import { compiledOnce } from '../model/compiled-once.ts'
import { compileUrlPattern } from './pattern.ts'

/** The URL pattern of a rule; a bare tool name matches every use. Undefined: it is invalid. */
export const urlPatternOf = compiledOnce((pattern) => compileUrlPattern(pattern ?? '*'))
