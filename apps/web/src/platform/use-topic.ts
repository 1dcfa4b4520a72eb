import { topicState } from '@countersign/protocol/client'
import type { Slice } from '@countersign/protocol/client'
import { useEffect } from 'react'
import { useApp, useView } from '../data/context.ts'

/** Follows a topic while the component is mounted, and returns the state of its slice. */
export function useTopic<State>(slice: Slice<State>, id: string): State {
  const { client } = useApp()
  useEffect(() => client.follow(`${slice.kind}:${id}`), [client, slice.kind, id])
  return useView((view) => topicState(view, slice, id))
}
