import type { McpServerInput } from '@countersign/protocol'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { putServer } from '../data/api-mcp.ts'
import { valueOf } from '../data/http.ts'
import { Button } from '../ui/Button.tsx'
import { fieldClass, Panel } from '../ui/Section.tsx'
import { mcpTexts as texts } from './mcp-texts.ts'
import { lines, pairs } from './mcp-lines.ts'
import { Trouble } from './Trouble.tsx'

const EMPTY = { name: '', target: '', args: '', secrets: '' }

/** Puts a server on the list. */
export function McpForm({ onKept }: { onKept: () => void }) {
  const [open, setOpen] = useState(false)
  const [kind, setKind] = useState<'stdio' | 'http'>('stdio')
  const [fields, setFields] = useState(EMPTY)
  const keep = useMutation({
    mutationFn: () => valueOf(putServer(fields.name.trim(), inputOf(kind, fields))),
    onSuccess: () => {
      setFields(EMPTY)
      setOpen(false)
      onKept()
    },
  })
  if (!open) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>
          <Plus size={14} aria-hidden="true" />
          {texts.add}
        </Button>
      </div>
    )
  }
  const field = (name: keyof typeof EMPTY) => ({
    value: fields[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })
  const label = 'flex flex-col gap-1 text-label font-semibold'
  return (
    <Panel>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          keep.mutate()
        }}
      >
        <label className={label}>
          {texts.name}
          <input {...field('name')} required placeholder="tracker" className={`${fieldClass} font-normal`} />
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
                onChange={() => setKind(other)}
              />
              {texts.kinds[other]}
            </label>
          ))}
        </fieldset>
        <label className={label}>
          {kind === 'stdio' ? texts.command : texts.url}
          <input
            {...field('target')}
            required
            placeholder={kind === 'stdio' ? 'npx' : 'https://mcp.example/mcp'}
            className={`${fieldClass} font-mono font-normal`}
          />
        </label>
        {kind === 'stdio' && (
          <label className={label}>
            {texts.args}
            <textarea {...field('args')} rows={2} className={`${fieldClass} py-1.5 font-mono font-normal`} />
          </label>
        )}
        <label className={label}>
          {kind === 'stdio' ? texts.env : texts.headers}
          <textarea {...field('secrets')} rows={2} className={`${fieldClass} py-1.5 font-mono font-normal`} />
          <span className="font-normal text-ink-3">{texts.secret}</span>
        </label>
        <Trouble reason={keep.error?.message ?? null} />
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={keep.isPending}>
            {texts.keep}
          </Button>
          <Button kind="quiet" onClick={() => setOpen(false)}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function inputOf(kind: 'stdio' | 'http', fields: typeof EMPTY): McpServerInput {
  const target = fields.target.trim()
  return {
    enabled: true,
    transport:
      kind === 'stdio'
        ? { kind, command: target, args: [...lines(fields.args)], env: pairs(fields.secrets, '=') }
        : { kind, url: target, headers: pairs(fields.secrets, ':') },
  }
}
