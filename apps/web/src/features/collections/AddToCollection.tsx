import { collectionRoutes } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { Library } from 'lucide-react'
import { useState } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { texts } from './texts.ts'
import { addFile } from './use-collections.ts'

/** Adds an attached file to a collection. */
export function AddToCollection({ name, read }: { name: string; read: () => Promise<Blob> }) {
  const [said, setSaid] = useState<string | null>(null)
  const found = useQuery({
    queryKey: ['collections', 'list', 'attachment'],
    queryFn: async () => (await valueOf(call(collectionRoutes.list, {}))).collections,
    retry: false,
  })
  const add = async (id: string, collection: string): Promise<void> => {
    const answer = await addFile(id, { name, file: await read() })
    setSaid(answer.ok ? texts.addedTo(collection) : answer.message)
  }
  if (said !== null)
    return (
      <span role="status" className="text-hint text-ink-2">
        {said}
      </span>
    )
  return (
    <DropMenu
      look="icon"
      label={texts.addTo(name)}
      side="top"
      trigger={<Library size={14} aria-hidden="true" />}
      entries={(found.data ?? []).map((one) => ({
        key: one.id,
        content: one.name,
        onChoose: () => void add(one.id, one.name),
      }))}
      {...(found.data?.length === 0 ? { note: texts.noneYet } : {})}
    />
  )
}
