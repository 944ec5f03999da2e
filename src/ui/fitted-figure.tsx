import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

interface FittedFigureProps {
  /** The figure as text. */
  whole: string
  /** The same in few characters. */
  short: string
  /** The exact value, for tests. */
  value?: number | null
  /** The whole figure as it is drawn. */
  children: ReactNode
}

/** Longest change that stands below the figure of a tile, in characters. */
export const MOST_IN_TILE = 13
/** Half of 14 pixels: the least width of a character in large type. */
const LEAST_PX = 7

/** The figure of a tile in large type: as large as its tile allows, and short where the whole figure has no room. */
export const FittedFigure = ({ whole, short, value, children }: FittedFigureProps) => {
  const figure = useRef<HTMLParagraphElement>(null)
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const tile = figure.current?.parentElement
    if (!tile) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(tile)
    return () => observer.disconnect()
  }, [])
  const isShort = width < whole.length * LEAST_PX
  return (
    <p
      className="fig"
      ref={figure}
      title={isShort ? whole : undefined}
      data-value={value}
      style={{ '--len': isShort ? short.length : whole.length } as CSSProperties}
    >
      {isShort ? short : children}
    </p>
  )
}
