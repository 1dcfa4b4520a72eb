import { setEndpoint } from '../../data/api-models.ts'
import { fieldClass } from '../../ui/Section.tsx'
import { AddForm, labelClass } from '../../platform/settings/AddForm.tsx'
import { modelTexts as texts } from './texts.ts'

const EMPTY = { id: '', name: '', address: '', key: '' }

/** Adds a server that uses the OpenAI chat format. */
export function EndpointForm({ onKept }: { onKept: () => void }) {
  return (
    <AddForm
      words={{ add: texts.add, keep: texts.keepEndpoint, cancel: texts.cancel }}
      boxed={false}
      empty={EMPTY}
      isValid={({ id, address }) =>
        /^[a-z][a-z0-9-]{0,39}$/.test(id.trim()) && /^https?:\/\/\S+$/.test(address.trim())
      }
      save={keepEndpoint}
      onKept={onKept}
    >
      {(fields, change) => (
        <div className="grid gap-2 wide:grid-cols-2">
          {(['id', 'name', 'address', 'key'] as const).map((name) => (
            <label key={name} className={labelClass}>
              {texts.endpoint[name].label}
              <input
                type={name === 'key' ? 'password' : 'text'}
                autoComplete="off"
                spellCheck={false}
                value={fields[name]}
                placeholder={texts.endpoint[name].example}
                onChange={(event) => change({ [name]: event.target.value })}
                className={`${fieldClass} font-normal`}
              />
            </label>
          ))}
        </div>
      )}
    </AddForm>
  )
}

async function keepEndpoint(fields: typeof EMPTY): ReturnType<typeof setEndpoint> {
  const [id, name, key] = [fields.id.trim(), fields.name.trim(), fields.key.trim()]
  return setEndpoint(id, {
    name: name === '' ? id : name,
    base_url: fields.address.trim(),
    ...(key === '' ? {} : { key }),
  })
}
