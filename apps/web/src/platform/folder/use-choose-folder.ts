import { useApp } from '../../data/context.ts'
import { setPreferences } from '../../data/preferences.ts'

/** Makes a folder the one of new chats. Null: it is. Else why it cannot be. */
export function useChooseFolder(): (folder: string) => Promise<string | null> {
  const { askMe } = useApp()
  return async (folder) => {
    const answer = await setPreferences({ default_folder: folder.trim() })
    if (!answer.ok) return answer.message
    await askMe()
    return null
  }
}
