import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import styles from './near.module.css'
import { useOnPaper } from './paper.ts'

/**
 * What lies below the first screen: it is asked for and drawn when somebody comes near it, and stays from then on. Before that it holds a place, and is drawn
 * for a printer at once. While answers are on their way the page is short, and all below would count as near: so they are waited for.
 */
export const Near = ({ children }: { children: ReactNode }) => {
  const [isNear, setNear] = useState(false)
  const isOnPaper = useOnPaper()
  const isFilling = useIsFetching() > 0
  const watch = (place: HTMLDivElement) => {
    // So far before it comes into sight it is drawn.
    const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true), { rootMargin: '300px 0px' })
    sight.observe(place)
    return () => sight.disconnect()
  }
  return isNear || isOnPaper ? children : <div ref={isFilling ? null : watch} className={styles.place} data-near="" />
}
