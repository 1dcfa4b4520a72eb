import { display, knownPrefix, literal } from '../../model/field.ts'
import {
  MODERN,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** How the answer is filtered and formatted. */
const ANSWER = '-L,--limit= --json= -q,--jq= -t,--template='

/** Queries the service and changes nothing. */
const ASKS: CommandSpec = {
  readonly: 'query',
  style: MODERN,
  options: `${ANSWER} -s,--state= -a,--assignee= -A,--author= -l,--label= -S,--search= -B,--base= -H,--head= -c,--comments`,
  starts: '-w,--web',
}
const CHANGES: CommandSpec = { style: MODERN, starts: '-w,--web --editor' }
const PUBLISHES: CommandSpec = {
  ...CHANGES,
  traits: ['publish'],
  options: '-d,--description= --homepage= -g,--gitignore= -l,--license= -r,--remote= -t,--team= --org=',
}
const SENDS: CommandSpec = { ...CHANGES, traits: ['send-files', 'publish'] }

/** The content of a pull request or an issue. */
const CONTENT = '-t,--title= -b,--body= -a,--assignee= -l,--label= -m,--milestone= -p,--project='
const REMARK = '-b,--body='
const FROM_FILE = '-F,--body-file= -T,--template='
const NOTES = '-t,--title= -n,--notes= --target= --tag= --discussion-category= --notes-start-tag='

/** Changes something, with options that have values. */
function changesWith(options: string, { reads = '' } = {}): CommandSpec {
  return { ...CHANGES, options, reads }
}

/** A query with its own options in addition to the common ones. */
function asksWith(options: string): CommandSpec {
  return { ...ASKS, options: `${ASKS.options ?? ''} ${options}` }
}

/** A query that shares only the answer's format with the others. */
function asksOnly(options: string): CommandSpec {
  return { ...ASKS, options: `${ANSWER} ${options}` }
}

/** The same for many subcommands. */
function each(names: string, command: CommandSpec): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, command]))
}

/**
 * GitHub's command line. Its queries go over the network with the person's token: they run where
 * reading runs, but not in plan mode.
 */
