import type { KeyboardEvent } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { metricOf } from './catalogue.rules.ts'
import styles from './editing.module.css'
import type { Editing } from './editing.part.ts'
import { drawnAs } from './layout.rules.ts'
import { MeasureSettings } from './measure-settings.part.tsx'
import { measureWords } from './measures.messages.ts'
import type { Measure } from './measures.rules.ts'
import type { Visual } from './metrics.rules.ts'
import { useMeasureName } from './use-measure.part.ts'

interface ToolsProps {
  measure: Measure
  place: number
  editing: Editing
}

/** What can be done with a measure while the layout is edited. */
const MeasureTools = ({ measure, place, editing }: ToolsProps) => {
  const say = useSay(measureWords)
  const name = useMeasureName()(measure)
  const n = editing.measures.length
  return (
    <div className={measure.Width === 1 ? `${styles.tools} ${styles.narrow}` : styles.tools}>
      <Handle measure={measure} place={place} editing={editing} />
      <button type="button" className="btn" aria-label={say('earlier', { name })} disabled={place === 0} onClick={() => editing.move(measure.Id, place - 1)}>
        <Icon name="left" />
      </button>
      <button type="button" className="btn" aria-label={say('later', { name })} disabled={place === n - 1} onClick={() => editing.move(measure.Id, place + 1)}>
        <Icon name="right" />
      </button>
      <MeasureSettings measure={measure} onChange={(change) => editing.change(measure.Id, change)} />
      <button type="button" className="btn" aria-label={say('remove', { name })} onClick={() => editing.remove(measure.Id)}>
        <Icon name="close" />
      </button>
      <div className={styles.choices}>
        <select
          aria-label={say('width', { name })}
          value={measure.Width}
          onChange={(event) => editing.change(measure.Id, { Width: Number(event.target.value) })}
        >
          {[1, 2, 3, 4].map((width) => (
            <option key={width} value={width}>
              {width}/4
            </option>
          ))}
        </select>
        <Drawn measure={measure} editing={editing} />
      </div>
    </div>
  )
}

export default MeasureTools

const Drawn = ({ measure, editing }: Omit<ToolsProps, 'place'>) => {
  const say = useSay(measureWords)
  const name = useMeasureName()(measure)
  const metric = metricOf(measure.Metric)
  if (!metric || metric.visuals.length < 2) return null
  return (
    <select
      aria-label={say('drawn', { name })}
      value={measure.Visual}
      onChange={(event) => editing.change(measure.Id, drawnAs(metric, event.target.value as Visual))}
    >
      {metric.visuals.map((visual) => (
        <option key={visual} value={visual}>
          {say(`visual.${visual}`)}
        </option>
      ))}
    </select>
  )
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Dragged with mouse, pen or finger, or moved with the arrow keys. */
const Handle = ({ measure: { Id, ...measure }, place, editing }: ToolsProps) => {
  const say = useSay(measureWords)
  const name = useMeasureName()(measure)
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    editing.move(Id, place + by)
    // Moved in the page it has lost the focus.
    requestAnimationFrame(() => handleOf(Id)?.focus())
  }
  return (
    <button
      type="button"
      className={`btn ${styles.handle}`}
      aria-label={say('move', { name, place: place + 1, n: editing.measures.length })}
      data-handle
      onKeyDown={step}
      onPointerDown={() => drag(Id, editing)}
    >
      <Icon name="menu" />
    </button>
  )
}

const handleOf = (id: string) => document.querySelector<HTMLElement>(`[data-measure="${CSS.escape(id)}"] [data-handle]`)

/** Follows the pointer until it is let go; what is dragged goes where the measure under the pointer is. */
const drag = (id: string, editing: Editing): void => {
  let last: string | undefined
  editing.hold(id)
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-measure]')?.dataset.measure
    if (over !== undefined && over !== last && over !== id) editing.moveOver(id, over)
    last = over
  }
  const letGo = () => {
    window.removeEventListener('pointermove', follow)
    for (const end of ENDS) window.removeEventListener(end, letGo)
    editing.hold(undefined)
  }
  window.addEventListener('pointermove', follow)
  for (const end of ENDS) window.addEventListener(end, letGo)
}

const ENDS = ['pointerup', 'pointercancel'] as const
