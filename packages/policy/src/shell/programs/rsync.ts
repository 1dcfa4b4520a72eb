import { display, knownPrefix, literal, type Field } from '../../model/field.ts'
import type { Touch } from '../../model/part.ts'
import { insideOf, isContent } from './into-target.ts'
import { MODERN, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'
import { spreads, writes } from './touches.ts'

/** Copies of whole folders, here and elsewhere. */
export const RSYNC: Table = () => [
  {
    names: ['rsync'],
    style: MODERN,
    options:
      '-v,--verbose --info= --debug= --stderr= -q,--quiet --no-motd -c,--checksum -a,--archive --no-= -r,--recursive -R,--relative --no-implied-dirs -b,--backup --suffix= -u,--update --inplace --append --append-verify -d,--dirs --old-dirs --mkpath -l,--links -L,--copy-links --copy-unsafe-links --safe-links --munge-links -k,--copy-dirlinks -K,--keep-dirlinks -H,--hard-links -p,--perms -E,--executability --chmod= -A,--acls -X,--xattrs -o,--owner -g,--group --devices --specials -D -t,--times -U,--atimes --open-noatime -N,--crtimes -O,--omit-dir-times -J,--omit-link-times --super --fake-super -S,--sparse --preallocate -n,--dry-run -W,--whole-file --checksum-choice= -x,--one-file-system -B,--block-size= --existing --ignore-existing --remove-source-files,--remove-sent-files --del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args --ignore-missing-args --ignore-errors --force --max-delete= --max-size= --min-size= --max-alloc= --partial --delay-updates -m,--prune-empty-dirs --numeric-ids --usermap= --groupmap= --chown= --timeout= --contimeout= -I,--ignore-times --size-only -@,--modify-window= -y,--fuzzy -z,--compress --compress-choice= --compress-level= --skip-compress= -C,--cvs-exclude -f,--filter= -F --exclude= --include= -0,--from0 --old-args -s,--secluded-args,--protect-args --copy-as= --address= --port= --sockopts= --blocking-io --outbuf= --stats -8,--8-bit-output -h,--human-readable --progress -P -i,--itemize-changes --out-format= --log-file-format= --list-only --bwlimit= --stop-after= --stop-at= --fsync --protocol= --iconv= --checksum-seed= -4,--ipv4 -6,--ipv6',
    reads:
      '--exclude-from= --include-from= --files-from= --password-file= --compare-dest= --copy-dest= --link-dest=',
    writes: '--log-file= --write-batch= --only-write-batch= -T,--temp-dir= --backup-dir= --partial-dir=',
    runs: '-e,--rsh= --rsync-path=',
    loads: '--read-batch= --early-input=',
    configures: '--config= -M,--remote-option= --daemon --dparam=',
    read: readRsync,
    arity: -1,
  },
]

function readRsync(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const target = args.operands.length > 1 ? args.operands.at(-1) : undefined
  if (target === undefined) return {}
  const sources = args.operands.slice(0, -1)
  const deletes =
    args.doubts.length > 0 || args.options.some(({ names }) => names.some((name) => name.startsWith('--del')))
  const act: Touch['act'] = args.has('--remove-source-files') ? 'remove' : 'read'
  const touches = sources
    .filter((path) => !isRemote(path))
    .map((path): Touch => ({ act, path, recursive: true }))
  if (isRemote(target)) {
    const root = deletes && isRemoteRoot(target)
    return {
      touches: [...facts.touches, ...touches],
      traits: ['send-files'],
      ...(root ? { breaker: { kind: 'remove-root', target: display(target) } as const } : {}),
    }
  }
  if (isDryRun(args, facts)) return { touches: [...facts.touches, ...touches], notReadonly: undefined }
  const removed: readonly Touch[] = deletes ? [{ act: 'remove', path: target, recursive: true }] : []
  const content = args.has('--files-from') || sources.some(isAllOf)
  // With `-R` a source keeps its folders.
  const inside = sources.flatMap((source) =>
    args.has('-R') ? [writes(below(target, source))] : isAllOf(source) ? [] : insideOf(target, source),
  )
  return {
    touches: [
      ...facts.touches,
      ...touches,
      content ? spreads(target) : writes(target),
      ...inside,
      ...removed,
    ],
  }
}

function below(folder: Field, path: Field): Field {
  return { ...folder, pieces: [...folder.pieces, { kind: 'text', text: '/' }, ...path.pieces] }
}

/** `a/`, `a/.`, `host:`: its whole content. */
function isAllOf(source: Field): boolean {
  return isContent(source) || /[/:]$/.test(literal(source) ?? '')
}

/** Between local folders with `-n`: it only reports what it would do. */
function isDryRun({ options, operands, doubts }: ParsedArgs, { hazards }: ProgramFacts): boolean {
  const rehearses = options.some(
    ({ names, exact }) => exact && (names.includes('-n') || names.includes('--list-only')),
  )
  const known = options.every(
    ({ effect, written }) => (effect === 'plain' || effect === 'reads') && !written.startsWith('--no-'),
  )
  return rehearses && known && hazards.length === 0 && doubts.length === 0 && !operands.some(isRemote)
}

/** `host:`, `host:~/`, `host:/`, `host:/etc`: a home or a system folder on another machine. */
function isRemoteRoot(field: Field): boolean {
  return (
    /^[^/:]+:(?:~?\w*\/*|\.?\/*|\/+[\w.-]*\/*)(?:\*|\.)?$/.test(literal(field) ?? '') &&
    !/^[^/:]+:\w/.test(literal(field) ?? '')
  )
}

/** `host:path`, `host::module`, `rsync://…`. */
function isRemote(field: Field): boolean {
  return (
    /^[^/]*:/.test(knownPrefix(field)) || (literal(field) === undefined && /^[^/]*:/.test(display(field)))
  )
}
