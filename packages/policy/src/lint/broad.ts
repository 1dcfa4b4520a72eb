import { compilePathPattern } from '../paths/pattern.ts'
import { assertNever } from '../result.ts'
import { baseName } from '../text/base-name.ts'
import { shellPatternOf } from '../rules/rule-key.ts'
import type { Rule } from '../model/rule.ts'
import type { PatternWord, ShellPattern } from '../rules/shell-pattern.ts'
import { PRIVILEGE_NAMES } from '../shell/programs/carriers.ts'
import { kindOfTool } from '../tools.ts'
import { compileUrlPattern } from '../urls/pattern.ts'
import { wordSet } from '../word-set.ts'

/** Why an allow rule covers more than a person is likely to mean. */
export type Broad =
  | 'every-tool'
  | 'every-command'
  | 'any-program'
  | 'shell'
  | 'interpreter'
  | 'runner'
  | 'wrapper'
  | 'privilege'
  | 'removal'
  | 'install'
  | 'files'
  | 'network'
  | 'subcommands'
  | 'every-file'
  | 'every-url'
  | 'every-server-tool'

/** Why a rule is dangerously broad for an allow list; undefined: it is not. */
export function broadness(rule: Rule): Broad | undefined {
  const { tool, pattern } = rule
  if (tool.includes('*')) {
    const whole = wildTool(tool)
    if (whole !== undefined && pattern === undefined) return whole
  }
  const kind = kindOf(tool)
  switch (kind) {
    case 'shell':
      return broadCommand(shellPatternOf(rule))
    case 'path':
      return broadPaths(tool, pattern)
    case 'url':
      return broadUrls(pattern)
    case 'other':
      return undefined
    default:
      return assertNever(kind)
  }
}

function wildTool(tool: string): Broad {
  if (tool.startsWith('mcp__')) return 'every-server-tool'
  if (tool.startsWith('files.')) return 'every-file'
  if (tool.startsWith('terminal.')) return 'every-command'
  return tool.startsWith('web.') ? 'every-url' : 'every-tool'
}

function kindOf(tool: string): 'shell' | 'path' | 'url' | 'other' {
  const kind = kindOfTool(tool)
  return kind === undefined || kind === 'text' ? 'other' : kind
}

const SHELLS = wordSet(
  'bash sh zsh dash ksh mksh ash fish csh tcsh pwsh powershell busybox eval source . exec',
)
const INTERPRETERS = wordSet(
  'python pypy node nodejs deno bun ruby perl php lua luajit rscript julia groovy osascript tclsh awk gawk mawk ' +
    'psql mysql sqlite3 mongosh redis-cli irb ipython ts-node tsx gdb lldb expect',
)
/** Options whose value is code. */
const CODE = wordSet('-c -e -E -p -r --eval --print --execute --command --run -exec')
const RUNNERS = wordSet('npx bunx uvx pipx pnpx dlx')
const WRAPPERS = wordSet(
  'env xargs parallel timeout nice nohup setsid stdbuf time watch flock script strace command builtin ssh find fd',
)
const REMOVAL = wordSet('rm rmdir unlink shred dd truncate mkfs')
const NETWORK = wordSet('curl wget nc ncat socat scp sftp ftp telnet http https')
/** Programs that write wherever their words say, over existing files. */
const FILES = wordSet('cp mv ln install tee chmod chown chgrp rsync ditto')
const INSTALLERS = wordSet(
  'npm pnpm yarn bun pip pip3 uv poetry pipx cargo go gem brew apt apt-get dnf yum pacman composer conda',
)
const INSTALLS = wordSet('install i add get upgrade update require')
/** Programs whose subcommands range from reading to destroying. */
const MANY = wordSet(
  'git docker podman kubectl helm gh glab npm pnpm yarn bun cargo go pip pip3 uv poetry terraform tofu aws gcloud az ' +
    'systemctl brew apt apt-get dnf yum pacman gem bundle dotnet mvn gradle heroku vercel fly flyctl netlify',
)

