import { ARCHIVES } from './archives.ts'
import { TAR } from './tar.ts'
import { AWK } from './awk.ts'
import { BUILTINS } from './builtins.ts'
import { CARRIER_TABLE } from './carriers.ts'
import { DATA_TOOLS } from './data-tools.ts'
import { DATABASES } from './databases.ts'
import { DEV_C } from './dev-c.ts'
import { DEV_CLOUDS } from './dev-clouds.ts'
import { DEV_CONTAINERS } from './dev-containers.ts'
import { DEV_DOCUMENTS } from './dev-documents.ts'
import { DEV_GO } from './dev-go.ts'
import { DEV_JVM } from './dev-jvm.ts'
import { DEV_KUBERNETES } from './dev-kubernetes.ts'
import { DEV_LANGUAGES } from './dev-languages.ts'
import { DEV_MACHINES } from './dev-machines.ts'
import { DEV_MAKE } from './dev-make.ts'
import { DEV_NODE } from './dev-node.ts'
import { DEV_PYTHON } from './dev-python.ts'
import { DEV_RUST } from './dev-rust.ts'
import { DEV_WEB_BUILDS } from './dev-web-builds.ts'
import { DEV_WEB_CHECKS } from './dev-web-checks.ts'
import { DISKS } from './disks.ts'
import { FILES_TOOLS } from './files-tools.ts'
import { FIND } from './find.ts'
import { GH } from './gh.ts'
import { GIT } from './git.ts'
import { INTERPRETERS } from './interpreters.ts'
import { LOOKS } from './looks.ts'
import { NETWORK } from './network.ts'
import { CHECKERS } from './checkers.ts'
import { PACKAGES } from './packages.ts'
import { PARALLEL } from './parallel.ts'
import { WINDOWS_SHELLS } from './powershell.ts'
import { PROCESSES } from './processes.ts'
import { RSYNC } from './rsync.ts'
import { SEARCH_TOOLS } from './search-tools.ts'
import { SED } from './sed.ts'
import { SERVICES } from './services.ts'
import { SHELLS } from './shells.ts'
import type { Table } from './spec.ts'
import { STARTERS } from './starters.ts'
import { STRUCTURED_DATA } from './structured-data.ts'
import { SYSTEM } from './system.ts'
import { TEXT_TOOLS } from './text-tools.ts'
import { VIEW_TOOLS } from './view-tools.ts'

/** Tables that define every word, including words that are not files: names of recorded history, printed text. */
export const PRECISE_TABLES: readonly Table[] = [
  LOOKS,
  TEXT_TOOLS,
  SEARCH_TOOLS,
  STRUCTURED_DATA,
  VIEW_TOOLS,
  FILES_TOOLS,
  ARCHIVES,
  TAR,
  RSYNC,
  GIT,
  BUILTINS,
  FIND,
  AWK,
  SED,
  PROCESSES,
  SYSTEM,
  SERVICES,
  DISKS,
  SHELLS,
  WINDOWS_SHELLS,
  PARALLEL,
]

/**
 * All tables. A new table file is added here or above and nowhere else. Each name is in exactly one table; `registry.test.ts` checks it.
 */
export const TABLES: readonly Table[] = [
  ...PRECISE_TABLES,
  GH,
  PACKAGES,
  DATABASES,
  DATA_TOOLS,
  CHECKERS,
  DEV_CONTAINERS,
  DEV_KUBERNETES,
  DEV_CLOUDS,
  DEV_MACHINES,
  DEV_RUST,
  DEV_GO,
  DEV_MAKE,
  DEV_C,
  DEV_JVM,
  DEV_LANGUAGES,
  DEV_DOCUMENTS,
  DEV_PYTHON,
  DEV_NODE,
  DEV_WEB_BUILDS,
  DEV_WEB_CHECKS,
  INTERPRETERS,
  NETWORK,
  CARRIER_TABLE,
  STARTERS,
]

/** The tables of the most common programs, so that a first decision need not create all tables. All others are found without this list. */
export const COMMON: readonly (readonly [names: string, table: Table])[] = [
  ['ls stat du pwd true false sleep date which', LOOKS],
  ['cat head tail sort uniq wc cut tr', TEXT_TOOLS],
  ['grep rg diff', SEARCH_TOOLS],
  ['jq', STRUCTURED_DATA],
  ['less', VIEW_TOOLS],
  ['cp mv rm mkdir rmdir touch ln chmod', FILES_TOOLS],
  ['tar', TAR],
  ['rsync', RSYNC],
  ['git', GIT],
  ['gh', GH],
  ['cd echo printf export set test [ : read', BUILTINS],
  ['ps kill', PROCESSES],
  ['docker', DEV_CONTAINERS],
  ['kubectl', DEV_KUBERNETES],
  ['make', DEV_MAKE],
  ['cargo', DEV_RUST],
  ['go', DEV_GO],
  ['pip pip3 pytest uv poetry ruff mypy', DEV_PYTHON],
  ['npm npx pnpm yarn bun', DEV_NODE],
  ['tsc', DEV_WEB_BUILDS],
  ['vitest jest eslint prettier', DEV_WEB_CHECKS],
  ['node tsx python python3 perl ruby', INTERPRETERS],
  ['curl wget ssh scp', NETWORK],
  ['source bash sh zsh eval', SHELLS],
  ['sudo env timeout xargs time nohup command', CARRIER_TABLE],
  ['find', FIND],
  ['awk', AWK],
  ['sed', SED],
]
