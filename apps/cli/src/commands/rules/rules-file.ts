import {
  BUILTIN_TOOLS,
  checkExpectations,
  compilePolicy,
  explain,
  explainFinding,
  layerOfRulesFile,
  lint,
  MODES,
  parseRulesFile,
  type Finding,
  type LayerName,
  type LineError,
  type PolicySource,
  type RulesFile,
} from '@countersign/policy'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { complain, print, type JsonOption } from '../output.ts'

/** The rules files of a project and of the machine. */
const PROJECT_FILE = join('.countersign', 'rules')
const MANAGED_FILE = '/etc/countersign/rules'

/** Checks the `expect` lines of a rules file against its own rules and the shipped ones. */
export async function testRules(file: string | undefined, options: JsonOption): Promise<number> {
  const read = await readRules(file ?? PROJECT_FILE)
  if (read === undefined) return complain(unread(file ?? PROJECT_FILE, 'test'))
  const { path, rules, layer } = read
  const policy = compilePolicy({ layers: [layerOfRulesFile(layer, rules, { trusted: true })] })
  const workspace = resolve('.')
  const place = { workspace, cwd: workspace, home: homedir() }
  const failures = checkExpectations(policy, rules.expectations, place)
  const errors = rules.errors.map((error) => errorLine(path, error))
  const lines = failures.map(
    ({ expectation, decision }) =>
      `${path}:${expectation.line} ${expectation.call} is \`${decision.verdict}\`, expected \`${expectation.verdict}\`: ${explain(decision)}`,
  )
  const passed = rules.expectations.length - failures.length
  if (options.json === true) {
    console.log(JSON.stringify({ passed, failed: failures.length, errors, failures: lines }, null, 2))
  } else {
    for (const line of [...errors, ...modeNotes(path, rules), ...lines]) console.error(line)
    console.log(testSummary(passed, failures.length, errors.length))
  }
  return errors.length + failures.length === 0 ? 0 : 1
}

function testSummary(passed: number, failed: number, unreadable: number): string {
  if (passed + failed + unreadable === 0)
    return 'no `expect` lines; one looks like this: expect terminal.exec(npm test) -> run'
  const lines = unreadable === 1 ? '1 line' : `${unreadable} lines`
  return `${passed} as expected, ${failed} not, ${lines} unreadable`
}

/** Reports misleading rules of a file, and lines that cannot be read. */
export async function lintRulesFile(file: string, options: JsonOption): Promise<number> {
  const read = await readRules(file)
  if (read === undefined) return complain(unread(file, 'look at'))
  const { path, rules, layer } = read
  const findings = findingsOf({ layers: [layerOfRulesFile(layer, rules, { trusted: true })] })
  // Malformed rules are findings; other lines are skipped.
  const malformed = new Set(
    findings.flatMap((found) => (found.kind === 'malformed' ? [found.error.message] : [])),
  )
  const errors = rules.errors
    .filter(({ message }) => !malformed.has(message))
    .map((error) => errorLine(path, error))
  if (options.json !== true) for (const line of [...errors, ...modeNotes(path, rules)]) console.log(line)
  const code = printFindings(findings, options)
  return errors.length > 0 ? 1 : code
}

/** Findings about rules, including rules for tools that do not exist. */
export function findingsOf(source: PolicySource): readonly Finding[] {
  const found = lint(source, { tools: [...BUILTIN_TOOLS.keys()] })
  // Tools of servers come and go, and others may be added: only a name similar to one of ours is treated as a typo.
  return found.filter((finding) => finding.kind !== 'unknown-tool' || finding.suggestion !== undefined)
}

export function printFindings(findings: readonly Finding[], options: JsonOption): number {
  if (options.json === true) return print(JSON.stringify(findings, null, 2))
  for (const finding of findings) {
    console.log(
      `${finding.severity.padEnd(8)}${finding.rule.list} ${finding.rule.text}: ${explainFinding(finding)}`,
    )
  }
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  console.log(findings.length === 0 ? 'no problems found' : count)
  return findings.some(({ severity }) => severity === 'danger' || severity === 'error') ? 1 : 0
}

interface ReadRules {
  readonly path: string
  readonly rules: RulesFile
  readonly layer: LayerName
}

async function readRules(file: string): Promise<ReadRules | undefined> {
  const path = resolve(file)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : { path, rules: parseRulesFile(text), layer: layerOf(path) }
}

/** The layer that a file is checked as: a project cannot make exceptions to shipped rules, and only the managed file can forbid modes. */
function layerOf(path: string): LayerName {
  if (path === MANAGED_FILE) return 'managed'
  return path.endsWith(sep + PROJECT_FILE) ? 'project' : 'user'
}

function unread(file: string, what: string): string {
  return `\`${resolve(file)}\` cannot be read; name the rules file to ${what}`
}

function errorLine(path: string, { line, position, message, suggestion }: LineError): string {
  const perhaps = suggestion === undefined ? '' : `; perhaps \`${suggestion}\``
  return `${path}:${line}:${position + 1} ${message}${perhaps}`
}

/** An unknown mode is treated as strict, which nobody would guess from the file. */
function modeNotes(path: string, { mode }: RulesFile): readonly string[] {
  if (mode === undefined || MODES.has(mode)) return []
  return [`${path} mode ${mode} is unknown, so strict applies; the modes are ${[...MODES.keys()].join(', ')}`]
}
