import { findCycles } from './cycles.ts'
import { folderEdges } from './folders.ts'
import { readImportGraph, type ImportEdge } from './import-graph.ts'
import { IMPORT_RULES, type ImportRule } from './rules.ts'

/** One violation, ready to print: its location, the rule, and the reason for the rule. */
export interface Breach {
  readonly rule: string
  readonly where: string
  readonly what: string
}

/** Checks the imports of the clone at `root` against all rules. */
export function checkImports(root: string): Breach[] {
  const edges = readImportGraph(root)
  return [
    ...edges.flatMap((edge) => breachesOf(edge)),
    ...findCycles(edges).map((cycle) => ({
      rule: 'no-cycles',
      where: cycle[0] ?? '',
      what: `${cycle.join(' -> ')} (a cycle is a bug even when it compiles)`,
    })),
    ...findCycles(folderEdges(edges)).map((ring) => ({
      rule: 'no-rings-of-folders',
      where: ring[0] ?? '',
      what: `${ring.join(' -> ')} (folders that need each other are one folder, or a third one is missing)`,
    })),
  ]
}

function breachesOf(edge: ImportEdge): Breach[] {
  if (edge.to === 'unresolved')
    return [breach(edge, 'resolves', 'no such file, or a door that `exports` does not open')]
  const own = IMPORT_RULES.filter((rule) => breaks(edge, rule)).map((rule) =>
    breach(edge, rule.name, rule.why),
  )
  return [
    ...own,
    ...(leavesThroughTheWall(edge)
      ? [breach(edge, 'exports-are-the-door', 'import the other package by its name')]
      : []),
    ...(reachesIntoAFeature(edge)
      ? [
          breach(
            edge,
            'features-are-apart',
            'code that several of them need belongs in `platform/`, or above the commands',
          ),
        ]
      : []),
  ]
}

// A feature, or a command of the terminal, must not import the internals of another.
function reachesIntoAFeature({ from, to }: ImportEdge): boolean {
  const own = featureOf(from)
  const other = featureOf(to)
  return own !== undefined && other !== undefined && own !== other && !/\.test\.tsx?$/.test(from)
}

function featureOf(path: string): string | undefined {
  return /^apps\/[^/]+\/src\/(?:features|commands)\/[^/]+(?=\/)/.exec(path)?.[0]
}

function breaks({ from, to, typeOnly }: ImportEdge, rule: ImportRule): boolean {
  if (!rule.from.test(from) || rule.fromNot?.test(from)) return false
  return rule.to.test(to) && !(typeOnly && rule.typesAreFine)
}

// A relative path from one workspace package into another bypasses the other's exports.
function leavesThroughTheWall({ from, to, specifier }: ImportEdge): boolean {
  const home = workspaceOf(from)
  const there = workspaceOf(to)
  return specifier.startsWith('.') && home !== undefined && there !== undefined && home !== there
}

function workspaceOf(path: string): string | undefined {
  return /^(?:packages|apps)\/[^/]+/.exec(path)?.[0]
}

function breach(edge: ImportEdge, rule: string, why: string): Breach {
  return { rule, where: `${edge.from}:${edge.line}`, what: `imports \`${edge.specifier}\`: ${why}` }
}
