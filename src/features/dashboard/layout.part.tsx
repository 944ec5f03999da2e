import { type CSSProperties, Fragment, type ReactNode, Suspense } from 'react'
import { useLookOnly } from '#ui/look-only.ts'
import { Near } from '#ui/near.tsx'
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
  /** What stands beside the first chart or table, and on a phone right after the first figures. */
  beside?: ReactNode
}

/** The measures in their order, each as wide as it is set to be. */
export const Layout = ({ measures, page, editing, beside }: LayoutProps) => {
  const nameOf = useMeasureName()
  const lookOnly = useLookOnly()
  const besides = measures.findIndex(({ Visual }) => Visual !== 'tile' && Visual !== 'heat')
  const placeOf = (place: number) => (beside ? placedBy(place, measures, besides) : '')
  return (
    <div className={editing ? `${styles.grid} ${styles.edited}` : styles.grid}>
      {measures.map((measure, place) => (
        <Fragment key={measure.Id}>
          {/* biome-ignore lint/a11y/useSemanticElements: a measure is no part of a form. */}
          <div
            role="group"
            className={`${classOf(measure, editing)} ${placeOf(place)}`}
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
              {editing || lookOnly || isShort(measure) ? (
                <MeasureShown measure={measure} page={page} />
              ) : (
                <Near>
                  <MeasureShown measure={measure} page={page} />
                </Near>
              )}
            </div>
          </div>
          {place === besides && beside && <div className={styles.beside}>{beside}</div>}
        </Fragment>
      ))}
      {besides === -1 && beside && <div className={`${styles.beside} ${styles.alone}`}>{beside}</div>}
    </div>
  )
}

/** Figures and strips are drawn at once; charts and tables, which take a phone long, when somebody comes near them. */
const isShort = ({ Visual }: Measure): boolean => Visual === 'tile' || Visual === 'heat'

const classOf = ({ Id, Visual, Width }: Measure, editing: Editing | undefined) =>
  [styles.cell, Visual === 'tile' ? styles.isTile : '', Width > 1 ? styles.isWide : '', editing?.held === Id ? styles.held : ''].filter(Boolean).join(' ')

/** Before what stands beside there are the first figures; on a phone it comes right after them. */
const placedBy = (place: number, measures: readonly Measure[], besides: number): string => {
  if (place === besides) return styles.besides ?? ''
  const firstOther = measures.findIndex(({ Visual }) => Visual !== 'tile')
  return firstOther === -1 || place < firstOther ? (styles.first ?? '') : ''
}
