import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { texts } from '../app/texts.ts'
import { useView } from '../data/context.ts'
import { useQuestions } from '../waiting/use-questions.ts'

/** The count in the title, and a ring on the icon while something waits. */
export function useTitle(): void {
  const many = useQuestions().length
  const [path] = useLocation()
  const threads = useView((view) => view.threads)
  const chat = threads?.find((thread) => path === `/t/${thread.id}`)?.title ?? null
  useEffect(() => {
    document.title = texts.title(many, chat)
  }, [many, chat])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon !== null) icon.href = many > 0 ? '/icon-waiting.svg' : '/icon.svg'
  }, [many])
}
