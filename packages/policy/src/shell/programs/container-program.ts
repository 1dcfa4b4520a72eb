import { knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'
import type { FactsPatch, ParsedArgs } from './spec.ts'
import { wordSet } from '../../word-set.ts'

/** The program that `docker run` starts if the words alone do not say it: by `--entrypoint`, or by an image that is a program. */
export function withEntrypoint(args: ParsedArgs, patch: FactsPatch): FactsPatch {
  const entrypoint = args.value('--entrypoint')
  const [image, ...words] = args.operands
  if (image === undefined) return patch
  if (entrypoint !== undefined) {
    // An empty one removes the image's own: the words are the command.
    const argv = literal(entrypoint) === '' ? words : [entrypoint, ...words]
    return argv.length === 0 ? patch : { ...patch, inner: [{ kind: 'argv', argv, remote: true }] }
  }
  const program = programOf(image)
  const [first] = words
  const command = knownPrefix(first)
  // The images of runtimes start an existing command, and treat everything else as their own arguments.
  if (program === undefined || command === program || (RUNTIMES.test(program) && !command.startsWith('-')))
    return patch
  const started: Inner = { kind: 'argv', argv: [textField(program, image.range), ...words], remote: true }
  return { ...patch, inner: [...(patch.inner ?? []), started] }
}

/** `alpine/git:2.45`, `gcr.io/go-containerregistry/crane`, `quay.io/skopeo/stable`. */
function programOf(image: Field): string | undefined {
  const path = (literal(image) ?? '').replace(/@.*$/, '').replace(/:[^/]*$/, '')
  const names = path.split('/').toReversed()
  const found = names.map((name) => RENAMED.get(name) ?? name).find((name) => PROGRAMS.has(name))
  return names.length > 0 ? found : undefined
}

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['aws-cli', 'aws'],
  ['azure-cli', 'az'],
  ['opentofu', 'tofu'],
  ['k8s', 'kubectl'],
  ['docker-git', 'git'],
])

const RUNTIMES = /^(?:node|deno|bun)$/

/** Images of these names start the program of that name with the given words. */
const PROGRAMS = wordSet(
  'git aws az kubectl terraform tofu terragrunt helm curl wget rclone crane skopeo gh glab docker node deno bun pulumi packer oras regctl twine restic rsync s3cmd flyctl',
)
