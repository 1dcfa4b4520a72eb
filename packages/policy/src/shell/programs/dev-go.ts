import { display, knownPrefix, literal } from '../../model/field.ts'
import type { Hazard } from '../../model/part.ts'
import { inWorkspace, ownConfig, relief, relieve } from './hazard-relief.ts'
import {
  MODERN,
  SINGLE_DASH,
  WORDS,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
  type Touch,
} from './spec.ts'
import { each, onlyWords, publishesOn } from './table-parts.ts'

/** Go: its program, formatters, linters and releasers. */
export const DEV_GO: Table = () => [
  {
    names: ['go'],
    queries: 'version help --help -h',
    style: SINGLE_DASH,
    configures: '-C=',
    subcommands: {
      version: { readonly: true, style: SINGLE_DASH, options: '-m -v -json', operands: { act: 'read' } },
      ...each('build test vet install get list generate fmt doc clean fix work telemetry bug', GO),
      // Words after the package are for the program.
      run: { ...GO, style: { ...SINGLE_DASH, permute: false } },
      env: { style: SINGLE_DASH, arity: 2, options: '-json -changed', changes: '-w -u', configures: '-C=' },
      mod: { ...GO, arity: 3 },
      tool: {
        style: WORDS,
        arity: 3,
        read: (args) =>
          onlyWords(
            args,
            /^tool (?:cover -func[ =]|pprof (?:-(?:cum|flat|nodecount=\d+) )*-(?:top|text|tree|traces) (?:-(?:cum|flat|nodecount=\d+) )*)[\w./-]+$/,
          ),
      },
    },
    fallback: { ...GO_FLAGS, arity: 2 },
  },
  {
    names: ['gofmt', 'gofumpt'],
    readonly: true,
    style: SINGLE_DASH,
    options: '-l -d -e -s -r= -extra -lang= -modpath=',
    changes: '-w',
    writes: '-cpuprofile= -memprofile= -trace=',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['goimports', 'golines'],
    style: SINGLE_DASH,
    options: '-l -d -e -s -r= -local= -srcdir=',
    changes: '-w',
    writes: '-cpuprofile= -memprofile= -trace=',
    arity: 1,
  },
  {
    names: ['golangci-lint', 'staticcheck', 'gosec', 'govulncheck', 'revive', 'gotestsum', 'ginkgo'],
    style: MODERN,
    loads: '-c,--config= --custom=',
    writes: '--out-path=',
    arity: 1,
    read: relieve({
      '-c,--config': ownConfig('.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'),
    }),
  },
  { names: ['goreleaser', 'ko'], style: MODERN, arity: 2, read: publishesOn('release', 'publish', 'apply') },
]

const GO_FLAGS: CommandSpec = {
  style: SINGLE_DASH,
  options:
    '-a -n -v -x -p= -race -msan -asan -cover -covermode= -coverpkg= -work -asmflags= -buildmode= -buildvcs= -compiler= -installsuffix= -linkshared -mod= -modcacherw -tags= -trimpath -json -run= -bench= -benchtime= -benchmem -count= -cpu= -failfast -fullpath -fuzz= -fuzztime= -list= -parallel= -short -shuffle= -skip= -timeout= -vet= -c -u -t -d -i -e -f= -m -deps -test -find -compiled -export -retracted -versions -args -all -src -cmd -reuse=',
  starts: '-exec= -toolexec= -vettool=',
  loads: '-overlay= -modfile= -pgo= -pkgdir=',
  changes:
    '-ldflags= -gcflags= -gccgoflags= -coverprofile= -cpuprofile= -memprofile= -blockprofile= -mutexprofile= -trace= -w',
  outputs: '-o= -outputdir=',
  configures: '-C=',
}

const GO: CommandSpec = { ...GO_FLAGS, arity: 2, read: readGo }

/** Linker flags can name another program; profiles are files that it writes normally. */
function readGo(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const linker = args.options.filter(
    ({ names, value }) =>
      names.some((name) => ['-ldflags', '-gcflags', '-gccgoflags'].includes(name)) &&
      value !== undefined &&
      (/extld|toolexec|-C=|plugin|-B|-wrapper/.test(display(value)) || knownPrefix(value) === ''),
  )
  const profiles = args.options.filter(
    ({ names, value }) => value !== undefined && names.some((name) => /profile$|^-trace$/.test(name)),
  )
  const relieved = relief(args, facts, {
    '-C': inWorkspace,
    '-modfile,-overlay,-pkgdir': inWorkspace,
    '-pgo': (value) => ['auto', 'off'].includes(literal(value) ?? ''),
  })
  // Words after `-args` are for the test program.
  const end = args.rest.find((field) => literal(field) === '-args')?.range.start ?? Number.POSITIVE_INFINITY
  return {
    hazards: [
      ...(relieved.hazards ?? facts.hazards).filter(
        ({ range }) => args.path[0] !== 'test' || range.start < end,
      ),
      ...linker.map(({ written, field, names }): Hazard => ({
        kind: 'starts',
        option: written,
        range: field.range,
        spellings: names,
      })),
    ],
    touches: [
      ...facts.touches,
      ...profiles.flatMap(({ value }): readonly Touch[] =>
        value === undefined ? [] : [{ act: 'write', path: value, recursive: false }],
      ),
    ],
  }
}
