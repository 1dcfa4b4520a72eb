import { browserRoutes } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { texts } from './texts.ts'

/** The person's saved logins, with a button to remove each. */
export function Logins() {
  const found = useQuery({
    queryKey: ['browser-logins'],
    queryFn: () => valueOf(call(browserRoutes.logins, {})),
    retry: false,
  })
  const logins = found.data?.logins ?? []
  if (logins.length === 0) return <Page>{found.error?.message ?? texts.noLogins}</Page>
  return (
    <ul className="flex flex-col overflow-auto p-3">
      {logins.map(({ origin, cookies }) => (
        <li key={origin} className="flex flex-wrap items-center gap-3 border-b border-line py-1.5 text-label">
          <span className="font-mono wrap-anywhere">{origin}</span>
          <span className="text-ink-3">{texts.cookies(cookies)}</span>
          <span className="ml-auto">
            <Button
              kind="refuse"
              size="small"
              aria-label={`${texts.forget} ${origin}`}
              onClick={() =>
                void call(browserRoutes.forget, { body: { origin } }).then(() => {
                  void found.refetch()
                })
              }
            >
              {texts.forget}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
