import { literal } from '../../model/field.ts'
import type { Hazard, Inner } from '../../model/part.ts'
import { carrierCommand } from './carrier.ts'
import { relieve } from './hazard-relief.ts'
import { joinWords, shellText } from './joined-words.ts'
import { GNU, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'
import { each } from './table-parts.ts'
import { wordSet } from '../../word-set.ts'

/** Virtual machines, and hosts that are configured from here. */
export const DEV_MACHINES: Table = () => [
  {
    names: ['vagrant', 'multipass', 'limactl', 'lima', 'colima', 'orb', 'tart'],
    queries: '--version -v --help -h version',
    style: { ...GNU, permute: false },
    subcommands: {
      ssh: { style: GNU, arity: -1, read: readVagrant, options: '-c,--command= -p,--plain' },
      ...each('exec shell', carrierCommand({ remote: true, skip: 1 })),
    },
    fallback: { arity: 2 },
  },
  {
    names: ['ansible'],
    queries: '--version --help -h',
    style: GNU,
    options:
      '-i,--inventory= -u,--user= -b,--become --become-user= -k -K -f,--forks= -l,--limit= -v -vv -vvv -C,--check -D,--diff -o,--one-line -t,--tree= -e,--extra-vars= -m,--module-name= -a,--args= -T,--timeout= --private-key,--key-file= -B= -P=',
    loads: '-M,--module-path= --playbook-dir=',
    starts:
      '--vault-password-file,--vault-pass-file= --become-method= -c,--connection= --ssh-common-args= --ssh-extra-args= --scp-extra-args= --sftp-extra-args= --vault-id=',
    arity: -1,
    read: readAnsible,
  },
  {
    names: [
      'ansible-playbook',
      'ansible-galaxy',
      'ansible-vault',
      'ansible-lint',
      'ansible-inventory',
      'ansible-pull',
      'molecule',
      'salt',
      'salt-call',
      'puppet',
      'chef-client',
      'knife',
    ],
    queries: '--version --help -h',
    style: GNU,
    loads: '-M,--module-path= --roles-path= --modulepath= -U,--url=',
    starts:
      '--vault-password-file,--vault-pass-file= -c,--connection= --ssh-common-args= --ssh-extra-args= --become-method= --scp-extra-args= --sftp-extra-args= --vault-id=',
    arity: 1,
    read: relieve({ '--vault-id': (value) => /^(?:\w+@)?prompt$/.test(literal(value) ?? '') }),
  },
]

/** `vagrant ssh -c TEXT` runs on the machine. */
function readVagrant(args: ParsedArgs): FactsPatch {
  const text = args.value('-c')
  const [, , ...rest] = args.operands
  if (text !== undefined) return { inner: [{ ...shellText(text), remote: true }] }
  return rest.length === 0 ? {} : { inner: [{ ...shellText(joinWords(rest)), remote: true }] }
}

const SHELL_MODULES = wordSet(
  'shell command raw script ansible.builtin.shell ansible.builtin.command ansible.builtin.raw',
)

/** `ansible all -a 'uptime'`: without another module the argument is a command for the hosts. */
function readAnsible(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const module = args.value('-m')
  const text = args.value('-a')
  const hazards: readonly Hazard[] = facts.hazards
  const runs = module === undefined || SHELL_MODULES.has(literal(module) ?? 'shell')
  const inner: readonly Inner[] = text !== undefined && runs ? [{ ...shellText(text), remote: true }] : []
  return { hazards, inner }
}
