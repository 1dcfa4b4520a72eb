import type { ModelList, ProviderView } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchModels, removeEndpoint } from '../../data/api-models.ts'
import { useApp } from '../../data/context.ts'
import { valueOf } from '../../data/http.ts'
import { usePreferences } from '../../data/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { fieldClass, PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { modelTexts as texts } from './texts.ts'
import { ProviderRow } from './ProviderRow.tsx'
import { SearchSection } from './SearchSection.tsx'
import { texts as settingsTexts } from '../../platform/settings/texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'
import { useChange } from '../../platform/settings/use-change.ts'

/** The model of new chats, and the keys of those who have models. */
export function ModelsPage() {
  const queries = useQueryClient()
  const list = useQuery({ queryKey: ['models'], queryFn: () => valueOf(fetchModels()), staleTime: 0 })
  const { askMe } = useApp()
  const again = (): void => {
    void queries.invalidateQueries({ queryKey: ['models'] })
    // The thread menus offer the models found here.
    void askMe()
  }
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      {list.data === undefined ? (
        <p className="text-ink-3">
          {list.error === null ? settingsTexts.loading : settingsTexts.notThere(list.error.message)}
        </p>
      ) : (
        <Models list={list.data} onChanged={again} />
      )}
      <SearchSection />
    </>
  )
}

function Models({ list, onChanged }: { list: ModelList; onChanged: () => void }) {
  const of = (kind: ProviderView['kind']): readonly ProviderView[] =>
    list.providers.filter((provider) => provider.kind === kind)
  const row = (provider: ProviderView) => (
    <ProviderRow
      key={provider.id}
      provider={provider}
      models={list.models.filter((model) => model.provider === provider.id).length}
      onChanged={onChanged}
    />
  )
  const local = of('local')
  return (
    <>
      <StandardModel list={list} />
      <Titles />
      <Section title={texts.services} hint={texts.servicesHint}>
        <Panel>
          <ul className="flex flex-col divide-y divide-line">{of('service').map(row)}</ul>
        </Panel>
      </Section>
      <Section title={texts.local} hint={texts.localHint}>
        <Panel>
          {local.length === 0 ? (
            <p className="text-label text-ink-3">{texts.noLocal}</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">{local.map(row)}</ul>
          )}
        </Panel>
      </Section>
      <Section title={texts.endpoints} hint={texts.endpointsHint}>
        <Panel>
          <ul className="flex flex-col divide-y divide-line empty:hidden">
            {of('endpoint').map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                models={list.models.filter((model) => model.provider === provider.id).length}
                onChanged={onChanged}
              >
                <Button kind="refuse" onClick={() => void removeEndpoint(provider.id).then(onChanged)}>
                  {texts.remove}
                </Button>
              </ProviderRow>
            ))}
          </ul>
          <EndpointForm onKept={onChanged} />
        </Panel>
      </Section>
    </>
  )
}

function StandardModel({ list }: { list: ModelList }) {
  const { default_model: chosen } = usePreferences()
  const [trouble, change] = useChange()
  return (
    <Section title={texts.standard}>
      <Trouble reason={trouble} />
      <div>
        <select
          aria-label={texts.standard}
          value={chosen ?? ''}
          onChange={(event) => {
            const id = event.target.value
            change({ default_model: id === '' ? null : id })
          }}
          className={fieldClass}
        >
          <option value="">{texts.asFound}</option>
          {list.providers.map((provider) => (
            <optgroup key={provider.id} label={provider.name}>
              {list.models
                .filter((model) => model.provider === provider.id)
                .map((model) => (
                  <option key={model.id} value={model.id}>
                    {model.demo ? texts.demo : model.name}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </div>
    </Section>
  )
}

function Titles() {
  const { model_titles: wanted } = usePreferences()
  const [trouble, change] = useChange()
  return (
    <Section title={texts.titles}>
      <Trouble reason={trouble} />
      <Toggle
        label={texts.modelTitles}
        hint={texts.modelTitlesHint}
        checked={wanted}
        onChange={(on) => change({ model_titles: on })}
      />
    </Section>
  )
}
