import type { RuleFile } from '../../data/api-rules.ts'
import { TrustBanner } from './TrustBanner.tsx'
import { UnreadableBanner } from './UnreadableBanner.tsx'

export interface FileBannersProps {
  readonly files: readonly RuleFile[]
  /** Hash of the folder's file that the person chose to leave alone. */
  readonly left: string | null
  readonly onTrust: (hash: string) => void
  readonly onLeave: (hash: string | null) => void
  readonly onOpen: (layer: RuleFile['layer']) => void
}

/** Urgent notices about rules files: one is unreadable, or one waits for trust. */
export function FileBanners({ files, left, onTrust, onLeave, onOpen }: FileBannersProps) {
  return files.map((file) => {
    if (file.unreadable)
      return <UnreadableBanner key={file.layer} file={file} onOpen={() => onOpen(file.layer)} />
    if (file.layer !== 'project' || file.hash === left) return null
    return <TrustBanner key={file.layer} file={file} onTrust={onTrust} onLeave={() => onLeave(file.hash)} />
  })
}
