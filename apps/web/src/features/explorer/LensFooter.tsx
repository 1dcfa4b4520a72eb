import { workspaceRoutes } from '@countersign/protocol'
import type { AgentMay, ThreadId } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addRule } from '../../data/api-rules.ts'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { fieldClass } from '../../ui/Section.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { AGENT_COLOURS } from './agent-colours.ts'
import { texts } from './texts.ts'

type List = keyof typeof texts.ruleLists

/** What the agent may do with the selected path, why, and a way to change that. */
export function LensFooter(props: { thread: ThreadId | null; path: string; isFolder: boolean }) {
  const { thread, path, isFolder } = props
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const found = useQuery({
    queryKey: ['folder', thread, path, 'may'],
    queryFn: () => valueOf(call(workspaceRoutes.may, { query: { path, thread_id: thread ?? undefined } })),
    retry: false,
  })
  const save = async (list: List, text: string): Promise<void> => {
    const answer = await addRule({ list, text, threadId: thread })
    setSaid(answer.ok ? texts.ruleAdded : answer.message)
    if (!answer.ok) return
    setOpen(false)
    await queries.invalidateQueries({ queryKey: ['folder', thread] })
  }
  if (found.data === undefined) return null
  const { agent, why } = found.data
  return (
    <div className="flex flex-col gap-1 border-t border-line px-3 py-2 text-hint text-ink-2">
      <code className="truncate font-mono text-ink">
        <Visible text={path} />
      </code>
      <p>
        <Word agent={agent} /> <Visible text={why} />{' '}
        {!open && (
          <button type="button" className="text-accent underline" onClick={() => setOpen(true)}>
            {texts.addRule}
          </button>
        )}
      </p>
      {open && <RuleLine path={path} isFolder={isFolder} onSave={save} onCancel={() => setOpen(false)} />}
      <p role="status">{said}</p>
    </div>
  )
}

function Word({ agent }: { agent: AgentMay }) {
  return <strong className={cx('font-semibold', AGENT_COLOURS[agent])}>{texts.agent[agent]}</strong>
}

function RuleLine(props: {
  path: string
  isFolder: boolean
  onSave: (list: List, text: string) => Promise<void>
  onCancel: () => void
}) {
  const [list, setList] = useState<List>('allow')
  const [text, setText] = useState(`files.write(/${props.path}${props.isFolder ? '/**' : ''})`)
  return (
    <form
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        void props.onSave(list, text.trim())
      }}
    >
      <span className="flex gap-1">
        <select
          aria-label={texts.ruleList}
          className={fieldClass}
          value={list}
          onChange={(event) => setList(LISTS.find((other) => other === event.target.value) ?? list)}
        >
          {LISTS.map((other) => (
            <option key={other} value={other}>
              {texts.ruleLists[other]}
            </option>
          ))}
        </select>
        <input
          aria-label={texts.rule}
          className={`${fieldClass} min-w-0 flex-1 font-mono`}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </span>
      <span className="flex gap-2">
        <Button kind="primary" size="small" type="submit" disabled={text.trim() === ''}>
          {texts.addRule}
        </Button>
        <Button size="small" onClick={props.onCancel}>
          {texts.cancel}
        </Button>
      </span>
    </form>
  )
}

const LISTS = ['allow', 'ask', 'deny'] as const
