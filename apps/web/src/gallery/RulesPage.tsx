import { compilePolicy, decide, offers, toolFacts } from '@countersign/policy'
import { decisionView } from '../platform/cards/decision-view.ts'
import { RulePanel } from '../platform/cards/RulePanel.tsx'
import { useCard } from '../platform/cards/use-card.ts'
import type { CardView } from '../platform/cards/card-view.ts'
import { idle } from './CardsPage.tsx'
import { aCall, aCard } from './fixtures.ts'

const COMMANDS = [
  'npm run build && npm publish --dry-run | tee publish.log',
  'npm test',
  'node scripts/tidy.js',
]

/** The rule editor on commands that were decided here, by the policy itself. */
export function RulesPage() {
  return (
    <div className="grid items-start gap-6 wide:grid-cols-2">
      {COMMANDS.map((command) => (
        <section
          key={command}
          aria-label={command}
          className="min-w-0 rounded-card border border-line bg-raised p-3"
        >
          <h2 className="pb-2 font-mono text-label text-ink-3">{command}</h2>
          <Editor view={decidedCard(command)} />
        </section>
      ))}
    </div>
  )
}

function Editor({ view }: { view: CardView }) {
  return <RulePanel view={view} card={useCard(view, idle)} scope="allow_always" />
}

function decidedCard(command: string): CardView {
  const place = { workspace: '/home/ada/site', cwd: '/home/ada/site', home: '/home/ada' }
  const call = { tool: toolFacts('terminal.exec'), specifier: { kind: 'shell', command } as const, place }
  const policy = compilePolicy({ mode: 'default', layers: [] })
  return aCard(
    aCall(
      'rule',
      { kind: 'shell', command, cwd: place.cwd },
      {
        decision: decisionView(decide(call, policy)),
      },
    ),
    {
      approval: {
        offers: offers(call, policy).map((offer) => ({
          rule: offer.rule.text,
          covers: offer.covers,
          still_asks: [...offer.stillAsks],
        })),
      },
    },
  )
}
