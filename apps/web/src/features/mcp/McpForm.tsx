import type { McpServerInput } from '@countersign/protocol'
import { putServer } from '../../data/api-mcp.ts'
import { fieldClass } from '../../ui/Section.tsx'
import { AddForm, labelClass } from '../../platform/settings/AddForm.tsx'
import { mcpTexts as texts } from './texts.ts'
import { lines, pairs } from './mcp-lines.ts'

interface Fields {
  readonly kind: 'stdio' | 'http'
  readonly name: string
  readonly target: string
  readonly args: string
  readonly secrets: string
}

const EMPTY: Fields = { kind: 'stdio', name: '', target: '', args: '', secrets: '' }

/** Adds a server to the list. */
export function McpForm({ onKept }: { onKept: () => void }) {
  return (
    <AddForm
      words={texts}
      boxed
      empty={EMPTY}
      isValid={() => true}
      save={(fields) => putServer(fields.name.trim(), inputOf(fields))}
      onKept={onKept}
    >
      {(fields, change) => <ServerFields fields={fields} change={change} />}
    </AddForm>
  )
}

function ServerFields(props: { fields: Fields; change: (changed: Partial<Fields>) => void }) {
  const { fields, change } = props
  const { kind } = fields
  const field = (name: Exclude<keyof Fields, 'kind'>) => ({
    value: fields[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <>
      <label className={labelClass}>
        {texts.name}
        <input
          {...field('name')}
          required
          placeholder={texts.examples.name}
          className={`${fieldClass} font-normal`}
        />
      </label>
      <fieldset className="flex flex-wrap gap-4 text-label">
        <legend className="font-semibold">{texts.kind}</legend>
        {(['stdio', 'http'] as const).map((other) => (
          <label key={other} className="flex min-h-6 items-center gap-1.5">
            <input
              type="radio"
              name="mcp-kind"
              className="size-4 accent-accent"
              checked={kind === other}
              onChange={() => change({ kind: other })}
            />
            {texts.kinds[other]}
          </label>
        ))}
      </fieldset>
      <label className={labelClass}>
        {kind === 'stdio' ? texts.command : texts.url}
        <input
          {...field('target')}
          required
          placeholder={texts.examples[kind]}
          className={`${fieldClass} font-mono font-normal`}
        />
      </label>
      {kind === 'stdio' && (
        <label className={labelClass}>
          {texts.args}
          <textarea {...field('args')} rows={2} className={`${fieldClass} py-1.5 font-mono font-normal`} />
        </label>
      )}
      <label className={labelClass}>
        {kind === 'stdio' ? texts.env : texts.headers}
        <textarea {...field('secrets')} rows={2} className={`${fieldClass} py-1.5 font-mono font-normal`} />
        <span className="font-normal text-ink-3">{texts.secret}</span>
      </label>
    </>
  )
}

function inputOf({ kind, ...fields }: Fields): McpServerInput {
  const target = fields.target.trim()
  return {
    enabled: true,
    transport:
      kind === 'stdio'
        ? { kind, command: target, args: [...lines(fields.args)], env: pairs(fields.secrets, '=') }
        : { kind, url: target, headers: pairs(fields.secrets, ':') },
  }
}
