import type { Page } from 'playwright-core'

/** How every visible element of a page is drawn, as JSON: where it stands in the document, its box to the pixel, and its styles. */
export type DrawnLayout = string

const drawnLayout = (page: Page): Promise<DrawnLayout> =>
  page.evaluate(() => {
    const BOX = ['display', 'position', 'color', 'backgroundColor', 'backgroundImage', 'opacity', 'margin', 'padding', 'border', 'borderRadius']
    const TEXT = ['fontSize', 'fontWeight', 'fontStretch', 'lineHeight', 'textAlign', 'textDecoration', 'whiteSpace', 'overflow', 'overflowWrap']
    const GRID = [
      'gap',
      'flex',
      'flexWrap',
      'flexDirection',
      'alignItems',
      'justifyContent',
      'alignSelf',
      'gridTemplateColumns',
      'gridTemplateRows',
      'gridArea',
    ]
    const DRAWN = ['fill', 'stroke', 'strokeWidth', 'boxShadow', 'zIndex', 'columnCount', 'verticalAlign']
    const said = (style: CSSStyleDeclaration, names: string[]) => names.map((name) => style[name as 'color']).join('|')
    const besides = (element: Element) =>
      ['::before', '::after']
        .map((part) => getComputedStyle(element, part))
        .filter(({ content }) => content !== 'none' && content !== 'normal')
        .map((style) => `${style.content}|${style.width}|${style.height}|${said(style, BOX)}`)
    const found: Record<string, string> = {}
    const read = (element: Element, place: string) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return
      const { x, y, width, height } = element.getBoundingClientRect()
      const box = [x + scrollX, y + scrollY, width, height].map(Math.round).join(' ')
      found[place] = [box, said(getComputedStyle(element), [...BOX, ...TEXT, ...GRID, ...DRAWN]), ...besides(element)].join('|')
      for (const [at, child] of [...element.children].entries()) read(child, `${place} > ${child.localName}:${at + 1}`)
    }
    read(document.body, 'body')
    return JSON.stringify(found)
  })

/** As often a page must look the same to be believed; more often where it was expected to look otherwise. */
const LOOKS = { unknown: 10, unexpected: 20 }

/** Waits until a page asks for nothing more and stays as it is, or looks as expected. */
export const settledLayout = async (page: Page, isQuiet: () => boolean, expected?: DrawnLayout): Promise<DrawnLayout> => {
  for (let [last, alike] = ['', 0]; ; ) {
    await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy=true]') && document.fonts.status === 'loaded')
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))))
    const now = await drawnLayout(page)
    alike = now === last && isQuiet() ? alike + 1 : 1
    if (now === expected || alike >= (expected === undefined ? LOOKS.unknown : LOOKS.unexpected)) return now
    last = now
  }
}

/** The elements that are drawn differently, the outermost first; one that only one of the two has counts too. */
export const differencesOf = (before: DrawnLayout, after: DrawnLayout): string[] => {
  if (before === after) return []
  const [one, other] = [before, after].map((layout) => JSON.parse(layout) as Record<string, string>) as [Record<string, string>, Record<string, string>]
  return Object.keys({ ...one, ...other })
    .filter((place) => one[place] !== other[place])
    .map((place) => `${place}: ${changedParts(one[place], other[place])}`)
}

const changedParts = (before: string | undefined, after: string | undefined): string => {
  if (before === undefined || after === undefined) return before === undefined ? 'is new' : 'is gone'
  const parts = after.split('|')
  return before
    .split('|')
    .flatMap((part, i) => (part === parts[i] ? [] : [`${part} became ${parts[i] ?? 'nothing'}`]))
    .join(', ')
}
