import { workflowRoutes, type TestReportView } from '@countersign/protocol'
import { Check, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../data/http.ts'
import { useEditor } from './editor-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { removeTest } from '../model/tests.ts'
import { manageTexts as texts } from '../manage-texts.ts'

/** The tests of the draft. Calls return pinned results; nothing has an effect. */
export function Tests() {
  const { session, state, problems } = useEditor()
  const { tests } = state.history.graph
  const [reports, setReports] = useState<readonly TestReportView[]>([])
  const [said, setSaid] = useState<string | null>(null)
  const run = async (): Promise<void> => {
    if (!(await session.flush())) return
    const result = await call(workflowRoutes.test, { params: { id: state.workflow.id } })
    setSaid(result.ok ? null : result.message)
    setReports(result.ok ? result.value.tests : [])
  }
  return (
    <section aria-label={texts.tests} className="mx-auto flex w-full max-w-[64rem] flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-label font-semibold">{texts.tests}</h2>
        <span className="ms-auto">
          <Button disabled={tests.length === 0 || problems.length > 0} onClick={() => void run()}>
            {texts.runTests}
          </Button>
        </span>
      </div>
      <p className="max-w-[65ch] text-label text-ink-2">{texts.testsHint}</p>
      {said !== null && (
        <p role="alert" className="text-label text-stop">
          {said}
        </p>
      )}
      {tests.length === 0 && <p className="text-label text-ink-3">{texts.noTests}</p>}
      <ul className="divide-y divide-line">
        {tests.map(({ name, stubs }) => (
          <li
            key={name}
            data-test={name}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-label"
          >
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <Visible text={name} />
            </span>
            <span className="text-hint text-ink-3">{texts.stubs(Object.keys(stubs).length)}</span>
            <Outcome report={reports.find((report) => report.name === name)} />
            <Button
              size="small"
              kind="refuse"
              aria-label={texts.removeTest(name)}
              onClick={() => session.act(texts.removeTest(name), [removeTest(session.graph, name)])}
            >
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ report }: { report: TestReportView | undefined }) {
  if (report === undefined) return null
  const { passed, problems } = report
  const Icon = passed ? Check : CircleAlert
  return (
    <>
      <span
        role="status"
        data-passed={passed}
        className={passed ? 'flex items-center gap-1 text-clear' : 'flex items-center gap-1 text-stop'}
      >
        <Icon size={14} aria-hidden="true" />
        {passed ? texts.passed : texts.failed}
      </span>
      {problems.length > 0 && (
        <ul className="order-last w-full text-hint text-stop">
          {problems.map((problem) => (
            <li key={problem} className="wrap-anywhere">
              <Visible text={problem} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