function broadCommand(pattern: ShellPattern | undefined): Broad | undefined {
  if (pattern === undefined || pattern.any) return 'every-command'
  const [first, ...rest] = pattern.words
  if (first === undefined) return undefined
  if (!first.whole) return first.text === '' || first.text.endsWith('/') ? 'any-program' : undefined
  return broadProgram(programName(first.text), rest)
}

/** `python3.12` is `python`, `/usr/bin/node` is `node`. */
function programName(word: string): string {
  return baseName(word)
    .toLowerCase()
    .replace(/^(python|pypy|ruby|perl|php|lua|node)[\d.]+$/, '$1')
}

function broadProgram(program: string, rest: readonly PatternWord[]): Broad | undefined {
  const free = isFree(rest[0])
  const open = rest.some(isFree)
  if (PRIVILEGE_NAMES().has(program) || program === 'sudoedit') return open ? 'privilege' : undefined
  if (REMOVAL.has(program)) return open ? 'removal' : undefined
  if (SHELLS.has(program)) return free || hasOpenCode(rest) ? 'shell' : undefined
  const [module, ...words] = rest[0]?.text === '-m' ? rest.slice(1) : []
  if (INTERPRETERS.has(program) && module?.whole === true && INSTALLERS.has(module.text))
    return broadProgram(module.text, words)
  if (INTERPRETERS.has(program)) return free || hasOpenCode(rest) ? 'interpreter' : undefined
  if (RUNNERS.has(program)) return free ? 'runner' : undefined
  if (WRAPPERS.has(program)) return free && program !== 'find' && program !== 'fd' ? 'wrapper' : undefined
  if (FILES.has(program)) return open ? 'files' : undefined
  if (NETWORK.has(program)) return open && !rest.some(isAddress) ? 'network' : undefined
  if (INSTALLERS.has(program) && rest.some(({ text }) => INSTALLS.has(text)))
    return open ? 'install' : undefined
  return free && MANY.has(program) ? 'subcommands' : undefined
}

/** A word that can be anything. */
function isFree(word: PatternWord | undefined): boolean {
  return word !== undefined && !word.whole && word.text === ''
}

function hasOpenCode(words: readonly PatternWord[]): boolean {
  return words.some(
    ({ text, whole }, at) => whole && CODE.has(text) && words.slice(at + 1).some((word) => !word.whole),
  )
}

/** A literal host precedes any wildcard. */
function isAddress({ text, whole }: PatternWord): boolean {
  return /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(text) && (whole || text.includes('/'))
}

/** Every mode but strict reads everything in the workspace; outside of it that is not normal. */
function broadPaths(tool: string, text: string | undefined): Broad | undefined {
  const reads = tool === 'files.read' || tool === 'files.list' || tool === 'files.search'
  if (text === undefined) return 'every-file'
  const compiled = compilePathPattern(text)
  if (!compiled.ok) return undefined
  const { anchor, segments, directory } = compiled.value
  const outside = anchor === 'root' || anchor === 'home'
  if (reads && !outside) return undefined
  const open = directory || segments.length > 0
  return open && segments.every(isWild) ? 'every-file' : undefined
}

function isWild(segment: { readonly kind: string; readonly source?: string }): boolean {
  return segment.kind === 'deep' || /^\*+$/.test(segment.source ?? '')
}

function broadUrls(text: string | undefined): Broad | undefined {
  const compiled = compileUrlPattern(text ?? '*')
  if (!compiled.ok) return undefined
  const pattern = compiled.value
  if (pattern.kind === 'every' || pattern.host.kind === 'any') return 'every-url'
  // `domain:com` matches every host that ends with it; `domain:localhost` is this machine.
  const reachesBelow = pattern.host.kind === 'below' || pattern.host.below
  const single = !pattern.host.host.includes('.') && !pattern.host.host.startsWith('[')
  return single && reachesBelow && pattern.host.host !== 'localhost' ? 'every-url' : undefined
}