export const GH: Table = () => [
  {
    names: ['gh'],
    style: MODERN,
    options: '-R,--repo= --hostname=',
    inherited: true,
    queries: '--version --help -h help version',
    subcommands: {
      pr: {
        subcommands: {
          list: asksWith('-d,--draft --app='),
          view: ASKS,
          diff: asksOnly('--color= --name-only --patch -e,--exclude='),
          checks: asksOnly('--watch --required --fail-fast -i,--interval='),
          status: asksOnly('-c,--conflict-status'),
          create: changesWith(`${CONTENT} -B,--base= -H,--head= -r,--reviewer=`, { reads: FROM_FILE }),
          edit: changesWith(`${CONTENT} ${ADDED} -B,--base=`, { reads: FROM_FILE }),
          merge: changesWith(`${REMARK} -t,--subject= -A,--author-email= --match-head-commit=`, {
            reads: FROM_FILE,
          }),
          ...each('review comment', changesWith(REMARK, { reads: FROM_FILE })),
          ...each('close reopen', changesWith('-c,--comment=')),
          checkout: changesWith('-b,--branch='),
          ...each('ready lock unlock update-branch revert', CHANGES),
        },
      },
      issue: {
        subcommands: {
          list: asksWith('-m,--milestone= --mention= --app='),
          ...each('view status', ASKS),
          create: changesWith(CONTENT, { reads: FROM_FILE }),
          edit: changesWith(`${CONTENT} ${ADDED}`, { reads: FROM_FILE }),
          comment: changesWith(REMARK, { reads: FROM_FILE }),
          ...each('close reopen', changesWith('-c,--comment= -r,--reason=')),
          ...each('delete develop lock unlock pin unpin transfer', CHANGES),
        },
      },
      run: {
        subcommands: {
          list: {
            ...ASKS,
            starts: '',
            options: `${ANSWER} -a,--all -s,--status= -w,--workflow= -b,--branch= -c,--commit= --created= -e,--event= -u,--user=`,
          },
          ...each('view watch', {
            ...ASKS,
            options: `${ASKS.options ?? ''} -j,--job= --log --log-failed --exit-status -v,--verbose -b,--branch= -i,--interval= --attempt= --compact`,
          }),
          ...each('cancel delete rerun', CHANGES),
          download: { ...CHANGES, writes: '-D,--dir=', options: '-n,--name= -p,--pattern=' },
        },
      },
      workflow: {
        subcommands: {
          list: asksOnly('-a,--all'),
          view: asksOnly('-r,--ref= -y,--yaml'),
          run: changesWith('-r,--ref= -f,--raw-field='),
          ...each('enable disable', CHANGES),
        },
      },
      release: {
        subcommands: {
          list: asksOnly('--exclude-drafts --exclude-pre-releases -O,--order='),
          ...each('view verify verify-asset', asksOnly('')),
          create: { ...SENDS, options: NOTES, reads: '-F,--notes-file=' },
          upload: SENDS,
          edit: changesWith(NOTES, { reads: '-F,--notes-file=' }),
          ...each('delete delete-asset', CHANGES),
          download: { ...CHANGES, writes: '-D,--dir= -O,--output=' },
        },
      },
      repo: {
        subcommands: {
          list: asksOnly('--[no-]archived --fork --source -l,--language= --topic= --visibility='),
          view: asksOnly('-b,--branch='),
          ...each('edit archive unarchive delete rename sync set-default deploy-key', CHANGES),
          ...each('create fork', PUBLISHES),
          clone: { ...CHANGES, read: gitFlags },
        },
      },
      gist: {
        subcommands: {
          list: asksOnly('--public --secret --filter= --include-content'),
          view: asksOnly('-f,--filename= -r,--raw --files'),
          ...each('create edit', { ...SENDS, options: '-d,--desc= -f,--filename=' }),
          ...each('delete rename clone', CHANGES),
        },
      },
      search: { subcommands: each('code commits issues prs repos', { ...ASKS, anyOption: true }) },
      label: {
        subcommands: {
          list: asksOnly('-S,--search= --order= --sort='),
          ...each('create edit', changesWith('-c,--color= -d,--description= -n,--name=')),
          ...each('delete clone', CHANGES),
        },
      },
      cache: {
        subcommands: { list: asksOnly('-k,--key= -O,--order= -r,--ref= -S,--sort='), delete: CHANGES },
      },
      auth: {
        subcommands: {
          status: asksOnly('-a,--active -h,--hostname='),
          ...each('login logout refresh setup-git switch token', { arity: -1 }),
        },
      },
      secret: { subcommands: { list: asksOnly(SCOPE), ...each('set delete', { arity: -1 }) } },
      variable: {
        subcommands: {
          ...each('list get', asksOnly(SCOPE)),
          set: changesWith(`${SCOPE} -b,--body= -r,--repos= -v,--visibility=`),
          delete: CHANGES,
        },
      },
      'ssh-key': { subcommands: { list: ASKS, ...each('add delete', { arity: -1 }) } },
      'gpg-key': { subcommands: { list: ASKS, ...each('add delete', { arity: -1 }) } },
      org: { subcommands: { list: ASKS } },
      project: {
        subcommands: {
          ...each('list view item-list field-list', asksOnly('--owner= --format= --closed --query=')),
          ...each(
            'create edit close delete copy link unlink item-add item-edit item-delete item-create item-archive',
            CHANGES,
          ),
        },
      },
      ...each('ruleset rs', {
        subcommands: each('list view check', asksOnly('-o,--org= -p,--parents --default')),
      }),
      attestation: {
        subcommands: {
          verify: asksOnly('-o,--owner= --format= --predicate-type= --signer-workflow= --signer-repo='),
          download: CHANGES,
        },
      },
      alias: {
        subcommands: {
          list: { readonly: true, style: MODERN },
          set: { hazard: 'starts', options: '-s,--shell --clobber', arity: -1 },
          delete: {},
          import: { hazard: 'starts', arity: -1 },
        },
      },
      extension: {
        subcommands: {
          list: { readonly: true, style: MODERN },
          search: ASKS,
          ...each('install exec upgrade create browse', { hazard: 'loads', arity: -1 }),
          remove: { arity: -1 },
        },
      },
      ext: { hazard: 'loads', arity: -1 },
      extensions: { hazard: 'loads', arity: -1 },
      cs: { hazard: 'starts', arity: -1 },
      config: {
        subcommands: {
          ...each('get list', { readonly: true, style: MODERN, options: '-h,--host=', read: noToken }),
          set: { hazard: 'configures', arity: -1 },
          'clear-cache': { arity: -1 },
        },
      },
      codespace: {
        subcommands: {
          ...each('list view', asksOnly('-c,--codespace= -o,--org= -u,--user=')),
          ...each('logs ports', {}),
          ...each('ssh cp jupyter code create delete edit rebuild stop', { hazard: 'starts', arity: -1 }),
        },
        arity: -1,
      },
      browse: { arity: 0 },
      status: asksOnly('-e,--exclude= -o,--org='),
      api: {
        readonly: 'query',
        style: MODERN,
        options:
          '-X,--method= -f,--raw-field= -F,--field= -H,--header= -i,--include --paginate --slurp -q,--jq= -t,--template= --cache= -p,--preview= --silent --verbose --hostname=',
        reads: '--input=',
        read: readApi,
        arity: 0,
      },
    },
  },
]

