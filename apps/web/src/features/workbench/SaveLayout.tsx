import { useState } from 'react'
import { labelClass } from '../../platform/settings/AddForm.tsx'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { dockNow } from '../../workbench/dock-now.ts'
import { PRESETS } from '../../workbench/preset-names.ts'
import { texts } from '../../workbench/texts.ts'

/** Longest name of a layout. */
const LONGEST = 60

/** Saves the current panes under a name. */
export function SaveLayout({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const taken = PRESETS.some((preset) => preset.toLowerCase() === name.trim().toLowerCase())
  return (
    <Sheet title={texts.saveTitle} onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (taken || name.trim() === '') return
          dockNow()?.saveAs(name.trim())
          onClose()
        }}
      >
        <label className={labelClass}>
          {texts.saveName}
          <input
            value={name}
            maxLength={LONGEST}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            className="min-h-control rounded-control border border-line-strong bg-ground px-2 text-field font-normal"
          />
        </label>
        {taken && (
          <p role="alert" className="text-label font-semibold text-stop">
            {texts.nameTaken}
          </p>
        )}
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={taken || name.trim() === ''}>
            {texts.save}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
