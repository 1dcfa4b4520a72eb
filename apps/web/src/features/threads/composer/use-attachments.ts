import { useCallback, useState } from 'react'
import { keepImage } from '../../../data/api-images.ts'
import { readAttachment } from './attachments.ts'
import type { Attachment, ReadFile } from './attachments.ts'
import { texts } from './texts.ts'

export interface Attachments {
  readonly files: readonly Attachment[]
  /** Why a file was not taken. */
  readonly trouble: string | null
  /** Files that cannot be attached, but may have another use. */
  readonly refused: readonly File[]
  readonly add: (files: readonly File[]) => void
  readonly remove: (index: number) => void
  readonly clear: () => void
}

/** Files attached to the next message. */
export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const [notTaken, setNotTaken] = useState<readonly File[]>([])
  const add = useCallback((given: readonly File[]): void => {
    void Promise.all(given.map((file) => readAttachment(file, keepImage))).then((answers) => {
      setFiles((before) => [
        ...before,
        ...answers.flatMap((answer) => (answer.ok ? [answer.attachment] : [])),
      ])
      const refused = answers.find((answer) => !answer.ok)
      setTrouble(refused?.ok === false ? troubleOf(refused) : null)
      setNotTaken(given.filter((_file, index) => answers[index]?.ok === false))
    })
  }, [])
  return {
    files,
    trouble,
    refused: notTaken,
    add,
    remove: (index) => setFiles(files.filter((_file, at) => at !== index)),
    clear: () => {
      setFiles([])
      setTrouble(null)
      setNotTaken([])
    },
  }
}

function troubleOf(refused: Extract<ReadFile, { ok: false }>): string {
  return refused.why === 'refused'
    ? texts.pictureRefused(refused.name, refused.reason)
    : texts.notAttached[refused.why](refused.name)
}
