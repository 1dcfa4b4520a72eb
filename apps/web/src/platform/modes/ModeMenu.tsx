import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ForbiddenMode } from '../../data/api.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { isAutoKnown, keepAutoKnown } from './auto-known.ts'
import { modeLook, MODES } from './modes.ts'
import type { ModeLook } from './modes.ts'
import { ModeRail } from './ModeRail.tsx'
import { texts } from './texts.ts'

export interface ModeMenuProps {
  readonly mode: string
  /** Modes that are forbidden here; they are listed with the reason. */
  readonly forbidden: readonly ForbiddenMode[]
  /** Why commands run outside the operating system's sandbox; null if they run in it. */
  readonly noSandbox: string | null
  readonly onChoose: (mode: string) => void
  readonly triggerId?: string
  readonly state?: ModeState
}

/** `saving`: the server has not replied yet. `read_only`: nothing can be chosen now, and why. */
export type ModeState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'saving'; readonly to: string }
  | { readonly kind: 'read_only'; readonly why: string }

/** Chooses which calls ask. The server's row is authoritative: a choice only sends a request, and the old mode is shown until the reply. */
export function ModeMenu(props: ModeMenuProps) {
  const { mode, forbidden, noSandbox, onChoose, triggerId, state = READY } = props
  const active = modeLook(mode)
  const [known, setKnown] = useState(() => isAutoKnown(window.localStorage))
  const choose = (id: string): void => {
    if (id === 'auto') setKnown(keepAutoKnown(window.localStorage))
    onChoose(id)
  }
  const isForbidden = (id: string): boolean => forbidden.some((other) => other.mode === id)
  const lineOf = (look: ModeLook): string => {
    if (isForbidden(look.id)) return whyForbidden(look, forbidden)
    return look.id === 'auto' && !known ? texts.autoOnce : look.line
  }
  const modes = MODES.some((other) => other.id === mode) ? MODES : [...MODES, active]
  return (
    <DropMenu
      {...(triggerId === undefined ? {} : { id: triggerId })}
      look="strong"
      side="top"
      label={
        state.kind === 'saving'
          ? texts.saving(active.label, modeLook(state.to).label)
          : texts.mode(active.label)
      }
      trigger={
        <>
          <Dot look={active} />
          {active.label}
          {state.kind === 'saving' && (
            <span className="font-normal text-ink-3">
              <span className="hidden wide:inline">{texts.savingTo(modeLook(state.to).label)}</span>
              <span className="wide:hidden">…</span>
            </span>
          )}
          <ChevronDown size={14} aria-hidden="true" className="text-ink-3" />
        </>
      }
      value={mode}
      {...noteOf(state, noSandbox)}
      entries={modes.map((look) => ({
        key: look.id,
        disabled: state.kind !== 'ready' || isForbidden(look.id),
        onChoose: () => choose(look.id),
        content: (
          <>
            <span className="flex items-center gap-2">
              <Dot look={look} />
              <span className="font-semibold">{look.label}</span>
              {look.id === mode && <Check size={14} aria-hidden="true" />}
            </span>
            <span className="max-w-80 text-hint text-ink-2">{lineOf(look)}</span>
            <ModeRail mode={look.id} short />
          </>
        ),
      }))}
    />
  )
}

const READY: ModeState = { kind: 'ready' }

/** The lines above the modes. */
function noteOf(state: ModeState, noSandbox: string | null) {
  const notes = [
    ...(state.kind === 'read_only' ? [state.why] : []),
    ...(noSandbox === null ? [] : [texts.noSandbox(noSandbox)]),
  ]
  if (notes.length === 0) return {}
  const note = notes.map((words) => (
    <span key={words} className="block max-w-72">
      {words}
    </span>
  ))
  return { note }
}

/** Why a mode cannot be chosen, for a person to read. */
export function whyForbidden(look: ModeLook, forbidden: readonly ForbiddenMode[]): string {
  const found = forbidden.find(({ mode }) => mode === look.id)
  return found?.because === 'set'
    ? texts.modeSet(modeLook(found.instead).label)
    : texts.modeForbidden(look.label)
}

function Dot({ look }: { look: ModeLook }) {
  return (
    <span aria-hidden="true" className={`dot size-2.5 shrink-0 rounded-full bg-current ${look.colour}`} />
  )
}
