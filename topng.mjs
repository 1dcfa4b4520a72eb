import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const f of process.argv.slice(2)) {
  const p = await b.newPage({ viewport: { width: 1600, height: 1000 } })
  await p.setContent(
    `<body style="margin:0"><img style="max-width:1600px;max-height:1000px" src="data:image/webp;base64,${readFileSync(f).toString('base64')}">`,
  )
  await p.waitForTimeout(300)
  await p.locator('img').screenshot({ path: f.replace('.webp', '.png') })
}
await b.close()
