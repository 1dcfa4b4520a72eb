import {
  defineTool,
  type Asker,
  type Call,
  type Inspection,
  type Tool,
  type ToolOutcome,
} from '@countersign/agent'
import { canonicalJson } from '@countersign/protocol/canonical'
import type { WorkbenchTool } from '@countersign/protocol'
import { argumentEntries } from '../../tools/argument-entries.ts'
import { foreignInput } from '../../tools/foreign-schema.ts'
import { specifierText } from '../../tools/specifier-text.ts'
import type { ToolRun } from './tool-runs.ts'
import type { Windows } from './windows.ts'

/** The common facts of workbench tools that a window runs: from the table, never from a client. */
export function windowFacts({
  name,
  description,
  params,
  category,
  editSafe,
  capability,
  specifier,
  core,
  asks,
}: WorkbenchTool) {
  return {
    name,
    description,
    input: foreignInput(params),
    inputSchema: params,
    category,
    destructive: false,
    editSafe,
    capability,
    specifier,
    repeat: 'never',
    parallelSafe: category === 'read',
    onRequest: core !== true,
    ...(asks === undefined ? {} : { asks }),
  } as const
}

/** Lets the window that began the turn run a call. */
export async function runInWindow(
  windows: Pick<Windows, 'of'>,
  work: ToolRun & { readonly call: Asker },
): Promise<ToolOutcome> {
  const window = await windows.of(work.call)
  if (window?.offers.has(work.name) === true) return window.run(work)
  return { ok: false, ...noWindow(work.name, window !== undefined) }
}

/** Why a call cannot run without a window. */
export function noWindow(name: string, isThere = false): { readonly code: string; readonly text: string } {
  const text = isThere
    ? `did not run: the window that started this turn cannot run \`${name}\``
    : `did not run: the window that started this turn is closed, and \`${name}\` runs only there`
  return { code: 'no_window', text }
}

/**
 * A workbench tool that does not concern a file and that a window runs. `tooMany` says why a turn has had enough calls of it; undefined: it
 * has not.
 */
export function windowTool(
  fact: WorkbenchTool,
  windows: Pick<Windows, 'of'>,
  tooMany: (call: Call) => string | undefined = () => undefined,
): Tool {
  return defineTool({
    ...windowFacts(fact),
    title: () => `Call ${fact.name} in the window`,
    inspect: (args, _place, _ahead, asker) => inspected(fact, plainNames(args), windows, asker),
    async run(args, { call, signal }) {
      const text = tooMany(call)
      if (text !== undefined) return { ok: false, code: 'too_many', text }
      return runInWindow(windows, { name: fact.name, call, args: plainNames(args), signal })
    },
  })
}

async function inspected(
  { name, params, specifier }: WorkbenchTool,
  args: Readonly<Record<string, unknown>>,
  windows: Pick<Windows, 'of'>,
  asker: Asker | undefined,
): Promise<Inspection> {
  const window = await windows.of(asker)
  return {
    specifier: { kind: 'text', text: specifierText(specifier.template, args) || canonicalJson(args) },
    body: { kind: 'arguments', entries: argumentEntries(args, params) },
    targets: [],
    ...(window === undefined ? { refusal: noWindow(name) } : {}),
  }
}

/** Aliases of arguments that other systems use. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['instanceId', 'pane'],
  ['workspace', 'layout'],
])

function plainNames(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const plain = Object.entries(args).map(([name, value]) => [OTHER_NAMES.get(name) ?? name, value] as const)
  // The parameter's own name takes precedence over its aliases.
  return {
    ...Object.fromEntries(plain),
    ...Object.fromEntries(Object.entries(args).filter(([name]) => !OTHER_NAMES.has(name))),
  }
}
