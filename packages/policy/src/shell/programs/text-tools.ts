import { display, knownPrefix, literal, textField, type Field } from '../field.ts'
import type { Touch } from '../part.ts'
import { isSecretVariable, pickedSecret } from '../../secrets.ts'
import { foundName } from './find-expression.ts'
import { fieldFrom } from './options.ts'
import {
  GNU,
  MODERN,
  POSIX,
  SINGLE_DASH,
  WORDS,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/**
 * Programs that read and print: no word of theirs writes, starts or sets anything but the options that are listed as
 * doing so. `anyOption` is used only where this holds for every version of the program.
 */
export const TEXT_TOOLS: Table = () => [
  // Names, attributes and the like: nothing is opened for reading.
  {
    names: ['ls', 'dir', 'vdir', 'gls'],
    readonly: true,
    anyOption: true,
    options:
      '-I,--ignore= -w,--width= -T,--tabsize= --hide= --block-size= --sort= --time= --time-style= --format=',
  },
  {
    names: ['pwd', 'whoami', 'groups', 'users', 'tty', 'logname', 'hostid'],
    readonly: true,
    anyOption: true,
  },
  { names: ['id', 'uname', 'nproc', 'lscpu', 'sw_vers'], readonly: true, anyOption: true },
  {
    names: ['basename', 'dirname', 'realpath', 'readlink', 'grealpath', 'greadlink', 'pathchk', 'namei'],
    readonly: true,
    anyOption: true,
  },
  {
    names: ['stat', 'gstat', 'getfacl', 'lsattr', 'getcap', 'getfattr', 'mountpoint'],
    readonly: true,
    anyOption: true,
  },
  {
    names: ['du', 'gdu'],
    readonly: true,
    anyOption: true,
    reads: '-X,--exclude-from= --files0-from=',
    read: readNameList,
  },
  { names: ['df'], readonly: true, anyOption: true, changes: '--sync' },
  {
    names: ['tree'],
    readonly: true,
    style: MODERN,
    options:
      '-a -d -l -f -x -L= -P= -I= --gitignore --infofile= --matchdirs --ignore-case --noreport --charset= --filelimit= --du --timefmt= --prune --metafirst -s -h -p -u -g -D -q -Q -N --inodes --device --si -F --sort= --sort[=] -v -t -c -U -r --dirsfirst --filesfirst -i -A -S -n -C -X -J --hintro= --houtro= --nolinks --hyperlink --scheme= --authority= --opt-toggle --fflinks --fromfile --fromtabfile --info --compress= --condense -k --version --help',
    reads: '--gitfile=',
    // `-R` starts tree again in every directory, each time with `-o 00Tree.html`.
    writes: '-o,--output= -R',
    changes: '-H= -T=',
    operands: { act: 'none' },
  },
  { names: ['which', 'whereis', 'whatis', 'apropos'], readonly: true, anyOption: true },
  {
    names: ['seq', 'sleep', 'true', 'false', 'yes', 'factor', 'cal', 'ncal', 'getconf', 'locale'],
    readonly: true,
    anyOption: true,
  },
  { names: ['expr'], readonly: true, style: WORDS },
  { names: ['printenv'], readonly: true, anyOption: true, arity: 0 },
  {
    names: ['date', 'gdate'],
    readonly: true,
    options:
      '-d,--date= --debug -I,--iso-8601[=] --resolution -R,--rfc-email,--rfc-822,--rfc-2822 --rfc-3339= -u,--utc,--universal -j -v= --help --version',
    reads: '-f,--file= -r,--reference=',
    // Not of GNU: `-j` says that nothing is set, and `-v` adjusts what is printed.
    changes: '-s,--set= -n',
    read: (args, facts) => (args.has('-j') ? {} : refuseWhere(args, facts, (text) => !text.startsWith('+'))),
  },
  {
    names: ['hostname'],
    readonly: true,
    options:
      '-a,--alias -A,--all-fqdns -d,--domain -f,--fqdn,--long -i,--ip-address -I,--all-ip-addresses -s,--short -y,--yp,--nis -V,--version -h,--help',
    changes: '-b,--boot -F,--file=',
    operands: { max: 0 },
  },
  {
    names: ['domainname', 'dnsdomainname', 'nisdomainname', 'ypdomainname'],
    readonly: true,
    changes: '-F,--file= -b',
    operands: { max: 0 },
  },

  // Whole files.
  { names: ['cat', 'rev', 'gcat'], readonly: true, anyOption: true, operands: { act: 'read' } },
  {
    names: ['tac', 'gtac'],
    readonly: true,
    anyOption: true,
    options: '-s,--separator=',
    operands: { act: 'read' },
  },
  {
    names: ['nl'],
    readonly: true,
    anyOption: true,
    options:
      '-b,--body-numbering= -d,--section-delimiter= -f,--footer-numbering= -h,--header-numbering= -i,--line-increment= -l,--join-blank-lines= -n,--number-format= -s,--number-separator= -v,--starting-line-number= -w,--number-width=',
    operands: { act: 'read' },
  },
  {
    names: ['head', 'tail', 'ghead', 'gtail'],
    readonly: true,
    anyOption: true,
    options: '-c,--bytes= -n,--lines= -s,--sleep-interval= --pid= --max-unchanged-stats= -#',
    operands: { act: 'read' },
  },
  {
    names: ['wc', 'gwc'],
    readonly: true,
    anyOption: true,
    reads: '--files0-from=',
    operands: { act: 'read' },
    read: readNameList,
  },
  {
    names: ['cut', 'gcut'],
    readonly: true,
    anyOption: true,
    options: '-b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= --output-delimiter=',
    operands: { act: 'read' },
  },
  { names: ['tr', 'gtr'], readonly: true, anyOption: true },
  {
    names: ['paste'],
    readonly: true,
    anyOption: true,
    options: '-d,--delimiters=',
    operands: { act: 'read' },
  },
  {
    names: ['join'],
    readonly: true,
    anyOption: true,
    options: '-a= -e= -j= -o= -t= -v= -1= -2=',
    operands: { act: 'read' },
  },
  {
    names: ['comm', 'tsort'],
    readonly: true,
    anyOption: true,
    options: '--output-delimiter=',
    operands: { act: 'read' },
  },
  {
    names: ['fold', 'fmt', 'expand', 'unexpand'],
    readonly: true,
    anyOption: true,
    options: '-w,--width= -g,--goal= -p,--prefix= -t,--tabs= -#',
    operands: { act: 'read' },
  },
  {
    // Misspelled words of its input; all else of it asks or writes dictionaries.
    names: ['aspell'],
    subcommands: {
      list: {
        readonly: true,
        options:
          '-l,--lang= -d,--master= --mode= --encoding= -H -t -e -n -C,-W= --ignore= --ignore-case --size= --variety=',
        reads: '-p,--personal=',
      },
      dicts: { readonly: true },
      modes: { readonly: true },
    },
  },
  {
    names: ['pr'],
    readonly: true,
    anyOption: true,
    options:
      '-D,--date-format= -h,--header= -l,--length= -N,--first-line-number= -o,--indent= -w,--width= -W,--page-width= --columns=',
    operands: { act: 'read' },
  },
  {
    names: ['column', 'col', 'colrm', 'ul', 'look'],
    readonly: true,
    anyOption: true,
    options:
      '-s,--separator= -o,--output-separator= -c,--output-width= -N,--table-columns= -O,--table-order= -H,--table-hide= -R,--table-right= -T,--table-truncate= -W,--table-wrap=',
    operands: { act: 'read' },
  },
  { names: ['numfmt', 'dircolors'], readonly: true, anyOption: true, options: '-d,--delimiter=' },
  {
    names: [
      'md5sum',
      'sha1sum',
      'sha224sum',
      'sha256sum',
      'sha384sum',
      'sha512sum',
      'b2sum',
      'b3sum',
      'cksum',
      'sum',
      'shasum',
      'md5',
      'crc32',
      'xxhsum',
    ],
    readonly: true,
    anyOption: true,
    options: '-a,--algorithm= -l,--length=',
    operands: { act: 'read' },
  },
  {
    names: ['base64', 'base32', 'basenc'],
    readonly: true,
    options:
      '-d,-D,--decode -i,--ignore-garbage -w,--wrap= -b,--break= --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 --base58 --help --version -h',
    reads: '--input=',
    writes: '-o,--output=',
    operands: { act: 'read' },
  },
  {
    names: ['od', 'hexdump', 'hd'],
    readonly: true,
    anyOption: true,
    options:
      '-A,--address-radix= -j,--skip-bytes= -N,--read-bytes= -t,--format= -w[=] -S[=] -n,--length= -s,--skip= -e= ',
    reads: '-f=',
    operands: { act: 'read' },
  },
  {
    names: ['xxd'],
    readonly: true,
    // Behind the first file everything is the second, dashes or not.
    style: { ...SINGLE_DASH, permute: false },
    anyOption: true,
    options: '-c,-cols= -g,-groupsize= -l,-len= -n,-name= -o= -s,-seek= -R=',
    operands: { act: 'read', last: 'write', max: 1 },
  },
  {
    names: ['strings'],
    readonly: true,
    anyOption: true,
    options: '-n,--bytes= -t,--radix= -e,--encoding= -T,--target= -s,--output-separator= -U,--unicode= -#',
    operands: { act: 'read' },
  },
  {
    names: ['sort', 'gsort'],
    readonly: true,
    options:
      '-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting -M,--month-sort -h,--human-numeric-sort -n,--numeric-sort -R,--random-sort -r,--reverse --sort= -V,--version-sort --batch-size= -c,--check[=] -C --debug -k,--key= -m,--merge -s,--stable -S,--buffer-size= -t,--field-separator= -T,--temporary-directory= --parallel= -u,--unique -z,--zero-terminated --help --version',
    reads: '--files0-from= --random-source=',
    writes: '-o,--output=',
    runs: '--compress-program=',
    operands: { act: 'read' },
    read: readNameList,
  },
  {
    names: ['uniq', 'guniq'],
    readonly: true,
    style: { ...GNU, permute: false },
    anyOption: true,
    options: '-f,--skip-fields= -s,--skip-chars= -w,--check-chars= -#',
    operands: { act: 'read', last: 'write', max: 1 },
  },
  {
    names: ['shuf', 'gshuf'],
    readonly: true,
    options: '-e,--echo -i,--input-range= -n,--head-count= -r,--repeat -z,--zero-terminated --help --version',
    reads: '--random-source=',
    writes: '-o,--output=',
    operands: { act: 'read' },
  },
  {
    names: ['iconv'],
    readonly: true,
    options: '-f,--from-code= -t,--to-code= -l,--list -c -s,--silent --verbose --help --usage --version',
    writes: '-o,--output=',
    operands: { act: 'read' },
  },
  {
    names: ['split', 'gsplit'],
    operands: { act: 'read', last: 'write' },
    options:
      '-a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= -d --numeric-suffixes[=] -x --hex-suffixes[=] -e,--elide-empty-files -l,--lines= -n,--number= -t,--separator= -u,--unbuffered --verbose -#',
    runs: '--filter=',
  },
  {
    names: ['csplit', 'gcsplit'],
    options:
      '-b,--suffix-format= -k,--keep-files --suppress-matched -n,--digits= -s,--quiet,--silent -z,--elide-empty-files',
    writes: '-f,--prefix=',
  },

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

  // Structured text.
  {
    names: ['jq', 'gojq'],
    readonly: true,
    anyOption: true,
    options: '--arg== --argjson== --indent=',
    reads: '--slurpfile== --rawfile== --argfile== -f,--from-file= -L=',
    operands: { act: 'read', skip: 1, skipUnless: '-f' },
    read: readJq,
  },
  {
    names: ['jaq'],
    readonly: true,
    options: '-n -s -R -c -r -j -S -C -M --tab --arg== --indent=',
    reads: '-f,--from-file=',
    writes: '-i,--in-place',
    operands: { act: 'read', skip: 1 },
    read: readJq,
  },
  {
    names: ['yq'],
    readonly: true,
    style: MODERN,
    options:
      '-C,--colors -M,--no-colors -e,--exit-status -P,--prettyPrint -r,--unwrapScalar,--raw-output -y,--yaml-output -Y,--yaml-roundtrip -c,--compact-output -S,--sort-keys -R,--raw-input -I,--indent= -N,--no-doc -n,--null-input -o,--output-format= -p,--input-format= -0,--nul-output -j,--tojson -v,--verbose --xml-attribute-prefix= --header-preprocess --string-interpolation --csv-auto-parse --front-matter= --expression= --width= --indentless-lists --yaml-compact-seq-indent -h,--help -V,--version --arg== --argjson== --tab -a -D,--debug-node-info',
    reads: '--from-file= --slurpfile== --rawfile== -f=',
    writes: '-i,--inplace,--in-place -s,--split-exp= --split-exp-file=',
    starts: '--security-enable-system-operator',
    read: readYq,
  },
  {
    names: ['xmllint'],
    readonly: true,
    style: SINGLE_DASH,
    options:
      '--format --noout --xpath= --html --recover --nonet --version --encode= --pretty= --c14n --c14n11 --exc-c14n --noblanks --huge --nowarning --noerror --stream --timing --xmlout --nocdata --nsclean --noent --repeat --quiet --memory --push --debug',
    reads: '--schema= --relaxng= --schematron= --pattern=',
    writes: '-o,--output=',
    starts: '--shell',
    operands: { act: 'read' },
    read: (args, facts) => refuseWhere(args, facts, (text) => text.includes('://')),
  },

  // Pagers: only what they print counts; their own commands are hazards.
  {
    names: ['less', 'zless'],
    readonly: true,
    options:
      '-a -A -b= -B -c -C -d -e -E -f -F -g -G -h= -i -I -j= -J -K -L -m -M -n -N -p= -P= -q -Q -r -R -s -S -u -U -V -w -W -x= -X -y= -z= -~ -# --LINE-NUMBERS --line-numbers --RAW-CONTROL-CHARS --raw-control-chars --chop-long-lines --quit-if-one-screen --no-init --ignore-case --IGNORE-CASE --pattern= --squeeze-blank-lines --help --version --quit-at-eof --QUIT-AT-EOF --no-lessopen',
    // A tag may be looked up by a program.
    starts: '-t,--tag= -T,--tag-file=',
    writes: '-o,-O,--log-file,--LOG-FILE=',
    loads: '-k,--lesskey-file,--lesskey-src,--lesskey-content=',
    operands: { act: 'read' },
    read: readLess,
  },
  {
    names: ['more', 'zmore', 'pg', 'most'],
    readonly: true,
    options:
      '-d,--silent -f,--logical -l,--no-pause -c,--print-over -p,--clean-print -e,--exit-on-eof -s,--squeeze -u,--plain -n,--lines= -h,--help -V,--version -#',
    operands: { act: 'read' },
    read: readLess,
  },
  {
    names: ['bat', 'batcat'],
    readonly: true,
    style: MODERN,
    options:
      '-A,--show-all --nonprintable-notation= --binary= -p,--plain -l,--language= -H,--highlight-line= --file-name= -d,--diff --diff-context= --tabs= --wrap= -S,--chop-long-lines --terminal-width= -n,--number --color= --italic-text= --decorations= -f,--force-colorization --paging= -m,--map-syntax= --ignored-suffix= --theme= --theme-light= --theme-dark= --list-themes -s,--squeeze-blank --squeeze-limit= --strip-ansi= --style= -r,--line-range= -L,--list-languages -u,--unbuffered --no-config --no-custom-assets --config-file --config-dir --cache-dir --diagnostic --acknowledgements -P,--no-paging --no-pager -h,--help -V,--version --completion= --quiet-empty',
    runs: '--pager=',
    starts: '--lessopen',
    writes: '--generate-config-file',
    operands: { act: 'read' },
    read: ({ operands, program }, facts) => {
      const cache = operands[0] !== undefined && literal(operands[0]) === 'cache'
      return cache && facts.notReadonly === undefined
        ? { notReadonly: { because: 'not-readonly', program, argument: 'cache' } }
        : {}
    },
  },
  {
    names: ['man'],
    readonly: true,
    options:
      '-f,--whatis -k,--apropos -K,--global-apropos -w,--where,--path,--location -W,--where-cat,--location-cat -R,--recode= -L,--locale= -S,-s,--sections= -e,--extension= -i,--ignore-case -I,--match-case --regex --wildcard --names-only -a,--all --no-subpages -7,--ascii -E,--encoding= --no-hyphenation,--nh --no-justification,--nj --help --usage -V,--version',
    runs: '-P,--pager= -H,--html[=]',
    starts: '-X,--gxditview[=] -p,--preprocessor= -T,--troff-device[=] -t,--troff -Z,--ditroff',
    configures: '-C,--config-file= -M,--manpath= -m,--systems=',
    changes: '-u,--update -c,--catman -D,--default -d,--debug -r,--prompt= -l,--local-file',
    read: (args, facts) => refuseWhere(args, facts, (text) => text.includes('/')),
  },

  // Programs and their parts.
  {
    names: ['file'],
    readonly: true,
    options:
      '--help -v,--version -b,--brief -c,--checking-printout -e,--exclude= --exclude-quiet= -F,--separator= -i,--mime --apple --extension --mime-type --mime-encoding -k,--keep-going -l,--list -L,--dereference -h,--no-dereference -n,--no-buffer -N,--no-pad -0,--print0 -p,--preserve-date -P,--parameter= -r,--raw -s,--special-files -I -E -d,--debug',
    reads: '-f,--files-from= -m,--magic-file=',
    writes: '-C,--compile',
    starts: '-z,--uncompress -Z,--uncompress-noreport',
    changes: '-S,--no-sandbox',
    operands: { act: 'none' },
  },
  {
    names: ['nm', 'size', 'readelf', 'otool', 'objdump'],
    readonly: true,
    anyOption: true,
    loads: '--plugin=',
    read: refuseResponseFile,
    operands: { act: 'read' },
  },
  { names: ['ldd'], operands: { act: 'read' } },

  // Arithmetic and terminals.
  {
    names: ['bc'],
    readonly: true,
    options:
      '-h,--help -i,--interactive -l,--mathlib -q,--quiet -s,--standard -w,--warn -v,--version -e,--expression= -S,--scale=',
    reads: '-f,--file=',
    operands: { act: 'read' },
  },
  { names: ['dc'], starts: '-e,--expression=', loads: '-f,--file=' },
  { names: ['tput'], readonly: true, style: POSIX, options: '-T= -V', changes: '-S -x', read: readTput },
  { names: ['clear'], readonly: true, anyOption: true },

  // Documents.
  {
    names: ['pdftotext'],
    options:
      '-f= -l= -r= -x= -y= -W= -H= -layout -raw -nopgbrk -htmlmeta -bbox -enc= -eol= -q -v -h -upw= -opw= -nodiag -tsv',
    style: SINGLE_DASH,
    readonly: true,
    operands: { act: 'read', last: 'write' },
    read: ({ operands, program }, facts) => {
      const out = operands[1]
      if (operands.length === 2 && out !== undefined && literal(out) === '-') {
        return { touches: facts.touches.filter((touch) => touch.act === 'read') }
      }
      return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program } }
    },
  },
  {
    names: ['pdfinfo', 'pdffonts'],
    readonly: true,
    anyOption: true,
    style: SINGLE_DASH,
    operands: { act: 'read' },
  },
]

