import { pickedSecret } from '../secrets.ts'
import { wordSet } from '../word-set.ts'
import { display, type Field, type Piece } from '../model/field.ts'
import { picksProcesses } from './listings.ts'
import { FOUND, foundName } from './programs/found-paths.ts'
import type { Listing } from './value.ts'

/** The names that a command passes on from its input, or what its selection reveals about them. */
export function passedOn(
  name: string,
  argv: readonly Field[],
  listing: Listing | undefined,
): Listing | undefined {
  if (listing?.named === true) return namedOn(name, argv, listing)
  const ending = endingNames(name, argv, listing)
  if (listing === undefined || ending !== undefined) return ending
  return passesAll(name, argv, listing) ? listing : pickedFrom(name, argv)
}

/** Commands that pass on the names they read. */
const PASS = wordSet('cat sort uniq tee tac tr cut shuf pv')
/** These pass on the names that their words do not exclude. */
const CHOOSE = wordSet('grep egrep rg awk gawk mawk sed head tail')
/** These print other names than they read, wherever those are. */
const CHANGE = wordSet('tr cut awk gawk mawk sed')

/** Names whose endings are all known stay known if nothing is appended. */
function namedOn(name: string, argv: readonly Field[], listing: Listing): Listing | undefined {
  if (CHANGE.has(name)) return passesAll(name, argv, listing) ? anywhere(listing) : pickedFrom(name, argv)
  if (isPure(name, argv)) return listing
  // Files that the command itself reads may contain any names.
  if (PASS.has(name) || passesAll(name, argv, listing)) return { ...listing, named: false, picked: true }
  return pickedFrom(name, argv)
}

function isPure(name: string, argv: readonly Field[]): boolean {
  if (name === 'tee') return true
  if (/^[ef]?grep$/.test(name)) return operandsOf(argv, /^-[EFivwx]+$/).length === 1
  if (!PASS.has(name) && name !== 'head' && name !== 'tail') return false
  // Bytes from the end are the end of a name.
  const cuts = (name === 'head' || name === 'tail') && argv.some((word) => /^-\w*c/.test(display(word)))
  return !cuts && operandsOf(argv, PLAIN_OPTION).length === 0
}

/** Letters, numbers and one separator: no word that names a file. */
const PLAIN_OPTION = /^(?:-[a-zA-Z]{0,3}[\d,.]*[bhnr]*|\+?[\d,.]+[bhnr]*|[,:;/|])$/

function operandsOf(argv: readonly Field[], options: RegExp): readonly Field[] {
  return argv.slice(1).filter((word) => !options.test(display(word)))
}

function anywhere(listing: Listing): Listing {
  const loose = (piece: Piece): Piece =>
    piece.kind === 'hole' ? { kind: 'hole', source: piece.source } : piece
  return { ...listing, paths: listing.paths.map((path) => ({ ...path, pieces: path.pieces.map(loose) })) }
}

/** `grep '\\.ts$'`: lines with this ending, below the listed folders if everything in them was listed. */
function endingNames(
  name: string,
  argv: readonly Field[],
  listing: Listing | undefined,
): Listing | undefined {
  const [pattern, more] = operandsOf(argv, /^-E$/)
  if (!/^e?grep$/.test(name) || pattern === undefined || more !== undefined) return undefined
  const [, ends] =
    /^\\\.(?:(\w+)|\((\w+(?:\|\w+)*)\))\$$/.exec(display(pattern))?.filter((part) => part !== undefined) ?? []
  if (ends === undefined || (listing !== undefined && !listing.recursive)) return undefined
  const starts = listing?.paths ?? [{ ...pattern, pieces: [] }]
  const paths = ends.split('|').flatMap((end) =>
    starts.map((start): Field => ({
      ...start,
      pieces: [...start.pieces, FOUND, ...foundName(`*.${end}`)],
      quoted: true,
      many: false,
    })),
  )
  return paths.length > MOST_ENDS ? undefined : { paths, recursive: false, named: true }
}

const MOST_ENDS = 4

/** `ls -a | grep env`: the secrets among the listed names. */
function pickedFrom(name: string, argv: readonly Field[]): Listing | undefined {
  if (!CHOOSE.has(name)) return undefined
  for (const word of argv.slice(1)) {
    const secret = pickedSecret(display(word))
    if (secret === undefined) continue
    const pieces: Field['pieces'] = [{ kind: 'hole', source: '{}' }, ...foundName(secret)]
    return { paths: [{ ...word, pieces, quoted: true, many: false }], recursive: false, picked: true }
  }
  return undefined
}

/** The command passes on all names that it reads: no word of it contains a letter of a name. */
function passesAll(name: string, argv: readonly Field[], listing: Listing): boolean {
  const { recursive, picked } = listing
  if (PASS.has(name)) return true
  if (!CHOOSE.has(name)) return false
  if (name === 'head' || name === 'tail') return recursive || picked === true
  // Excluded names are not the selected ones.
  if (/grep$|^rg$/.test(name) && argv.some((word) => /^-\w*v|^--invert/.test(display(word)))) return true
  const words = argv
    .slice(1)
    .map(display)
    .filter((word) => !word.startsWith('-'))
  if (picksProcesses(listing, words)) return false
  return words.every((word) => /^(?:\W|\d|print(?:f| \$\w+)?|s(?=\W)|NF|NR|p$)*$/.test(word))
}
