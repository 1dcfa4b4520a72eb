import { textField, type Field, type Range } from '../../model/field.ts'
import type { Inner, Touch } from '../../model/part.ts'
import { readAwk } from './awk-program.ts'
import { shellText } from './joined-words.ts'
import { codeText } from './code-text.ts'
import { embeddedCommands } from './embedded-commands.ts'
import { foldTexts } from './fold-texts.ts'
import { possibleCommands, shifted, startsHidden } from './hidden-starts.ts'
import { recipesOf } from './make-recipes.ts'
import { likelyNames } from './maybe-written.ts'
import { readSed } from './sed-script.ts'

/** The commands and paths that code in another language plainly shows, only for deny, ask and breakers. */
export interface CodeEffects {
  readonly inner: readonly Inner[]
  readonly touches: readonly Touch[]
  /** The code may start commands, or run code, that are not plainly visible. */
  readonly hidden: boolean
}

/** True when code recursively removes its arguments. */
export function removesArguments(field: Field): boolean {
  const text = codeText(field) ?? ''
  return /\bARGV\b|\bargv\b|@ARGV|\$ARGV|\$argv/.test(text) && text.search(REMOVES) !== -1
}

/** True when code recursively removes what it reads. */
export function removesInput(field: Field): boolean {
  const text = codeText(field) ?? ''
  return /\bstdin\b|\bSTDIN\b|\bgets\b|\breadline\b|\binput\(|<>/.test(text) && text.search(REMOVES) !== -1
}

/** Effects of a word that contains code; rules for the program cover what it starts. */
export function codeEffects(field: Field, program: string, home: string): CodeEffects {
  const text = codeText(field)
  if (text === undefined) return NONE
  const folded = foldTexts(text)
  const plain = effectsOf(text, field, program, home)
  const beyond = !folded.whole && (plain.hidden || text.search(REMOVES) !== -1)
  const lost: readonly Inner[] = beyond ? [{ kind: 'beyond', range: field.range }] : []
  if (folded.text === text) return { ...plain, inner: [...plain.inner, ...lost] }
  const more = effectsOf(folded.text, field, program, home)
  return {
    ...plain,
    inner: [...plain.inner, ...more.inner, ...lost],
    touches: [...plain.touches, ...more.touches],
  }
}

function effectsOf(text: string, field: Field, program: string, home: string): CodeEffects {
  return {
    ...startedBy(text, program, field.range),
    touches: [
      ...filesIn(text, home).map(({ act, path, recursive, unsure }): Touch => ({
        act,
        path: textField(path, field.range, { quoted: true }),
        recursive,
        ...(unsure === true ? { unsure } : {}),
      })),
      ...(ESCAPING.test(program) || WRITES.test(text) ? likelyNames(text) : []).map((path): Touch => ({
        act: 'read',
        path: textField(expanded(path, home), field.range, { quoted: true }),
        recursive: false,
        perhaps: true,
      })),
    ],
  }
}

const NONE: CodeEffects = { inner: [], touches: [], hidden: false }

/** The commands in a text of code. */
function startedBy(text: string, program: string, range: Range): Omit<CodeEffects, 'touches'> {
  const backticks = /^(?:perl|ruby|php|irb|jruby|raku)/.test(program)
  const { commands, rest } = embeddedCommands(text, { backticks })
  const hidden = startsHidden(rest, program)
  const called = [
    ...commands.flatMap((each) => (each.kind === 'text' ? [each] : [each, ...shifted(each.words)])),
    ...(hidden ? possibleCommands(text) : []),
  ]
  const known = new Set(called.map((command) => (command.kind === 'text' ? command.text.trim() : '')))
  const own = ownCommands(text, program).filter((command) => !known.has(command.trim()))
  const field = (word: string): Field => textField(word, range, { quoted: true })
  const all = [...called, ...[...own, ...worst(text)].map((each) => ({ kind: 'text', text: each }) as const)]
  const inner = all.map((command): Inner =>
    command.kind === 'text'
      ? { ...shellText(field(command.text)), remote: true }
      : { kind: 'argv', argv: command.words.map(field), remote: true },
  )
  return { inner, hidden }
}

/** Effects of code for which a shell has a command: ending all processes, starting more and more, switching off. */
function worst(text: string): readonly string[] {
  const ever = /\bwhile\b|\bloop\b|\buntil\b|\bfor\s*\(\s*;|\biter\s*\(|\bforever\b|\bitertools\b/.test(text)
  return [
    ...(EVERY_PROCESS.test(text) ? ['kill -9 -1'] : []),
    ...(ever && /\b(?:os\.|pcntl_|Process\.)?v?fork\b|["'][^"']*[^&\s]\s*&["']\s*\)/.test(text)
      ? [BOMB]
      : []),
    ...(/\bto\s+(?:shut\s*down|restart|log\s*out)\b/i.test(text) && /\btell\s+app/i.test(text)
      ? ['shutdown now']
      : []),
  ]
}

const EVERY_PROCESS =
  /\b(?:os\.kill|process\.kill|posix_kill|kill)\s*\(?\s*-1\s*,|\b(?:Process\.kill|kill)\s*\(?\s*(?:["']?-?\w+["']?|signal\.\w+)\s*,\s*-1\b|\bkill\s*\(\s*-9\s*,\s*1\s*\)/
const BOMB = ':(){ :|:& };:'

/** Commands as the program's own language writes them. */
function ownCommands(text: string, program: string): readonly string[] {
  if (/^[gmn]?awk/.test(program)) return readAwk(text).starts.filter((command) => command !== '')
  if (/^g?sed$/.test(program)) return readSed(text).starts.filter((command) => command !== '')
  if (/^[gb]?make$/.test(program)) return recipesOf(text).filter(isShell)
  if (!ESCAPING.test(program)) return []
  const further = VIM.test(program) ? text.matchAll(BANG) : []
  return [...text.matchAll(ESCAPE), ...further].map(([, command = '']) => command).filter(isShell)
}

/** `!cmd`, `:!cmd`, `~!cmd`, `\! cmd`, `.shell cmd`, `shell cmd`, `system cmd` at the start of a line. */
const ESCAPE = /^[ \t]*(?:[:~\\]?!|[:.]?(?:platform[ \t]+)?(?:shell|system)[ \t])[ \t]*(\S.*)$/gm
const ESCAPING =
  /^(?:r?ed|ex|n?vim?|vi|view|gvim|gdb|lldb|sqlite3?|duckdb|psql|pgcli|mysql|mariadb|mycli|mysqlsh|s?ftp|lftp|telnet|mailx?|dc|gnuplot|ghci|ipython3?)$/
const VIM = /^(?:[gnr]?vim|vi|ex|view|vimdiff|r?ed)$/
/** `silent !cmd`, `r !cmd`, `%!cmd`, `exe "!cmd"`, `norm :!cmd`. */
const BANG = /(?<=[\s:|%"',.$\d]|\b(?:r|re|read|w|write))!\s*([\w./~][^\n"|]*)/g

/** Balanced quotes and brackets: other text would not be shell text. */
function isShell(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  return count(/'/g) % 2 === 0 && count(/"/g) % 2 === 0 && count(/\(/g) === count(/\)/g)
}

interface NamedFile {
  readonly act: Touch['act']
  readonly path: string
  readonly recursive: boolean
  /** The code writes something, and mentions this. */
  readonly unsure?: true
}

/** Text in quotes that may be the name of a file. */
const QUOTED = /(["'`])((?:(?!\1)[^\s\\*<>|{}()])+)\1/g

/**
 * Files that code names in quotes: read and, if the code writes anything, possibly written. Arguments of a removal call are removed
 * recursively.
 */
function filesIn(text: string, home: string): readonly NamedFile[] {
  const found: NamedFile[] = []
  const writes = WRITES.test(text)
  const called = calledIn(text, home)
  for (const [, , path = ''] of text.matchAll(QUOTED)) {
    if (!/[./~]/.test(path) || path.includes('://') || path.startsWith('-')) continue
    const file = expanded(path, home)
    if (/[\w]/.test(file)) found.push({ act: 'read', path: file, recursive: false })
    const sure = called.some((each) => each.act === 'write' && each.path === file)
    if (writes && /\w/.test(file))
      found.push({ act: 'write', path: file, recursive: false, ...(sure ? {} : { unsure: true }) })
  }
  for (const [, path = ''] of text.matchAll(OPENED))
    found.push({ act: 'write', path: expanded(path, home), recursive: false })
  const known = (file: NamedFile): boolean =>
    found.some(({ act, path, unsure }) => unsure !== true && act === file.act && path === file.path)
  found.push(...called.filter((file) => !known(file)))
  const own = REMOVES_TREE.test(text) && HOME.test(text)
  if (own) found.push({ act: 'remove', path: home, recursive: true })
  const anywhere = RENAMED.test(text) || (GOES_THROUGH.test(text) && REMOVES_ONE.test(text))
  return [
    ...found,
    ...removedIn(text, home),
    ...removedByTcl(text, home),
    ...(anywhere ? removedAnywhere(text, home) : []),
  ]
}

/** `open F, ">/dev/sda"`: the write mode precedes the name. */
const OPENED = /["']\+?>{1,2}\s*([^"'\s]+)["']/g

/** Files outside the code's folder that such calls get. */
function calledIn(text: string, home: string): readonly NamedFile[] {
  return CALLED.flatMap(([pattern, act]) =>
    [...text.matchAll(pattern)]
      .map(([, , path = '']) => expanded(path, home))
      .filter((path) => path.includes('/'))
      .map((path) => ({ act, path, recursive: false })),
  )
}

/** Calls that plainly remove or write their one file: `os.remove('x')`, `Path('x').unlink()`, `open('x', 'w')`. */
const CALLED: readonly (readonly [RegExp, Touch['act']])[] = [
  [
    /\b(?:os\.(?:remove|unlink|rmdir)|unlink(?:Sync)?|rm(?:dir)?Sync|fs\.(?:rm|unlink|rmdir)|File\.(?:delete|unlink)|FileUtils\.rm\w*|rmtree)\b[\s(]*(["'`])((?:(?!\1)[^\s\\])+)\1/g,
    'remove',
  ],
  [/\bPath\(\s*(["'])((?:(?!\1)[^\s\\])+)\1\s*\)(?:\.\w+\(\))*\.(?:unlink|rmdir)\(/g, 'remove'],
  [/\bopen\(\s*(["'])((?:(?!\1)[^\s\\])+)\1\s*,\s*(?:mode\s*=\s*)?["'][rb]?[wx]/g, 'write'],
  [/\bPath\(\s*(["'])((?:(?!\1)[^\s\\])+)\1\s*\)(?:\.\w+\(\))*\.write_(?:text|bytes)\(/g, 'write'],
  [
    /\b(?:writeFile(?:Sync)?|file_put_contents|(?:File|IO|Bun)\.write|writeTextFile(?:Sync)?|createWriteStream|truncate(?:Sync)?)[\s(]+(["'`])((?:(?!\1)[^\s\\])+)\1/g,
    'write',
  ],
  [
    /\b(?:shutil\.(?:copy\w*|move)|os\.(?:rename|replace)|copyFile(?:Sync)?|rename(?:Sync)?)\([^,;\n]+,\s*(["'`])((?:(?!\1)[^\s\\])+)\1/g,
    'write',
  ],
]

/** `system("rm -rf " + …)`: the appended text is found elsewhere in the code. */
const REMOVES_TREE = /["'`\s](?:\/\S*\/)?rm["'`]?[\s,]+["'`]?-\w*[rR]/

/** Code that iterates over files, and code that removes or empties one. */
const GOES_THROUGH =
  /\bos\.(?:walk|listdir|scandir)\b|\bi?glob\b|\brglob\b|\biterdir\b|\breaddir\w*\b|\bDir\.(?:each_child|children|entries)\b|\bDir\[|\bscandir\b|\bopendir\b|\bFile::Find\b|\bFind\.find\b|\bwalkSync\b/
const REMOVES_ONE =
  /\b(?:os\.(?:remove|unlink|rmdir|truncate)|unlink\w*|rmSync|rm_f|rm_rf|FileUtils\.rm\w*|File\.delete|Deno\.removeSync|rmdir\w*|truncate\w*)\b/

/** A removal call under another name: `from shutil import rmtree as r`, `const {rmSync: r} = …`. */
const RENAMED =
  /\b(?:rmtree|rmSync|rmdirSync|removeSync|rm_rf|rm_r|remove_tree|removedirs)\b(?:\s+as\b|\s*:(?!:)|\s*(?:;|$))|=\s*[\w.()'"]*\.(?:rmtree|rmSync|rmdirSync)\b(?!\s*\()/m

/** Folders that the code names, any of which may be removed. */
function removedAnywhere(text: string, home: string): readonly NamedFile[] {
  const named = [...text.matchAll(ALL_OF)].flatMap(([whole, , path = '']) => {
    if (path === '') return whole.includes('*') ? ['.'] : []
    return /^(?:[/~]|\.{1,2}\/?$)/.test(path) ? [expanded(path, home)] : []
  })
  return [...named, ...(HOME.test(text) ? [home] : [])].map((path) => ({
    act: 'remove' as const,
    path,
    recursive: true,
  }))
}

function removedIn(text: string, home: string): readonly NamedFile[] {
  const calls = [...text.matchAll(REMOVES)]
  return calls.flatMap(({ 0: call, index }, at) => {
    // Its arguments end with the statement, or where the next one begins.
    const [rest = ''] = text.slice(index + call.length, calls[at + 1]?.index).split(/[;\n]/, 1)
    const list = /\[([^\]]*)/.exec(rest)?.[1] ?? ''
    const literals = [...[...rest.matchAll(REMOVED)].slice(0, 1), ...list.matchAll(REMOVED)]
    const paths = literals.map(([, , path = '']) => expanded(path, home))
    const given = `${rest} ${heldBy(rest, text)}`
    const here = CURRENT.test(given) ? ['.'] : []
    // Its argument was named before: a root among the texts may be it.
    const roots =
      paths.length > 0
        ? []
        : [...text.matchAll(ROOT)]
            .filter(({ 0: whole, index }) => !GOES_ON.test(text.slice(index + whole.length)))
            .map(([, , path = '']) => expanded(path, home))
    return [...paths, ...roots, ...(HOME.test(given) ? [home] : []), ...here].map((path) => ({
      act: 'remove' as const,
      path,
      recursive: true,
    }))
  })
}

/** A name below it follows: `join(expanduser("~"), "x")`. */
const GOES_ON = /^\)\s*,\s*["'`]\w/

/** `d = os.path.expanduser("~"); shutil.rmtree(d)`: the value of the name, if it is just a root. */
function heldBy(rest: string, text: string): string {
  const name = /^[\s("]*\$?([A-Za-z_]\w*)\s*[,)};]|^[\s("]*\$?([A-Za-z_]\w*)\s*$/
    .exec(rest)
    ?.slice(1)
    .find((found) => found !== undefined)
  if (name === undefined) return ''
  const given = [...text.matchAll(new RegExp(String.raw`\b${name}\s*=\s*([^;\n]*)`, 'g'))].map(
    ([, value = '']) => value,
  )
  return given
    .filter((value) => !/[A-Za-z]/.test(value.replace(HOME, '').replace(CURRENT, '').replaceAll(ASKS, '')))
    .join(' ')
}

/** Names on the way to values of the system. */
const ASKS = /\b(?:import|require|const|let|var|my|os|node|path|pathlib|process|str|String|Path|Dir)\b/g

/** `file delete -force ~ $dir`: words of Tcl need no quotes. */
function removedByTcl(text: string, home: string): readonly NamedFile[] {
  return [...text.matchAll(/\bfile\s+delete((?:\s+[^\s;\]]+)+)/g)]

    .flatMap(([, rest = '']) =>
      rest
        .trim()
        .split(/\s+/)
        .filter((word) => !word.startsWith('-'))
        .map((word) => {
          const path = word.replaceAll(/["'{}]/g, '').replace(/^\$(?:::)?env\(HOME\)/, home)
          return { act: 'remove' as const, path: expanded(path, home), recursive: true }
        }),
    )
}

/** A quoted text that is removed; `/*` at its end means its whole content. */
const REMOVED = /(["'`])((?:(?!\1)[^\s\\<>|{}()*])+)(?:\/\*)?\1/g
/** The same, with any stars after it. */
const ALL_OF = /(["'`])((?:(?!\1)[^\s\\<>|{}()*])*?)(?:\/?\*)*\1/g
const HOME =
  /\bhomedir\(\)|\bPath\.home\(\)|\bDir\.home|\bprocess\.env\.HOME\b|(?:ENV|ENVIRON|environ|env)\s*[.[({]+\s*(?:get\()?["']?HOME\b|\bgetenv\(\s*["']HOME|expand(?:user)?\(\s*["']~\/?["']|\$::?env\(HOME\)/
const ROOT = /(["'`])(\/|~\/?|\/(?:home|root|etc|usr|boot|bin|sbin|lib)\/?)\1/g
const CURRENT = /\b(?:getcwd|process\.cwd|Dir\.pwd|Path\.cwd|cwd|pwd)\(\)|\bDir\.pwd\b/

function expanded(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? home + path.slice(1) : path
}

const WRITES =
  /['"][rb]?[wax]\+?b?\+?['"]|\bopen\b(?:(?!\bopen\b)[^;\n])*?['"]\+?>|\bopen\s+\S+\s+[wa]|\b(?:IO\.write|writefile|writeLines|saveas)\b|\b(?:write_text|write_bytes|writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|copyFile|copyFileSync|renameSync|rename|file_put_contents|File\.write|FileUtils|shutil\.(?:copy\w*|move)|os\.(?:rename|replace|symlink|link|chmod)|symlink|symlink_to|hardlink_to|link_to|symlinkSync|linkSync|Bun\.write|writeTextFile|to_csv|unlink|unlinkSync|os\.remove)\b/

/** Calls that remove a folder recursively. */
const REMOVES =
  /\b(?:rmtree|rmSync|rmdirSync|removeSync|emptyDirSync|rimraf(?:\.sync|Sync)?|rm_rf|rm_r|remove_entry\w*|remove_tree|remove_dir_all|RemoveAll|Deno\.remove(?:Sync)?|fs\.rm|fs\.promises\.rm|fsp\.rm|delete-directory|remove_dir|removedirs|send2trash|delete(?=\((?:(?!\bdelete\b)[^;\n])*?,\s*["']rf["'])|(?:rm|unlink)(?=\())\b[\s(]*/g
