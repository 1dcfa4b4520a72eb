import { cx } from '../../../ui/cx.ts'
import { duration } from '../../../ui/times.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { runTexts as texts } from '../run-texts.ts'
import type { NodeRuns } from './run-model.ts'
import { RunStateMark } from '../marks/RunStateMark.tsx'

interface TableProps {
  readonly nodes: readonly NodeRuns[]
  readonly chosen: string | null
  readonly onChoose: (node: string) => void
}

/** One row per node: state, duration, attempts, items. */
export function NodeTable({ nodes, chosen, onChoose }: TableProps) {
  const head = 'px-2 py-1 font-medium'
  return (
    <section aria-label={texts.nodes} className="flex flex-col gap-1">
      <h2 className="text-label font-semibold">{texts.nodes}</h2>
      <table className="w-full border-collapse text-label">
        <thead className="text-hint text-ink-3">
          <tr>
            <th scope="col" className={cx(head, 'text-start')}>
              {texts.node}
            </th>
            <th scope="col" className={cx(head, 'text-start')}>
              {texts.state}
            </th>
            <th scope="col" className={cx(head, 'hidden text-end @xs:table-cell')}>
              {texts.took}
            </th>
            <th scope="col" className={cx(head, 'hidden text-end @2xl:table-cell')}>
              {texts.tries}
            </th>
            <th scope="col" className={cx(head, 'hidden text-start @2xl:table-cell')}>
              {texts.result}
            </th>
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ node, title, state, items, done, failed, ms, tries }) => (
            <tr
              key={node}
              data-run-node={node}
              data-node-state={state}
              className={cx('border-t border-line align-top', chosen === node && 'bg-ground')}
            >
              <td className="px-2 py-1">
                <button
                  type="button"
                  className="min-h-6 text-start underline wrap-anywhere coarse:min-h-control coarse:min-w-control"
                  aria-pressed={chosen === node}
                  onClick={() => onChoose(node)}
                >
                  {title}
                </button>
                {title !== node && (
                  <code className="block font-mono text-hint text-ink-3 wrap-anywhere">{node}</code>
                )}
              </td>
              <td className="px-2 py-1">
                <RunStateMark state={state} />
                {items.length === 1 && itemOf(items) !== '' && (
                  <span className="block text-hint text-ink-3">{texts.item(itemOf(items))}</span>
                )}
                {items.length > 1 && (
                  <span className="block text-hint text-ink-3">
                    {texts.doneOf(done, items.length)}
                    {failed > 0 && `, ${failed} failed`}
                  </span>
                )}
              </td>
              <td className="hidden px-2 py-1 text-end whitespace-nowrap text-ink-2 @xs:table-cell">
                {ms === null ? '–' : duration(ms)}
              </td>
              <td className="hidden px-2 py-1 text-end text-ink-2 @2xl:table-cell">
                {tries === 0 ? '–' : tries}
              </td>
              <td className="hidden max-w-0 min-w-40 truncate px-2 py-1 text-hint text-ink-3 @2xl:table-cell">
                <Visible text={items[0]?.error?.message ?? items[0]?.preview ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The item of the only state that is known, as of a node that is told of only when it fails. */
function itemOf(items: NodeRuns['items']): string {
  return items[0]?.item ?? ''
}
