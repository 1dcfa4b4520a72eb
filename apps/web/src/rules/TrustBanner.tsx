import { useState } from 'react'
import type { RuleFile } from '../data/api-rules.ts'
import { Button } from '../ui/Button.tsx'
import { sentence } from '../ui/sentence.ts'
import { Visible } from '../ui/Visible.tsx'
import { LISTS } from './lists.ts'
import { texts } from './texts.ts'

export interface TrustBannerProps {
  readonly file: RuleFile
  readonly onTrust: (hash: string) => void
  /** Leaves it as it is: until someone trusts the file only its stricter rules hold. */
  readonly onLeave: () => void
}

/** A folder that brings rules of its own. They may tighten; they loosen only once a person said so. */
export function TrustBanner({ file, onTrust, onLeave }: TrustBannerProps) {
  const [read, setRead] = useState(false)
  const { deny, ask, allow } = file.lists
  const { hash } = file
  if (file.unreadable) return <Unreadable file={file} />
  if (hash === null || file.trusted) return null
  const said = [
    ...(deny.length + ask.length === 0 ? [] : [texts.trust.stricter(deny.length + ask.length)]),
    ...(allow.length === 0 ? [] : [texts.trust.looser(allow.length)]),
  ]
  return (
    <Inverted>
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
    </Inverted>
  )
}

/** Cannot be closed: until the file can be read, every effect asks. */
function Unreadable({ file }: { file: RuleFile }) {
  const [shown, setShown] = useState(false)
  return (
    <Inverted>
      <p className="me-auto">{texts.trust.unreadable}</p>
      <Button kind="inverted" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {texts.trust.showError}
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
    </Inverted>
  )
}

function Inverted({ children }: { children: React.ReactNode }) {
  return (
    <div
      role="region"
      aria-label={texts.files}
      className="flex flex-wrap items-center gap-2 rounded-card bg-ink px-4 py-2 text-label font-semibold text-ground"
    >
      {children}
    </div>
  )
}
