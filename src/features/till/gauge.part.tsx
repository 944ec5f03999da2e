import styles from './sheets-list.module.css'

/** The band of the limit is a quarter of the width; a difference beyond four times the limit ends at the edge. */
const BAND = 12.5

/** A difference drawn from the middle: short to the left, over to the right, the band marking the limit. The figure stands beside it. */
export const Gauge = ({ amount, limit }: { amount: number; limit: number }) => {
  const width = limit === 0 ? (amount === 0 ? 0 : 50) : Math.min(50, (Math.abs(amount) / limit) * BAND)
  return (
    <span className={`${styles.gauge} ${Math.abs(amount) > limit ? styles.beyond : ''}`} aria-hidden="true">
      <i style={{ left: `${amount < 0 ? 50 - width : 50}%`, width: `${width}%` }} />
    </span>
  )
}
