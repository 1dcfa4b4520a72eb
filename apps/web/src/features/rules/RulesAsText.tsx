import { formatRulesFile, parseRulesFile } from '@countersign/policy'
import type { ListName } from '@countersign/policy'
import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { fieldClass, Panel, Section } from '../../ui/Section.tsx'
import { sentence } from '../../ui/sentence.ts'
import type { AllRules } from './rules-model.ts'
import { LISTS } from './lists.ts'
import { texts } from './texts.ts'

export interface RulesAsTextProps {
  readonly rules: AllRules
  readonly onAdd: (rules: readonly { readonly list: ListName; readonly text: string }[]) => void
}

/** A person's own rules in the format of rules files: for export and import. */
export function RulesAsText({ rules, onAdd }: RulesAsTextProps) {
  const id = useId()
  const [text, setText] = useState('')
  const own = rules.kept.filter(({ threadId }) => threadId === null)
  const lists = Object.fromEntries(
    LISTS.map((list) => [list, own.filter((rule) => rule.list === list).map((rule) => rule.text)]),
  ) as Record<ListName, string[]> // made from all lists, one by one
  const parsed = parseRulesFile(text)
  const added = LISTS.flatMap((list) =>
    parsed.lists[list].filter((rule) => !lists[list].includes(rule)).map((rule) => ({ list, text: rule })),
  )
  const exported = formatRulesFile({ lists, expectations: [] })
  return (
    <Section
      title={texts.text}
      hint={texts.textHint}
      action={own.length > 0 && <CopyButton text={exported} />}
    >
      <Panel>
        {own.length > 0 && (
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
            tabIndex={0}
            aria-label={texts.text}
            role="group"
            className="max-h-48 overflow-auto rounded-control border border-line bg-ground px-3 py-2 font-mono text-code"
          >
            {exported}
          </pre>
        )}
        <label htmlFor={id} className="text-label font-semibold">
          {texts.textField}
        </label>
        <textarea
          id={id}
          rows={3}
          value={text}
          placeholder={texts.textExample}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
          className={`${fieldClass} py-1.5 font-mono`}
        />
        {parsed.errors.map(({ line, message }) => (
          <p key={line} className="text-label text-stop">
            {sentence(texts.lineError(line, message))}
          </p>
        ))}
        <div>
          <Button
            disabled={added.length === 0 || parsed.errors.length > 0}
            onClick={() => {
              onAdd(added)
              setText('')
            }}
          >
            {texts.addMany(added.length)}
          </Button>
        </div>
      </Panel>
    </Section>
  )
}
