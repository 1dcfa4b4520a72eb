import { topicState } from '@countersign/protocol/client'
import type { Slice } from '@countersign/protocol/client'
import { useEffect } from 'react'
import { useApp, useView } from '../data/context.ts'

/** Follows a topic while it is shown: what the slice of its kind made of it. */
export function useTopic<State>(slice: Slice<State>, id: string): State {
  const { client } = useApp()
  useEffect(() => client.follow(`${slice.kind}:${id}`), [client, slice.kind, id])
  return useView((view) => topicState(view, slice, id))
}
