import styles from './on-hand.module.css'
import type { DayClass } from './rate.rules.ts'

/** The mark and the colour of each class. */
export const CLASS_STYLE: Record<DayClass, string | undefined> = {
  out: styles.out,
  under3: styles.under3,
  to7: styles.to7,
  to14: styles.to14,
  to30: styles.to30,
  to60: styles.to60,
  over60: styles.over60,
  unsold: styles.unsold,
  dead: styles.dead,
}