/** Options with which an edit adds and removes things. */
const ADDED =
  '--add-assignee= --add-label= --add-project= --add-reviewer= --remove-assignee= --remove-label= --remove-project= --remove-reviewer='

/** The scope of secrets and variables. */
const SCOPE = '-a,--app= -e,--env= -o,--org= -u,--user='

/** Older versions store the token among the settings. */
function noToken({ operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const asked = operands.find(
    (field) => !/^[a-z_]+$/.test(literal(field) ?? '') || /token/.test(display(field)),
  )
  return asked === undefined
    ? {}
    : { notReadonly: { because: 'not-readonly', program: facts.program ?? 'gh', argument: display(asked) } }
}

/** Words after `--` go to `git clone`. */
function gitFlags({ rest }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const dash = rest.findIndex((field) => literal(field) === '--')
  const flags = dash === -1 ? [] : rest.slice(dash + 1)
  const found = flags.filter((field) =>
    /^(?:-c|-u|--c|--config|--upload-pack|--template)/.test(knownPrefix(field)),
  )
  const hazards = found.map((field) => ({
    kind: 'configures' as const,
    option: display(field),
    range: field.range,
    spellings: [display(field)],
  }))
  return { hazards: [...facts.hazards, ...hazards] }
}

/** A field `name=@file` and `--input` send files. */
function readApi(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const sent = args.options.some(({ names, value }) => {
    if (value === undefined || !names.includes('-F')) return false
    return /^[^=]*=@/.test(literal(value) ?? knownPrefix(value))
  })
  const traits = sent || args.has('--input') ? [...facts.traits, 'send-files' as const] : facts.traits
  const program = 'gh api'
  return asks(args)
    ? { traits }
    : { traits, notReadonly: facts.notReadonly ?? { because: 'not-readonly', program } }
}

/** Fields make it a change unless the method says otherwise; a full address may belong to another host. */
function asks(args: ParsedArgs): boolean {
  const { has, value, operands } = args
  const method = value('-X')
  const gets = method === undefined ? !has('-f', '-F') : literal(method)?.toUpperCase() === 'GET'
  const [path, ...more] = operands
  const known = literal(path)
  if (has('--input') || more.length > 0 || known === undefined) return false
  if (known === 'graphql') return method === undefined && onlyQueries(args)
  return gets && !known.includes('://')
}

/** One GraphQL query with its variables. */
function onlyQueries({ options }: ParsedArgs): boolean {
  const fields = options.flatMap(({ names, value }) =>
    names.includes('-f') || names.includes('-F') ? [value === undefined ? '' : (literal(value) ?? '')] : [],
  )
  const queries = fields.filter((text) => text.startsWith('query='))
  const plain = fields.every((text) => /^\w+=(?!@)/.test(text))
  return (
    queries.length === 1 &&
    plain &&
    /^query=\s*(?:query\b|\{)/.test(queries[0] ?? '') &&
    !/\b(?:mutation|subscription)\b/.test(queries[0] ?? '')
  )
}
