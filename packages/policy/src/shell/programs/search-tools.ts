import { pickedSecret } from '../../secrets.ts'
import { display, literal, textField, type Field } from '../../model/field.ts'
import type { Touch } from '../../model/part.ts'
import { FOUND, foundName, isSources } from './found-paths.ts'
import { MODERN, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'

/** Searching in files, and comparing them. */
export const SEARCH_TOOLS: Table = () => [
  // Searching.
  {
    names: ['grep', 'egrep', 'fgrep', 'ggrep', 'zgrep', 'zegrep', 'zfgrep', 'bzgrep', 'xzgrep', 'zstdgrep'],
    readonly: true,
    anyOption: true,
    options:
      '-e,--regexp= -m,--max-count= -A,--after-context= -B,--before-context= -C,--context= -D,--devices= -d,--directories= --include= --exclude= --exclude-dir= --label= --binary-files= --group-separator= -r,--recursive -R,--dereference-recursive -#',
    reads: '-f,--file= --exclude-from=',
    recursive: '-r -R',
    operands: { act: 'read', skip: 1, skipUnless: '-e -f' },
    read: (args, facts) => chosenNames(args, facts, ['--include']),
  },
  {
    names: ['rg'],
    readonly: true,
    style: MODERN,
    options:
      '-e,--regexp= -s,--case-sensitive -S,--smart-case -i,--ignore-case -v,--invert-match -w,--word-regexp -x,--line-regexp -F,--fixed-strings -E,--encoding= -P,--pcre2 --engine= --[no-]pcre2 --auto-hybrid-regex --no-auto-hybrid-regex --dfa-size-limit= --regex-size-limit= --[no-]mmap -U,--multiline --[no-]multiline --multiline-dotall --no-multiline-dotall --crlf --no-crlf --null-data -m,--max-count= --stop-on-nonmatch -a,--text --[no-]unicode --no-text -j,--threads= --binary --no-binary -L,--follow --no-follow -g,--glob= --iglob= --glob-case-insensitive --no-glob-case-insensitive -.,--hidden --no-hidden --ignore-file-case-insensitive --no-ignore-file-case-insensitive -d,--max-depth,--maxdepth= --max-filesize= --[no-]ignore --[no-]ignore-dot --[no-]ignore-exclude --[no-]ignore-files --[no-]ignore-global --[no-]ignore-parent --[no-]ignore-vcs --[no-]require-git --[no-]ignore-messages --one-file-system --no-one-file-system -t,--type= -T,--type-not= --type-add= --type-clear= -u,--unrestricted -A,--after-context= -B,--before-context= -C,--context= -b,--byte-offset --no-byte-offset --block-buffered --no-block-buffered --line-buffered --no-line-buffered --color= --colors= --[no-]column --context-separator= --no-context-separator --field-context-separator= --field-match-separator= --heading --no-heading -n,--line-number -N,--no-line-number -M,--max-columns= --max-columns-preview --no-max-columns-preview -0,--null -o,--only-matching --path-separator= --passthru,--passthrough -p,--pretty -q,--quiet -r,--replace= --sort= --sortr= --sort-files --no-sort-files --[no-]trim --[no-]vimgrep --vimgrep -H,--with-filename -I,--no-filename --hyperlink-format= --include-zero --no-include-zero --[no-]messages --no-search-zip -c,--count --count-matches -l,--files-with-matches --files-without-match --json --no-json --debug --trace --[no-]stats --no-config --files --generate= --pcre2-version --type-list -V,--version -h,--help --no-pre --pre-glob= --no-encoding',
    reads: '-f,--file= --ignore-file=',
    runs: '--pre= --hostname-bin=',
    starts: '-z,--search-zip',
    operands: { act: 'read', skip: 1, skipUnless: '-e -f --files --type-list', recursive: true },
    read: (args, facts) => chosenNames(args, facts, ['-g', '--iglob']),
  },
  {
    names: ['ag'],
    readonly: true,
    anyOption: true,
    options:
      '-A,--after= -B,--before= -C,--context= -G,--file-search-regex= -g= --ignore= --ignore-dir= -m,--max-count= --depth= -W,--width=',
    reads: '-p,--path-to-ignore=',
    runs: '--pager=',
    starts: '-z,--search-zip',
    operands: { act: 'read', skip: 1, recursive: true },
    read: (args, facts) => pickedNames(args, facts, ['-G']),
  },
  {
    names: ['ack', 'ack-grep'],
    readonly: true,
    anyOption: true,
    options:
      '-A,--after-context= -B,--before-context= -C,--context= -g= -G= -m,--max-count= --ignore-dir= --type= -t= --type-set= --type-add=',
    reads: '--files-from=',
    runs: '--pager[=]',
    configures: '--ackrc=',
    changes: '--output= -x',
    operands: { act: 'read', skip: 1, recursive: true },
    read: (args, facts) => pickedNames(args, facts, ['-G', '--type-set', '--type-add']),
  },
  // Comparing.
  {
    names: ['diff', 'gdiff'],
    readonly: true,
    options:
      '--normal -q,--brief -s,--report-identical-files -c -C= --context[=] -u -U= --unified[=] -e,--ed -n,--rcs -y,--side-by-side -W,--width= --left-column --suppress-common-lines -p,--show-c-function -F,--show-function-line= --label= -L= -t,--expand-tabs -T,--initial-tab --tabsize= --suppress-blank-empty -r,--recursive --no-dereference -N,--new-file --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case -x,--exclude= -S,--starting-file= -i,--ignore-case -E,--ignore-tab-expansion -Z,--ignore-trailing-space -b,--ignore-space-change -w,--ignore-all-space -B,--ignore-blank-lines -I,--ignore-matching-lines= -a,--text --strip-trailing-cr -D,--ifdef= --old-group-format= --new-group-format= --unchanged-group-format= --changed-group-format= --line-format= --old-line-format= --new-line-format= --unchanged-line-format= -d,--minimal --horizon-lines= -H,--speed-large-files --color[=] --palette= --help -v,--version -# -P',
    reads: '-X,--exclude-from= --from-file= --to-file=',
    starts: '-l,--paginate',
    recursive: '-r',
    operands: { act: 'read' },
  },
  {
    names: ['cmp'],
    readonly: true,
    anyOption: true,
    options: '-i,--ignore-initial= -n,--bytes=',
    operands: { act: 'read', max: 4 },
  },
  {
    names: ['diff3', 'sdiff'],
    readonly: true,
    options:
      '-A,--show-all -e,--ed -E,--show-overlap -3,--easy-only -x,--overlap-only -X -i,--ignore-case -m,--merge -a,--text --strip-trailing-cr -T,--initial-tab -L,--label= -Z,--ignore-trailing-space -b,--ignore-space-change -W,--ignore-all-space -B,--ignore-blank-lines -I,--ignore-matching-lines= -w,--width= -l,--left-column -s,--suppress-common-lines -t,--expand-tabs --tabsize= -d,--minimal -H,--speed-large-files --help -v,--version',
    writes: '-o,--output=',
    runs: '--diff-program=',
    operands: { act: 'read' },
  },
  { names: ['zdiff', 'zcmp', 'colordiff'], operands: { act: 'read' } },
]

/** Only files with such a name are read below: `grep -r --include=.env`, `rg -g '.env*'`. */
function chosenNames(args: ParsedArgs, facts: ProgramFacts, names: readonly string[]): FactsPatch {
  const chosen = args.options.flatMap((option) => {
    const text = literal(option.value)
    if (text === undefined || text.startsWith('!') || !option.names.some((name) => names.includes(name)))
      return []
    return [option.names.includes('--iglob') ? text.toLowerCase() : text]
  })
  if (chosen.length === 0) return {}
  const starts = facts.touches.filter(({ recursive }) => recursive).map(({ path }) => path)
  const below = chosen.flatMap((name) => {
    const pieces = foundName(name.replace(/^\.?\//, ''))
    return [...starts, ...(starts.length === 0 ? [HERE] : [])].map((start): Touch => ({
      act: 'read',
      path: { ...start, pieces: [...start.pieces, ...(isSources(name) ? [FOUND] : []), ...pieces] },
      recursive: false,
    }))
  })
  return { touches: [...facts.touches, ...below] }
}

/** The same with a regular expression: `ag -G '\\.env'`, `ack --type-set=e:is:.env`. */
function pickedNames(args: ParsedArgs, facts: ProgramFacts, names: readonly string[]): FactsPatch {
  const found = args.options.flatMap(({ names: own, value }): readonly Touch[] => {
    if (value === undefined || !own.some((name) => names.includes(name))) return []
    const text = display(value).split(':').at(-1) ?? ''
    const name = pickedSecret(text)
    return name === undefined ? [] : [{ act: 'read', path: textField(name, value.range), recursive: false }]
  })
  return found.length === 0 ? {} : { touches: [...facts.touches, ...found] }
}

const HERE: Field = {
  pieces: [{ kind: 'text', text: '.' }],
  quoted: false,
  many: false,
  range: { start: 0, end: 0 },
}
