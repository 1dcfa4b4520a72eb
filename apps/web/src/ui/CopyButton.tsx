import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button.tsx'
import type { ButtonProps } from './Button.tsx'
import { texts } from './texts.ts'

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'title'> {
  /** A function loads the text on demand. */
  readonly text: string | (() => Promise<string>)
  readonly label?: string
}

/** Copies the exact text and confirms it for a moment. */
export function CopyButton({ text, label = texts.copy, ...look }: CopyButtonProps) {
  const [done, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
    setDone(true)
    window.setTimeout(() => setDone(false), 2000)
  }
  return (
    <Button kind="quiet" {...look} onClick={() => void copy()}>
      {done ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      {done ? texts.copied : label}
    </Button>
  )
}
