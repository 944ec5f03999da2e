import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './near.module.css'

/** So far before it comes into sight it is drawn. */
const MARGIN = '300px 0px'

/**
 * What lies below the first screen: it is asked for and drawn when somebody comes near it, and stays from then on. Before that it holds a place, and is drawn
 * for a printer at once. While answers for the page as it opens are on their way it is short, and what is below would count as near: so they are waited for,
 * unless somebody scrolls.
 */
export const Near = ({ children }: { children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const isFilling = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0
  useEffect(() => {
    if (isNear) return
    const draw = () => setNear(true)
    const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && (!isFilling || scrollY > 0) && draw(), {
      rootMargin: MARGIN,
    })
    if (place.current) sight.observe(place.current)
    addEventListener('beforeprint', draw)
    return () => {
      sight.disconnect()
      removeEventListener('beforeprint', draw)
    }
  }, [isNear, isFilling])
  return isNear ? children : <div ref={place} className={styles.place} data-near="" />
}
