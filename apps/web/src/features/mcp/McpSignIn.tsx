import { useMutation } from '@tanstack/react-query'
import { askSignIn } from '../../data/api-mcp.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { mcpTexts as texts } from './texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'

/** A server that requires a sign-in: its address is requested, shown in full, and opened when the person presses. */
export function McpSignIn({ name }: { name: string }) {
  const ask = useMutation({ mutationFn: () => valueOf(askSignIn(name)) })
  const address = ask.data === undefined ? null : URL.parse(ask.data)
  const safe = address !== null && (address.protocol === 'https:' || address.protocol === 'http:')
  return (
    <div className="flex flex-wrap items-center gap-3 text-label">
      {safe ? (
        <a href={address.href} target="_blank" rel="noreferrer noopener">
          <Visible text={texts.openSignIn(address.host)} />
        </a>
      ) : (
        <Button disabled={ask.isPending} onClick={() => ask.mutate()}>
          {texts.signIn}
        </Button>
      )}
      <Trouble reason={ask.error?.message ?? (address !== null && !safe ? texts.noAddress : null)} />
    </div>
  )
}
