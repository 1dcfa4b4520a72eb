import type { McpServerView } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchServers } from '../../data/api-mcp.ts'
import { valueOf } from '../../data/http.ts'
import { PageTitle } from '../../ui/Section.tsx'
import { McpForm } from './McpForm.tsx'
import { McpServerPanel } from './McpServerPanel.tsx'
import { mcpTexts as texts } from './texts.ts'
import { texts as settingsTexts } from '../../platform/settings/texts.ts'

/** Milliseconds between two checks while a server starts or is retried. */
const LOOK_MS = 2000

/** MCP servers: their tools with the policy's verdicts, and whether a person trusts them. */
export function McpPage() {
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: ['mcp'],
    queryFn: () => valueOf(fetchServers()),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.some(isMoving) === true ? LOOK_MS : false),
  })
  const again = (): void => void queries.invalidateQueries({ queryKey: ['mcp'] })
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      {list.data === undefined ? (
        <p className="text-ink-3">
          {list.error === null ? settingsTexts.loading : settingsTexts.notThere(list.error.message)}
        </p>
      ) : (
        <>
          {list.data.length === 0 && <p className="text-ink-3">{texts.none}</p>}
          {list.data.map((server) => (
            <McpServerPanel key={server.name} server={server} onChanged={again} />
          ))}
          <McpForm onKept={again} />
        </>
      )}
    </>
  )
}

function isMoving({ state }: McpServerView): boolean {
  return state === 'starting' || state === 'waiting'
}
