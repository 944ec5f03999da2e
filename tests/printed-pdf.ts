import type { Page } from 'playwright-core'
import { getDocumentProxy } from 'unpdf'

interface PrintedPage {
  /** The page's words without spaces, which a printer's file has between any two letters. */
  text: string
  /** Of its smallest writing, in points. */
  smallest: number
  upright: boolean
}

/** What comes out of the printer, page by page, read from the file that Chromium would send it. */
export const printedPages = async (page: Page): Promise<PrintedPage[]> => {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, i) => {
      const one = await pdf.getPage(i + 1)
      const { items } = await one.getTextContent()
      const pieces = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
      const [left = 0, bottom = 0, right = 0, top = 0] = one.view
      return {
        text: pieces.map(({ str }) => str.replace(/\s/g, '')).join(''),
        smallest: Math.min(...pieces.map(({ height }) => height)),
        upright: top - bottom > right - left,
      }
    }),
  )
}

/** How often words stand in a text without spaces. */
export const countOf = (words: string, text: string): number => text.split(words.replace(/\s/g, '')).length - 1
