import { PageTitle } from '../../ui/Section.tsx'
import { InstallForm } from './InstallForm.tsx'
import { PluginPanel } from './PluginPanel.tsx'
import { texts } from './texts.ts'
import { usePlugins } from './use-plugins.ts'

/** Plugins: their permissions, whether they are trusted, and their state. */
export function PluginsPage() {
  const { plugins, problem } = usePlugins()
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      {plugins === undefined ? (
        <p className="text-ink-3">{problem === null ? texts.loading : texts.notThere(problem)}</p>
      ) : (
        <>
          {plugins.length === 0 && <p className="text-ink-3">{texts.none}</p>}
          {plugins.map((plugin) => (
            <PluginPanel key={plugin.id} plugin={plugin} />
          ))}
          <InstallForm />
        </>
      )}
    </>
  )
}
