import type { ImageId } from '@countersign/protocol'
import { useEffect, useState } from 'react'
import { fetchImage } from '../data/api-images.ts'

/** A local URL for an image. The page fetches the image itself, because a plain URL carries no credentials. */
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
