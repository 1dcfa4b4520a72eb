import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

test.each([
  ['', ''],
  ['Tidy the release.', ''],
  ['Räum das Release auf.', ''],
  ['42 → 43 “done” 😀', ''],
  ['リリースを整理してください。', 'ja'],
  ['変更履歴を書いて、版を上げる。', 'ja'],
  ['请整理发布脚本。', 'zh'],
  ['릴리스를 정리해 주세요.', 'ko'],
  ['Τακτοποίησε την έκδοση.', 'el'],
  ['The angle α and the sum Σ of all β.', ''],
  ['רדף את השחרור', 'he'],
  ['رتّب الإصدار', 'ar'],
  ['จัดการรุ่น', 'th'],
  ['Прибери релиз.', ''],
  ['Run npm test，然后告诉我结果如何，并且把失败的测试列出来。', 'zh'],
  [`${'word '.repeat(200)}请整理`, ''],
])('%j is %j', (text, language) => {
  expect(languageOf(text)).toBe(language)
})
