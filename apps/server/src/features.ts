import { approvals } from './features/approvals/feature.ts'
import { audit } from './features/audit/feature.ts'
import { browser } from './features/browser/feature.ts'
import { changes } from './features/changes/feature.ts'
import { collections } from './features/collections/feature.ts'
import { files } from './features/files/feature.ts'
import { media } from './features/media/feature.ts'
import { layouts } from './features/layouts/feature.ts'
import { mcp } from './features/mcp/feature.ts'
import { memory } from './features/memory/feature.ts'
import { models } from './features/models/feature.ts'
import { observability } from './features/observability/feature.ts'
import { operations } from './features/operations/feature.ts'
import { outside } from './features/outside/feature.ts'
import { plugins } from './features/plugins/feature.ts'
import { panes } from './features/panes/feature.ts'
import { prompts } from './features/prompts/feature.ts'
import { rules } from './features/rules/feature.ts'
import { sessions } from './features/sessions/feature.ts'
import { status } from './features/status/feature.ts'
import { terminal } from './features/terminal/feature.ts'
import { threads } from './features/threads/feature.ts'
import { turns } from './features/turns/feature.ts'
import { web } from './features/web/feature.ts'
import { workflows } from './features/workflows/feature.ts'
import type { Feature } from './platform/feature.ts'

/**
 * Every feature of this server, in starting order; they close in reverse. If two tools have the same name, the later feature's wins: tools
 * of clients and MCP servers come first, so that they cannot take the name of one of ours.
 */
export const FEATURES: readonly Feature[] = [
  threads,
  mcp,
  panes,
  layouts,
  files,
  terminal,
  web,
  browser,
  memory,
  collections,
  prompts,
  media,
  approvals,
  changes,
  rules,
  models,
  sessions,
  audit,
  operations,
  plugins,
  workflows,
  observability,
  status,
  turns,
  outside,
]
