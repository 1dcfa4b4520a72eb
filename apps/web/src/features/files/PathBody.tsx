import type { CallBody } from '@countersign/protocol'
import type { BodyProps } from '../../platform/body.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from '../../platform/cards/texts.ts'

/** From → to, or what would be lost: how many files, how large, and whether they exist elsewhere. */
export function PathBody({ body }: BodyProps<Extract<CallBody, { kind: 'path' }>>) {
  const { action, paths, pattern, files, bytes, more, versioned } = body
  return (
    <div className="rounded-control border border-line bg-ground px-3 py-2">
      <p className="font-mono text-command" data-exact="">
        <span className="text-ink-3">{action} </span>
        {paths.map((path, index) => (
          <span key={path}>
            {index > 0 && <span className="text-ink-3"> → </span>}
            <Visible text={path} ends />
          </span>
        ))}
        {pattern !== undefined && (
          <>
            <span className="text-ink-3"> {texts.searchedFor} </span>
            <Visible text={pattern} ends />
          </>
        )}
      </p>
      {files !== undefined && (
        <p className="text-hint text-ink-2">
          {texts.there({ files, bytes: bytes ?? null, more: more === true, versioned: versioned ?? null })}
        </p>
      )}
      {body.outside_workspace === true && (
        <p className="text-hint font-semibold text-stop">{texts.outside}</p>
      )}
    </div>
  )
}
