import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applied, type Mutant } from './places.ts'

/** A change, and the file that it is made in. */
export interface Candidate {
  readonly file: string
  readonly source: string
  readonly mutant: Mutant
}

const COMPILER = [
  'node_modules/typescript/bin/tsc',
  '--project',
  'packages/policy',
  '--noEmit',
  '--pretty',
  'false',
]

/**
 * Those changes that compile: any other is no program that a test could judge. The compiler is slow to start, so it is
 * asked about one change of each file at a time; it names the files that it refuses.
 */
export function compiled(candidates: readonly Candidate[], path: string): readonly Candidate[] {
  const code = join(path, 'packages/policy/src')
  if (refusedFiles(path).size > 0) throw new Error('the code does not compile as it is')
  const refused = new Set<Candidate>()
  for (const round of rounds(candidates)) {
    for (const { file, source, mutant } of round) writeFileSync(join(code, file), applied(source, mutant))
    const files = refusedFiles(path)
    for (const candidate of round) {
      if (files.has(candidate.file)) refused.add(candidate)
      writeFileSync(join(code, candidate.file), candidate.source)
    }
  }
  return candidates.filter((candidate) => !refused.has(candidate))
}

function rounds(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const found: Candidate[][] = []
  const seen = new Map<string, number>()
  for (const candidate of candidates) {
    const round = seen.get(candidate.file) ?? 0
    seen.set(candidate.file, round + 1)
    found[round] ??= []
    found[round].push(candidate)
  }
  return found
}

function refusedFiles(path: string): ReadonlySet<string> {
  const { stdout } = spawnSync(process.execPath, COMPILER, { cwd: path, encoding: 'utf8' })
  const lines = stdout.matchAll(/^packages\/policy\/src\/([^(]+)\(/gm)
  return new Set([...lines].map(([, file = '']) => file))
}
