import { useState } from 'react'
import type { RuleFile } from '../../data/api-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { InvertedBanner } from '../../ui/InvertedBanner.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { LISTS } from './lists.ts'
import { texts } from './texts.ts'

export interface TrustBannerProps {
  readonly file: RuleFile
  readonly onTrust: (hash: string) => void
  /** Leaves it alone: until someone trusts the file only its stricter rules apply. */
  readonly onLeave: () => void
}

/** A folder with its own rules. They may tighten the policy; they loosen it only once a person agrees. */
export function TrustBanner({ file, onTrust, onLeave }: TrustBannerProps) {
  const [read, setRead] = useState(false)
  const { deny, ask, allow } = file.lists
  const { hash } = file
  if (hash === null || file.trusted) return null
  const said = [
    ...(deny.length + ask.length === 0 ? [] : [texts.trust.stricter(deny.length + ask.length)]),
    ...(allow.length === 0 ? [] : [texts.trust.looser(allow.length)]),
  ]
  return (
    <InvertedBanner label={texts.fileLabels.project}>
      <p className="me-auto">
        {texts.trust.brings(deny.length + ask.length + allow.length)} {said.join(', ')}.
      </p>
      <Button kind="inverted" aria-expanded={read} onClick={() => setRead(!read)}>
        {texts.trust.read}
      </Button>
      <Button kind="inverted" onClick={() => onTrust(hash)}>
        {texts.trust.trust}
      </Button>
      <Button kind="inverted" onClick={onLeave}>
        {texts.trust.onlyStricter}
      </Button>
      {read && (
        <ul className="w-full font-mono text-code">
          {LISTS.flatMap((list) =>
            file.lists[list].map((rule) => (
              <li key={`${list} ${rule}`}>
                {list} <Visible text={rule} />
              </li>
            )),
          )}
        </ul>
      )}
    </InvertedBanner>
  )
}
