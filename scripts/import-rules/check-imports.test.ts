/** @module-tag slow */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../lib/root.mjs'
import { checkImports, type Breach } from './check-imports.ts'

// Files that the rules mention and that the planted files import, independent of the real tree.
const SUPPORT = {
  'packages/agent/src/call/countersign.ts': 'export const countersign = 1\nexport type Signed = 1\n',
  'packages/agent/src/zz-cycle-back.ts': "import './zz-cycle.ts'\n",
  'packages/agent/src/zz-type-cycle-back.ts': "import './zz-type-cycle.ts'\n",
  'packages/agent/src/zz-ring-back/two.ts': "import '../zz-ring/other.ts'\n",
  'packages/agent/src/zz-ring/other.ts': 'export const planted = 1\n',
  'apps/server/src/features/planted/deep/zz-deep-back/two.ts': "import '../zz-deep/other.ts'\n",
  'apps/server/src/features/planted/deep/zz-deep/other.ts': 'export const planted = 1\n',
  'apps/server/src/platform/zz-shelf-back/two.ts': "import '../zz-shelf/other.ts'\n",
  'apps/server/src/platform/zz-shelf/other.ts': 'export const planted = 1\n',
  'apps/cli/src/commands/planted/planted.ts': 'export const planted = 1\n',
  'apps/server/src/main.ts': 'export const planted = 1\n',
  'apps/server/src/store/planted.ts': 'export const planted = 1\n',
  'apps/server/src/platform/planted.ts': 'export const planted = 1\n',
  'apps/server/src/features/planted/planted.ts': 'export const planted = 1\n',
  'apps/web/src/data/http.ts': 'export const call = 1\n',
  'apps/web/src/features/zz/use-file.ts': 'export const save = 1\n',
  'apps/cli/src/main.ts': 'export const planted = 1\n',
  'apps/cli/src/zz.test.ts': '',
}

// prettier-ignore
const PLANTED: readonly (readonly [rule: string, file: string, source: string])[] = [
  ['policy-is-pure', 'packages/policy/src/zz-1.ts', "import { readFileSync } from 'node:fs'"],
  ['policy-is-pure', 'packages/policy/src/zz-2.ts', "import { z } from 'zod'"],
  ['policy-is-pure', 'packages/policy/src/zz-3.ts', "import { parse } from 'unbash'"],
  ['policy-is-pure', 'packages/policy/src/zz-4.ts', "export type { Command } from 'unbash'"],
  ['policy-is-pure', 'packages/policy/src/zz-5.ts', "export const late = () => import('node:path')"],
  ['policy-is-pure', 'packages/policy/src/shell/reader.ts', "import { parse } from 'unbash'\nimport 'path'"],
  ['packages-know-no-app', 'packages/agent/src/zz-6.ts', "export * from '../../../apps/server/src/main.ts'"],
  ['arrows-never-turn', 'packages/protocol/src/zz-7.test.ts', "import type { Gate } from '@countersign/agent'"],
  ['arrows-never-turn', 'packages/workflow/src/zz-27.ts', "import type { Gate } from '@countersign/agent'"],
  ['workflow-is-pure', 'packages/workflow/src/zz-28.ts', "import { readFileSync } from 'node:fs'"],
  ['protocol-has-no-logic', 'packages/protocol/src/zz-8.ts', "import { decide } from '@countersign/policy'"],
  ['protocol-has-no-logic', 'packages/protocol/src/zz-9.ts', "import ws from 'ws'"],
  ['agent-knows-ports', 'packages/agent/src/zz-10.ts', "import pg from 'pg'"],
  ['only-the-gate-signs', 'packages/agent/src/zz-11.ts', "import { countersign } from './call/countersign.ts'"],
  ['only-the-gate-signs', 'packages/agent/src/gate/zz-12.ts', "export * from '../call/countersign.ts'"],
  ['only-the-gate-signs', 'scripts/zz-13.ts', "import '../packages/agent/src/call/countersign.ts'"],
  ['web-meets-server-on-the-wire', 'apps/web/src/zz-14.tsx', "import type {} from '../../server/src/main.ts'"],
  ['server-knows-no-edge', 'apps/server/src/zz-15.ts', "import '../../cli/src/main.ts'"],
  ['features-are-apart', 'apps/server/src/features/zz/zz-16.ts', "import '../planted/planted.ts'"],
  ['features-stand-on-the-platform', 'apps/server/src/platform/zz-17.ts', "import type { planted } from '../features/planted/planted.ts'"],
  ['agents-never-act-by-hand', 'apps/web/src/features/zz/agent-tools.ts', "import { call } from '../../data/http.ts'"],
  ['agents-never-act-by-hand', 'apps/web/src/features/zz/later-tools.ts', "export const late = () => import('./use-file.ts')"],
  ['server-order', 'apps/server/src/turns/zz-18.ts', "import '../platform/planted.ts'"],
  ['server-order', 'apps/server/src/shell/exec/zz-19.ts', "import '../../store/planted.ts'"],
  ['server-order', 'apps/server/src/store/zz-20.ts', "import '../platform/planted.ts'"],
  ['one-way-out', 'apps/server/src/features/web/zz-25.ts', "import { request } from 'node:https'"],
  ['one-way-out', 'apps/server/src/zz-26.ts', "import { fetch } from 'undici'"],
  ['features-are-apart', 'apps/cli/src/commands/zz/zz-29.ts', "import '../planted/planted.ts'"],
  ['no-rings-of-folders', 'packages/agent/src/zz-ring/one.ts', "import '../zz-ring-back/two.ts'"],
  ['no-rings-of-folders', 'apps/server/src/features/planted/deep/zz-deep/one.ts', "import '../zz-deep-back/two.ts'"],
  ['no-rings-of-folders', 'apps/server/src/platform/zz-shelf/one.ts', "import '../zz-shelf-back/two.ts'"],
  ['code-knows-no-test', 'apps/cli/src/zz-21.ts', "import './zz.test.ts'"],
  ['exports-are-the-door', 'packages/agent/src/zz-22.ts', "import '../../policy/src/index.ts'"],
  ['resolves', 'packages/agent/src/zz-23.ts', "import '@countersign/policy/src/decide.ts'"],
  ['resolves', 'packages/agent/src/zz-24.ts', "import './no-such-file.ts'"],
  ['no-cycles', 'packages/agent/src/zz-cycle.ts', "import { a } from './zz-cycle-back.ts'"],
  ['no-cycles', 'packages/agent/src/zz-type-cycle.ts', "import type { Signed } from './zz-type-cycle-back.ts'"],
]

