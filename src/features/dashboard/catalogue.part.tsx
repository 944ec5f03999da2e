import { useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { METRICS } from './catalogue.rules.ts'
import styles from './editing.module.css'
import { measureWords } from './measures.messages.ts'
import { metricWords } from './metrics.messages.ts'
import { GROUPS, type Looker, maySeeMetric } from './metrics.rules.ts'

interface CatalogueProps {
  looker: Looker
  onChoose: (metric: string) => void
  onClose: () => void
}

/** The figures one may have, by what they are about, found by any part of their name. */
export const Catalogue = ({ looker, onChoose, onClose }: CatalogueProps) => {
  const say = useSay(measureWords)
  const sayMetric = useSay(metricWords)
  const [search, setSearch] = useState('')
  const named = METRICS.filter((metric) => maySeeMetric(metric, looker)).map((metric) => ({
    ...metric,
    name: sayMetric(metric.id as Parameters<typeof sayMetric>[0]),
  }))
  const wanted = search.normalize('NFKC').trim().toLowerCase()
  const found = named.filter(({ name }) => name.normalize('NFKC').toLowerCase().includes(wanted))
  return (
    <Modal sheet title={say('add')} onClose={onClose}>
      <label className="field small">
        <span>{say('search')}</span>
        <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} autoComplete="off" />
      </label>
      <div className={styles.found} role="status">
        {found.length === 0 && <p className="note">{say('noneFound')}</p>}
      </div>
      {GROUPS.map((group) => {
        const metrics = found.filter((metric) => metric.group === group)
        if (metrics.length === 0) return null
        return (
          <section key={group} className={styles.found}>
            <h3>{say(`group.${group}`)}</h3>
            <ul>
              {metrics.map(({ id, name }) => (
                <li key={id}>
                  <button type="button" onClick={() => onChoose(id)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </Modal>
  )
}
