import type { ListName } from '@countersign/policy'
import { Search } from 'lucide-react'
import { fieldClass } from '../../ui/Section.tsx'
import { LISTS } from './lists.ts'
import type { RuleRow } from './rules-model.ts'
import { texts } from './texts.ts'

/** Which rules are shown. */
export interface RuleFilter {
  readonly find: string
  readonly list: ListName | 'all'
  readonly layer: RuleRow['layer'] | 'all'
}

const LAYERS: readonly RuleRow['layer'][] = ['managed', 'project', 'user', 'thread']

export interface RuleFiltersProps {
  readonly filter: RuleFilter
  readonly onFilter: (filter: RuleFilter) => void
}

/** Shows fewer rules: by verdict, by layer, by words. */
export function RuleFilters({ filter, onFilter }: RuleFiltersProps) {
  return (
    <>
      <select
        aria-label={texts.filterVerdict}
        value={filter.list}
        onChange={({ target: { value } }) =>
          onFilter({ ...filter, list: LISTS.find((other) => other === value) ?? 'all' })
        }
        className={fieldClass}
      >
        <option value="all">{texts.allVerdicts}</option>
        {LISTS.map((other) => (
          <option key={other} value={other}>
            {texts.verdicts[other]}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.filterLayer}
        value={filter.layer}
        onChange={({ target: { value } }) =>
          onFilter({ ...filter, layer: LAYERS.find((other) => other === value) ?? 'all' })
        }
        className={fieldClass}
      >
        <option value="all">{texts.allLayers}</option>
        {LAYERS.map((other) => (
          <option key={other} value={other}>
            {texts.layers[other]}
          </option>
        ))}
      </select>
      <span className="relative flex items-center">
        <Search size={14} aria-hidden="true" className="absolute start-2 text-ink-3" />
        <input
          type="search"
          aria-label={texts.find}
          placeholder={texts.find}
          value={filter.find}
          onChange={(event) => onFilter({ ...filter, find: event.target.value })}
          className={`${fieldClass} w-40 ps-7`}
        />
      </span>
    </>
  )
}