let copy: string
let breaches: readonly Breach[]

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'countersign-imports-'))
  const files = globSync('{packages,apps}/*/{package.json,src/**/*}', { cwd: root })
  for (const file of files) cpSync(join(root, file), join(copy, file))
  for (const [file, source] of Object.entries(SUPPORT)) plant(file, source)
  for (const [, file, source] of PLANTED) plant(file, `${source}\n`)
  breaches = checkImports(copy)
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test.each(PLANTED)('%s is broken by %s: %s', (rule, file) => {
  const place = rule === 'no-rings-of-folders' ? dirname(file) : file
  const here = breaches.filter(({ where, what }) => `${where} ${what}`.includes(place))
  expect(here.map((breach) => breach.rule)).toContain(rule)
})

// prettier-ignore
const FINE: readonly (readonly [file: string, source: string])[] = [
  ['packages/policy/src/zz.test.ts', "import { readFileSync } from 'node:fs'"],
  ['packages/policy/src/shell/reader.ts', "import { parse } from 'unbash'"],
  ['packages/protocol/src/zz.ts', "import type { Verdict } from '@countersign/policy'\nimport { z } from 'zod'"],
  ['packages/agent/src/zz.ts', "import type { Signed } from './call/countersign.ts'"],
  ['packages/agent/src/gate/gate.ts', "import { countersign } from '../call/countersign.ts'"],
  ['apps/server/src/main.ts', "import './features/planted/planted.ts'\nimport './store/planted.ts'"],
  ['apps/server/src/features/zz/zz.ts', "import '../../platform/planted.ts'\nimport '../../store/planted.ts'"],
  ['apps/server/src/turns/zz-low/one.ts', "import '../../platform/zz-low/one.ts'"],
  ['apps/server/src/platform/zz-low/one.ts', 'export const planted = 1'],
  ['apps/server/src/platform/zz-high.ts', "import '../turns/zz-low/one.ts'"],
  ['apps/server/src/turns/zz.test.ts', "import '../store/planted.ts'"],
  ['apps/web/src/zz.tsx', "import { decide } from '@countersign/policy'\nimport { useState } from 'react'"],
]

test('what the rules do not forbid may be said', () => {
  for (const [, file] of PLANTED) rmSync(join(copy, file), { force: true })
  for (const [file, source] of FINE) plant(file, `${source}\n`)
  const files = new Set<string>(FINE.map(([file]) => file))
  const here = checkImports(copy).filter(
    ({ rule, where }) => rule === 'no-rings-of-folders' || files.has(where.replace(/:\d+$/, '')),
  )
  expect(here).toEqual([])
})

function plant(file: string, source: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), source)
}
