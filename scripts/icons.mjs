// @ts-check
import './command.mjs'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureBrowser } from './browser.mjs'
import { ROOT } from './project.mjs'

// node scripts/icons.mjs: draws the icons of the installed app from src/ui/public/favicon.svg, whenever that changes. What it draws is committed.

const PUBLIC = join(ROOT, 'src/ui/public')
const GROUND = '#10231D'
/** Phones cut a maskable icon to a shape of their own and keep at least the circle over four fifths of it: the drawing stays within. */
const WITHIN_CIRCLE = 0.54

const ICONS = [
  { file: 'icons/icon-192.png', size: 192, scale: 1 },
  { file: 'icons/icon-512.png', size: 512, scale: 1 },
  { file: 'icons/icon-maskable-512.png', size: 512, scale: WITHIN_CIRCLE },
  { file: 'icons/apple-touch-icon.png', size: 180, scale: 1 },
]

const drawing = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8')
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
mkdirSync(join(PUBLIC, 'icons'), { recursive: true })
for (const { file, size, scale } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const within = `position:absolute;inset:${((1 - scale) / 2) * 100}%;width:${scale * 100}%;height:${scale * 100}%`
  await page.setContent(`<body style="margin:0;background:${GROUND}">${drawing.replace('<svg ', `<svg style="${within}" `)}`)
  writeFileSync(join(PUBLIC, file), await page.screenshot())
  await page.close()
  console.log(file)
}
await browser.close()
