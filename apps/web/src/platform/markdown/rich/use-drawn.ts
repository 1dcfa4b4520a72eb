import { useEffect, useState } from 'react'
import type { Drawn } from './bounded-drawing.ts'

/** The result of a job; null until it is done, and if it failed. */
export function useDrawn<Job>(draw: (job: Job) => Promise<Drawn>, job: Job): Drawn {
  const key = JSON.stringify(job)
  const [drawn, setDrawn] = useState<{ readonly key: string; readonly value: Drawn } | null>(null)
  useEffect(() => {
    let wanted = true
    const same = JSON.parse(key) as Job // the same job as above, which is plain JSON
    void draw(same).then((value) => {
      if (wanted) setDrawn({ key, value })
    })
    return () => {
      wanted = false
    }
  }, [draw, key])
  return drawn?.key === key ? drawn.value : null
}
