import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Saved inputs for a target: each one triggered behaviour that none before it did. */
export function readKept(target: string): readonly string[] {
  const file = fileOf(target)
  return existsSync(file) ? z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

export function writeKept(target: string, inputs: readonly string[]): void {
  writeFileSync(fileOf(target), `${JSON.stringify(inputs, undefined, 2)}\n`)
}

function fileOf(target: string): string {
  return join(import.meta.dirname, 'corpus', `${target}.json`)
}
