import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../lib/root.mjs'
import { checkImports } from './check-imports.ts'

let copy: string
let before: number

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'countersign-imports-'))
  const files = globSync('{packages,apps}/*/{package.json,src/**/*}', { cwd: root })
  for (const file of files) cpSync(join(root, file), join(copy, file))
  // Where a rule is about a file that the copy may not have.
  plant('packages/agent/src/gate/countersign.ts', 'export const countersign = 1\nexport type Signed = 1\n')
  plant('apps/server/src/main.ts', 'export const planted = 1\n')
  plant('apps/cli/src/main.ts', 'export const planted = 1\n')
  plant('apps/server/src/store/planted.ts', 'export const planted = 1\n')
  plant('apps/server/src/http/planted.ts', 'export const planted = 1\n')
  before = checkImports(copy).length
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

// prettier-ignore
const PLANTED: readonly (readonly [rule: string, file: string, source: string])[] = [
  ['policy-is-pure', 'packages/policy/src/zz.ts', "import { readFileSync } from 'node:fs'"],
  ['policy-is-pure', 'packages/policy/src/zz.ts', "import { z } from 'zod'"],
  ['policy-is-pure', 'packages/policy/src/zz.ts', "import { parse } from 'unbash'"],
  ['policy-is-pure', 'packages/policy/src/zz.ts', "export type { Command } from 'unbash'"],
  ['policy-is-pure', 'packages/policy/src/zz.ts', "export const late = () => import('node:path')"],
  ['policy-is-pure', 'packages/policy/src/shell/reader.ts', "import { parse } from 'unbash'\nimport 'path'"],
  ['packages-know-no-app', 'packages/agent/src/zz.ts', "export * from '../../../apps/server/src/main.ts'"],
  ['arrows-never-turn', 'packages/protocol/src/zz.test.ts', "import type { Gate } from '@countersign/agent'"],
  ['protocol-has-no-logic', 'packages/protocol/src/zz.ts', "import { decide } from '@countersign/policy'"],
  ['protocol-has-no-logic', 'packages/protocol/src/zz.ts', "import ws from 'ws'"],
  ['agent-knows-ports', 'packages/agent/src/zz.ts', "import pg from 'pg'"],
  ['only-the-gate-signs', 'packages/agent/src/zz.ts', "import { countersign } from './gate/countersign.ts'"],
  ['only-the-gate-signs', 'packages/agent/src/gate/zz.ts', "export * from './countersign.ts'"],
  ['only-the-gate-signs', 'scripts/zz.ts', "import '../packages/agent/src/gate/countersign.ts'"],
  ['web-meets-server-on-the-wire', 'apps/web/src/zz.tsx', "import type {} from '../../server/src/main.ts'"],
  ['server-knows-no-edge', 'apps/server/src/zz.ts', "import '../../cli/src/main.ts'"],
  ['server-order', 'apps/server/src/http/zz.ts', "import '../store/planted.ts'"],
  ['server-order', 'apps/server/src/ws/zz.ts', "import type { planted } from '../store/planted.ts'"],
  ['server-order', 'apps/server/src/turns/zz.ts', "import '../http/planted.ts'"],
  ['server-order', 'apps/server/src/tools/exec/zz.ts', "import '../../store/planted.ts'"],
  ['server-order', 'apps/server/src/store/zz.ts', "import '../http/planted.ts'"],
  ['code-knows-no-test', 'apps/cli/src/zz.ts', "import './zz.test.ts'"],
  ['exports-are-the-door', 'packages/agent/src/zz.ts', "import '../../policy/src/index.ts'"],
  ['resolves', 'packages/agent/src/zz.ts', "import '@countersign/policy/src/decide.ts'"],
  ['resolves', 'packages/agent/src/zz.ts', "import './no-such-file.ts'"],
  ['no-cycles', 'packages/agent/src/zz.ts', "import { a } from './zz.ts'"],
  ['no-cycles', 'packages/agent/src/zz.ts', "import type { Signed } from './zz-back.ts'"],
]

test.each(PLANTED)('%s is broken by %s: %s', (rule, file, source) => {
  const undo = [
    plant('packages/agent/src/zz-back.ts', "import './zz.ts'\n"),
    plant('apps/cli/src/zz.test.ts', ''),
    plant('packages/agent/src/zz.ts', ''),
    plant(file, `${source}\n`),
  ]
  const rules = checkImports(copy).map((breach) => breach.rule)
  for (const remove of undo.reverse()) remove()
  expect(rules).toContain(rule)
  expect(rules.length).toBeGreaterThan(before)
})

// prettier-ignore
const FINE: readonly (readonly [file: string, source: string])[] = [
  ['packages/policy/src/zz.test.ts', "import { readFileSync } from 'node:fs'"],
  ['packages/policy/src/shell/reader.ts', "import { parse } from 'unbash'"],
  ['packages/protocol/src/zz.ts', "import type { Verdict } from '@countersign/policy'\nimport { z } from 'zod'"],
  ['packages/agent/src/zz.ts', "import type { Signed } from './gate/countersign.ts'"],
  ['packages/agent/src/gate/gate.ts', "import { countersign } from './countersign.ts'"],
  ['apps/server/src/main.ts', "import './http/planted.ts'\nimport './store/planted.ts'"],
  ['apps/server/src/turns/zz.test.ts', "import '../store/planted.ts'"],
  ['apps/web/src/zz.tsx', "import { decide } from '@countersign/policy'\nimport { useState } from 'react'"],
]

test.each(FINE)('%s may say: %s', (file, source) => {
  const remove = plant(file, `${source}\n`)
  const breaches = checkImports(copy).filter((breach) => breach.where.startsWith(`${file}:`))
  remove()
  expect(breaches).toEqual([])
})

/** Writes a file into the copy, and answers what takes it away again. */
function plant(file: string, source: string): () => void {
  const path = join(copy, file)
  const earlier = existsSync(path) ? readFileSync(path) : undefined
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
  return () => (earlier === undefined ? rmSync(path) : writeFileSync(path, earlier))
}
