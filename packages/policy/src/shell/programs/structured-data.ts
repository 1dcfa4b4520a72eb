import { isSecretVariable } from '../../secrets.ts'
import { display, literal, textField } from '../../model/field.ts'
import type { Touch } from '../../model/part.ts'
import { refuseWhere } from './refusals.ts'
import {
  MODERN,
  SINGLE_DASH,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** Queries of JSON, YAML and XML. */
export const STRUCTURED_DATA: Table = () => [
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
    names: ['jaq', 'tomlq'],
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
]

/** `import "name" as $x` reads `name.json`, or code, from the folders that `-L` names. */
function readJq(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [code] = args.operands
  const secret = code !== undefined && tellsEnvironment(display(code))
  const shown: FactsPatch = secret ? { traits: [...facts.traits, 'shows-secrets'] } : {}
  const names = [...display(code).matchAll(/\b(?:import|include)\s*"([^"]*)"/g)]
  if (code === undefined || names.length === 0) return shown
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
    ...shown,
    touches: [...facts.touches, ...touches],
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: args.program, argument: 'import' },
  }
}

/** Code that prints the whole environment, or a variable with a secret: `$ENV`, `env.X_TOKEN`, `strenv(KEY)`. */
function tellsEnvironment(code: string): boolean {
  const plain = code.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => (/^"\w+"$/.test(text) ? text : '""'))
  return [...plain.matchAll(/(?:\$ENV\b|(?<![.\w$"-])(?:str)?env\b(?!\s*:))\s*(?:[.[(]+\s*"?(\w+))?/g)].some(
    ([, name]) => name === undefined || isSecretVariable(name),
  )
}

/** `yq [eval] EXPRESSION FILE…`; with `-i` the files are written. `load("file")` in the expression reads another one. */
function readYq(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = args.operands
  const named = first !== undefined && /^(?:e|ea|eval|eval-all)$/.test(literal(first) ?? '')
  const files = args.operands.slice(named ? 2 : 1)
  const act = args.has('-i') ? 'write' : 'read'
  const own = files.map((path) => ({ act, path, recursive: false }) as const)
  const code = args.operands[named ? 1 : 0]
  const loads = code === undefined ? [] : [...display(code).matchAll(/\bload\w*\(\s*("[^"]*"\s*\))?/g)]
  const shown: FactsPatch =
    code !== undefined && tellsEnvironment(display(code))
      ? { traits: [...facts.traits, 'shows-secrets'] }
      : {}
  if (code === undefined || loads.length === 0) return { ...shown, touches: [...facts.touches, ...own] }
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
