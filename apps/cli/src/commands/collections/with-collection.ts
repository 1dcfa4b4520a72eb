import { collectionRoutes, type CollectionView } from '@countersign/protocol'
import type { Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { complain } from '../output.ts'

/** Runs something with a collection by its name. */
export function withCollection(
  name: string,
  work: (api: Api, collection: CollectionView) => Promise<number>,
): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.call(collectionRoutes.list, {})
    if (!answer.ok) return complain(answer.message)
    const found = answer.body.collections.find((one) => one.name.toLowerCase() === name.toLowerCase())
    return found === undefined
      ? complain(`there is no collection \`${name}\`; \`countersign collections list\` names them`)
      : work(api, found)
  })
}
