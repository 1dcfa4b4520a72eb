import { workflowRoutes } from '@countersign/protocol'
import { topicState } from '@countersign/protocol/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApp, useView } from '../../../data/context.ts'
import { call, valueOf } from '../../../data/http.ts'
import { keys } from '../api.ts'
import { noticeSlice } from '../slice.ts'

/** This person's notices, newest first; undefined until they are loaded. */
export function useNotices() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.notices,
    queryFn: () => valueOf(call(workflowRoutes.notices, {})),
    staleTime: 10_000,
    retry: false,
  })
  const { client } = useApp()
  const topic = data?.topic
  useEffect(() => (topic === undefined ? undefined : client.follow(topic)), [client, topic])
  const came = useView((view) => topicState(view, noticeSlice, topic?.slice('notices:'.length) ?? ''))
  useEffect(() => {
    if (came > 0) void refetch()
  }, [came, refetch])
  return { notices: data?.notices, error }
}
