import { shell } from './app/feature.ts'
import { about } from './features/about/feature.ts'
import { approvals } from './features/approvals/feature.ts'
import { audit } from './features/audit/feature.ts'
import { browser } from './features/browser/feature.ts'
import { changes } from './features/changes/feature.ts'
import { collections } from './features/collections/feature.ts'
import { editor } from './features/editor/feature.ts'
import { explorer } from './features/explorer/feature.ts'
import { files } from './features/files/feature.ts'
import { firstRun } from './features/first-run/feature.ts'
import { keyboard } from './features/keyboard/feature.ts'
import { limits } from './features/limits/feature.ts'
import { mcp } from './features/mcp/feature.ts'
import { media } from './features/media/feature.ts'
import { memory } from './features/memory/feature.ts'
import { models } from './features/models/feature.ts'
import { notify } from './features/notify/feature.ts'
import { observability } from './features/observability/feature.ts'
import { preview } from './features/preview/feature.ts'
import { plugins } from './features/plugins/feature.ts'
import { prompts } from './features/prompts/feature.ts'
import { rules } from './features/rules/feature.ts'
import { search } from './features/search/feature.ts'
import { sessions } from './features/sessions/feature.ts'
import { status } from './features/status/feature.ts'
import { tasks } from './features/tasks/feature.ts'
import { terminal } from './features/terminal/feature.ts'
import { threads } from './features/threads/feature.ts'
import { web } from './features/web/feature.ts'
import { workbench } from './features/workbench/feature.ts'
import { workflows } from './features/workflows/feature.ts'
import type { WebFeature } from './platform/feature.ts'

/** All features of this page. Navigation, settings, palette and keys are listed in this order. */
export const FEATURES: readonly WebFeature[] = [
  firstRun,
  approvals,
  threads,
  collections,
  rules,
  models,
  media,
  mcp,
  plugins,
  memory,
  prompts,
  workflows,
  limits,
  sessions,
  notify,
  keyboard,
  about,
  audit,
  shell,
  files,
  terminal,
  web,
  browser,
  tasks,
  workbench,
  explorer,
  editor,
  search,
  preview,
  observability,
  status,
  changes,
]
