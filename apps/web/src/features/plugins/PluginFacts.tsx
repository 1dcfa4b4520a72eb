import type { PluginView } from '@countersign/protocol'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** What a plugin may do, and the tools that it declares. */
export function PluginFacts({ plugin }: { plugin: PluginView }) {
  return (
    <>
      <p className="text-label text-ink-2">
        {texts.may} {mayOf(plugin).join('; ')}.
      </p>
      {plugin.tools.length > 0 && (
        <ul className="divide-y divide-line">
          {plugin.tools.map((tool) => (
            <li key={tool.name} className="flex flex-wrap gap-x-3 py-1.5 text-label">
              <span className="w-32 shrink-0 font-semibold text-ink-2">{texts.effects[tool.effect]}</span>
              <span className="min-w-0 flex-1">
                <code className="font-mono">
                  <Visible text={tool.name} />
                </code>
                <span className="block text-ink-3">
                  <Visible text={tool.description} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {plugin.hash !== null && <p className="font-mono text-hint text-ink-3">{texts.hash(plugin.hash)}</p>}
    </>
  )
}

function mayOf({
  permissions: { tools, pane, read, network },
  tools: declared,
}: PluginView): readonly string[] {
  const may = [
    ...(tools ? [texts.mayOffer(declared.length)] : []),
    ...(pane === undefined ? [] : [pane === 'page' ? texts.mayDraw : texts.mayDescribe]),
    ...(read.length === 0 ? [] : [texts.mayRead(read)]),
    ...(network.length === 0 ? [] : [texts.mayFetch(network)]),
  ]
  return may.length === 0 ? [texts.mayNothing] : may
}
