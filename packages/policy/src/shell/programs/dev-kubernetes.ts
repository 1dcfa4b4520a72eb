import { literal } from '../../model/field.ts'
import { isAddress } from './addresses.ts'
import { carrierCommand } from './carrier.ts'
import { STOPPING, copies } from './dev-containers.ts'
import {
  MODERN,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
  type Touch,
} from './spec.ts'
import { PUBLISH, each } from './table-parts.ts'

/** Kubernetes and programs that install into it. */
export const DEV_KUBERNETES: Table = () => [
  {
    names: ['kubectl', 'oc', 'k', 'microk8s', 'k3s'],
    queries: '--version --help -h',
    style: MODERN,
    inherited: true,
    options:
      '-n,--namespace= --context= --cluster= -v,--v= --request-timeout= --as= --as-group= -o,--output= -l,--selector= -A,--all-namespaces -w,--watch --field-selector= --show-labels --sort-by= -f,--filename= -k,--kustomize= --dry-run[=] --since= --tail= -c,--container= --previous -p --timeout= --all-containers --follow',
    writes: '--profile-output= --log-file= --log-dir=',
    configures:
      '--kubeconfig= -s,--server= --token= --user= --username= --password= --certificate-authority= --client-certificate= --client-key= --insecure-skip-tls-verify[=] --tls-server-name= --cache-dir=',
    subcommands: {
      ...each(
        'exec debug',
        carrierCommand({
          remote: true,
          skip: 1,
          style: STOPPING,
          options:
            '-i,--stdin -t,--tty -c,--container= -q,--quiet --pod-running-timeout= -n,--namespace= --context= --image= --target= --profile=',
          configures: '--kubeconfig=',
        }),
      ),
      run: carrierCommand({ remote: true, anywhere: true }),
      ...each('apply create replace', {
        style: MODERN,
        arity: 2,
        loads: '--openapi-patch=',
        read: readManifest,
      }),
      cp: { style: MODERN, arity: 2, read: copies },
      config: { style: MODERN, starts: '--exec-command= --exec-arg= --exec-env=', arity: 3 },
      plugin: { subcommands: { list: {} }, fallback: { hazard: 'starts' }, arity: 2 },
      krew: { hazard: 'loads', arity: 2 },
      kustomize: {
        style: MODERN,
        starts: '--enable-exec --enable-alpha-plugins',
        loads: '--enable-helm',
        arity: 2,
      },
      patch: {
        style: MODERN,
        arity: 2,
        options: '-p,--patch= --type= --subresource=',
        reads: '--patch-file=',
      },
      scale: { style: MODERN, arity: 2, options: '--replicas= --current-replicas= --resource-version=' },
      ...each('rollout top auth set certificate', { style: MODERN, arity: 3 }),
    },
    fallback: { style: MODERN, arity: 2 },
  },
  {
    names: [
      'helm',
      'helmfile',
      'kustomize',
      'skaffold',
      'flux',
      'argocd',
      'istioctl',
      'linkerd',
      'k9s',
      'kind',
      'minikube',
      'k3d',
      'eksctl',
      'velero',
      'stern',
      'kubectx',
      'kubens',
    ],
    queries: '--version -v --help -h version help',
    style: MODERN,
    inherited: true,
    options:
      '-n,--namespace= --kube-context= --debug -f,--values= --set= --set-string= --version= --wait --timeout= --dry-run[=]',
    configures:
      '--kubeconfig= --kube-apiserver= --kube-token= --kube-ca-file= --registry-config= --repository-config= --repository-cache= --repo= --server=',
    starts: '--post-renderer= --post-renderer-args= --enable-exec --enable-alpha-plugins',
    loads: '--enable-helm --load-restrictor=',
    subcommands: {
      ...each('install upgrade template', { style: MODERN, arity: 2, read: readChart }),
      push: PUBLISH,
      plugin: {
        subcommands: {
          install: { arity: 0, traits: ['install-from-address'], hazard: 'loads' },
          update: { arity: 3, hazard: 'loads' },
        },
        fallback: { arity: 3 },
      },
      ...each('repo registry dependency get show status list history', { style: MODERN, arity: 2 }),
    },
    fallback: { style: MODERN, arity: 2 },
  },
]

/** `kubectl apply -f https://…` installs what it downloads. */
function readManifest(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const files = args.options.flatMap(({ names, value }) =>
    names.some((name) => ['-f', '-k'].includes(name)) && value !== undefined ? [value] : [],
  )
  const fetched = files.some(isAddress)
  return {
    traits: fetched ? [...facts.traits, 'install-from-address'] : facts.traits,
    touches: [
      ...facts.touches,
      ...files
        .filter((path) => !isAddress(path) && literal(path) !== '-')
        .map((path): Touch => ({ act: 'read', path, recursive: true })),
    ],
    arity: fetched ? 0 : facts.arity,
  }
}

function readChart(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return args.operands.some(isAddress) || args.has('--repo')
    ? { traits: [...facts.traits, 'install-from-address'], arity: 0 }
    : {}
}
