import { type CSSProperties, Suspense } from 'react'
import { lazyWhenNear } from '#ui/when-near.ts'
import type { PageAsked } from './ask-metric.rules.ts'
import type { Editing } from './editing.part.ts'
import { MeasureShown } from './measure.part.tsx'
import styles from './measures.module.css'
import type { Measure } from './measures.rules.ts'
import { useMeasureName } from './use-measure.part.ts'

const MeasureTools = lazyWhenNear(() => import('./measure-tools.part.tsx'))

interface LayoutProps {
  measures: readonly Measure[]
  page: PageAsked
  /** While the layout is edited. */
  editing: Editing | undefined
}

/** The measures in their order, each as wide as it is set to be. */
export const Layout = ({ measures, page, editing }: LayoutProps) => {
  const nameOf = useMeasureName()
  return (
    <div className={editing ? `${styles.grid} ${styles.edited}` : styles.grid}>
      {measures.map((measure, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a measure is no part of a form.
        <div
          role="group"
          key={measure.Id}
          className={classOf(measure, editing)}
          style={{ '--width': measure.Width } as CSSProperties}
          aria-label={nameOf(measure)}
          data-measure={measure.Id}
        >
          {editing && (
            <Suspense>
              <MeasureTools measure={measure} place={place} editing={editing} />
            </Suspense>
          )}
          <div className={styles.shown} inert={editing !== undefined}>
            <MeasureShown measure={measure} page={page} />
          </div>
        </div>
      ))}
    </div>
  )
}

const classOf = ({ Id, Visual, Width }: Measure, editing: Editing | undefined) =>
  [styles.cell, Visual === 'tile' ? styles.isTile : '', Width > 1 ? styles.isWide : '', editing?.held === Id ? styles.held : ''].filter(Boolean).join(' ')