/** Files that a list names: which these are nobody can see. */
function readNameList({ program, options }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const list = options.find(({ names }) => names.includes('--files0-from'))
  if (list === undefined) return {}
  return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: list.written } }
}

/** Of all that is below, those with such a name are read: `grep -r --include=.env`, `rg -g '.env*'`. */
function chosenNames(args: ParsedArgs, facts: ProgramFacts, names: readonly string[]): FactsPatch {
  const chosen = args.options.flatMap((option) => {
    const text = option.value === undefined ? undefined : literal(option.value)
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
      path: { ...start, pieces: [...start.pieces, ...pieces] },
      recursive: false,
    }))
  })
  return { touches: [...facts.touches, ...below] }
}

/** The same, where a regular expression chooses: `ag -G '\\.env'`, `ack --type-set=e:is:.env`. */
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

/** `import "name" as $x` reads `name.json`, or code, from the folders that `-L` names. */
function readJq(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [code] = args.operands
  const secret = code !== undefined && tellsEnvironment(display(code))
  const told: FactsPatch = secret ? { traits: [...facts.traits, 'shows-secrets'] } : {}
  const names = [...(code === undefined ? '' : display(code)).matchAll(/\b(?:import|include)\s*"([^"]*)"/g)]
  if (code === undefined || names.length === 0) return told
  const folders = args.options.flatMap(({ names: [name], value }) =>
    name === '-L' && value !== undefined ? [display(value)] : [],
  )
  const touches = names.flatMap(([, name = '']) =>
    ['.', ...folders].map((folder): Touch => ({
      act: 'read',
      path: textField(`${name.startsWith('/') ? '' : `${folder}/`}${name}.json`, code.range),
      recursive: false,
    })),
  )
  return {
    ...told,
    touches: [...facts.touches, ...touches],
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: args.program, argument: 'import' },
  }
}

