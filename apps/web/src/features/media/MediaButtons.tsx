import type { MediaGeneration } from '@countersign/protocol'
import { AudioLines, Check, ImagePlus } from 'lucide-react'
import type { ComposerPartProps } from '../../platform/composer-part.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { Microphone } from './Microphone.tsx'
import { texts } from './texts.ts'

const MODES = ['chat', 'image', 'speech'] as const satisfies readonly MediaGeneration['mode'][]

/** What the message asks for, and dictation. */
export function MediaButtons({ ask, onAsk, onWords }: ComposerPartProps) {
  const mode = ask?.media_generation.mode ?? 'chat'
  const Icon = mode === 'speech' ? AudioLines : ImagePlus
  return (
    <>
      <DropMenu
        look="text"
        side="top"
        label={`${texts.ask}: ${texts.asks[mode]}`}
        trigger={
          <>
            <Icon size={16} aria-hidden="true" className="shrink-0 text-ink-2" />
            {mode !== 'chat' && <span className="font-semibold text-accent">{texts.asks[mode]}</span>}
          </>
        }
        value={mode}
        entries={MODES.map((choice) => ({
          key: choice,
          onChoose: () => onAsk(choice === 'chat' ? null : { media_generation: { mode: choice } }),
          content: (
            <span className="flex flex-col">
              <span className="flex items-center gap-2">
                {texts.asks[choice]}
                {choice === mode && <Check size={14} aria-hidden="true" />}
              </span>
              <span className="text-hint text-ink-3">{texts.askHints[choice]}</span>
            </span>
          ),
        }))}
      />
      <Microphone onWords={onWords} />
    </>
  )
}
