/** One git setting: `section.subsection.key`, section and key in lower case. */
export interface GitSetting {
  readonly key: string
  readonly section: string
  readonly subsection: string
  readonly name: string
  readonly value: string
}

/** Parses a git configuration. Undefined: it cannot be parsed with certainty. */
export function readGitConfig(text: string): readonly GitSetting[] | undefined {
  const settings: GitSetting[] = []
  let section: { readonly name: string; readonly sub: string } | undefined
  // A backslash at the end of a line joins the next one.
  const lines = text
    .replace(/^\ufeff/, '')
    .replaceAll(/\\\r?\n/g, '')
    .split(/\r?\n/)
  for (const line of lines) {
    let rest = line.trim()
    const head = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(rest)
    if (head) {
      const [all, name = '', sub] = head
      const [first = '', ...more] = name.split('.')
      section = { name: first.toLowerCase(), sub: sub?.replaceAll(/\\(.)/g, '$1') ?? more.join('.') }
      rest = rest.slice(all.length).trim()
    }
    if (rest === '' || rest.startsWith('#') || rest.startsWith(';')) continue
    const setting = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(rest)
    if (!setting || section === undefined) return undefined
    const [, name = '', value = 'true'] = setting
    const { name: first, sub } = section
    const key = [first, ...(sub === '' ? [] : [sub]), name.toLowerCase()].join('.')
    settings.push({ key, section: first, subsection: sub, name: name.toLowerCase(), value: bare(value) })
  }
  return settings
}

/** A value without its quotes and trailing comment. */
function bare(value: string): string {
  const text = value.includes('"') ? value : value.replace(/\s*[#;].*$/, '')
  return text.replaceAll(/\\(.)/g, '$1').replaceAll('"', '').trim()
}

/** Values that start nothing and lead nowhere: words, numbers, names of branches. */
const PLAIN = /^[\w+./@:, =^{}*-]*$/

/** Settings that ordinary work writes. Any other may start a program, or name a file that may. */
const HARMLESS: Readonly<Record<string, readonly string[] | 'all'>> = {
  core: [
    'repositoryformatversion',
    'filemode',
    'bare',
    'logallrefupdates',
    'ignorecase',
    'precomposeunicode',
    'symlinks',
    'autocrlf',
    'eol',
    'safecrlf',
    'quotepath',
    'abbrev',
    'longpaths',
    'untrackedcache',
    'preloadindex',
    'sparsecheckout',
    'sparsecheckoutcone',
    'sharedrepository',
    'compression',
    'commitgraph',
    'multipackindex',
  ],
  user: ['name', 'email', 'signingkey', 'useconfigonly'],
  author: ['name', 'email'],
  committer: ['name', 'email'],
  branch: [
    'remote',
    'merge',
    'rebase',
    'pushremote',
    'description',
    'autosetupmerge',
    'autosetuprebase',
    'sort',
  ],
  remote: [
    'url',
    'pushurl',
    'fetch',
    'push',
    'prune',
    'prunetags',
    'tagopt',
    'mirror',
    'skipdefaultupdate',
    'promisor',
    'partialclonefilter',
    'pushdefault',
    'followremotehead',
  ],
  submodule: ['url', 'path', 'active', 'branch', 'shallow', 'ignore', 'fetchrecursesubmodules', 'recurse'],
  extensions: ['worktreeconfig', 'objectformat', 'refstorage', 'partialclone', 'noop', 'relativeworktrees'],
  init: ['defaultbranch', 'defaultobjectformat'],
  pull: ['rebase', 'ff', 'octopus', 'twohead'],
  push: ['default', 'autosetupremote', 'followtags', 'recursesubmodules'],
  fetch: ['prune', 'prunetags', 'recursesubmodules', 'parallel', 'writecommitgraph', 'fsckobjects'],
  merge: ['conflictstyle', 'ff', 'renames', 'renamelimit', 'log', 'stat', 'directoryrenames', 'verbosity'],
  rebase: ['autosquash', 'autostash', 'updaterefs', 'stat', 'missingcommitscheck', 'abbreviatecommands'],
  diff: [
    'algorithm',
    'renames',
    'renamelimit',
    'colormoved',
    'mnemonicprefix',
    'noprefix',
    'context',
    'submodule',
    'relative',
  ],
  commit: ['verbose', 'cleanup', 'status'],
  status: 'all',
  color: 'all',
  column: 'all',
  advice: 'all',
  rerere: 'all',
  gc: [
    'auto',
    'autodetach',
    'autopacklimit',
    'pruneexpire',
    'packrefs',
    'reflogexpire',
    'reflogexpireunreachable',
    'aggressivewindow',
  ],
  maintenance: ['auto', 'strategy'],
  feature: 'all',
  pack: ['threads', 'windowmemory', 'depth', 'window', 'packsizelimit', 'usesparse'],
  index: ['version', 'threads', 'sparse', 'skiphash'],
  log: ['date', 'decorate', 'follow', 'abbrevcommit'],
  tag: ['sort'],
  stash: ['showpatch', 'showstat', 'showincludeuntracked'],
  lfs: ['repositoryformatversion', 'access', 'locksverify'],
  svn: [],
}

/** Addresses that git itself connects to: no helper program, and nothing that looks like an option. */
const ADDRESS =
  /^(?:(?:https?|ssh|git|file):\/\/(?!-)[^\s]+|(?!-)[\w.-]+@[\w.-]+:(?!:)[^\s]+|\.{0,2}\/[^\s]*|(?!-)[\w./-]+)$/i

/** Settings that may start a program or lead to other settings, as `key=value`. An unparseable text is one on its own. */
export function riskySettings(
  text: string,
  { isModule = false }: { readonly isModule?: boolean } = {},
): readonly string[] {
  const settings = readGitConfig(text)
  if (settings === undefined) return [`what cannot be read: ${text}`]
  return settings
    .filter((setting) => !isHarmless(setting, isModule))
    .map(({ key, value }) => `${key}=${value}`)
}

function isHarmless({ section, name, value }: GitSetting, isModule: boolean): boolean {
  // The repository of a submodule names its work tree.
  if (section === 'core' && name === 'worktree') return isModule && /^(?:\.\.\/)+[\w./ -]+$/.test(value)
  if (section === 'submodule' && name === 'update') return /^(?:checkout|rebase|merge|none)$/.test(value)
  const known = Object.hasOwn(HARMLESS, section) ? HARMLESS[section] : undefined
  if (known === undefined || (known !== 'all' && !known.includes(name))) return false
  if (name === 'url' || name === 'pushurl') return ADDRESS.test(value)
  // Names and descriptions of people are free text.
  if (section === 'user' || section === 'author' || section === 'committer' || name === 'description')
    return true
  return PLAIN.test(value)
}
