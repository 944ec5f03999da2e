import type { Page } from 'playwright-core'

/**
 * What of a screen does not fit a phone: the page scrolls sideways, something to press is smaller than 24 pixels (WCAG 2.5.8) or, where it
 * is the screen's main act, than 44, or the bar at the foot covers the end of the page.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const complaints: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) complaints.push(`the page scrolls sideways by ${scrollWidth - clientWidth}`)

    const isSeen = (one: Element) =>
      one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && !one.closest('.sr, .skip, [inert], [aria-hidden=true]')
    // A link within a sentence is as high as the sentence.
    const isInSentence = (one: HTMLElement) =>
      getComputedStyle(one).display === 'inline' && [...(one.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim())
    /** What of the screen answers to a finger: a box with its label, and a link with all that its ::after is laid over. */
    const touched = (one: HTMLElement): Element => {
      if (one.matches('input')) return one.closest('label') ?? one
      if (getComputedStyle(one, '::after').position !== 'absolute') return one
      let over: Element = one
      while (over.parentElement && getComputedStyle(over).position === 'static') over = over.parentElement
      return over
    }
    for (const one of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio]')) {
      if (!isSeen(one) || isInSentence(one) || one.matches(':disabled, [type=hidden], [type=file]')) continue
      const { width, height } = touched(one).getBoundingClientRect()
      // Of one pixel is what is there for the ear alone.
      if (width <= 1 || height <= 1) continue
      const least = one.matches('.primary') ? 44 : 24
      // Half a pixel is lost where a row is as high as a fraction.
      if (height < least - 0.5 || width < 24 - 0.5)
        complaints.push(
          `${Math.round(width)} × ${Math.round(height)}: ${one.tagName} ${one.className} "${(one.textContent || one.ariaLabel || '').slice(0, 30)}"`,
        )
    }

    window.scrollTo(0, document.documentElement.scrollHeight)
    const bar = document.querySelector('nav.four')?.getBoundingClientRect()
    const end = document.querySelector('footer')?.getBoundingClientRect()
    if (bar && end && end.bottom > bar.top + 1) complaints.push(`the bar at the foot covers ${Math.round(end.bottom - bar.top)} of the page`)
    window.scrollTo(0, 0)
    return [...new Set(complaints)]
  })
