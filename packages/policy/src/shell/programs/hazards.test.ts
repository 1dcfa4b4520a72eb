import { describe, expect, test } from 'vitest'
import type { Hazard } from '../part.ts'
import { factsOf } from './testing/argv.ts'
import { BUILTINS } from './builtins.ts'
import { FILES_TOOLS } from './files-tools.ts'
import { ARCHIVES } from './archives.ts'
import { TAR } from './tar.ts'
import { RSYNC } from './rsync.ts'
import { GH } from './gh.ts'
import { GIT } from './git.ts'
import { parseOptionList } from './option-table.ts'
import type { CommandSpec } from './spec.ts'
import { PROCESSES } from './processes.ts'
import { SYSTEM } from './system.ts'
import { SERVICES } from './services.ts'
import { DISKS } from './disks.ts'
import { LOOKS } from './looks.ts'
import { TEXT_TOOLS } from './text-tools.ts'
import { SEARCH_TOOLS } from './search-tools.ts'
import { STRUCTURED_DATA } from './structured-data.ts'
import { VIEW_TOOLS } from './view-tools.ts'

type Row = readonly [command: string, kind: Hazard['kind'], variants: string]

/** Every hazard of the tables, in every spelling. Variants are separated by `;`. A table without its row fails below. */
const HAZARDS: readonly Row[] = [
  [
    'cpio',
    'writes',
    '-i; --extract; -p; --pass-through; -r; -w; -O x; -F x; --file=x; -D /x; --directory=/x',
  ],
  ['cpio', 'starts', '--rsh-command=x'],
  ['git merge', 'starts', '-s x; --strategy=x'],
  ['git init', 'writes', '--separate-git-dir=x; /x; ../../x'],
  ['git apply', 'writes', '--unsafe-paths; --directory=x'],
  ['git fast-import', 'writes', '--export-marks=x; --export-pack-edges=x'],
  ['git fast-import', 'configures', '--allow-unsafe-features'],
  ['git fast-export', 'writes', '--export-marks=x'],
  ['git checkout-index', 'writes', '--prefix=x; --temp'],
  ['git multi-pack-index', 'writes', '--object-dir=x'],
  ['git read-tree', 'writes', '--index-output=x'],
  ['git worktree', 'writes', 'add /x; add -b y /x; add ../../x'],
  ['git bundle', 'writes', 'create /x HEAD; create ../x HEAD'],
  ['git clone', 'writes', 'x /y; x /home/dev/.ssh'],
  ['tar', 'writes', 'xPf x; -xf x -C /; -xf x --one-top-level=/x'],
  ['unzip', 'writes', 'x -d /; -d /etc x'],
  ['tree', 'writes', '-o x; --output=x; -R'],
  ['base64', 'writes', '-o x; --output=x'],
  ['sort', 'writes', '-o x; -ox; -uo x; --output=x; --output x; --outp=x; --o x'],
  ['sort', 'starts', '--compress-program=x; --compress-program x; --compress-prog x; --comp=x'],
  ['shuf', 'writes', '-o x; --output=x; -eo x'],
  ['iconv', 'writes', '-o x; --output=x'],
  ['split', 'starts', '--filter=x; --filt x'],
  ['csplit', 'writes', '-f x; --prefix=x'],
  ['rg', 'starts', '--pre=x; --pre x; --hostname-bin=x; -z; -nz; --search-zip'],
  ['ag', 'starts', '--pager=x; -z; --search-zip'],
  ['ack', 'starts', '--pager=x'],
  ['ack', 'configures', '--ackrc=x'],
  ['diff', 'starts', '-l; -ul; --paginate; --pag'],
  ['sdiff', 'writes', '-o x; --output=x'],
  ['diff3', 'starts', '--diff-program=x'],
  ['yq', 'writes', '-i; --inplace; --in-place; -s x; --split-exp=x; --split-exp-file=x'],
  ['yq', 'starts', '--security-enable-system-operator'],
  ['xmllint', 'writes', '-o x; --output x'],
  ['xmllint', 'starts', '--shell'],
  ['less', 'writes', '-o x; -O x; -No x; --log-file=x; --LOG-FILE=x'],
  ['less', 'loads', '-k x; --lesskey-file=x; --lesskey-src=x; --lesskey-content=x'],
  ['less', 'starts', '+!x; ++x; -t x; --tag=x; -T x; --tag-file=x'],
  ['jaq', 'writes', '-i; --in-place'],
  ['bat', 'writes', '--generate-config-file'],
  ['bat', 'starts', '--pager=x; --pager x; --lessopen'],
  [
    'man',
    'starts',
    '-P x; --pager=x; --pag=x; -H; -Hx; --html=x; -X; --gxditview=x; -p x; --preprocessor=x; -T; --troff-device=x; -t; --troff; -Z; --ditroff',
  ],
  ['man', 'configures', '-C x; --config-file=x; -M x; --manpath=x; -m x; --systems=x'],
  ['file', 'writes', '-C; --compile; -bC'],
  ['file', 'starts', '-z; --uncompress; -Z; --uncompress-noreport'],
  ['nm', 'loads', '--plugin=x'],
  ['nm', 'configures', '@x'],
  ['dc', 'starts', '-e x; --expression=x'],
  ['dc', 'loads', '-f x; --file=x'],
  ['install', 'starts', '--strip-program=x'],
  ['patch', 'writes', '-o x; --output=x; -r x; --reject-file=x'],
  ['patch', 'starts', '-e; --ed'],
  ['tar', 'writes', '--index-file=x; --volno-file=x; -g x; --listed-incremental=x'],
  [
    'tar',
    'starts',
    'tf a --checkpoint-action=x; --checkpoint-action x; -I x; -tI x; tfI a x; --use-compress-program=x; --use-comp x; --rsh-command=x; --rmt-command=x',
  ],
  ['tar', 'starts', '--to-command=x; -F x; --info-script=x; --new-volume-script=x'],
  ['tar', 'loads', '-T x; --files-from=x'],
  ['zip', 'writes', '-O x; --output-file x; --out=x; -lf x; --logfile-path=x'],
  ['zip', 'starts', '-TT x; -TTx; -qTT x; --unzip-command=x; --unz x'],
  ['zstd', 'writes', '-o x; --output-dir-flat=x; --output-dir-mirror=x'],
  [
    'rsync',
    'writes',
    '--log-file=x; --write-batch=x; --only-write-batch=x; -T x; --temp-dir=x; --backup-dir=x; --partial-dir=x',
  ],
  ['rsync', 'starts', '-e x; -ex; -avze x; --rsh=x; --rsh x; --rsync-path=x'],
  ['rsync', 'loads', '--read-batch=x; --early-input=x'],
  ['rsync', 'configures', '--config=x; -M x; --remote-option=x; --daemon; --dparam=x'],
  ['git', 'configures', '-c x log; --config-env=x log; --exec-path=x log; --git-dir=x log; --git-dir x log'],
  [
    'git',
    'configures',
    '--work-tree=x log; --bare log; --super-prefix=x log; --attr-source=x log; -C /x log',
  ],
  ['git log', 'writes', '--output=x; --output x; --outp=x; -p --output=x'],
  [
    'git log',
    'starts',
    '--ext-diff; --textconv; --show-signature; --show-sig; --format=%G?; --pretty=format:%GS',
  ],
  ['git diff', 'writes', '--output=x'],
  ['git diff', 'starts', '--ext-diff; --ext; --textconv; --show-signature'],
  ['git format-patch', 'writes', '--output=x; -o x; --output-directory=x'],
  ['git cat-file', 'starts', '--textconv; --filters'],
  ['git for-each-ref', 'starts', '--format=%(signature:grade)'],
  [
    'git grep',
    'starts',
    '-O; -Ox; -iOx; --open-files-in-pager; --open-files-in-pager=x; --textconv; --ext-grep',
  ],
  ['git archive', 'writes', '-o x; --output=x; --outp x'],
  ['git archive', 'starts', '--remote=x; --exec=x'],
  ['git help', 'starts', '-w; --web; -i; --info; -m; --man'],
  ['git tag', 'starts', '-v; --verify'],
  ['git push', 'starts', '--receive-pack=x; --receive-p=x; --exec=x; ext::x main'],
  ['git fetch', 'starts', '--upload-pack=x; --upload-pa x; --exec=x; ext::x'],
  ['git pull', 'starts', '--upload-pack=x; --exec=x; ext::x'],
  ['git clone', 'starts', '-u x; --upload-pack=x; ext::x'],
  ['git clone', 'configures', '-c x; --config=x; --template=x'],
  ['git ls-remote', 'starts', '--upload-pack=x; --exec=x; ext::x'],
  ['git remote', 'starts', 'add x ext::x; set-url x ext::x'],
  ['git init', 'configures', '--template=x'],
  ['git rebase', 'starts', '-x x; -ix x; --exec=x; --exe x'],
  ['git difftool', 'writes', '--output=x'],
  ['git difftool', 'starts', '-t x; --tool=x; -x x; -yx x; --extcmd=x'],
  ['git mergetool', 'starts', '-t x; --tool=x'],
  [
    'git filter-branch',
    'starts',
    '--env-filter x; --tree-filter x; --index-filter x; --parent-filter x; --msg-filter x; --commit-filter x; --tag-name-filter x; --setup x',
  ],
  ['git send-email', 'starts', '--smtp-server=x; --sendmail-cmd=x; --to-cmd=x; --cc-cmd=x; --header-cmd=x'],
  ['git bisect', 'starts', 'run x'],
  ['git submodule', 'starts', 'foreach x; foreach --recursive x'],
  ['gh pr view', 'starts', '-w; --web'],
  ['gh pr create', 'starts', '-w; --web; --editor'],
  ['gh run download', 'writes', '-D x; --dir=x'],
  ['gh release download', 'writes', '-D x; --dir=x; -O x; --output=x'],
  ['gh alias set', 'starts', '-s; --shell'],
  ['hash', 'configures', '-p x'],
  ['jobs', 'starts', '-x'],
  ['mapfile', 'starts', '-C x'],
  ['fc', 'starts', '-e x'],
  ['compgen', 'starts', '-C x; -F x'],
  ['enable', 'loads', '-f x'],
  ['pmap', 'writes', '-n; -N x; --create-rc; --create-rc-to=x'],
  ['ss', 'writes', '-D x; --diag=x'],
  ['lshw', 'writes', '-dump x'],
  ['ip', 'loads', '-b x; -batch x'],
  ['journalctl', 'writes', '--cursor-file=x'],
  ['journalctl', 'configures', '--root=x; --image=x; --image-policy=x'],
]

