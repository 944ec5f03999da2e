import type { ReactNode } from 'react'
import { SheetButton } from '#ui/blank.tsx'
import styles from './explained.module.css'

interface ExplainedProps {
  /** Names the button, which shows only a `?`. */
  label: string
  title: string
  children: ReactNode
}

/** A `?` from which hangs what a figure means, and how it is worked out. */
export const Explained = ({ label, title, children }: ExplainedProps) => (
  <SheetButton
    label={label}
    className={styles.what}
    sheet={() => (
      <div className={styles.sheet}>
        <h2>{title}</h2>
        {children}
      </div>
    )}
  >
    ?
  </SheetButton>
)
