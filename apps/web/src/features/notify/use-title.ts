import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { titleText } from './title-text.ts'
import { useView } from '../../data/context.ts'
import { showsThread } from '../../platform/thread-path.ts'
import { useQuestions } from '../../platform/use-questions.ts'

/** The count in the title, and a ring on the icon while something waits. */
export function useTitle(): void {
  const many = useQuestions().length
  const [path] = useLocation()
  const threads = useView((view) => view.threads)
  const title = threads?.find((thread) => showsThread(path, thread.id))?.title ?? null
  useEffect(() => {
    document.title = titleText(many, title)
  }, [many, title])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon !== null) icon.href = many > 0 ? '/icon-waiting.svg' : '/icon.svg'
  }, [many])
}