const LINES = HAZARDS.flatMap(([command, kind, variants]) =>
  variants.split(';').map((variant) => ({ line: `${command} ${variant.trim()}`, kind })),
)

test.each(LINES)('$line $kind', ({ line, kind }) => {
  const facts = factsOf(line)
  expect(facts.hazards.map((hazard) => hazard.kind)).toContain(kind)
  expect(facts.notReadonly).toBeDefined()
})

describe('every hazard has a row', () => {
  const tables = [
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
    GH,
    BUILTINS,
    PROCESSES,
    SYSTEM,
    SERVICES,
    DISKS,
  ].flatMap((table) => table())
  const missing = tables.flatMap((spec) =>
    hazardsOf(spec).filter((spelling) => !isProved(spec.names, spelling)),
  )
  test('none is missing', () => expect(missing).toEqual([]))
})

/** All spellings of hazards of a program and its subcommands. */
function hazardsOf(spec: CommandSpec): readonly string[] {
  const own = [spec.writes, spec.starts, spec.runs, spec.loads, spec.configures]
    .flatMap((list) => parseOptionList(list, 'starts'))
    .flatMap((def) => def.names)
  const below = Object.values(spec.subcommands ?? {}).flatMap(hazardsOf)
  return [...own, ...below, ...(spec.fallback === undefined ? [] : hazardsOf(spec.fallback))]
}