/** Code that prints the environment as a whole, or a variable with a secret: `$ENV`, `env.X_TOKEN`, `strenv(KEY)`. */
function tellsEnvironment(code: string): boolean {
  const plain = code.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => (/^"\w+"$/.test(text) ? text : '""'))
  return [...plain.matchAll(/(?:\$ENV\b|(?<![.\w$"-])(?:str)?env\b(?!\s*:))\s*(?:[.[(]+\s*"?(\w+))?/g)].some(
    ([, name]) => name === undefined || isSecretVariable(name),
  )
}

/** `yq [eval] EXPRESSION FILE…`; with `-i` the files are written. `load("file")` in the expression reads one more. */
function readYq(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = args.operands
  const named = first !== undefined && /^(?:e|ea|eval|eval-all)$/.test(literal(first) ?? '')
  const files = args.operands.slice(named ? 2 : 1)
  const act = args.has('-i') ? 'write' : 'read'
  const own = files.map((path) => ({ act, path, recursive: false }) as const)
  const code = args.operands[named ? 1 : 0]
  const loads = code === undefined ? [] : [...display(code).matchAll(/\bload\w*\(\s*("[^"]*"\s*\))?/g)]
  const told: FactsPatch =
    code !== undefined && tellsEnvironment(display(code))
      ? { traits: [...facts.traits, 'shows-secrets'] }
      : {}
  if (code === undefined || loads.length === 0) return { ...told, touches: [...facts.touches, ...own] }
  const loaded = loads.map(([, text = '']): Touch => ({
    act: 'read',
    path: textField(/"([^"]*)"/.exec(text)?.[1] ?? '', code.range),
    recursive: false,
  }))
  const { program } = args
  return {
    touches: [...facts.touches, ...own, ...loaded.filter(({ path }) => display(path) !== '')],
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: 'load' },
  }
}

/** `tput init` and `reset` start the program that the terminal's description names. */
function readTput({ operands, program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [word] = operands
  const name = word === undefined ? '' : literal(word)
  if (facts.notReadonly !== undefined || (name !== undefined && name !== 'init' && name !== 'reset'))
    return {}
  return {
    notReadonly: { because: 'not-readonly', program, argument: word === undefined ? '' : display(word) },
  }
}

/** `+` gives a command of the pager's own, `+!` one of the shell. */
function readLess({ operands, program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const command = operands.find((field) => display(field).startsWith('+'))
  if (command === undefined) return {}
  const option = display(command)
  const inner = /^\+{1,2}!/.exec(knownPrefix(command))
  return {
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: option },
    hazards: [...facts.hazards, { kind: 'starts', option, range: command.range, spellings: [option] }],
    inner: inner === null ? facts.inner : [{ kind: 'script', text: fieldFrom(command, inner[0].length) }],
  }
}

/** Not read-only with an operand of that kind. */
function refuseWhere(args: ParsedArgs, facts: ProgramFacts, isBad: (text: string) => boolean): FactsPatch {
  const bad = args.operands.find((field) => isBad(display(field)))
  if (bad === undefined) return {}
  const { program } = args
  return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: display(bad) } }
}

/** `@file` stands for the options in that file. */
function refuseResponseFile({ operands, program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const file = operands.find((field) => knownPrefix(field).startsWith('@'))
  if (file === undefined) return {}
  const option = display(file)
  return {
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: option },
    hazards: [...facts.hazards, { kind: 'configures', option, range: file.range, spellings: [option] }],
  }
}
