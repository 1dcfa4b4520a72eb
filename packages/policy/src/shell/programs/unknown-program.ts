import { display, knownPrefix, literal, textField, type Field } from '../field.ts'
import type { Hazard, ProgramFacts, Touch } from '../part.ts'
import { unknownStarts } from './unknown-starts.ts'

/** What is said of a program that no table has: it may do anything, and what its words plainly name counts. */
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
    arity: settled ? 1 : 0,
  }
}

/** A disk that a program is given of which no table says that it only looks. */
function namedDisks([first, ...words]: readonly Field[]): readonly Touch[] {
  if (first === undefined || LOOKS_AT_DISKS.test(baseName(display(first)))) return []
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

/** Words of a program that nobody knows which are looked at; one that is given more is for a person to look at. */
export const MOST_NAMED = 200

/** Names that options have by which programs start others, in all of them. */
const STARTING =
  /^--?(?:[\w-]+-)?(?:exec|execute|command|cmd|rsh|hook|editor|pager|askpass)(?:-[\w-]+)?(?:=|$)/

/** Of a program that is not known: an option with such a name, or a shell by its path. */
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

/** A program may read any file that it is given. `shaped`: only words that look like one. */
export function namedFiles(argv: readonly Field[], shaped: boolean): readonly Touch[] {
  return argv.slice(1, 1 + MOST_NAMED).flatMap((field): readonly Touch[] => {
    const text = literal(field)
    if (text === undefined || text.length > 300) return []
    const value = /^[^=/@]*=(.+)$/s.exec(text)?.[1] ?? text
    const path = /(?:^|^[\w.-]*)@(.+)$/s.exec(value)?.[1] ?? value
    if (path.startsWith('-') || path.includes('://') || /[\s*]/.test(path)) return []
    if (shaped && (!/[./]/.test(path) || /^[./]+$|["'`]/.test(path))) return []
    return [{ act: 'read', path: textField(path, field.range), recursive: false, guess: true }]
  })
}

/** The last part of a program's path, as a table has it. */
export function baseName(written: string): string {
  return written
    .slice(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1)
    .replace(/\.exe$/i, '')
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
