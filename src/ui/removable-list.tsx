import styles from './removable-list.module.css'

interface RemovableListProps {
  title: string
  hint: string
  rows: readonly { id: number; name: string; remove: string }[]
  /** One is being removed. */
  isBusy: boolean
  onRemove: (id: number) => void
}

/** Things that can be removed, each by a button that names it. */
export const RemovableList = ({ title, hint, rows, isBusy, onRemove }: RemovableListProps) => (
  <section className={styles.list} aria-label={title}>
    <h2>{title}</h2>
    <p className="hint">{hint}</p>
    <ul>
      {rows.map(({ id, name, remove }) => (
        <li key={id}>
          <b>{name}</b>
          <button type="button" className="btn" disabled={isBusy} onClick={() => onRemove(id)}>
            {remove}
          </button>
        </li>
      ))}
    </ul>
  </section>
)
