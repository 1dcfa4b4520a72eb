import { useLocation } from 'wouter'
import { applyTheme, THEMES } from '../app/theme.ts'
import { texts as appTexts } from '../app/texts.ts'
import { callHints } from '../coach/coach-store.ts'
import { MODES } from '../composer/modes.ts'
import { useApp, useView } from '../data/context.ts'
import { usePreferences } from '../data/preferences.ts'
import { chordText, keymapOf } from '../keys/keymap.ts'
import { focusCard, rememberOrigin } from '../notify/card-focus.ts'
import { texts as settingsTexts } from '../settings/texts.ts'
import { texts as threadTexts } from '../threads/texts.ts'
import { useQuestions } from '../waiting/use-questions.ts'
import { texts as waitingTexts } from '../waiting/texts.ts'
import type { PaletteItem } from './palette-items.ts'
import { texts } from './texts.ts'

/** Places, chats and acts, as they are right now. */
export function usePaletteItems(): readonly PaletteItem[] {
  const { client, me } = useApp()
  const isForbidden = (id: string): boolean => me.forbidden_modes.some(({ mode }) => mode === id)
  const [path, navigate] = useLocation()
  const threads = useView((view) => view.threads) ?? []
  const questions = useQuestions()
  const keymap = keymapOf(usePreferences().keyboard.bindings)
  const open = threads.find((thread) => path === `/t/${thread.id}`)
  const go = (id: string, label: string, to: string, hint = ''): PaletteItem => ({
    id,
    group: 'go',
    label,
    hint,
    run: () => navigate(to),
  })
  const first = questions[0]
  return [
    ...(first === undefined
      ? []
      : [
          {
            id: 'next-card',
            group: 'do' as const,
            label: texts.nextCard,
            hint: chordText(keymap.get('next') ?? ''),
            // The palette gives the focus back as it closes; the card gets it after that.
            run: () =>
              window.setTimeout(() => {
                rememberOrigin()
                const { id, thread_id: thread } = first.call
                if (!focusCard(id)) navigate(`/t/${thread}?call=${id}`)
              }),
          },
        ]),
    go('waiting', waitingTexts.title, '/waiting', waitingTexts.waiting(questions.length)),
    go('new', appTexts.newChat, '/new'),
    ...Object.entries(settingsTexts.sections).map(([id, name]) =>
      go(`settings-${id}`, name, `/settings/${id}`, settingsTexts.settings),
    ),
    go('audit', settingsTexts.audit, '/audit'),
    ...(open === undefined
      ? []
      : MODES.filter(({ id }) => id !== open.permission_mode && !isForbidden(id)).map(
          (mode): PaletteItem => ({
            id: `mode-${mode.id}`,
            group: 'do',
            label: texts.mode(mode.label),
            hint: mode.line,
            run: () => void client.setMode(open.id, mode.id),
          }),
        )),
    ...(open === undefined
      ? []
      : [
          {
            id: 'stop',
            group: 'do' as const,
            label: texts.stop,
            hint: chordText(keymap.get('stop') ?? ''),
            run: () => void client.stopTurn(open.id),
          },
        ]),
    {
      id: 'hints',
      group: 'do',
      label: texts.hints,
      hint: '',
      run: () => callHints(window.localStorage),
    },
    ...THEMES.map((theme): PaletteItem => ({
      id: `theme-${theme}`,
      group: 'do',
      label: texts.theme(appTexts.themes[theme]),
      hint: '',
      run: () => {
        applyTheme(theme, document.documentElement, window.localStorage)
      },
    })),
    ...threads
      .toSorted((a, b) => b.updated_at - a.updated_at)
      .map((thread): PaletteItem => ({
        id: thread.id,
        group: 'chat',
        label: thread.title === '' ? threadTexts.untitled : thread.title,
        hint: '',
        run: () => navigate(`/t/${thread.id}`),
      })),
  ]
}
