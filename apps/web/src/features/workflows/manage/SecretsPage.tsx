import { SecretName, workflowRoutes } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../../data/http.ts'
import { Trouble } from '../../../platform/settings/Trouble.tsx'
import { Button } from '../../../ui/Button.tsx'
import { fieldClass, PageTitle, Panel, Section } from '../../../ui/Section.tsx'
import { keys } from '../api.ts'
import { manageTexts as texts } from '../manage-texts.ts'

/** Secrets of workflows: names and hosts. Values are write-only. */
export function SecretsPage() {
  const queries = useQueryClient()
  const [form, setForm] = useState<{ readonly name: string; readonly hosts: string } | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: keys.secrets,
    queryFn: () => valueOf(call(workflowRoutes.secrets, {})),
    staleTime: 0,
  })
  const remove = async (name: string): Promise<void> => {
    const result = await call(workflowRoutes.removeSecret, { params: { name } })
    setSaid(result.ok ? null : result.message)
    if (result.ok) queries.setQueryData(keys.secrets, result.value)
  }
  return (
    <>
      <PageTitle title={texts.secrets} hint={texts.secretsHint} />
      <Trouble reason={said ?? error?.message ?? null} />
      <Section
        title={texts.secrets}
        action={
          form === null && <Button onClick={() => setForm({ name: '', hosts: '' })}>{texts.addSecret}</Button>
        }
      >
        {form !== null && <SecretForm first={form} onClose={() => setForm(null)} />}
        {data?.secrets.length === 0 && <p className="text-label text-ink-3">{texts.noSecrets}</p>}
        {data !== undefined && data.secrets.length > 0 && (
          <Panel>
            <ul className="divide-y divide-line">
              {data.secrets.map(({ name, hosts }) => (
                <li key={name} className="flex flex-wrap items-center gap-3 py-2 text-label">
                  <code className="w-40 shrink-0 font-mono">{name}</code>
                  <span className="min-w-0 flex-1 text-ink-2 wrap-anywhere">
                    {texts.sentTo(hosts.join(', '))}
                  </span>
                  <Button
                    aria-label={texts.replaceSecret(name)}
                    onClick={() => setForm({ name, hosts: hosts.join('\n') })}
                  >
                    {texts.replace}
                  </Button>
                  <Button
                    kind="refuse"
                    aria-label={texts.removeSecret(name)}
                    onClick={() => void remove(name)}
                  >
                    {texts.remove}
                  </Button>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </Section>
    </>
  )
}

interface SecretFormProps {
  readonly first: { readonly name: string; readonly hosts: string }
  readonly onClose: () => void
}

/** State of the form, and saving it. An empty value keeps the saved one. */
function useSecretForm({ first, onClose }: SecretFormProps) {
  const queries = useQueryClient()
  const [name, setName] = useState(first.name)
  const [value, setValue] = useState('')
  const [hosts, setHosts] = useState(first.hosts)
  const [said, setSaid] = useState<string | null>(null)
  const lines = hosts
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const isKnown = first.name !== ''
  const isReady = SecretName.safeParse(name).success && lines.length > 0 && (isKnown || value !== '')
  const save = async (): Promise<void> => {
    const result = await call(workflowRoutes.putSecret, {
      params: { name },
      body: { hosts: lines, ...(value === '' ? {} : { value }) },
    })
    if (!result.ok) return setSaid(result.message)
    queries.setQueryData(keys.secrets, result.value)
    onClose()
  }
  return { name, setName, value, setValue, hosts, setHosts, said, isKnown, isReady, save }
}

const label = 'flex flex-col gap-1 text-label font-semibold'

function SecretForm(props: SecretFormProps) {
  const form = useSecretForm(props)
  return (
    <Panel>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (form.isReady) void form.save()
        }}
      >
        <label className={label}>
          {texts.secretName}
          <input
            className={fieldClass}
            value={form.name}
            readOnly={form.isKnown}
            autoCapitalize="off"
            spellCheck={false}
            aria-describedby="secret-name-rule"
            onChange={(event) => form.setName(event.target.value)}
          />
        </label>
        <p id="secret-name-rule" className="text-hint text-ink-3">
          {texts.secretNameHint}
        </p>
        <label className={label}>
          {texts.secretValue}
          <input
            type="password"
            autoComplete="off"
            className={fieldClass}
            value={form.value}
            onChange={(event) => form.setValue(event.target.value)}
          />
        </label>
        <label className={label}>
          {texts.secretHosts}
          <textarea
            rows={2}
            className={`${fieldClass} py-1 font-mono`}
            placeholder={texts.hostExample}
            spellCheck={false}
            value={form.hosts}
            onChange={(event) => form.setHosts(event.target.value)}
          />
        </label>
        <Trouble reason={form.said} />
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={!form.isReady}>
            {texts.saveSecret}
          </Button>
          <Button kind="quiet" onClick={props.onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
