import { PACKAGES } from './packages.ts'
import { DATA_TOOLS } from './data-tools.ts'
import { DATABASES } from './databases.ts'
import { DEV_CONTAINERS } from './dev-containers.ts'
import { DEV_BUILD } from './dev-build.ts'
import { DEV_PYTHON } from './dev-python.ts'
import { DEV_NODE } from './dev-node.ts'
import { INTERPRETERS } from './interpreters.ts'
import { PARALLEL } from './parallel.ts'
import { WINDOWS_SHELLS } from './powershell.ts'
import { NETWORK } from './network.ts'
import { SHELLS } from './shells.ts'
import { CARRIER_TABLE } from './carriers.ts'
import { FIND } from './find.ts'
import { AWK } from './awk.ts'
import { SED } from './sed.ts'
import { BUILTINS } from './builtins.ts'
import { FILES_TOOLS } from './files-tools.ts'
import { GH } from './gh.ts'
import { GIT } from './git.ts'
import type { Table } from './spec.ts'
import { STARTERS } from './starters.ts'
import { SYSTEM } from './system.ts'
import { TEXT_TOOLS } from './text-tools.ts'

/**
 * All tables. A new table file is added here and nowhere else. A name stands in exactly one table; `registry.test.ts`
 * says when it does not.
 */
export const TABLES: readonly Table[] = [
  TEXT_TOOLS,
  FILES_TOOLS,
  GIT,
  GH,
  BUILTINS,
  SYSTEM,
  PACKAGES,
  DATABASES,
  DATA_TOOLS,
  DEV_CONTAINERS,
  DEV_BUILD,
  DEV_PYTHON,
  DEV_NODE,
  INTERPRETERS,
  PARALLEL,
  WINDOWS_SHELLS,
  NETWORK,
  SHELLS,
  CARRIER_TABLE,
  FIND,
  AWK,
  SED,
  STARTERS,
]

/** Tables that say of every word what it is, and words that are no files: what recorded history names, what is printed. */
export const PRECISE_TABLES: readonly Table[] = [
  TEXT_TOOLS,
  FILES_TOOLS,
  GIT,
  BUILTINS,
  FIND,
  AWK,
  SED,
  SYSTEM,
  SHELLS,
  WINDOWS_SHELLS,
  PARALLEL,
]

/** Where the commonest programs stand, so that a first decision need not make all tables. All others are found without. */
export const COMMON: readonly (readonly [names: string, table: Table])[] = [
  [
    'cat head tail grep rg sort uniq wc cut tr diff less jq ls stat du pwd true false sleep date which',
    TEXT_TOOLS,
  ],
  ['cp mv rm mkdir rmdir touch ln chmod tar rsync', FILES_TOOLS],
  ['git', GIT],
  ['gh', GH],
  ['cd echo printf export set test [ : read', BUILTINS],
  ['ps kill', SYSTEM],
  ['docker kubectl', DEV_CONTAINERS],
  ['make cargo go', DEV_BUILD],
  ['pip pip3 pytest uv poetry ruff mypy', DEV_PYTHON],
  ['npm npx pnpm yarn tsc vitest jest eslint prettier bun', DEV_NODE],
  ['node tsx python python3 perl ruby', INTERPRETERS],
  ['curl wget ssh scp', NETWORK],
  ['source bash sh zsh eval', SHELLS],
  ['sudo env timeout xargs time nohup command', CARRIER_TABLE],
  ['find', FIND],
  ['awk', AWK],
  ['sed', SED],
]
