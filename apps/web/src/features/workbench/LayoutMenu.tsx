import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { lazy } from '../../ui/lazy.ts'
import type { DockNow } from '../../workbench/dock-now.ts'
import { PRESETS } from '../../workbench/preset-names.ts'
import { texts } from '../../workbench/texts.ts'

const SaveLayout = lazy(async () => ({ default: (await import('./SaveLayout.tsx')).SaveLayout }))

/** The layouts that a person saved, and actions on the current one. */
export function LayoutMenu({ dock }: { dock: DockNow }) {
  const [saving, setSaving] = useState(false)
  const isPreset = (name: string): boolean => PRESETS.some((preset) => preset === name)
  const saved = dock.names.filter((name) => !isPreset(name))
  const own = !isPreset(dock.current)
  const act = (key: string, label: string, run: () => void) => ({ key, content: label, onChoose: run })
  return (
    <>
      <DropMenu
        look={own ? 'strong' : 'icon'}
        label={own ? `${texts.more}: ${dock.current}` : texts.more}
        trigger={
          <>
            {own && dock.current}
            <ChevronDown size={14} aria-hidden="true" />
          </>
        }
        entries={[
          ...saved.map((name) => act(`layout ${name}`, name, () => dock.switchTo(name))),
          act('save', texts.saveAs, () => setSaving(true)),
          own
            ? act('remove', texts.remove(dock.current), () => dock.remove(dock.current))
            : act('reset', texts.reset, () => dock.act('reset')),
          act('undo', texts.undo, () => dock.act('undo')),
          act('redo', texts.redo, () => dock.act('redo')),
        ]}
      />
      {saving && (
        <Suspense>
          <SaveLayout onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}
