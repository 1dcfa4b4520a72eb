import { useMutation } from '@tanstack/react-query'
import { verifyAudit } from '../../data/api-audit.ts'
import type { Verification } from '../../data/api-audit.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Panel } from '../../ui/Section.tsx'
import { sentence } from '../../ui/sentence.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** Verifies the record, or says where it is broken. */
export function Verify() {
  const check = useMutation({ mutationFn: () => valueOf(verifyAudit()) })
  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" disabled={check.isPending} onClick={() => check.mutate()}>
          {texts.verify}
        </Button>
        <div role="status" className="min-w-0 flex-1 text-label">
          {check.isIdle && <span className="text-ink-2">{texts.verifyHint}</span>}
          {check.isPending && texts.verifying}
          {check.error !== null && texts.notVerified(check.error.message)}
          {check.data !== undefined && !check.isPending && <VerifyResult result={check.data} />}
        </div>
      </div>
    </Panel>
  )
}

function VerifyResult({ result }: { result: Verification }) {
  const first = result.problems[0]
  return (
    <div data-verified={result.ok}>
      <p className="flex items-center gap-2 font-semibold">
        <Mark state={result.ok ? 'signed' : 'refused'} />
        <span className={result.ok ? 'text-clear' : 'text-stop'}>
          {result.ok ? texts.whole(result.rows, result.chains) : texts.broken(result.problems.length)}
        </span>
      </p>
      {first !== undefined && (
        <p>
          <Visible text={sentence(first.message)} />{' '}
          <code className="font-mono text-hint">
            {first.chain} · {first.seq}
          </code>
        </p>
      )}
      <p className="text-hint text-ink-3">
        {texts.head} {result.head.seq} <code className="font-mono">{result.head.hash}</code>
      </p>
    </div>
  )
}
