import { Visible } from '../ui/Visible.tsx'
import { size } from '../ui/times.ts'
import { texts } from './texts.ts'

export interface PathBodyProps {
  readonly action: string
  readonly paths: readonly string[]
  readonly files: number | null
  readonly bytes: number | null
}

/** From → to, or what would be gone: how many files, how much. */
export function PathBody({ action, paths, files, bytes }: PathBodyProps) {
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
      </p>
      {files !== null && (
        <p className="text-hint text-ink-2">{texts.contains(files, bytes === null ? null : size(bytes))}</p>
      )}
    </div>
  )
}
