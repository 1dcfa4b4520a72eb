import type { McpServerView } from '@countersign/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { removeServer, restartServer, trustServer } from '../../data/api-mcp.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Panel } from '../../ui/Section.tsx'
import { sentence } from '../../ui/sentence.ts'
import { dateAndTime } from '../../ui/times.ts'
import { Said } from '../../ui/Said.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { McpSignIn } from './McpSignIn.tsx'
import { mcpTexts as texts } from './texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'

/** One server: its state, whether it is trusted, and the verdicts on its tools. */
export function McpServerPanel({ server, onChanged }: { server: McpServerView; onChanged: () => void }) {
  const act = useMutation({
    mutationFn: (what: () => ReturnType<typeof removeServer>) => valueOf(what()),
    onSettled: onChanged,
  })
  const { name, hash, trust, tools } = server
  return (
    <section aria-label={name} data-mcp-server={name}>
      <Panel>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Mark state={server.state === 'ready' ? 'signed' : 'void'} />
          <h2 className="min-w-40 flex-1 text-title font-semibold">
            {name}{' '}
            <span className="text-label font-normal text-ink-3">
              {texts.state[server.state]} · {texts.tools(tools.length)}
            </span>
          </h2>
          <Button disabled={act.isPending} onClick={() => act.mutate(async () => restartServer(name))}>
            {texts.restart}
          </Button>
          {trust !== 'trusted' && hash !== null && (
            <Button disabled={act.isPending} onClick={() => act.mutate(async () => trustServer(name, hash))}>
              {texts.trust(tools.length)}
            </Button>
          )}
          {trust !== 'untrusted' && (
            <Button disabled={act.isPending} onClick={() => act.mutate(async () => trustServer(name, null))}>
              {texts.distrust}
            </Button>
          )}
          <Button
            kind="refuse"
            aria-label={texts.remove(name)}
            disabled={act.isPending}
            onClick={() => act.mutate(async () => removeServer(name))}
          >
            {texts.removeWord}
          </Button>
        </div>
        <p className="text-label text-ink-2">
          <code className="font-mono">
            <Visible text={reached(server)} />
          </code>
          {server.server !== null && (
            <>
              {' '}
              · <Visible text={texts.saysItIs(server.server.name, server.server.version)} />
            </>
          )}
        </p>
        <p className="text-label text-ink-2">{sentence(trustWords(server))}</p>
        <Trouble reason={act.error?.message ?? null} />
        {server.problem !== null && (
          <p className="text-label font-semibold text-stop">
            <Said message={server.problem} />
          </p>
        )}
        {server.state === 'authorize' && <McpSignIn name={name} />}
        <Tools server={server} />
      </Panel>
    </section>
  )
}

function Tools({ server }: { server: McpServerView }) {
  const [open, setOpen] = useState(false)
  if (server.tools.length + server.refused.length === 0) return null
  return (
    <div>
      <span className="-ms-3">
        <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {texts.tools(server.tools.length)}
        </Button>
      </span>
      {open && (
        <ul className="divide-y divide-line">
          {server.tools.map((tool) => (
            <li key={tool.name} className="flex flex-wrap gap-x-3 py-1.5 text-label">
              <span
                className={`w-32 shrink-0 font-semibold ${tool.destructive ? 'text-stop' : 'text-ink-2'}`}
              >
                {tool.destructive ? texts.destructive : texts.verdict[tool.category]}
              </span>
              <span className="min-w-0 flex-1">
                <code className="font-mono">
                  <Visible text={tool.name} />
                </code>
                {tool.changed && <span className="text-stop"> {texts.changed}</span>}
                <span className="block text-ink-3">
                  <Visible text={tool.description} />
                </span>
              </span>
            </li>
          ))}
          {server.refused.map(({ name, reason }) => (
            <li key={name} className="py-1.5 text-label text-ink-3">
              <code className="font-mono">
                <Visible text={name} />
              </code>{' '}
              <Visible text={texts.refused(reason)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function trustWords({ trust, trusted_at: at }: McpServerView): string {
  return trust === 'trusted' && at !== undefined ? texts.trustedSince(dateAndTime(at)) : texts.trusts[trust]
}

function reached({ transport }: McpServerView): string {
  switch (transport.kind) {
    case 'stdio': {
      const env = transport.env.length === 0 ? '' : ` ${texts.namesOnly(transport.env)}`
      return `${[transport.command, ...transport.args].join(' ')}${env}`
    }
    case 'http':
      return transport.headers.length === 0
        ? transport.url
        : `${transport.url} ${texts.namesOnly(transport.headers)}`
  }
}
