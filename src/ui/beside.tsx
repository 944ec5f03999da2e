import type { ReactNode } from 'react'
import styles from './beside.module.css'

/** A part of a screen that shows several reports under one another; out of sight it costs nothing until it is scrolled to. */
export const Beside = ({ isStale, children }: { isStale?: boolean; children: ReactNode }) => (
  <section className={styles.beside} aria-busy={isStale}>
    {children}
  </section>
)
