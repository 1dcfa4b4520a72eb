import { display, literal } from '../../model/field.ts'
import { WORDS, type FactsPatch, type ParsedArgs, type Table } from './spec.ts'

/** Disks and file systems. */
export const DISKS: Table = () => [
  {
    names: [
      'mkfs',
      'mkfs.*',
      'mke2fs',
      'mkswap',
      'mkdosfs',
      'mkntfs',
      'newfs',
      'newfs_*',
      'wipefs',
      'blkdiscard',
      'parted',
      'gparted',
      'sgdisk',
      'gdisk',
      'fdisk',
      'cfdisk',
      'sfdisk',
      'zpool',
      'zfs',
      'pvcreate',
      'vgremove',
      'lvremove',
      'pvremove',
      'mdadm',
      'hdparm',
      'nvme',
      'badblocks',
      'e2fsck',
      'fsck',
      'fsck.*',
      'tune2fs',
      'resize2fs',
      'cryptsetup',
      'diskutil',
      'dmsetup',
      'btrfs',
    ],
    style: WORDS,
    read: readDisk,
    arity: -1,
  },
  {
    names: ['mount'],
    readonly: true,
    options: '-l,--show-labels -t,--types= -v,--verbose',
    operands: { max: 0 },
    changes: '-a,--all -o,--options= -B,--bind --make-private -r -w',
    arity: 0,
  },
  { names: ['umount', 'losetup', 'swapon', 'swapoff', 'eject'], style: WORDS, arity: 0 },
]

function readDisk({ operands, program }: ParsedArgs): FactsPatch {
  // `btrfs subvolume delete` removes a folder recursively; its words may be abbreviated.
  if (program === 'btrfs' && /^su\w* d/.test(operands.map(display).join(' '))) {
    const touches = operands.slice(2).map((path) => ({ act: 'remove', path, recursive: true }) as const)
    return { touches, notReadonly: { because: 'not-readonly', program } }
  }
  const words = operands.map((field) => literal(field) ?? '')
  const name = program.startsWith('fsck') ? 'fsck' : program
  const looks = DISK_LOOKS[name]
  const breaks = DISK_BREAKS[name]
  const target = [program, ...operands.map(display)].join(' ')
  const notReadonly = { because: 'not-readonly', program } as const
  if (breaks !== undefined) {
    const rehearsed = name === 'zfs' && words.some((word) => /^-[a-z]*n[a-z]*$/.test(word))
    return !rehearsed && words.some((word) => breaks.test(word))
      ? { breaker: { kind: 'disk', target }, notReadonly }
      : { notReadonly }
  }
  if (looks !== undefined && words.some((word) => looks.test(word))) return { notReadonly }
  return { breaker: { kind: 'disk', target }, notReadonly }
}

/** Forms of disk programs that only read. */
const DISK_LOOKS: Readonly<Record<string, RegExp>> = {
  fdisk: /^(?:-l|--list)$/,
  sfdisk: /^(?:-l|--list|-d|--dump|-J|--json|-F|--list-free|-V|--verify)$/,
  parted: /^(?:-l|--list|print)$/,
  sgdisk: /^(?:-p|--print|-i|--info=.*|-v|--verify)$/,
  gdisk: /^-l$/,
  zpool: /^(?:status|list|get|history|iostat)$/,
  zfs: /^(?:list|get)$/,
  cryptsetup: /^(?:luksDump|status|isLuks|open|close|luksOpen|luksClose|benchmark)$/,
  wipefs: /^(?:-n|--no-act|-J|--json|-p|--parsable|-O|--output|\/dev\/[^-]*)$/,
  mdadm: /^(?:--detail|-D|--examine|-E|--query|-Q)$/,
  hdparm: /^-[iItTCg]+$/,
  nvme: /^(?:list|id-ctrl|id-ns|smart-log)$/,
  diskutil: /^(?:list|info)$/,
}

/** These are harmless unless a word says otherwise. */
const DISK_BREAKS: Readonly<Record<string, RegExp>> = {
  cryptsetup: /^(?:luksFormat|erase|luksErase|reencrypt|format)$/,
  wipefs: /^-(?:a|[a-z]*a[a-z]*|-all|o.*|-offset.*|f|-force)$/,
  zpool: /^(?:destroy|labelclear|create)$/,
  zfs: /^destroy$/,
  mdadm: /^--(?:zero-superblock|create|stop|remove)$/,
  hdparm:
    /^--(?:security-erase.*|trim-sector-ranges.*|write-sector|make-bad-sector|repair-sector|dco-restore|fibmap-off)$/,
  nvme: /^(?:format|sanitize|write.*|delete-ns)$/,
  diskutil: /^(?:eraseDisk|eraseVolume|zeroDisk|secureErase|partitionDisk|randomDisk|apfs|reformat)$/i,
  dmsetup: /^(?:remove|remove_all|wipe_table)$/,
  btrfs: /^(?:dev\w*|rep\w*)$/,
  badblocks: /^-[a-z]*w[a-z]*$/,
  e2fsck: /^$/,
  fsck: /^$/,
  tune2fs: /^$/,
  resize2fs: /^$/,
}
