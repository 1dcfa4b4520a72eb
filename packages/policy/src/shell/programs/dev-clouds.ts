import { knownPrefix, literal, type Field } from '../../model/field.ts'
import { inWorkspace, relief, relieve } from './hazard-relief.ts'
import { insideOf } from './into-target.ts'
import {
  GNU,
  SINGLE_DASH,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
  type Touch,
} from './spec.ts'
import { each } from './table-parts.ts'
import { spreads, writes } from './touches.ts'

/** Infrastructure as code, and clouds. */
export const DEV_CLOUDS: Table = () => [
  {
    names: ['terraform', 'tofu', 'terragrunt', 'packer', 'pulumi', 'cdktf'],
    queries: '--version -version -v --help -help -h version',
    style: SINGLE_DASH,
    inherited: true,
    options:
      '-var= -target= -out= -no-color -json -input= -lock= -lock-timeout= -parallelism= -refresh= -auto-approve -compact-warnings -detailed-exitcode -check -recursive -diff -write= -list= -upgrade -reconfigure -migrate-state -backend= -replace= -destroy -test-directory= -filter= -verbose',
    reads: '-var-file=',
    writes: '-generate-config-out=',
    loads: '-plugin-dir= -from-module=',
    configures:
      '-chdir= -backend-config= -state= -state-out= -backup= --terragrunt-config= --terragrunt-tfpath= --terragrunt-working-dir= --config=',
    starts: '--terragrunt-iam-role=',
    subcommands: {
      ...each('state workspace providers', {
        style: SINGLE_DASH,
        arity: 3,
        read: relieve({ '-chdir': inWorkspace }),
      }),
      ...each(
        'plan apply destroy init validate fmt output show import refresh test graph get console taint untaint force-unlock login logout metadata version',
        {
          style: SINGLE_DASH,
          arity: 2,
          read: relieve({ '-chdir,-backend-config,-state': inWorkspace }),
        },
      ),
    },
    fallback: { style: SINGLE_DASH, arity: 2 },
  },
  // Clouds.
  {
    names: ['aws', 'awslocal'],
    queries: '--version --help help',
    style: GNU,
    inherited: true,
    options:
      '--profile= --region= --output= --query= --no-cli-pager --debug --no-paginate --color= --no-sign-request --cli-read-timeout= --cli-connect-timeout=',
    configures: '--endpoint-url= --ca-bundle= --no-verify-ssl --cli-binary-format=',
    subcommands: {
      s3: {
        subcommands: each('cp sync mv', { style: GNU, arity: 0, read: readUpload }),
        fallback: { arity: 3 },
      },
      ...each('ssm', { arity: 0 }),
    },
    fallback: { style: GNU, arity: 3 },
  },
  {
    names: ['gsutil'],
    style: GNU,
    subcommands: each('cp mv rsync', { style: GNU, arity: 0, read: readUpload }),
    fallback: { arity: 2 },
  },
  {
    names: [
      'gcloud',
      'az',
      'doctl',
      'linode-cli',
      'oci',
      'ibmcloud',
      'hcloud',
      'scw',
      'exo',
      'civo',
      'openstack',
      'bq',
      's3cmd',
      'mc',
      'cdk',
      'sam',
      'serverless',
      'sls',
      'copilot',
      'eb',
    ],
    queries: '--version -v --help -h version',
    style: GNU,
    options:
      '--project= --region= --zone= --format= -q,--quiet --profile= -o,--output= -g,--resource-group= --subscription=',
    configures:
      '--configuration= --impersonate-service-account= --access-token-file= -c,--config= --endpoint= --context= --api-url=',
    loads: '-a,--app= --plugin= --template-file=',
    arity: 3,
    read: (args, facts) => ({
      ...relief(args, facts, { '--template-file,-a,--app': inWorkspace }),
      ...uploadWords(args, facts),
    }),
  },
]

const BUCKET = /^(?:s3|gs|az|https?):\/\//

/** Copying to a bucket sends files away. */
function readUpload(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const { operands } = args
  const target = operands.at(-1)
  const sources = operands.slice(0, -1)
  const local = sources.filter((field) => !BUCKET.test(knownPrefix(field)))
  if (target === undefined) return {}
  const removed = removedBy(args, local, target)
  if (removed.length > 0) return { touches: [...facts.touches, ...removed] }
  if (local.length < sources.length && !BUCKET.test(knownPrefix(target)))
    return { touches: [...facts.touches, ...received(target, sources, args)] }
  if (local.length === 0) return {}
  const touches = local.map((path): Touch => ({ act: 'read', path, recursive: true }))
  if (!BUCKET.test(knownPrefix(target))) return {}
  return { traits: [...facts.traits, 'send-files'], touches: [...facts.touches, ...touches] }
}

/** A deleting sync removes local files that the bucket does not have; a move removes the files that it sends. */
function removedBy(args: ParsedArgs, local: readonly Field[], target: Field): readonly Touch[] {
  const words = [...args.path, ...args.operands.map((field) => literal(field) ?? '')]
  const deletes = args.options.some(({ written }) => DELETES.test(written))
  const here = deletes && !BUCKET.test(knownPrefix(target)) ? [target] : []
  const moved = words.includes('mv') && args.has('--recursive', '-r', '-R') ? local : []
  return [...here, ...moved].map((path) => ({ act: 'remove', path, recursive: true }))
}

const DELETES =
  /^(?:--delete(?:-removed|-destination(?:=true)?|-unmatched-destination-objects)?|--remove|-d)$/

/** Copying from a bucket. */
function received(target: Field, sources: readonly Field[], args: ParsedArgs): readonly Touch[] {
  const many = (args.path.at(-1) ?? '').endsWith('sync') || args.has('--recursive', '-r', '-R')
  return [many ? spreads(target) : writes(target), ...sources.flatMap((source) => insideOf(target, source))]
}

function uploadWords(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const words = args.operands.map((field) => literal(field) ?? '')
  return words.some((word) =>
    ['cp', 'upload', 'put', 'rsync', 'sync', 'mirror', 'upload-batch'].includes(word),
  )
    ? readUpload(args, facts)
    : {}
}
