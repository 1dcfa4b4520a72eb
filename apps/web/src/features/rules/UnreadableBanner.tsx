import { useState } from 'react'
import type { RuleFile } from '../../data/api-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { InvertedBanner } from '../../ui/InvertedBanner.tsx'
import { sentence } from '../../ui/sentence.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

export interface UnreadableBannerProps {
  readonly file: RuleFile
  readonly onOpen: () => void
}

/** An unreadable rules file. It cannot be dismissed: until it is fixed, every effect asks. */
export function UnreadableBanner({ file, onOpen }: UnreadableBannerProps) {
  const [shown, setShown] = useState(false)
  return (
    <InvertedBanner label={texts.fileLabels[file.layer]}>
      <p className="me-auto">{texts.trust.unreadable}</p>
      <Button kind="inverted" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {texts.trust.showError}
      </Button>
      <Button kind="inverted" aria-haspopup="dialog" onClick={onOpen}>
        {texts.openFile}
      </Button>
      {shown && (
        <ul className="w-full text-label">
          {file.errors.length === 0 && <li>{sentence(`${file.path}: ${texts.fileUnreadable}`)}</li>}
          {file.errors.map(({ line, message }) => (
            <li key={line}>
              <code className="font-mono">
                {file.path}:{line}
              </code>{' '}
              <Visible text={sentence(message)} />
            </li>
          ))}
        </ul>
      )}
    </InvertedBanner>
  )
}
