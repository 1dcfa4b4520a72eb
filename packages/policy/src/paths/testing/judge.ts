import { compilePathPattern } from '../pattern.ts'
import { pathSubjects } from '../subjects.ts'
import { urlSubjects } from '../../urls/subjects.ts'
import { compileUrlPattern } from '../../urls/pattern.ts'
import type { Verdict } from '../../verdict.ts'
import type { CorpusCase } from './corpus.ts'
import { callOf, referenceRules, referenceVerdict } from './reference.ts'

/** The fields that tests set in a case; the others are as in the corpus. */
export type Sketch = Pick<CorpusCase, 'tool' | 'specifier'> &
  Partial<Omit<CorpusCase, 'rules'>> & { readonly rules?: Partial<CorpusCase['rules']> }

/** The verdict on a sketched call, by the reference composition. The mode is auto unless set. */
export function judge(sketch: Sketch): Verdict {
  const row: CorpusCase = {
    id: 'sketch',
    class: '',
    why: '',
    mode: 'auto',
    expect: 'run',
    ...sketch,
    rules: { allow: [], ask: [], deny: [], ...sketch.rules },
  }
  const call = callOf(row)
  const { specifier } = call
  const isUrl = specifier.kind === 'url'
  const compiles = (pattern: string): boolean =>
    (isUrl ? compileUrlPattern(pattern) : compilePathPattern(pattern)).ok
  const subjects = isUrl
    ? urlSubjects(call, specifier)
    : pathSubjects(call, specifier.kind === 'path' ? specifier.paths : [])
  return referenceVerdict(call, subjects, referenceRules(row, compiles), row.mode)
}
