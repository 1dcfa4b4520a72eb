import type { ISearchOptions, SearchAddon } from '@xterm/addon-search'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'

/** Searches the screen and the scrollback. */
export function SearchBar({ search, onClose }: { search: SearchAddon; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const [found, setFound] = useState<{ at: number; count: number } | null>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const results = search.onDidChangeResults(({ resultIndex, resultCount }) =>
      setFound({ at: resultIndex + 1, count: resultCount }),
    )
    return () => {
      results.dispose()
      search.clearDecorations()
    }
  }, [search])
  const look = (text: string, incremental: boolean): void => {
    setWords(text)
    if (text === '') {
      search.clearDecorations()
      setFound(null)
    } else search.findPrevious(text, { ...marked(), incremental })
  }
  return (
    <div role="search" className="flex items-center gap-1 border-b border-line px-2 py-1">
      <input
        ref={field}
        value={words}
        aria-label={texts.searchField}
        onChange={(event) => look(event.target.value, true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else if (event.key === 'Enter' && event.shiftKey) search.findNext(words, marked())
          else if (event.key === 'Enter') search.findPrevious(words, marked())
        }}
        className="min-h-control min-w-0 flex-1 rounded-control border border-line-strong bg-raised px-2 font-mono text-code"
      />
      <span role="status" className="px-1 text-hint text-ink-2">
        {found === null ? '' : texts.found(found.at, found.count)}
      </span>
      <Act label={texts.previous} onPress={() => search.findPrevious(words, marked())} icon={ArrowUp} />
      <Act label={texts.next} onPress={() => search.findNext(words, marked())} icon={ArrowDown} />
      <Act label={texts.closeSearch} onPress={onClose} icon={X} />
    </div>
  )
}

/** Matches in the page's own colours. */
function marked(): ISearchOptions {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  return {
    decorations: {
      matchBackground: colour('--wait-bg'),
      activeMatchBackground: colour('--wait-bg'),
      activeMatchBorder: colour('--wait'),
      matchOverviewRuler: colour('--line-strong'),
      activeMatchColorOverviewRuler: colour('--wait'),
    },
  }
}

function Act(props: { icon: typeof X; label: string; onPress: () => void }) {
  return (
    <Button kind="quiet" size="icon" aria-label={props.label} title={props.label} onClick={props.onPress}>
      <props.icon size={14} aria-hidden="true" />
    </Button>
  )
}
