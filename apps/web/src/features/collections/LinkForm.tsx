import { collectionRoutes } from '@countersign/protocol'
import { useState } from 'react'
import { call } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { texts } from './texts.ts'

/** Links a folder by its path; one with very many files only once a person has seen the number. */
export function LinkForm({ collection, onDone }: { collection: string; onDone: () => void }) {
  const [path, setPath] = useState('')
  const [many, setMany] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const link = async (confirmed: boolean): Promise<void> => {
    const answer = await call(collectionRoutes.link, {
      params: { id: collection },
      body: { path: path.trim(), confirmed },
    })
    if (!answer.ok) setProblem(answer.message)
    else if (answer.value.linked) onDone()
    else setMany(answer.value.files)
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2 border-b border-line px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        void link(many !== null)
      }}
    >
      <label className="flex min-w-0 flex-1 flex-col gap-0.5 text-hint text-ink-2">
        {texts.linkPath}
        <input
          className={`${fieldClass} w-full font-mono`}
          value={path}
          placeholder={texts.folderExample}
          spellCheck={false}
          autoCapitalize="off"
          onChange={(event) => {
            setPath(event.target.value)
            setMany(null)
            setProblem(null)
          }}
        />
      </label>
      <Button type="submit" kind="primary" disabled={path.trim() === ''}>
        {many === null ? texts.linkWord : texts.linkAll}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {texts.cancel}
      </Button>
      <p role="status" className="w-full text-hint text-ink-3">
        {many === null ? texts.linkHint : texts.linkMany(many)}
      </p>
      {problem !== null && (
        <p role="alert" className="w-full text-stop">
          {problem}
        </p>
      )}
    </form>
  )
}
