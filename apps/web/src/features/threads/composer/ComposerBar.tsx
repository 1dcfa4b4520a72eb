import { Paperclip, SendHorizontal, Square } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { ModeMenu } from '../../../platform/modes/ModeMenu.tsx'
import { heldMode } from '../../../platform/modes/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import type { ComposerPartProps } from '../../../platform/composer-part.ts'
import { useFeatures } from '../../../platform/features-context.ts'
import type { ComposerActions, ComposerView } from './composer-view.ts'
import { EffortMenu } from './EffortMenu.tsx'
import { ModelPicker } from './ModelPicker.tsx'
import { late } from '../../../ui/lazy.ts'
import { texts } from './texts.ts'

const Meter = late(async () => ({ default: (await import('./Meter.tsx')).Meter }))

export interface ComposerBarProps {
  readonly id: string
  readonly view: ComposerView
  readonly actions: ComposerActions
  readonly sendable: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly part: ComposerPartProps
}

/** Below the text: mode, model, files, stop and send. */
export function ComposerBar({ id, view, actions, sendable, onFiles, part }: ComposerBarProps) {
  const features = useFeatures()
  return (
    <>
      <ComposerStrips {...part} />
      <div className="flex flex-wrap items-center gap-2">
        <ModeMenu
          mode={heldMode(view.mode, view.forbidden)}
          forbidden={view.forbidden}
          noSandbox={view.noSandbox}
          onChoose={actions.onMode}
          {...(view.modeState === undefined ? {} : { state: view.modeState })}
          triggerId={`${id}-mode`}
        />
        {/* It shrinks before anything wraps to the next line. */}
        <span className="flex max-w-fit min-w-0 flex-[1_1_5rem]">
          <ModelPicker model={view.model} models={view.models} onChoose={actions.onModel} />
        </span>
        {view.model.capabilities?.reasoning === true && actions.onEffort !== undefined && (
          <EffortMenu effort={view.effort ?? null} onChoose={actions.onEffort} />
        )}
        <AttachButton onFiles={onFiles} />
        {features.map(
          ({ name, composer }) =>
            composer !== undefined && (
              <Suspense key={name}>
                <composer.bar {...part} />
              </Suspense>
            ),
        )}
        <span className="ms-auto flex items-center gap-2">
          <Suspense>{view.meter !== undefined && <Meter {...view.meter} />}</Suspense>
          {view.busy && (
            <Button onClick={actions.onStop} title={texts.stopKeys} data-stop-turn="">
              <Square size={14} aria-hidden="true" />
              {texts.stop}
            </Button>
          )}
          <Button
            type="submit"
            kind="primary"
            size="icon"
            disabled={!sendable}
            aria-label={view.busy ? texts.sendAfter : texts.send}
            title={view.busy ? texts.sendAfter : texts.send}
          >
            <SendHorizontal size={16} aria-hidden="true" />
          </Button>
        </span>
      </div>
    </>
  )
}

/** Features' notes on a message that asks for something other than an answer. */
function ComposerStrips(props: ComposerPartProps) {
  const features = useFeatures()
  if (props.ask === null) return null
  return features.map(
    ({ name, composer }) =>
      composer !== undefined && (
        <Suspense key={name}>
          <composer.strip {...props} />
        </Suspense>
      ),
  )
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        kind="quiet"
        size="icon"
        aria-label={texts.attach}
        title={texts.attach}
        onClick={() => chooser.current?.click()}
      >
        <Paperclip size={16} aria-hidden="true" />
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={texts.attach}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
