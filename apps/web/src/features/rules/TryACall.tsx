import { compilePolicy, decide, readCallText } from '@countersign/policy'
import type { Verdict } from '@countersign/policy'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { CommandBody } from '../../platform/cards/CommandBody.tsx'
import { decisionView } from '../../platform/cards/decision-view.ts'
import { PartRows } from '../../platform/cards/PartRows.tsx'
import { MODES } from '../../platform/modes/modes.ts'
import { fieldClass, Panel, Section } from '../../ui/Section.tsx'
import { Said } from '../../ui/Said.tsx'
import type { AllRules } from './rules-model.ts'
import { sourceFor } from './rules-model.ts'
import { texts } from './texts.ts'

/** A hypothetical call, decided right here by the server's own policy. */
export function TryACall({ rules, mode: first }: { rules: AllRules; mode: string }) {
  const id = useId()
  const [text, setText] = useState('')
  const [mode, setMode] = useState(first)
  const calm = useDeferredValue(text)
  const tried = useMemo(() => (calm.trim() === '' ? null : tryCall(calm, rules, mode)), [calm, rules, mode])
  return (
    <Section title={texts.try} hint={texts.tryHint}>
      <Panel>
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="sr-only">
            {texts.tryField}
          </label>
          <input
            id={id}
            value={text}
            placeholder={texts.tryExample}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            className={`${fieldClass} flex-1 basis-64 font-mono`}
          />
          <label className="flex items-center gap-2 text-label">
            {texts.tryMode}
            <select value={mode} onChange={(event) => setMode(event.target.value)} className={fieldClass}>
              {MODES.map((look) => (
                <option key={look.id} value={look.id}>
                  {look.label}
                </option>
              ))}
            </select>
          </label>
        </div>
        {tried !== null && <TriedCall tried={tried} />}
      </Panel>
    </Section>
  )
}

type Tried = ReturnType<typeof tryCall>

function tryCall(text: string, rules: AllRules, mode: string) {
  const { workspace, home, own } = rules.files
  const call = readCallText(text.trim(), { workspace, cwd: workspace, home, own })
  const decision = decisionView(decide(call, compilePolicy(sourceFor(rules, { mode, thread: null }))))
  return { call, decision }
}

function TriedCall({ tried: { call, decision } }: { tried: Tried }) {
  const locked = decision.locked !== undefined
  return (
    <div role="status" data-decided={decision.verdict} className="flex flex-col gap-2">
      {call.specifier.kind === 'shell' ? (
        <CommandBody command={call.specifier.command} parts={decision.parts} locked={locked} />
      ) : (
        <PartRows parts={decision.parts} />
      )}
      <p className="text-label">
        <strong className={`font-semibold ${COLOURS[decision.verdict]}`}>
          {texts.decided[decision.verdict]}
        </strong>{' '}
        {decision.parts.length > 1 ? (
          texts.tryPart[decision.verdict]
        ) : (
          <Said message={decision.reason.sentence} />
        )}
      </p>
    </div>
  )
}

const COLOURS: Readonly<Record<Verdict, string>> = { run: 'text-clear', ask: 'text-wait', block: 'text-stop' }
