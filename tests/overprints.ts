import type { Page } from 'playwright-core'

/** Texts of the page that are drawn over each other, over the edge of their part of the page, or cut off; at most ten. */
export const overprints = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST_PX = 2
    const isSeen = (one: Element) =>
      one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true, contentVisibilityAuto: true }) &&
      !one.closest('.sr, .skip, svg, .toasts, .rail, .popover, .four')
    /** What stays while the rest is scrolled lies over the rest on purpose, so it is compared with itself alone. */
    const layerOf = (one: Element | null): Element | null => {
      for (let at = one; at && at !== document.body; at = at.parentElement) if (/sticky|fixed/.test(getComputedStyle(at).position)) return at
      return null
    }
    /** What a text is cut off by, or scrolled within. */
    const clipOf = (one: Element): DOMRect | undefined => {
      for (let at: Element | null = one; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return at.getBoundingClientRect()
      return undefined
    }
    const drawn: { text: string; box: DOMRect; element: Element; layer: Element | null }[] = []
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      if (!element || !text || !isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const clip = clipOf(element)
      for (const full of range.getClientRects()) {
        // Words for the ear alone, and what is scrolled out of sight.
        if (Math.min(full.right, clip?.right ?? full.right) - full.x <= 1) continue
        const box = new DOMRect(full.x, full.y, Math.min(full.right, clip?.right ?? full.right) - full.x, full.height)
        if (!clip && box.right > (element.closest('.slip, .page')?.getBoundingClientRect().right ?? box.right) + 1) found.push(`"${text}" over the edge`)
        drawn.push({ text, box, element, layer: layerOf(element) })
      }
      const cell = element.closest('td, .fig')
      if (cell && /hidden|clip/.test(getComputedStyle(cell).overflowX) && cell.scrollWidth > cell.clientWidth + 1) found.push(`"${text}" is cut off`)
    }
    for (const [i, one] of drawn.entries())
      for (const other of drawn.slice(i + 1)) {
        if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        // Lines of text may be set closer than their boxes are high.
        if (across > LEAST_PX && down > Math.min(one.box.height, other.box.height) / 2) found.push(`"${one.text}" over "${other.text}"`)
      }
    return [...new Set(found)].slice(0, 10)
  })
