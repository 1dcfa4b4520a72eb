import type { ImageId } from '@countersign/protocol'
import { useEffect, useState } from 'react'
import { fetchImage } from '../data/api-images.ts'

/** An address of a picture for this page alone: the page fetches it, because an address by itself is nobody. */
export function useImage(id: ImageId): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let gone = false
    void fetchImage(id).then((bytes) => {
      if (bytes === null || gone) return
      made = URL.createObjectURL(bytes)
      setAddress(made)
    })
    return () => {
      gone = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [id])
  return address
}
