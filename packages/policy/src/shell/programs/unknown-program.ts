import { anyBaseName } from '../../text/base-name.ts'
import { display, knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import { LONGEST_PATH } from './maybe-written.ts'
import type { Hazard, ProgramFacts, Touch } from '../../model/part.ts'
import { wordSet } from '../../word-set.ts'
import { unknownStarts } from './unknown-starts.ts'

/** The facts about a program that no table has: it may do anything, and the paths and addresses in its words are used. */
export function unknownProgram(argv: readonly Field[]): ProgramFacts {
  const [first] = argv
  const program = display(first)
  const settled = first !== undefined && literal(first) !== undefined
  return {
    ...NOTHING,
    notReadonly: { because: 'unknown-program', program },
    hazards: argv.slice(1, 1 + MOST_NAMED).flatMap(startingOption),
    touches: [...namedFiles(argv, false), ...namedDisks(argv)],
    inner: unknownStarts(argv),
    arity: settled ? arityOf(programName(program)) : 0,
  }
}

function arityOf(program: string): number {
  if (EXACT.has(program)) return 0
  return VERBS.has(program) ? 2 : 1
}

/** Programs that hold keys, or whose options select the action: no rule for more than the exact call. */
const EXACT = wordSet('jmap gpg gpg2 gpgsm age sops pass op bw ssh-keygen security')

/** Programs whose next word selects the action: a rule for all of them would include deployments and removals. */
const VERBS = wordSet(
  'console symfony drush wp craft cake cap kaggle dvc mlflow wandb huggingface-cli sqlx diesel refinery goose migrate atlas flyway liquibase sdk asdf mise volta st-flash esptool esptool.py idf.py west platformio pio arduino-cli nrfjprog JLinkExe simctl fvm melos buf temporal dapr tilt skaffold garden devspace argocd flux istioctl linkerd nomad waypoint eksctl kops kind k3d minikube doctl linode-cli hcloud scw exo oci ibmcloud yc rclone mc restic borg hg svn jj gt sl arc glab hub jira linear stripe twilio sentry-cli datadog-ci newrelic auth0 okta ngrok cloudflared tailscale zerotier-cli',
)

/** A disk in the words of a program that is not known to only read. */
function namedDisks([first, ...words]: readonly Field[]): readonly Touch[] {
  if (first === undefined || LOOKS_AT_DISKS.test(programName(display(first)))) return []
  return words.slice(0, MOST_NAMED).flatMap((field): readonly Touch[] => {
    const path = /^(?:--?[\w-]+=|[a-z]+=)?(\/dev\/.+)$/.exec(literal(field) ?? '')?.[1]
    if (path === undefined || !DISK.test(path)) return []
    return [{ act: 'write', path: textField(path, field.range), recursive: false }]
  })
}

const DISK =
  /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z]\d*|nvme\d\w*|r?disk\d?\w*|mmcblk\d\w*|md\d+|dm-\d+|mapper\/|disk\/|mtd\w*|loop\d+)/
const LOOKS_AT_DISKS =
  /^(?:smartctl|blkid|lsblk|udevadm|findmnt|dumpe2fs|hwinfo|lshw|inxi|ioping|iostat|xfs_info|btrfs|debugfs|testdisk|photorec)$/

/** How many words of an unknown program are examined; with more, a person has to look. */
export const MOST_NAMED = 200

/** Names of options with which programs start others, in any program. */
const STARTING =
  /^--?(?:[\w-]+-)?(?:exec|execute|command|cmd|rsh|hook|editor|pager|askpass)(?:-[\w-]+)?(?:=|$)/

/** For an unknown program: an option with such a name, or a shell by its path. */
function startingOption(field: Field): readonly Hazard[] {
  const text = literal(field) ?? knownPrefix(field)
  const [option = ''] = STARTING.test(text) ? text.split('=') : []
  if (option === '' && !/(?:^|[\s=:])\/(?:usr\/)?bin\/\w*sh(?:\s|$)/.test(text)) return []
  return [
    {
      kind: 'starts',
      option: display(field),
      range: field.range,
      spellings: [option === '' ? text : option],
    },
  ]
}

/** A program may read any file in its words. `shaped`: only words that look like one. */
export function namedFiles(argv: readonly Field[], shaped: boolean): readonly Touch[] {
  return argv.slice(1, 1 + MOST_NAMED).flatMap((field): readonly Touch[] => {
    const text = literal(field)
    if (text === undefined || text.length > LONGEST_PATH) return []
    const value = /^[^=/@]*=(.+)$/s.exec(text)?.[1] ?? text
    const path = /(?:^|^[\w.-]*)@(.+)$/s.exec(value)?.[1] ?? value
    if (path.startsWith('-') || path.includes('://') || /[\s*]/.test(path)) return []
    if (shaped && (!/[./]/.test(path) || /^[./]+$|["'`]/.test(path))) return []
    return [{ act: 'read', path: textField(path, field.range), recursive: false, guess: true }]
  })
}

/** The last part of a program's path, in the form of the tables. */
export function programName(written: string): string {
  return anyBaseName(written).replace(/\.exe$/i, '')
}

/** A program that does nothing. */
export const NOTHING: ProgramFacts = {
  hazards: [],
  touches: [],
  traits: [],
  inner: [],
  transparent: false,
  privilege: false,
  spellings: [],
  arity: 1,
  opaque: false,
}
