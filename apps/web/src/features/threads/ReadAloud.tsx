import type { MessageView } from '@countersign/protocol'
import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fetchMessage } from '../../data/whole.ts'
import { Button } from '../../ui/Button.tsx'
import { languageOf } from '../../ui/language-of.ts'
import { texts } from './message-texts.ts'

/** Reads an answer aloud with the browser's own voice. Hidden if the browser has none. */
export function ReadAloud({ message }: { message: MessageView }) {
  const [reading, setReading] = useState(false)
  useEffect(() => () => (reading ? window.speechSynthesis.cancel() : undefined), [reading])
  if (!('speechSynthesis' in window) || message.text.trim() === '') return null
  const read = async (): Promise<void> => {
    const whole = message.bytes === undefined ? null : await fetchMessage(message.id)
    const said = new SpeechSynthesisUtterance(spoken(whole?.ok === true ? whole.value.text : message.text))
    const language = languageOf(message.text)
    if (language !== undefined) said.lang = language
    said.addEventListener('end', () => setReading(false))
    said.addEventListener('error', () => setReading(false))
    window.speechSynthesis.cancel()
    window.speechSynthesis.speak(said)
    setReading(true)
  }
  return (
    <Button
      kind="quiet"
      size="small"
      aria-pressed={reading}
      onClick={() => {
        if (reading) {
          window.speechSynthesis.cancel()
          setReading(false)
        } else void read()
      }}
    >
      {reading ? <VolumeX size={14} aria-hidden="true" /> : <Volume2 size={14} aria-hidden="true" />}
      {reading ? texts.stopReading : texts.readAloud}
    </Button>
  )
}

/** Only the words: Markdown syntax is omitted, and code is mentioned instead of spelled out. */
function spoken(text: string): string {
  return text
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ` ${texts.codeLeftOut} `)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>|~]+/g, ' ')
}