function isProved(names: readonly string[], spelling: string): boolean {
  return LINES.some(({ line }) => {
    const words = line.split(' ').map((word) => word.split('=')[0])
    return names.includes(words[0] ?? '') && words.includes(spelling)
  })
}

test('spellings for rules', () => {
  expect(factsOf('sort -uo x').hazards[0]?.spellings).toEqual(['-o', '--output'])
  expect(factsOf('sort --outp=x').hazards[0]).toMatchObject({
    option: '--outp=x',
    spellings: ['-o', '--output'],
  })
  expect(factsOf('git -c a=b log').hazards[0]?.spellings).toEqual(['-c'])
})

test('words that are not known may be a hazard, which no rule spells', () => {
  expect(factsOf('sort "$X"').hazards).toMatchObject([{ option: '$X', spellings: [] }])
  expect(factsOf('git log $X').hazards).toHaveLength(1)
  expect(factsOf('git log -- $X').hazards).toEqual([])
  expect(factsOf('tar cf a.tar *').hazards).toHaveLength(1)
  expect(factsOf('tar cf a.tar ./*').hazards).toEqual([])
  expect(factsOf('wc -l $X').hazards).toEqual([])
})

test('shell text that an option starts is judged too', () => {
  expect(factsOf("git rebase -x 'rm -rf /' main").inner).toMatchObject([{ kind: 'script' }])
  expect(factsOf("sort --compress-program='rm -rf /' f").inner).toMatchObject([{ kind: 'script' }])
  expect(factsOf("tar tf a --checkpoint-action=exec='rm -rf /'").inner).toMatchObject([{ kind: 'script' }])
  expect(factsOf('git submodule foreach rm -rf x').inner).toMatchObject([{ kind: 'argv' }])
  expect(factsOf("tar xf a --to-command='rm x'").inner).toMatchObject([{ kind: 'script' }])
})
