import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { texts } from './texts.ts'

/** Copies the exact text. Says so for a moment. */
export function CopyButton({ text, label = texts.copy }: { text: string; label?: string }) {
  const [done, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    window.setTimeout(() => setDone(false), 2000)
  }
  return (
    <Button kind="quiet" onClick={() => void copy()}>
      {done ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      {done ? texts.copied : label}
    </Button>
  )
}
