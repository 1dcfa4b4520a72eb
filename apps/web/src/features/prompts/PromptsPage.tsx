import { PROMPT_LIMIT, PromptName } from '@countersign/protocol'
import type { SavedPrompt } from '@countersign/protocol'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchPrompts, removePrompt, savePrompt } from '../../data/api-prompts.ts'
import { PROMPTS_KEY } from '../../data/prompts-key.ts'
import { valueOf } from '../../data/http.ts'
import { labelClass } from '../../platform/settings/AddForm.tsx'
import { texts as settingsTexts } from '../../platform/settings/texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'
import { SLASH_NAMES } from '../../platform/slash-names.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { promptTexts as texts } from './texts.ts'

const EMPTY: SavedPrompt = { name: '', text: '' }

/** A person's saved prompts: list, add, change, remove. */
export function PromptsPage() {
  const queries = useQueryClient()
  const prompts = useQuery({ queryKey: PROMPTS_KEY, queryFn: () => valueOf(fetchPrompts()), staleTime: 0 })
  /** Null: the form is closed. */
  const [draft, setDraft] = useState<SavedPrompt | null>(null)
  const change = useMutation({
    mutationFn: (act: () => ReturnType<typeof fetchPrompts>) => valueOf(act()),
    onSuccess: (view) => queries.setQueryData(PROMPTS_KEY, view),
  })
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Trouble reason={change.error?.message ?? null} />
      {prompts.data === undefined ? (
        <p className="text-ink-3">
          {prompts.error === null ? settingsTexts.loading : settingsTexts.notThere(prompts.error.message)}
        </p>
      ) : (
        <Section
          title={texts.list}
          action={draft === null && <Button onClick={() => setDraft(EMPTY)}>{texts.add}</Button>}
        >
          {draft !== null && (
            <PromptForm
              draft={draft}
              onChange={setDraft}
              onCancel={() => setDraft(null)}
              onSave={() => change.mutate(async () => savePrompt(draft), { onSuccess: () => setDraft(null) })}
            />
          )}
          <Prompts
            prompts={prompts.data.prompts}
            onEdit={setDraft}
            onRemove={(name) => change.mutate(async () => removePrompt(name))}
          />
        </Section>
      )}
    </>
  )
}

interface PromptsProps {
  readonly prompts: readonly SavedPrompt[]
  readonly onEdit: (prompt: SavedPrompt) => void
  readonly onRemove: (name: string) => void
}

function Prompts({ prompts, onEdit, onRemove }: PromptsProps) {
  if (prompts.length === 0) return <p className="text-label text-ink-3">{texts.none}</p>
  return (
    <Panel>
      <ul className="divide-y divide-line">
        {prompts.map((prompt) => (
          <li key={prompt.name} className="flex flex-wrap items-center gap-3 py-2 text-label">
            <code className="w-40 shrink-0 font-mono">/{prompt.name}</code>
            <span className="line-clamp-2 min-w-0 flex-1 whitespace-pre-wrap">
              <Visible text={prompt.text} />
            </span>
            <Button aria-label={texts.edit(prompt.name)} onClick={() => onEdit(prompt)}>
              {texts.editWord}
            </Button>
            <Button
              kind="refuse"
              aria-label={texts.remove(prompt.name)}
              onClick={() => onRemove(prompt.name)}
            >
              {texts.removeWord}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface PromptFormProps {
  readonly draft: SavedPrompt
  readonly onChange: (draft: SavedPrompt) => void
  readonly onSave: () => void
  readonly onCancel: () => void
}

function PromptForm({ draft, onChange, onSave, onCancel }: PromptFormProps) {
  const { name, text } = draft
  const isCommand = SLASH_NAMES.has(name)
  const named = PromptName.safeParse(name).success && !isCommand
  const field = 'rounded-control border border-line-strong bg-ground px-2 text-field font-normal'
  return (
    <Panel>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (named && text.trim() !== '') onSave()
        }}
      >
        <label className={labelClass}>
          {texts.name}
          <input
            value={name}
            placeholder={texts.namePlaceholder}
            autoCapitalize="off"
            spellCheck={false}
            aria-describedby="prompt-name-rule"
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
            className={`min-h-control ${field}`}
          />
        </label>
        <p id="prompt-name-rule" className="text-hint text-ink-3">
          {isCommand ? texts.taken(name) : texts.nameRule}
        </p>
        <label className={labelClass}>
          {texts.text}
          <textarea
            value={text}
            rows={4}
            maxLength={PROMPT_LIMIT}
            placeholder={texts.textPlaceholder}
            aria-describedby="prompt-text-hint"
            onChange={(event) => onChange({ ...draft, text: event.target.value })}
            className={`field-sizing-content max-h-[50dvh] min-h-24 py-1 ${field}`}
          />
        </label>
        <p id="prompt-text-hint" className="text-hint text-ink-3">
          {texts.textHint}
        </p>
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={!named || text.trim() === ''}>
            {texts.keep}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
