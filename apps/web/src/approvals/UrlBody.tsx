import { Visible } from '../ui/Visible.tsx'
import { texts } from './texts.ts'
import { urlPieces } from './url-pieces.ts'

/** Method and whole address, the host in bold; a host that is not ASCII also as it goes over the wire. */
export function UrlBody({ method, url }: { method: string; url: string }) {
  const { before, host, after, wireHost } = urlPieces(url)
  return (
    <div className="rounded-control border border-line bg-ground px-3 py-2">
      <p className="font-mono text-command" data-exact="">
        <span className="text-ink-3">{method} </span>
        <Visible text={before} />
        <strong className="font-semibold">
          <Visible text={host} />
        </strong>
        <Visible text={after} />
      </p>
      {wireHost !== null && <p className="font-mono text-hint text-stop">{wireHost}</p>}
      <p className="text-hint text-ink-3">{texts.leaves}</p>
    </div>
  )
}
