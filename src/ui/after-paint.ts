/**
 * Does what changes much of the page once the press that asked for it shows: a slow phone gives a thousand elements their style anew for as
 * long as several frames, and until the next frame a press has no answer.
 */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work))
}
