import type { OpenQuestion } from '../../data/selectors.ts'
import { Button } from '../../ui/Button.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { NO_FILTER, waitingTools } from './filter-questions.ts'
import type { WaitingFilter } from './filter-questions.ts'
import { texts } from './texts.ts'

export interface WaitingFiltersProps {
  readonly questions: readonly OpenQuestion[]
  readonly filter: WaitingFilter
  /** How many of the questions are shown. */
  readonly shown: number
  readonly onFilter: (filter: WaitingFilter) => void
}

/** Filters a long list. It hides rows and answers nothing. */
export function WaitingFilters({ questions, filter, shown, onFilter }: WaitingFiltersProps) {
  const tools = waitingTools(questions)
  const locked = questions.filter(({ call }) => call.decision.locked !== undefined).length
  return (
    <div role="group" aria-label={texts.filters} className="flex flex-wrap items-center gap-3 text-label">
      <select
        aria-label={texts.filterTool}
        value={filter.tool ?? ''}
        onChange={({ target }) => onFilter({ ...filter, tool: target.value === '' ? null : target.value })}
        className={fieldClass}
      >
        <option value="">{texts.everyTool}</option>
        {tools.map(([tool, many]) => (
          <option key={tool} value={tool}>
            {texts.toolCount(tool, many)}
          </option>
        ))}
      </select>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={filter.destructive}
          onChange={({ target }) => onFilter({ ...filter, destructive: target.checked })}
        />
        {texts.filterDestructive(locked)}
      </label>
      {shown < questions.length && (
        <span role="status" className="flex items-center gap-2 text-ink-3">
          {texts.filtered(shown, questions.length)}
          <Button kind="quiet" onClick={() => onFilter(NO_FILTER)}>
            {texts.showAll}
          </Button>
        </span>
      )}
    </div>
  )
}
